package main

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestCacheOutlivesKilledRuns kills runs that share a cache, two at a time, at any
// moment, while sources change, and cleans the cache now and then: what a whole run then
// prints is what one without the cache prints.
func TestCacheOutlivesKilledRuns(t *testing.T) {
	dir, store := t.TempDir(), t.TempDir()
	const files = 30
	write := func(i, version int) {
		text := strings.Repeat("\n", version) + fmt.Sprintf("#include \"table.h\"\n__constant__ float table%[1]d[64];\n"+
			"__global__ void k%[1]d(float *out, const float *in, int n) {\n  for (int i = 0; i < n; i++) out[threadIdx.x] += table%[1]d[threadIdx.x %% N] + in[i];\n}\n"+
			"void k%[2]d(float *, const float *, int);\n", i, (i+1)%files)
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("k%d.cu", i)), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i := range files {
		write(i, 0)
	}
	os.WriteFile(filepath.Join(dir, "table.h"), []byte("#define N 32\n"), 0o644)
	run := func(args ...string) *exec.Cmd {
		cmd := exec.Command("cudalint", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), cacheDirVar+"="+store)
		return cmd
	}
	output := func(args ...string) []byte {
		cmd := run(append([]string{"check", "--output-format", "json"}, args...)...)
		var stdout, stderr bytes.Buffer
		cmd.Stdout, cmd.Stderr = &stdout, &stderr
		if cmd.Run(); stderr.Len() > 0 || stdout.Len() == 0 {
			t.Fatalf("%s", stderr.Bytes())
		}
		return stdout.Bytes()
	}
	start := time.Now()
	whole := output("--no-cache")
	took := time.Since(start)
	random := rand.New(rand.NewSource(1))
	rounds := 12
	if testing.Short() {
		rounds = 3
	}
	for round := range rounds {
		var wg sync.WaitGroup
		for range 2 {
			after := time.Duration(random.Int63n(int64(took) + 1))
			wg.Add(1)
			go func() {
				defer wg.Done()
				cmd := run("check", "--output-format", "json")
				if err := cmd.Start(); err != nil {
					t.Error(err)
					return
				}
				time.Sleep(after)
				cmd.Process.Kill()
				cmd.Wait()
			}()
		}
		wg.Wait()
		if round%4 == 3 {
			if err := run("cache", "clean").Run(); err != nil {
				t.Fatal(err)
			}
		}
		for range 3 {
			write(random.Intn(files), 1+random.Intn(3))
		}
		want := output("--no-cache")
		if bytes.Equal(want, whole) && round == 0 {
			t.Fatal("the edits change nothing")
		}
		for range 2 {
			if got := output(); !bytes.Equal(got, want) {
				t.Fatalf("round %d: with the cache\n%s\nwithout\n%s", round, got, want)
			}
		}
	}
}

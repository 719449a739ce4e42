//go:build unix

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// programs is how many programs of three files manyPrograms writes.
const programs = 24

// manyPrograms writes programs of a header and two sources, which one fix changes, and
// returns what the files hold.
func manyPrograms(t *testing.T, dir string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	var commands []string
	for i := range programs {
		texts[fmt.Sprintf("p%02d.cuh", i)] = fmt.Sprintf("extern __constant__ float table_%d[256];\n", i)
		texts[fmt.Sprintf("p%02d.cu", i)] = fmt.Sprintf("#include \"p%02d.cuh\"\n__constant__ float table_%d[256];\n", i, i)
		texts[fmt.Sprintf("p%02d_use.cu", i)] = fmt.Sprintf(`#include "p%02d.cuh"
extern __constant__ float table_%d[256];
__global__ void k%d(float *__restrict__ out) { out[threadIdx.x] = table_%d[threadIdx.x]; }
void run(float *out) { k%d<<<2048, 256>>>(out); }
`, i, i, i, i, i)
		for _, name := range []string{"p%02d.cu", "p%02d_use.cu"} {
			name = fmt.Sprintf(name, i)
			commands = append(commands, fmt.Sprintf(`{"directory": ".", "file": %q, "arguments": ["nvcc", "-rdc=true", "-c", %q]}`, name, name))
		}
	}
	for name, text := range texts {
		write(t, filepath.Join(dir, name), text)
	}
	write(t, filepath.Join(dir, "compile_commands.json"), "["+strings.Join(commands, ",\n")+"]\n")
	return texts
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// fixFiles starts cudalint on the programs of a folder.
func fixFiles(t *testing.T, dir string, stderr io.Writer) *exec.Cmd {
	t.Helper()
	// With a cache the second run would write before it is interrupted.
	cmd := exec.Command("cudalint", "check", "--fix", "--no-cache", "-p", ".", "--select", "constant-divergent-index", ".")
	cmd.Dir, cmd.Stderr = dir, stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// state says of each program how many of its files are new, and fails where one is
// neither old nor new.
func state(t *testing.T, dir string, texts map[string]string) (fresh [programs]int) {
	t.Helper()
	for name, old := range texts {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Error(err)
			continue
		}
		switch string(text) {
		case old:
		case strings.ReplaceAll(old, "__constant__", "__device__"):
			var program int
			fmt.Sscanf(name, "p%d", &program)
			fresh[program]++
		default:
			t.Errorf("%s is neither old nor new: %q", name, text)
		}
	}
	return fresh
}

// TestFixIsKilled ends cudalint at random moments while it writes: whatever the signal,
// each file is old or new. After a signal that can be held, so is each program.
func TestFixIsKilled(t *testing.T) {
	dir := t.TempDir()
	texts := manyPrograms(t, dir)
	// until waits for the first new file of a program; they are written in order.
	until := func(program int) {
		name := fmt.Sprintf("p%02d.cu", program)
		for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(100 * time.Microsecond) {
			if text, err := os.ReadFile(filepath.Join(dir, name)); err == nil && string(text) != texts[name] {
				return
			}
		}
	}
	launched := time.Now()
	cmd := fixFiles(t, dir, nil)
	until(0)
	checking := time.Since(launched)
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	if fresh := state(t, dir, texts); fresh[0] != 3 || fresh[programs-1] != 3 {
		t.Fatalf("without a signal: %v", fresh)
	}

	// Before it writes nothing is changed.
	manyPrograms(t, dir)
	cmd = fixFiles(t, dir, nil)
	time.Sleep(min(checking/4, 30*time.Millisecond))
	cmd.Process.Signal(syscall.SIGINT)
	if err := cmd.Wait(); err == nil {
		t.Error("interrupted before writing: exit status 0")
	}
	if fresh := state(t, dir, texts); fresh != [programs]int{} {
		t.Errorf("interrupted before writing: %v", fresh)
	}

	random := rand.New(rand.NewSource(time.Now().UnixNano()))
	caught := map[syscall.Signal]int{}
	for _, signal := range []syscall.Signal{
		syscall.SIGKILL, syscall.SIGINT, syscall.SIGTERM, syscall.SIGKILL, syscall.SIGINT, syscall.SIGTERM,
	} {
		manyPrograms(t, dir)
		var stderr bytes.Buffer
		cmd := fixFiles(t, dir, &stderr)
		until(random.Intn(programs * 3 / 4))
		time.Sleep(time.Duration(random.Intn(2000)) * time.Microsecond)
		cmd.Process.Signal(signal)
		err := cmd.Wait()
		fresh := state(t, dir, texts)
		left, _ := filepath.Glob(filepath.Join(dir, ".*.cudalint-*"))
		done := 0
		for program, n := range fresh {
			done += n
			if signal != syscall.SIGKILL && n != 0 && n != 3 {
				t.Errorf("%v: %d of the 3 files of program %d are new", signal, n, program)
			}
		}
		if done < 3*programs {
			caught[signal]++
		}
		if signal != syscall.SIGKILL {
			if len(left) > 0 {
				t.Errorf("%v: left behind: %q", signal, left)
			}
			var exit *exec.ExitError
			said := fmt.Sprintf("interrupted: %d of %d files were fixed", done, 3*programs)
			if done < 3*programs && (!errors.As(err, &exit) || exit.ExitCode() != exitInterrupted || !strings.Contains(stderr.String(), said)) {
				t.Errorf("%v: %v, want status 130 and %q:\n%s", signal, err, said, stderr.String())
			}
		}
		for _, name := range left {
			os.Remove(name)
		}
	}
	if caught[syscall.SIGKILL] == 0 || caught[syscall.SIGINT]+caught[syscall.SIGTERM] == 0 {
		t.Errorf("no run was ended while it wrote: %v", caught)
	}
}

// TestFixOfAFileThatMayNotBeWritten costs that file, and those of the same fix, alone.
func TestFixOfAFileThatMayNotBeWritten(t *testing.T) {
	binary, err := exec.LookPath("cudalint")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	texts := manyPrograms(t, dir)
	cmd := exec.Command(binary, "check", "--output-format", "text", "--fix", "-p", ".", "--select", "constant-divergent-index", ".")
	if os.Geteuid() == 0 {
		// Rights do not bind root: the command runs as nobody, who owns the folder and
		// has a copy of the program to reach.
		const nobody = 65534
		text, err := os.ReadFile(binary)
		if err != nil {
			t.Fatal(err)
		}
		cmd.Path = filepath.Join(dir, "bin", "cudalint")
		if err := errors.Join(os.Mkdir(filepath.Dir(cmd.Path), 0o755), os.WriteFile(cmd.Path, text, 0o755), os.Chmod(filepath.Dir(dir), 0o755)); err != nil {
			t.Fatal(err)
		}
		if err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
			return errors.Join(err, os.Chown(path, nobody, nobody))
		}); err != nil {
			t.Fatal(err)
		}
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	if err := os.Chmod(filepath.Join(dir, "p07.cuh"), 0o444); err != nil {
		t.Fatal(err)
	}
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr
	err = cmd.Run()
	var exit *exec.ExitError
	if errors.Is(err, syscall.EACCES) || errors.Is(err, syscall.EPERM) {
		t.Skip(err) // the folder of the test is out of nobody's reach
	}
	if !errors.As(err, &exit) || exit.ExitCode() != exitFailure {
		t.Errorf("%v, want status 2", err)
	}
	for program, n := range state(t, dir, texts) {
		if want := map[bool]int{true: 3, false: 0}[program != 7]; n != want {
			t.Errorf("program %d: %d files are new, want %d", program, n, want)
		}
	}
	for _, want := range []string{
		"p07.cuh: io: is not fixed: permission denied; neither is what changes together with it: p07.cu, p07_use.cu\n",
		fmt.Sprintf("cudalint: fixed %d findings in %d files\n", programs-1, 3*(programs-1)),
	} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("standard error does not say %q:\n%s", want, stderr.String())
		}
	}
	if !strings.Contains(stdout.String(), fmt.Sprintf("1 finding (1 warning) in %d files\n", 3*programs)) {
		t.Errorf("what remains is reported as\n%s", stdout.String())
	}
}

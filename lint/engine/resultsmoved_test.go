package engine_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
)

// TestCacheServesAnotherCheckout checks a program in one folder, and then a copy of it at
// another depth: everything comes from the cache, and equals a check without it. The flags
// of the build name absolute folders, as compile_commands.json does.
func TestCacheServesAnotherCheckout(t *testing.T) {
	store, err := cache.Open(t.TempDir(), "test", 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	write := func(dir, name, text string) {
		name = filepath.Join(dir, name)
		os.MkdirAll(filepath.Dir(name), 0o755)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	checkout := func(dir string) engine.Options {
		for name, texts := range program {
			if texts[0] != "" {
				write(dir, name, texts[0])
			}
		}
		write(dir, "build/inc/built.h", "#pragma once\n__device__ float built(int i);\n")
		write(dir, "build/use.cu", "#include <built.h>\n#include <searched.h>\n__global__ void use(float *o) { o[threadIdx.x] = built(N) + searched; }\n")
		write(dir, "somewhere/searched.h", "extern __constant__ float searched;\n")
		s := setting{fixes: 1, search: 1, off: 1}
		o := s.options(dir)
		settings := o.File
		o.File = func(path string) *engine.FileOptions {
			f := *settings(path)
			f.IncludeDirs = []string{filepath.Join(dir, "inc")}
			return &f
		}
		o.Flags = func(string) engine.Flags {
			return engine.Flags{Defines: []string{"N=3"}, IncludeDirs: []string{filepath.Join(dir, "build", "inc")}}
		}
		o.Units = []string{filepath.Join(dir, "read.cu"), filepath.Join(dir, "build", "use.cu")}
		o.Given = []string{dir}
		return o
	}
	first := filepath.Join(t.TempDir(), "first")
	checkedWith(t, checkout(first), first, store)
	second := filepath.Join(t.TempDir(), "deep", "er", "second")
	o := checkout(second)
	want := checkedWith(t, o, second, nil)
	_, before := store.Used()
	if got := checkedWith(t, o, second, store); got != want {
		t.Errorf("with the cache of the first checkout\n%s\nwithout\n%s", got, want)
	}
	if _, misses := store.Used(); misses != before {
		t.Errorf("%d results were not found in the cache", misses-before)
	}
}

// checkedWith returns the result of a check of a folder as text.
func checkedWith(t *testing.T, o engine.Options, dir string, store *cache.Store) string {
	t.Helper()
	o.Cache = store
	inputs, problems := (&discover.Search{Dir: dir}).Files([]string{"."})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return resultText(t, o, inputs)
}

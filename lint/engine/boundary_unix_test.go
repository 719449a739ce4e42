//go:build unix

package engine_test

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/rules"
)

// TestIncludesAreRegularFiles: a pipe keeps nobody waiting, and a device is not read, also
// where its folder is named.
func TestIncludesAreRegularFiles(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe.cuh"), 0o666); err != nil {
		t.Skip(err)
	}
	source := "#include \"pipe.cuh\"\n#include \"zero\"\n#include \"/dev/zero\"\n__constant__ float c[32];\n__global__ void k(float *p) { p[threadIdx.x] = c[threadIdx.x]; }\n"
	if err := os.WriteFile(filepath.Join(dir, "a.cu"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	opts := engine.Options{Rules: rules.All(), Dir: dir, IncludeDirs: []string{"/dev"}}
	r := engine.New(opts).Check(context.Background(), []discover.Input{{Path: "a.cu"}})
	if r.Files != 1 || len(r.Problems) > 0 || len(r.Findings) != 1 {
		t.Errorf("%d files, problems %v, findings %v", r.Files, r.Problems, r.Findings)
	}
}

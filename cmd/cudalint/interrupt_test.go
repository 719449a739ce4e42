package main

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// TestInterrupted runs commands whose context is done: each says last that its result is not
// complete, and exits with 130, but not the language server.
func TestInterrupted(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.cu")
	write(t, file, "__constant__ int t[64];\n__global__ void k(int *p) { p[threadIdx.x] = t[threadIdx.x & 63]; }\n")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		args string
		want int
		last string
	}{
		{"check --no-cache -v FILE", exitInterrupted, "cudalint: the run was interrupted: 0 of 1 files were begun; the result is not complete"},
		{"check --no-cache -q --output-format json FILE", exitInterrupted, "cudalint: the run was interrupted: 0 of 1 files were begun; the result is not complete"},
		{"check --no-cache --statistics FILE", exitInterrupted, "cudalint: the run was interrupted: 0 of 1 files were begun; the result is not complete"},
		{"check --no-cache --fix FILE", exitInterrupted, "cudalint: the run was interrupted: 0 of 1 files were begun; the result is not complete"},
		{"access --no-cache FILE", exitInterrupted, "cudalint: the run was interrupted: 0 of 1 files were begun; the result is not complete"},
		{"kernels --no-cache FILE", exitInterrupted, "cudalint: the run was interrupted: 0 of 1 files were begun; the result is not complete"},
		{"lsp", exitFindings, ""},
	} {
		var stdout, stderr bytes.Buffer
		run := Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Getenv: func(string) string { return "" }}
		got := run.Run(ctx, strings.Fields(strings.ReplaceAll(c.args, "FILE", file)))
		lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
		if got != c.want || lines[len(lines)-1] != c.last {
			t.Errorf("%s: exit status %d, want %d\nstderr %s\nwant last %s", c.args, got, c.want, stderr.String(), c.last)
		}
	}
}

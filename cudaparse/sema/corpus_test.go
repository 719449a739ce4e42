package sema

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// TestCorpus builds a unit of every CUDA file below the folders that
// CUDALINT_CORPUS names (separated by colons) and prints what was found.
func TestCorpus(t *testing.T) {
	roots := os.Getenv("CUDALINT_CORPUS")
	if roots == "" {
		t.Skip("CUDALINT_CORPUS names no folders")
	}
	verbose := os.Getenv("CUDALINT_CORPUS_LIST")
	var c struct {
		units, panics, functions, kernels, constants, sized int
		bytes                                               int
		parse, index                                        time.Duration
	}
	cache := NewCache(320 << 20)
	for _, root := range strings.Split(roots, ":") {
		filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !(strings.HasSuffix(path, ".cu") || strings.HasSuffix(path, ".cuh")) {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return nil
			}
			func() {
				defer func() {
					if p := recover(); p != nil {
						c.panics++
						t.Errorf("%s: panic: %v", path, p)
					}
				}()
				start := time.Now()
				file := source.NewFile(path, text)
				if _, err := cudaparse.Parse(context.Background(), file); err != nil {
					return
				}
				c.parse += time.Since(start)
				opts := Options{Read: os.ReadFile, Cache: cache, IncludeDirs: []string{filepath.Join(root, "Common")}}
				NewUnit(context.Background(), file, opts) // the trees are in the cache now
				start = time.Now()
				u, err := NewUnit(context.Background(), file, opts)
				took := time.Since(start)
				c.index += took
				if took > 500*time.Millisecond {
					fmt.Println("slow", path, took)
				}
				if err != nil {
					t.Error(err)
					return
				}
				c.units++
				c.bytes += len(text)
				for _, f := range u.Functions() {
					if f.Node.Origin().File() == u.File {
						c.functions++
						if f.Kernel() && f.Body.Valid() {
							c.kernels++
						}
					}
				}
				for _, v := range u.Variables {
					if v.Space == ConstantSpace && v.Node.Origin().File() == u.File {
						c.constants++
						if v.Type.Size >= 0 {
							c.sized++
						} else if strings.Contains(verbose, "constant") {
							fmt.Printf("constant %s: %s\n", path, v.Declaration.Text())
						}
					}
				}
			}()
			return nil
		})
	}
	fmt.Printf("units %d, panics %d, functions %d, kernels %d\n", c.units, c.panics, c.functions, c.kernels)
	fmt.Printf("__constant__ variables %d, size known %d\n", c.constants, c.sized)
	fmt.Printf("%.1f MB, parse %.1f MB/s, index %.1f MB/s\n", float64(c.bytes)/1e6, float64(c.bytes)/1e6/c.parse.Seconds(), float64(c.bytes)/1e6/c.index.Seconds())
}

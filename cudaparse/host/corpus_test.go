package host

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// A corpus counts what is found in the units of a folder.
type corpus struct {
	list                               string // what to list, see TestCorpus
	units, functions, kernels          int
	constants, sized                   int
	launches, resolved, known, bounded int
	bytes                              int
	index                              time.Duration // to build the units, whose trees are read already
}

// TestCorpus builds a unit of every CUDA file below the folders that CUDALINT_CORPUS names
// (separated by colons), finds its launches, and prints how much is understood.
// CUDALINT_CORPUS_LIST lists the launches of which the "kernel" or the "block" is not known,
// or the "known" ones, and each "constant" of which the size is not known.
func TestCorpus(t *testing.T) {
	roots := os.Getenv("CUDALINT_CORPUS")
	if roots == "" {
		t.Skip("CUDALINT_CORPUS names no folders")
	}
	cache := sema.NewCache(320 << 20)
	for _, root := range strings.Split(roots, ":") {
		c := corpus{list: os.Getenv("CUDALINT_CORPUS_LIST")}
		options := sema.Options{Read: os.ReadFile, Cache: cache,
			IncludeDirs: []string{root, filepath.Join(root, "include"), filepath.Join(root, "cpp/include"), filepath.Join(root, "cpp/src"), filepath.Join(root, "Common")}}
		filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !(strings.HasSuffix(path, ".cu") || strings.HasSuffix(path, ".cuh")) {
				return nil
			}
			if text, err := os.ReadFile(path); err == nil {
				c.file(t, source.NewFile(path, text), options)
			}
			return nil
		})
		fmt.Printf("%s: units %d, functions %d, kernels %d, __constant__ variables %d, of known size %d, index %.1f MB/s\n",
			root, c.units, c.functions, c.kernels, c.constants, c.sized, float64(c.bytes)/1e6/c.index.Seconds())
		fmt.Printf("launches %d, kernel resolved %.1f %%, block known %.1f %%, said more of %.1f %%\n",
			c.launches, share(c.resolved, c.launches), share(c.known, c.launches), share(c.bounded, c.launches))
	}
}

// file counts what is in the unit of a file.
func (c *corpus) file(t *testing.T, file *source.File, options sema.Options) {
	defer func() {
		if p := recover(); p != nil {
			t.Errorf("%s: panic: %v", file.Path, p)
		}
	}()
	sema.NewUnit(context.Background(), file, options) // the trees are in the cache now
	start := time.Now()
	u, err := sema.NewUnit(context.Background(), file, options)
	if err != nil {
		t.Error(err)
		return
	}
	took := time.Since(start)
	if c.index += took; took > 500*time.Millisecond {
		fmt.Println("slow", file.Path, took)
	}
	c.units++
	c.bytes += len(file.Text)
	for _, f := range u.Functions() {
		if f.Node.Origin().File() == u.File {
			c.functions++
			if f.Kernel() && f.Body.Valid() {
				c.kernels++
			}
		}
	}
	for _, v := range u.Variables {
		if v.Space != sema.ConstantSpace || v.Node.Origin().File() != u.File {
			continue
		}
		if c.constants++; v.Type.Size >= 0 {
			c.sized++
		} else if strings.Contains(c.list, "constant") {
			fmt.Printf("constant %s: %s\n", file.Path, v.Declaration.Text())
		}
	}
	for _, l := range New(context.Background(), u, ir.NewBuilder(u, false)).Launches() {
		if l.Node.Origin().File() == u.File {
			c.launch(u, l)
		}
	}
}

// launch counts a launch.
func (c *corpus) launch(u *sema.Unit, l *sema.Launch) {
	c.launches++
	pos := u.File.Source.Position(l.Node.Origin().Span().Start)
	line := fmt.Sprintf("%s:%d: %s\n", u.File.Source.Path, pos.Line, strings.TrimSpace(u.File.Source.Slice(u.File.Source.LineSpan(pos.Line))))
	switch {
	case len(l.Kernels) > 0:
		c.resolved++
	case strings.Contains(c.list, "kernel"):
		fmt.Print("kernel ", line)
	}
	switch {
	case l.Block[0] > 0 && l.Block[1] > 0 && l.Block[2] > 0:
		c.known++
		if strings.Contains(c.list, "known") {
			fmt.Print("known ", l.Grid, l.Block, " ", line)
		}
		return
	case l.BlockMost[0] > 0 || l.BlockBy != "":
		c.bounded++
	}
	if strings.Contains(c.list, "block") {
		fmt.Print("block ", l.Block, l.BlockMost, l.BlockBy, " ", line)
	}
}

func share(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

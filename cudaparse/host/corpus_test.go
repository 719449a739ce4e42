package host

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// TestCorpus finds the launches of every CUDA file below the folders that CUDALINT_CORPUS
// names (separated by colons), and prints how many are understood. CUDALINT_CORPUS_LIST
// lists those of which the "kernel" or the "block" is not known, or the "known" ones.
func TestCorpus(t *testing.T) {
	roots := os.Getenv("CUDALINT_CORPUS")
	if roots == "" {
		t.Skip("CUDALINT_CORPUS names no folders")
	}
	list := os.Getenv("CUDALINT_CORPUS_LIST")
	cache := sema.NewCache(320 << 20)
	for _, root := range strings.Split(roots, ":") {
		launches, resolved, known, bounded := 0, 0, 0, 0
		filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() || !(strings.HasSuffix(path, ".cu") || strings.HasSuffix(path, ".cuh")) {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return nil
			}
			u, err := sema.NewUnit(context.Background(), source.NewFile(path, text), sema.Options{Read: os.ReadFile, Cache: cache,
				IncludeDirs: []string{root, filepath.Join(root, "include"), filepath.Join(root, "cpp/include"), filepath.Join(root, "cpp/src"), filepath.Join(root, "Common")}})
			if err != nil {
				return nil
			}
			for _, l := range New(context.Background(), u, ir.NewBuilder(u, false)).Launches() {
				if l.Node.Origin().File() != u.File {
					continue
				}
				launches++
				pos := u.File.Source.Position(l.Node.Origin().Span().Start)
				line := fmt.Sprintf("%s:%d: %s\n", path, pos.Line, strings.TrimSpace(u.File.Source.Slice(u.File.Source.LineSpan(pos.Line))))
				switch {
				case len(l.Kernels) > 0:
					resolved++
				case strings.Contains(list, "kernel"):
					fmt.Print("kernel ", line)
				}
				switch {
				case l.Block[0] > 0 && l.Block[1] > 0 && l.Block[2] > 0:
					known++
					if strings.Contains(list, "known") {
						fmt.Print("known ", l.Grid, l.Block, " ", line)
					}
					continue
				case l.BlockMost[0] > 0 || l.BlockBy != "":
					bounded++
				}
				if strings.Contains(list, "block") {
					fmt.Print("block ", l.Block, l.BlockMost, l.BlockBy, " ", line)
				}
			}
			return nil
		})
		fmt.Printf("%s: launches %d, kernel resolved %.1f %%, block known %.1f %%, said more of %.1f %%\n", root, launches, share(resolved, launches), share(known, launches), share(bounded, launches))
	}
}

func share(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

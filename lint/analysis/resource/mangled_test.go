package resource

import (
	"context"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
)

// TestMangled takes lines out of the corpus and exchanges others: whatever the
// source looks like, the check ends without a panic, and twice with the same
// findings.
func TestMangled(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("..", "..", "..", "testdata", "rules", "*-leak", "*.cu"))
	if err != nil || len(paths) == 0 {
		t.Fatal("no corpus", err)
	}
	// Every fifth source by default; MANGLE=1 takes its time.
	rounds, every := 1, 5
	if os.Getenv("MANGLE") != "" {
		rounds, every = 60, 1
	}
	random := rand.New(rand.NewSource(1))
	all := func(text string) string {
		u, err := sema.NewUnit(context.Background(), source.NewFile("t.cu", []byte(text)), sema.Options{})
		if err != nil {
			return ""
		}
		var out []string
		for _, kind := range []*handle.Kind{handle.TextureObject, handle.SurfaceObject, handle.Array, handle.MipmappedArray} {
			for _, f := range Check(u, kind, follow.Options{Strict: true, Others: alone{}}) {
				out = append(out, f.Message)
			}
		}
		FactsOf(u, ir.NewBuilder(u, false))
		return strings.Join(out, "\n")
	}
	for i, path := range paths {
		if i%every != 0 {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		for range rounds {
			mangled := append([]string(nil), lines...)
			for range 1 + random.Intn(6) {
				i, j := random.Intn(len(mangled)), random.Intn(len(mangled))
				switch random.Intn(3) {
				case 0:
					mangled[i] = ""
				case 1:
					mangled[i], mangled[j] = mangled[j], mangled[i]
				case 2:
					mangled[i] = mangled[i][:len(mangled[i])/2]
				}
			}
			text := strings.Join(mangled, "\n")
			if first, second := all(text), all(text); first != second {
				t.Errorf("%s, mangled, gives once\n%s\nand once\n%s\nfor\n%s", path, first, second, text)
			}
		}
	}
}

// alone is a program of one unit.
type alone struct{}

func (alone) Functions(follow.FunctionKey) []follow.RemoteFunction { return nil }
func (alone) Releases(string) bool                                 { return false }
func (alone) Defines(follow.MethodKey) bool                        { return false }

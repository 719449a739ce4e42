package rules

import (
	"bytes"
	"context"
	"maps"
	"math/rand"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
)

// FuzzRules runs all rules over any text: none may fail, whatever the source. The
// corpora of all rules are the seeds.
func FuzzRules(f *testing.F) {
	for _, rule := range All() {
		for _, sources := range corpus(f, rule.Name) {
			for _, path := range sources {
				text, err := os.ReadFile(path)
				if err != nil {
					f.Fatal(err)
				}
				f.Add(text)
			}
		}
	}
	linter := engine.New(engine.Options{Rules: All(), Jobs: 1})
	f.Fuzz(func(t *testing.T, text []byte) {
		result := linter.Check(context.Background(), []discover.Input{{Path: "a.cu", Text: text, HasText: true}})
		for _, p := range result.Problems {
			if p.Kind == lint.Internal {
				t.Errorf("%d: %s", p.Line, p.Message)
			}
		}
	})
}

// TestMangledSources runs all rules over sources that are nearly right: a line or
// a piece of one is taken out, said twice, or put elsewhere. CUDALINT_MANGLE=N makes
// N versions of each source instead of one of some.
func TestMangledSources(t *testing.T) {
	versions, _ := strconv.Atoi(os.Getenv("CUDALINT_MANGLE"))
	linter := engine.New(engine.Options{Rules: All(), Jobs: 1})
	random := rand.New(rand.NewSource(int64(versions) + 1))
	for _, rule := range All() {
		programs := corpus(t, rule.Name)
		for _, name := range slices.Sorted(maps.Keys(programs)) {
			sources := programs[name]
			if versions == 0 && random.Intn(8) > 0 {
				continue
			}
			text, err := os.ReadFile(sources[0])
			if err != nil {
				t.Fatal(err)
			}
			for version := range max(versions, 1) {
				mangled := mangle(random, text)
				result := linter.Check(context.Background(), []discover.Input{{Path: "a.cu", Text: mangled, HasText: true}})
				for _, p := range result.Problems {
					if p.Kind == lint.Internal {
						t.Errorf("%s, version %d: %s\n%s", name, version, p.Message, mangled)
					}
				}
			}
		}
	}
}

// mangle returns a text with some of its lines, or pieces of them, changed.
func mangle(random *rand.Rand, text []byte) []byte {
	lines := bytes.SplitAfter(text, []byte("\n"))
	for range 1 + random.Intn(6) {
		i, j := random.Intn(len(lines)), random.Intn(len(lines))
		line := lines[i]
		from := random.Intn(len(line) + 1)
		to := from + random.Intn(len(line)+1-from)
		switch random.Intn(5) {
		case 0: // out
			lines[i] = nil
		case 1: // a piece out
			lines[i] = bytes.Join([][]byte{line[:from], line[to:]}, nil)
		case 2: // twice
			lines[i] = bytes.Join([][]byte{line, line}, nil)
		case 3: // exchanged
			lines[i], lines[j] = lines[j], line
		case 4: // a piece elsewhere
			lines[j] = bytes.Join([][]byte{line[from:to], lines[j]}, []byte(" "))
		}
	}
	return bytes.Join(lines, nil)
}

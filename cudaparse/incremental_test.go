package cudaparse

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/internal/lsptest"
)

// stored is all properties of a node.
func stored(n ast.Node) [10]int {
	flags := 0
	if n.Missing() {
		flags |= 1
	}
	if n.HasError() {
		flags |= 2
	}
	return [...]int{int(n.Kind()), int(n.Field()), int(n.Op()), int(n.Qualifiers()), flags, n.Span().Start, n.Span().End,
		n.Parent().Index(), n.FirstChild().Index(), n.Next().Index()}
}

// diffTrees describes the first difference between two trees of the same text, "" for none.
func diffTrees(got, want *ast.File) string {
	for i := range min(got.Len(), want.Len()) {
		if a, b := got.At(i), want.At(i); stored(a) != stored(b) {
			return fmt.Sprintf("node %d is %v %v %.60q, want %v %v %.60q", i, a.Kind(), stored(a), a.Text(), b.Kind(), stored(b), b.Text())
		}
	}
	if got.Len() != want.Len() {
		return fmt.Sprintf("%d nodes, want %d", got.Len(), want.Len())
	}
	rest := func(f *ast.File) string {
		return fmt.Sprint(f.Comments, f.Errors, f.BlankedBytes, f.Repairs, f.Inactive, f.Source.Path, f.Expansion.Valid())
	}
	if rest(got) != rest(want) {
		return fmt.Sprintf("got %s, want %s", rest(got), rest(want))
	}
	return ""
}

// editSources returns sources of ours to edit: cases of the rules, and a larger one.
func editSources(t testing.TB) [][]byte {
	var texts [][]byte
	folder := os.Getenv("CUDALINT_EDIT_SOURCES")
	if folder == "" {
		folder = "../testdata"
	}
	err := filepath.WalkDir(folder, func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || !slices.Contains([]string{".cu", ".cuh"}, filepath.Ext(p)) {
			return err
		}
		text, err := os.ReadFile(p)
		if len(text) > 200 && len(text) < 60<<10 {
			texts = append(texts, text)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return append(texts, benchmarkSource(false)[:20<<10], benchmarkSource(true)[:20<<10])
}

var (
	editCharacters = []byte(" abcxyz;(){}[]<>,.=+-*/&|!\"'#\n\r\\0123\t\xff\xc3")
	editTokens     = strings.Fields("int float x y for ( ) { } ; if else return template < > :: , <<< >>> __global__ __device__ __shared__ const * & + - = == 0 1 " +
		"struct namespace public: #define case default: while do [ ] -> . // /* */ \" R\"(")
	editPieces = []string{"\n#if X\n", "\n#endif\n", "\n#define A B\n", "\n#define A \n", "\n#else\n", "\n#pragma \n", "int q = 0;\n", "void f() { int a = 1; }\n",
		"template <class T> struct S { T t; };\n", "namespace n {\n", "if (a) b(); ", "else c();", "DEV int g() { return 1; }\n", "#define DEV __device__ __inline__\n",
		"CHECK(cudaFree(p))\n", "for_each(i, n) { a(i); }\n", "k<<<g, b>>>(p);\n", "#ifdef Y\nvoid f(int a) {\n#else\nvoid f() {\n#endif\n", "é", "\r\n"}
)

// edited returns text after one edit of the kinds that people and editors make.
func editedText(r *rand.Rand, text []byte) []byte {
	at := r.Intn(len(text) + 1)
	line := bytes.LastIndexByte(text[:at], '\n') + 1
	end := len(text)
	if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
		end = at + n + 1
	}
	replaced := func(from, to int, s string) []byte {
		return slices.Concat(text[:from], []byte(s), text[to:])
	}
	switch r.Intn(13) {
	case 0, 1:
		return replaced(at, at, string(editCharacters[r.Intn(len(editCharacters))]))
	case 2, 3:
		return replaced(at, min(at+1, len(text)), "")
	case 4:
		return replaced(at, min(at+1, len(text)), string(editCharacters[r.Intn(len(editCharacters))]))
	case 5, 6:
		return replaced(at, at, " "+editTokens[r.Intn(len(editTokens))]+" ")
	case 7:
		return replaced(line, end, "")
	case 8:
		return replaced(line, line, string(text[line:end]))
	case 9:
		return replaced(at, min(at+r.Intn(200), len(text)), "")
	case 10: // paste from elsewhere
		from := r.Intn(len(text) + 1)
		return replaced(at, at, string(text[from:min(from+r.Intn(400), len(text))]))
	case 11: // change line ends
		if bytes.Contains(text, []byte("\r\n")) {
			return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		}
		return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	default:
		return replaced(line, line, editPieces[r.Intn(len(editPieces))])
	}
}

// TestIncrementalRandomEdits makes random edits and compares with a fresh parse after each.
// CUDALINT_EDIT_SOURCES is a folder of other sources to edit, CUDALINT_EDIT_KEEP one for
// the texts that failed.
func TestIncrementalRandomEdits(t *testing.T) {
	edits, seed := lsptest.RandomEdits(t, 400)
	r := rand.New(rand.NewSource(seed))
	sources := editSources(t)
	withErrors, failed := 0, 0
	for done := 0; done < edits; {
		text := sources[r.Intn(len(sources))]
		p := NewIncremental()
		history := [][]byte{text}
		for range 1 + r.Intn(12) {
			next := editedText(r, text)
			if r.Intn(4) == 0 { // undo
				next = history[max(0, len(history)-2)]
			}
			if len(next) == 0 {
				break
			}
			src := source.NewFile("t.cu", next)
			want, wantErr := Parse(context.Background(), src)
			got, err := p.Parse(context.Background(), src)
			done++
			switch {
			case fmt.Sprint(err) != fmt.Sprint(wantErr):
				t.Fatalf("error %v, want %v", err, wantErr)
			case err != nil:
			case diffTrees(got, want) != "":
				t.Errorf("seed %d, edit %d: %s", seed, done, diffTrees(got, want))
				if folder := os.Getenv("CUDALINT_EDIT_KEEP"); folder != "" {
					os.WriteFile(filepath.Join(folder, fmt.Sprintf("%d-%d-old.cu", seed, done)), text, 0o644)
					os.WriteFile(filepath.Join(folder, fmt.Sprintf("%d-%d-new.cu", seed, done)), next, 0o644)
				}
				if failed++; failed > 5 {
					t.FailNow()
				}
			case len(want.Errors) > 0 || len(want.Repairs) > 0:
				withErrors++
			}
			text, history = next, append(history, next)
		}
		p.Close()
	}
	t.Logf("%d edits, %d of them to a text with errors or repairs", edits, withErrors)
}

// TestIncrementalMemory: the memory between texts does not grow with the number of edits.
func TestIncrementalMemory(t *testing.T) {
	edits, _ := lsptest.RandomEdits(t, 240)
	resident := func() int {
		debug.FreeOSMemory()
		status, err := os.ReadFile("/proc/self/statm")
		if err != nil {
			t.Skip(err)
		}
		pages, _ := strconv.Atoi(strings.Fields(string(status))[1])
		return pages * os.Getpagesize() / 1024
	}
	texts := typing(benchmarkSource(true)[:20<<10])
	p := NewIncremental()
	defer p.Close()
	early := 0
	for i := range edits {
		if i == edits/3 {
			early = resident()
		}
		if _, err := p.Parse(context.Background(), source.NewFile("t.cu", texts[i%len(texts)])); err != nil {
			t.Fatal(err)
		}
	}
	late := resident()
	t.Logf("%d KB resident after %d edits, %d KB after %d", early, edits/3, late, edits)
	if late > early+early/4+8192 {
		t.Errorf("%d KB resident after %d edits, %d KB after %d", early, edits/3, late, edits)
	}
}

// FuzzIncremental replaces a range of a text twice and compares with a fresh parse.
func FuzzIncremental(f *testing.F) {
	f.Add([]byte("__global__ void k(int *p) { p[threadIdx.x] = 0; }\nvoid f() {}\n"), 30, 3, []byte("{ \"é\" "), 12, 0, []byte("#if A\n"))
	f.Add([]byte("#define A \nnamespace n { int a[] = {1, 2, 3}; }\r\nA int f();\n"), 5, 6, []byte("\n"), 0, 1, []byte("\xff"))
	f.Fuzz(func(t *testing.T, text []byte, at1, cut1 int, put1 []byte, at2, cut2 int, put2 []byte) {
		if len(text)+len(put1)+len(put2) > 4096 {
			return
		}
		replaced := func(text []byte, at, cut int, put []byte) []byte {
			at = min(max(at, 0), len(text))
			return slices.Concat(text[:at], put, text[min(max(at, at+cut), len(text)):])
		}
		p := NewIncremental()
		defer p.Close()
		for range 3 {
			src := source.NewFile("t.cu", text)
			want, wantErr := Parse(context.Background(), src)
			got, err := p.Parse(context.Background(), src)
			if fmt.Sprint(err) != fmt.Sprint(wantErr) {
				t.Fatalf("error %v, want %v", err, wantErr)
			}
			if err == nil && diffTrees(got, want) != "" {
				t.Fatal(diffTrees(got, want))
			}
			text = replaced(text, at1, cut1, put1)
			at1, cut1, put1 = at2, cut2, put2
		}
	})
}

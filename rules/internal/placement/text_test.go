package placement

import (
	"context"
	"slices"
	"testing"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

func parse(t *testing.T, text string) *ast.File {
	t.Helper()
	file, err := cudaparse.Parse(context.Background(), source.NewFile("a.cu", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestWords(t *testing.T) {
	for text, want := range map[string][]string{
		"static __constant__ float t[N];": {"static", "__constant__", "float", "t", "N"},
		"a /* b */ c // d\n e":            {"a", "c", "e"},
		`a "b \" c" d 'e' f`:              {"a", "d", "f"},
		"int x = 1'000'000 + y2;":         {"int", "x", "y2"},
		"x \"not closed\n y":              {"x", "y"},
		"größe":                           {"größe"},
		"/**/":                            nil,
	} {
		file := parse(t, text)
		var got []string
		words(file, source.Span{Start: 0, End: len(text) + 5}, func(word string, at source.Span) bool {
			if text[at.Start:at.End] != word {
				t.Errorf("%q: %q at %v", text, word, at)
			}
			got = append(got, word)
			return true
		})
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestHidden(t *testing.T) {
	for text, want := range map[string]bool{
		"__constant__ float t[4];":                             true,
		"__constant__ float a[4], t[4];":                       true,
		"#define TABLE __constant__ float t[4]\n":              true,
		"__constant__ float a[4]; float t[4];":                 false,
		"// __constant__ float t[4];":                          false,
		"__constant__ float a = t;":                            false,
		"__constant__ float t[4]; // found in the tree, below": false,
	} {
		declared := map[source.Span]bool{}
		if text[len(text)-5:] == "below" {
			declared[source.Span{Start: 19, End: 20}] = true
		}
		if left, ok := hidden(parse(t, text), map[string]bool{"t": true}, declared); ok == want || len(left) > 0 {
			t.Errorf("%q: %v, %t", text, left, ok)
		}
	}
}

// Of arms that open one initialiser, only one is in the tree.
func TestHiddenInArms(t *testing.T) {
	for text, want := range map[string]int{
		"#ifdef DIRECT\n__constant__ int t[2] = {\n#else\nstatic const int h[2] = {\n#endif\n1, 2};\n":           1,
		"#ifdef DIRECT\nstatic const int h[2] = {\n#else\n__constant__ int t[2] = {\n#endif\n1, 2};\n":           1,
		"#ifdef DIRECT\n__constant__ int a, t[2] = {\n#else\nstatic const int h[2] = {\n#endif\n1, 2};\n":        -1,
		"#ifdef DIRECT\n__device__ __constant__ int t[] = {\n#else\nstatic const int h[2] = {\n#endif\n1, 2};\n": -1,
		"#ifdef DIRECT\n__constant__ int x[2] = {\n#else\nstatic const int h[2] = {\n#endif\n1, 2};\n":           0,
	} {
		file := parse(t, text)
		declared := map[source.Span]bool{}
		for i := range file.Len() {
			if n := file.At(i); n.Is(ast.Identifier) && n.Text() == "t" {
				declared[n.Span()] = true // the arm that is in the tree
			}
		}
		left, ok := hidden(file, map[string]bool{"t": true}, declared)
		if got := len(left) + len(declared); want >= 0 && (!ok || got != want) || want < 0 && ok && len(declared) == 0 {
			t.Errorf("%q: %d, %t", text, got, ok)
		}
	}
}

func TestProductOf(t *testing.T) {
	for dims, want := range map[string]string{"[8]": "8", "[4][N]": "4 * N", " [2 * K]": "2 * K", "[2 + K][4]": ""} {
		if got, ok := productOf(dims); got != want || ok != (want != "") {
			t.Errorf("%q: %q, %t", dims, got, ok)
		}
	}
}

func TestList(t *testing.T) {
	for want, names := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b and c": {"a", "b", "c"}} {
		if got := list(names); got != want {
			t.Errorf("%v: %q", names, got)
		}
	}
}

func TestLastPart(t *testing.T) {
	for name, want := range map[string]string{"t": "t", "a::t": "t", "a::b::t": "t"} {
		if got := lastPart(name); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

package cudaparse

import (
	"reflect"
	"strings"
	"testing"
)

// TestPackedTrees: a tree that was packed is the same as before.
func TestPackedTrees(t *testing.T) {
	deep := strings.Repeat("namespace n { ", 200) + strings.Repeat("} ", 200)
	for name, text := range map[string]string{
		"empty":    "",
		"comments": "// a\n/* b */\n",
		"kernel":   "template <int N> __global__ void k(const float *__restrict__ p) { if (p[0]) p[threadIdx.x + N] = 1.f; else { } }\nint a, b;\n",
		"errors":   "int f( { return 1 + ; }\nint x = ;\nstruct { int a }\n",
		"repaired": "#define API __attribute__((x))\nAPI void f();\n#if A\nvoid g(int a) {\n#else\nvoid g() {\n#endif\n}\n",
		"expanded": "#define BEGIN namespace a {\n#define END }\nBEGIN\nint x;\nEND\n",
		"deep":     deep,
		"far":      "int a;" + strings.Repeat(" ", 100000) + "int b;",
	} {
		f := parseString(t, text)
		p := f.Pack()
		got := p.File()
		if got == f || p.File() == got {
			t.Errorf("%s: the tree is shared", name)
		}
		if !reflect.DeepEqual(got, f) {
			t.Errorf("%s: the tree is another one", name)
			for i := range min(f.Len(), got.Len()) {
				if a, b := f.At(i), got.At(i); a.Kind() != b.Kind() || a.Span() != b.Span() || a.Next().Index() != b.Next().Index() {
					t.Errorf("node %d is %v %v, want %v %v", i, b.Kind(), b.Span(), a.Kind(), a.Span())
					break
				}
			}
		}
	}
}

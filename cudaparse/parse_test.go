package cudaparse

import (
	"context"
	"testing"
	"unsafe"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
	sitter "github.com/smacker/go-tree-sitter"
)

func parseString(t testing.TB, text string) *ast.File {
	t.Helper()
	f, err := Parse(context.Background(), source.NewFile("t.cu", []byte(text)))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestRecordLayout(t *testing.T) {
	if got := unsafe.Sizeof(ast.Record{}); got != 24 {
		t.Errorf("ast.Record is %d bytes, the C struct is 24", got)
	}
}

func TestKindsAndFieldsMatchGrammar(t *testing.T) {
	g := grammar()
	for i := range g.symbols {
		name := g.language.SymbolName(sitter.Symbol(i))
		if g.language.SymbolType(sitter.Symbol(i)) == sitter.SymbolTypeRegular && name != "comment" && ast.KindOf(name) == ast.None {
			t.Errorf("grammar node %q has no ast.Kind", name)
		}
	}
	for f := ast.FieldAlternative; f <= ast.FieldValue; f++ {
		if got := g.language.FieldName(int(f)); got != f.String() {
			t.Errorf("field %d is %q in the grammar, %q in ast", f, got, f)
		}
	}
}

func TestQualifiersAndOperators(t *testing.T) {
	f := parseString(t, "static __constant__ const float a[4];\n__global__ void k(const int * __restrict__ p) { p[0] += 1 << 2; }\n")
	decl := f.Root().ChildOf(ast.Declaration)
	if got, want := decl.Qualifiers(), ast.Static|ast.Constant|ast.Const; got != want {
		t.Errorf("qualifiers of a: %b, want %b", got, want)
	}
	fn := f.Root().ChildOf(ast.FunctionDefinition)
	if fn.Qualifiers() != ast.Global {
		t.Errorf("qualifiers of k: %b", fn.Qualifiers())
	}
	for n := range fn.Descendants() {
		switch n.Kind() {
		case ast.PointerDeclarator:
			if n.Qualifiers() != ast.Restrict {
				t.Errorf("qualifiers of *p: %b", n.Qualifiers())
			}
		case ast.AssignmentExpression:
			if n.Op() != ast.AddAssign {
				t.Errorf("op %v", n.Op())
			}
		case ast.BinaryExpression:
			if n.Op() != ast.Shl {
				t.Errorf("op %v", n.Op())
			}
		}
	}
}

// TestTextsWithoutDirectives: what is predefined is so in texts with directives and without,
// and a definition counts for its own text only.
func TestTextsWithoutDirectives(t *testing.T) {
	ask := func(text, name string) *preproc.Macro {
		return (&standalone{ctx: context.Background(), src: source.NewFile("", []byte(text))}).Macro(name)
	}
	if ask("#define OWN 1\n", "OWN") == nil || ask("int own;", "OWN") != nil {
		t.Error("a definition is lost, or counts for another text")
	}
	for _, name := range []string{"__CUDACC__", "OTHER"} {
		if a, b := ask("#define OWN 1\n", name), ask("int own;", name); !a.Same(b) || (a == nil) != (name == "OTHER") {
			t.Errorf("%s is %v and %v", name, a, b)
		}
	}
}

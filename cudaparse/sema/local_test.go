package sema

import (
	"strconv"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// named returns the nth identifier of a name in the unit's file, 0 for the first.
func named(t *testing.T, u *Unit, name string, nth int) ast.Node {
	t.Helper()
	for i := range u.File.Len() {
		n := u.File.At(i)
		if n.Kind() == ast.Identifier && n.Text() == name {
			if nth == 0 {
				return n
			}
			nth--
		}
	}
	t.Fatalf("no such identifier: %s", name)
	return ast.Node{}
}

func TestLocalAt(t *testing.T) {
	u := build(t, `
int x;
void f(float x, short p) {
  use0(x);
  { double x = p; use1(x); auto y = x; use2(y); }
  for (char x = 0; x < 3; x++) { use3(x); }
  if (long x = p) use4(x);
  auto g = [=](unsigned x) { return use5(x); };
#if 0
  bool x;
#endif
  use6(x);
  typedef float2 T; T v; use7(v);
  auto z = z; use8(z);
}
void other() { use9(x); }
namespace ns { struct In { int m; }; void g(In in) { use10(in); } }
`, nil)
	for _, c := range []struct{ use, want string }{
		{"use0", "float"}, {"use1", "double"}, {"use2", "double"}, {"use3", "char"}, {"use4", "long"}, {"use5", "unsigned int"}, {"use6", "float"},
		{"use7", "float2"}, {"use8", "auto"}, {"use9", "none"}, {"use10", "In"},
	} {
		arg := named(t, u, c.use, 0).Parent().Child(ast.FieldArguments).FirstChild()
		got := "none"
		if l := u.LocalAt(arg, arg.Text()); l != nil {
			got = l.Type.Name
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.use, got, c.want)
		}
	}
	if got := u.ScopeAt(named(t, u, "use1", 0)).ExprType(named(t, u, "use1", 0).Parent().Child(ast.FieldArguments).FirstChild()); got == nil || got.Name != "double" {
		t.Errorf("the type of a local name is %v", got)
	}
}

func TestScopeOutsideOfFunctions(t *testing.T) {
	u := build(t, `
struct T { char c; };
namespace a { namespace b { struct T { double d; }; typedef T inner; struct C { struct T { short s; }; typedef T member; }; } }
typedef T outer;
`, nil)
	want := map[string]int64{"inner": 8, "member": 2, "outer": 1}
	seen := 0
	for i := range u.File.Len() {
		if n := u.File.At(i); n.Kind() == ast.TypeDefinition {
			seen++
			d := u.ScopeAt(n).Declarators(n)[0]
			if d.Type.Size != want[d.Name] {
				t.Errorf("%s has %d bytes, want %d", d.Name, d.Type.Size, want[d.Name])
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d typedefs seen", seen)
	}
}

// TestLocalAtChain: a chain of declarations that rest on each other ends.
func TestLocalAtChain(t *testing.T) {
	text := "void f(int a0) {\n"
	for i := 1; i < 300; i++ {
		text += "auto a" + strconv.Itoa(i) + " = a" + strconv.Itoa(i-1) + " + a" + strconv.Itoa(i-1) + ";\n"
	}
	u := build(t, text+"use(a299); }", nil)
	n := named(t, u, "a299", 1)
	if l := u.LocalAt(n, "a299"); l == nil {
		t.Error("no declaration found")
	}
}

func TestOpenArms(t *testing.T) {
	u := build(t, `
#ifndef GUARD
#define GUARD
int always;
#ifdef USE_IT
int with;
#else
int without;
#endif
#if __CUDA_ARCH__ < 300
int old;
#endif
#endif
#if !defined(OTHER_GUARD)
#define OTHER_GUARD
int guarded;
#endif
#if A
#elif B
int second;
#endif
`, nil)
	for name, want := range map[string]string{"always": "", "with": "unlikely ", "without": "likely ", "old": "", "guarded": "", "second": "unlikely likely "} {
		got := ""
		for _, arm := range u.OpenArms(named(t, u, name, 0)) {
			if arm.Likely {
				got += "likely "
			} else {
				got += "unlikely "
			}
		}
		if got != want {
			t.Errorf("%s: open arms %q, want %q", name, got, want)
		}
	}
}

// TestToolkit: the macros that tell the version of the toolkit are those of the
// target.
func TestToolkit(t *testing.T) {
	const text = `
#if CUDART_VERSION < 12000 && __CUDACC_VER_MAJOR__ < 12
int old = __CUDACC_VER_MINOR__;
#else
int recent = CUDA_VERSION;
#endif
`
	for toolkit, want := range map[int]string{0: "recent", 13000: "recent", 12000: "recent", 11080: "old", 10020: "old"} {
		u := build(t, text, nil, func(o *Options) { o.Toolkit = toolkit })
		if len(u.Variables) != 1 || u.Variables[0].Name != want {
			t.Errorf("toolkit %d: variables %v, want %s", toolkit, u.Variables, want)
		}
	}
	u := build(t, text, nil, func(o *Options) { o.Toolkit = 11080 })
	if k := u.Global.Const(u.Variables[0].Init); !k.Known() || k.Int != 8 {
		t.Errorf("the minor version of 11.8 is %v", k)
	}
}

func TestTextureTypes(t *testing.T) {
	u := build(t, `
texture<float4, cudaTextureType2D, cudaReadModeNormalizedFloat> a;
namespace gl { struct Unused; }
gl::texture<float, 2> b;
elsewhere::texture<float, 2> c;
::texture<int> d;
`, nil)
	a := variable(t, u, "a").Type
	if a.Kind != Builtin || a.Name != "texture" || len(a.Args) != 3 || a.Args[0].Type.Name != "float4" || a.Args[1].Const.Int != 2 || a.Args[2].Const.Int != 1 || !a.Args[2].Const.Known() {
		t.Errorf("a is %+v", a)
	}
	for name, want := range map[string]TypeKind{"b": UnknownType, "c": UnknownType, "d": Builtin} {
		if got := variable(t, u, name).Type.Kind; got != want {
			t.Errorf("%s: kind %d, want %d", name, got, want)
		}
	}
}

package sema

import (
	"fmt"
	"testing"
)

// The sizes and offsets are those that nvcc 13 gives on x86-64.
func TestLayout(t *testing.T) {
	tests := []struct {
		decl        string
		size, align int64
		offsets     string // of the members of T
	}{
		{"struct T { };", 1, 1, ""},
		{"struct T { char c; int i; };", 8, 4, "c0 i4"},
		{"struct T { int i; char c; };", 8, 4, "i0 c4"},
		{"struct T { char c; double d; short s; };", 24, 8, "c0 d8 s16"},
		{"struct T { char a[3]; short s; float f[2][3]; };", 32, 4, "a0 s4 f8"},
		{"struct T { float3 p; float m; };", 16, 4, "p0 m12"},
		{"struct T { int i; float4 v; };", 32, 16, "i0 v16"},
		{"struct T { float2 v; char c; };", 16, 8, "v0 c8"},
		{"struct T { char c; char4 v; uchar3 w; };", 12, 4, "c0 v4 w8"},
		{"struct T { double3 a; double4 b; };", 64, 16, "a0 b32"},
		{"struct T { int *p; char c; };", 16, 8, "p0 c8"},
		{"struct T { int &r; };", 8, 8, "r0"},
		{"struct T { void (*f)(int); int n; };", 16, 8, "f0 n8"},
		{"union T { int i; double d; char c[12]; };", 16, 8, "i0 d0 c0"},
		{"struct T { int a : 3, b : 5; int c; };", 8, 4, "a0 b0 c4"},
		{"struct T { unsigned a : 30; unsigned b : 4; };", 8, 4, "a0 b4"},
		{"struct T { char c; int b : 8; };", 4, 4, "c0 b0"},
		{"struct T { int a; union { int i; float f; }; struct { char x; } s; };", 12, 4, "a0 i4 f4 s8"},
		{"struct alignas(16) T { float x; };", 16, 16, "x0"},
		{"struct __attribute__((aligned(8))) T { char x; };", 8, 8, "x0"},
		{"struct __attribute__((packed)) T { char x; int y; };", 5, 1, "x0 y1"},
		{"struct B { int i; char c; }; struct T : B { char d; };", 12, 4, "d8 i0 c4"},
		{"struct B { }; struct T : B { int d; };", 4, 4, "d0"},
		{"struct T { virtual void f(); int d; };", 16, 8, "d8"},
		{"struct B { virtual void f(); int d; }; struct T : public B { int e; };", 16, 8, "d8 e12"},
		{"struct B { B(); int i; char c; }; struct T : B { char d; };", 8, 4, "d5"},
		{"class B { int i; char c; }; struct T : B { char d; };", 8, 4, "d5"},
		{"struct B { public: int i; char c; }; class T : public B { char d; };", 12, 4, "d8"},
		{"struct A { int i; }; struct B : A { char c; }; struct T : B { char d; };", 8, 4, "d5"},
		{"struct A { int &i; char c; }; struct T : A { char d; };", 16, 8, "d9"},
		{"struct A { A(); int i; char c; }; struct B { A a[1]; char c; }; struct T : B { char d; };", 12, 4, "d9"},
		{"struct T { static const int n = 4; float v[n]; };", 16, 4, "v0"},
		{"struct T { enum { N = 3 }; int v[N]; T *next; };", 24, 8, "v0 next16"},
		{"struct T { struct In { int a, b; } in[2]; typedef short S; S s; };", 20, 4, "in0 s16"},
		{"typedef struct { int x; double y; } T;", 16, 8, "x0 y8"},
		{"typedef struct tag { struct tag *next; int y; } T;", 16, 8, "next0 y8"},
		{"template <typename E, int N> struct V { E e[N]; }; typedef V<double, 3> T;", 24, 8, "e0"},
		{"template <typename E, int N = 4> struct V { E e[N]; }; using T = V<short>;", 8, 2, "e0"},
		{"template <typename E> struct V { E x; }; struct T { V<char> a; V<V<int>> b; };", 8, 4, "a0 b4"},
		{"struct T { half h; __half2 h2; __nv_bfloat16 b; };", 12, 4, "h0 h24 b8"},
		{"struct T { size_t n; uint8_t b; cudaTextureObject_t t; };", 24, 8, "n0 b8 t16"},
		{"struct T { bool b; long l; unsigned short s; };", 24, 8, "b0 l8 s16"},
		{"struct T { std::array<float, 3> a; std::pair<char, int> p; };", 20, 4, "a0 p12"},
		{"struct T { thrust::complex<float> a; cuDoubleComplex b; };", 32, 16, "a0 b16"},
		{"struct T { Mystery m; int i; };", -1, -1, "m-1 i-1"},
		{"struct T { int n; float tail[]; };", 4, 4, "n0 tail4"},
		{"#define REAL float\nstruct T { REAL x; char c; };", 8, 4, "x0 c4"},
		{"class T { public: int f() { return 0; } private: int x; };", 4, 4, "x0"},
		{"struct U; struct T { U *u; }; struct U { T t; int i; };", 8, 8, "u0"},
		{"enum class E : short { A }; struct T { E e; char c; };", 4, 2, "e0 c2"},
		{"struct T {\n#ifdef NEVER\n int a;\n#endif\n int b;\n};", 4, 4, "b0"},
		{"struct T { alignas(8) int a; int b; };", 8, 8, "a0 b4"},
		{"struct __align__(8) T { int a; };", 8, 8, "a0"},
		{"typedef struct __align__(16) { int a; } T;", 16, 16, "a0"},
	}
	for _, test := range tests {
		u := build(t, test.decl+"\n__constant__ T object;", nil)
		v := variable(t, u, "object")
		if v.Type.Size != test.size || v.Type.Align != test.align {
			t.Errorf("%s\nsize %d align %d, want %d %d (%+v)", test.decl, v.Type.Size, v.Type.Align, test.size, test.align, v.Type)
		}
		if v.Space != ConstantSpace {
			t.Errorf("%s: space %v", test.decl, v.Space)
		}
		for rest := test.offsets; rest != ""; {
			var item string
			if n, _ := fmt.Sscan(rest, &item); n == 0 {
				break
			}
			rest = rest[min(len(rest), len(item)+1):]
			name, want := splitOffset(item)
			f, ok := v.Type.Record.FieldNamed(name)
			if !ok || f.Offset != want {
				t.Errorf("%s\n%s at %d (%v), want %d", test.decl, name, f.Offset, ok, want)
			}
		}
	}
}

func splitOffset(item string) (string, int64) {
	if item == "h24" {
		return "h2", 4
	}
	i := len(item)
	for i > 0 && (item[i-1] >= '0' && item[i-1] <= '9' || item[i-1] == '-') {
		i--
	}
	var n int64
	fmt.Sscan(item[i:], &n)
	return item[:i], n
}

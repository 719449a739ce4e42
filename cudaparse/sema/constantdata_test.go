package sema_test

import (
	"context"
	"encoding/csv"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/ir"
	. "github.com/cudalint/cudalint/cudaparse/sema"
)

// What is known to be missing: types that are unknown, which is said, and
// declarations that are not seen.
var (
	notDetermined = map[string]bool{"typeof expression": true, "no unique address": true}
	notFound      = map[string]bool{"member pointer": true, "member function pointer": true}
)

// TestLayoutAsMeasured compares sizes and alignments with those of nvcc; see
// testdata/README.md.
func TestLayoutAsMeasured(t *testing.T) {
	file, err := os.Open("testdata/layout.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) < 100 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows[1:] {
		title, before, declaration, name := row[0], row[1], row[2], row[3]
		size, _ := strconv.ParseInt(row[4], 10, 64)
		align, _ := strconv.ParseInt(row[5], 10, 64)
		t.Run(title, func(t *testing.T) {
			u := Build(t, before+"\n__constant__ "+declaration+";\n", nil)
			for _, o := range constantObjects(u) {
				if o.Name != name {
					continue
				}
				if notDetermined[title] && o.Size < 0 {
					return
				}
				if o.Size != size || o.Align != align {
					t.Errorf("%s: %d bytes aligned to %d, nvcc has %d aligned to %d", declaration, o.Size, o.Align, size, align)
				}
				return
			}
			if !notFound[title] {
				t.Errorf("%s: not found", declaration)
			}
		})
	}
}

// objectNames spells objects as name:size.
func objectNames(objects []ConstantObject) string {
	var out []string
	for _, o := range objects {
		out = append(out, fmt.Sprintf("%s:%d", o.Name, o.Size))
	}
	return strings.Join(out, " ")
}

// The orders are those of the addresses in the object that nvcc 13.0 and 13.5
// make of the sources for sm_90, the sizes those of its symbols.
func TestConstantObjects(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"linkage", `
			namespace { __constant__ char u1[1]; }
			extern __constant__ char e_first[1];
			__constant__ char g1[1];
			static __constant__ char s1[1];
			extern __constant__ char e_later[1];
			static __constant__ char s2[1] = {7};
			constexpr __constant__ char x1[1] = {7};
			namespace N { __constant__ char n1[1]; static __constant__ char n2[1]; namespace { __constant__ char nu[1]; } }
			static const __constant__ char c2[1] = {7};
			__constant__ char e_first[1];
			namespace { __constant__ char u2[1] = {3}; }
			__constant__ char g4[1], g5[2];`,
			"g1:1 s1:1 e_later:1 s2:1 x1:1 c2:1 e_first:1 g4:1 g5:2 u1:1 u2:1 N::nu:1 N::n1:1 N::n2:1"},
		{"namespaces", `
			__constant__ char g1[1];
			namespace A { __constant__ char a1[1]; static __constant__ char as[1]; extern __constant__ char aext[1];
			namespace B { __constant__ char b1[1]; namespace C { __constant__ char c1[1]; } __constant__ char b2[1]; }
			__constant__ char a2[1]; namespace { __constant__ char au[1]; }
			template <int N> __constant__ char at[N];
			inline namespace I { __constant__ char i1[1]; }
			}
			__constant__ char g2[1];
			namespace { __constant__ char u1[1]; }
			namespace Z { __constant__ char z1[1]; }
			namespace A { __constant__ char a3[1]; __constant__ char aext[1]; namespace B { __constant__ char b3[1]; } }
			extern "C" { __constant__ char xc[1]; }
			extern "C" __constant__ char xd[1];
			template <int N> __constant__ char gt[N];
			__global__ void k(int *o) { o[0] = A::at<3>[threadIdx.x] + gt<4>[threadIdx.x]; }
			__constant__ char g3[1];`,
			"g1:1 g2:1 xc:1 xd:1 gt<4>:4 g3:1 A::B::C::c1:1 A::B::b1:1 A::B::b2:1 A::B::b3:1 A::au:1 A::I::i1:1 A::a1:1 A::as:1 A::a2:1 A::a3:1 A::aext:1 A::at<3>:3 u1:1 Z::z1:1"},
		{"templates", `
			__constant__ int unused[4];
			template <int N> __constant__ int vt[N];
			template <class T> __constant__ T tt[3];
			template <int N> struct S { __device__ int get(int i) { return vt<N>[i]; } };
			template <class T> __device__ T dget(int i) { return tt<T>[i]; }
			template <class T> __device__ T never(int i) { return tt<T>[i] + vt<99>[i]; }
			template <class T> __global__ void kt(T *o) { o[0] = dget<T>(threadIdx.x); }
			template <class T> __global__ void kneverlaunched(T *o) { o[0] = vt<77>[threadIdx.x]; }
			__device__ int unusedfn(int i) { return vt<5>[i]; }
			static __device__ int sunusedfn(int i) { return vt<6>[i]; }
			void h(float *p, int n) { kt<<<1, 1>>>(p); cudaMemcpyToSymbol(vt<8>, &n, 4); cudaMemcpyToSymbol(tt<char>, &n, 3); void *q = vt<10>; }
			template <class T> void ht(T n) { cudaMemcpyToSymbol(tt<T>, &n, sizeof n); }
			void h2() { short x = 3; ht(x); }
			__global__ void k(int *o) { S<11> s; o[0] = s.get(threadIdx.x); }`,
			"unused:16 vt<5>:20 vt<6>:24 vt<8>:32 tt<char>:3 vt<10>:40 vt<11>:44 tt<float>:12 tt<short>:6"},
		{"specialisations", `
			template <class T> __constant__ T vt[3];
			__global__ void k1(int *o) { o[0] = vt<short>[threadIdx.x]; }
			__constant__ char g3[1];
			__global__ void k2(int *o) { o[0] = vt<char>[threadIdx.x]; }
			template <class T> __global__ void k3(int *o) { o[0] = vt<T>[threadIdx.x]; }
			void h(int *p) { k3<double><<<1, 1>>>(p); }
			template <> __constant__ int vt<int>[3];
			template __constant__ long long vt<long long>[3];
			__constant__ char g4[1];`,
			"vt<short>:6 g3:1 vt<char>:3 vt<int>:12 vt<long long>:24 g4:1 vt<double>:24"},
		{"in functions", `
			__device__ int used(int i) { static __constant__ int ls[5] = {1, 2, 3, 4, 5}; return ls[i]; }
			__device__ int unused(int i) { static __constant__ int lu[6]; return lu[i]; }
			__global__ void k(int *o, int i) { static __constant__ int lk[9]; o[0] = used(i) + lk[i]; }
			__global__ void k2(int *o, int i) { static __constant__ int never[12]; }`,
			"used::ls:20 k::lk:36"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := objectNames(constantObjects(Build(t, c.text, nil))); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// The figures are those of .nv.constant3 in objects of nvcc 13.0 and 13.5.
func TestLayOutConstants(t *testing.T) {
	for _, c := range []struct {
		text               string
		whole, relocatable int64
	}{
		{"__constant__ char a; __constant__ double b[3]; __constant__ int c[5];", 52, 45},
		{"__constant__ char a[1]; __constant__ char b[65528]; __constant__ char c[1];", 65530, 65530},
		{"__constant__ char a; __constant__ double b[8191]; __constant__ char c;", 65537, 65530},
		{"__constant__ __align__(16) char a[3]; __constant__ __align__(16) char b[5];", 21, 21},
		{"extern __constant__ int e[4]; __constant__ int f[4];", 32, 16},
		{"namespace { extern __constant__ int e[4]; } __constant__ int f[4];", 32, 32},
		{"const int n = 4; struct S { float v[n]; }; __constant__ S s[2]; __constant__ char c; __constant__ __align__(2) int weak;", 40, 37},
		{"extern __constant__ int e[4]; __constant__ int e[4]; extern __constant__ int e[4];", 16, 16},
		{"__constant__ char a1[1], a2[2], a3[3], a5[5], a9[9], a17[17]; __constant__ short s1; __constant__ short s3[3]; __constant__ int i1; static __constant__ char st[7] = {1}; __constant__ double d; __constant__ __align__(64) char al[3];", 131, 72},
	} {
		objects := constantObjects(Build(t, c.text, nil))
		if got := LayOutConstants(objects, false); got != c.whole {
			t.Errorf("%s: %d bytes, want %d", c.text, got, c.whole)
		}
		if got := LayOutConstants(objects, true); got != c.relocatable {
			t.Errorf("%s: %d bytes in relocatable code, want %d", c.text, got, c.relocatable)
		}
	}
}

// The offsets are those of the symbols in .nv.constant3 of an object of nvcc 13.0
// (readelf -s).
func TestPlaceConstants(t *testing.T) {
	const text = `
		__constant__ char a1[1], a2[2], a3[3], a5[5], a9[9], a17[17]; __constant__ short s1; __constant__ short s3[3];
		__constant__ int i1; static __constant__ char st[7] = {1}; __constant__ double d; __constant__ __align__(64) char al[3];
		namespace n { __constant__ int q[3]; namespace m { __constant__ char r; } }
		__constant__ float4 v4[3];
		extern __constant__ int ex[4];
		struct S { char c; double d; };
		__constant__ S ss[2];`
	want := map[string]int64{"a1": 0, "a2": 1, "a3": 3, "a5": 6, "a9": 0xb, "a17": 0x14, "s1": 0x26, "s3": 0x28, "i1": 0x30, "st": 0x34, "d": 0x40,
		"al": 0x80, "v4": 0x90, "ex": 0xc0, "ss": 0xd0, "n::m::r": 0xf0, "n::q": 0xf4}
	objects := constantObjects(Build(t, text, nil))
	got := map[string]int64{}
	for i, at := range PlaceConstants(objects, false) {
		got[objects[i].Name] = at
	}
	if !maps.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	if at := PlaceConstants(objects, true); slices.Max(at) >= 0 {
		t.Errorf("offsets in relocatable code: %v", at)
	}
	unsure := constantObjects(Build(t, "__constant__ int x; __constant__ mystery y; __constant__ int z;", nil))
	if at := PlaceConstants(unsure, false); !slices.Equal(at, []int64{0, -1, -1}) {
		t.Errorf("behind an unknown size: %v", at)
	}
}

func TestConstantCertain(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"#ifdef A\n__constant__ int x[4];\n#else\n__constant__ int y[5];\n#endif\n__constant__ int z[6];", "y:20? z:24"},
		{"#if defined(__CUDA_ARCH__)\n__constant__ int x[4];\n#endif", "x:16"},
		{"#ifndef N\n#define N 4\n#endif\n__constant__ int x[N];\n#define M N\n__constant__ int y[M + 1];", "x:16? y:20?"},
		{"#ifdef BIG\n#define N 400\n#else\n#define N 4\n#endif\n__constant__ int x[N];", "x:16?"},
		{"#ifdef BIG\ntypedef double real;\n#else\ntypedef float real;\n#endif\nstruct S { real r; };\n__constant__ S x[4];\n__constant__ int y;", "x:16? y:4"},
		{"#include \"h.h\"\n__constant__ int x[N];", "h:12 x:12"},
		{"#define N 4\nconst int n = N * 2;\n__constant__ int x[n];", "x:32"},
		{"__constant__ mystery x[3];\n__constant__ int y[UNSEEN];", "x:-1? y:-1?"},
	} {
		u := Build(t, c.text, map[string]string{"dir/h.h": "#ifndef H_H\n#define H_H\n#define N 3\n__constant__ int h[N];\n#endif\n"})
		got := ""
		for _, o := range constantObjects(u) {
			got += fmt.Sprintf(" %s:%d", o.Name, o.Size)
			if !o.Certain {
				got += "?"
			}
		}
		if strings.TrimSpace(got) != c.want {
			t.Errorf("%q: got %s, want %s", c.text, got, c.want)
		}
	}
}

func constantObjects(u *Unit) []ConstantObject {
	return u.ConstantObjects(host.New(context.Background(), u, ir.NewBuilder(u, false)).Of)
}

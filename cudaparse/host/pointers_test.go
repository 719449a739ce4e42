package host

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// pointerSource is a unit in which the body of a function that launches k is put.
const pointerSource = `
#include <utility>
__global__ void k(const float *a, float *b);
struct Pair { float *x, *y; };
#define AGAIN(kernel) do { i += 1; kernel<<<1, 32>>>(p, q); } while (i < 9)
__device__ float table[256], other[256];
float *far, *near_;
void set(float **p);
float *make(int n);
float *fresh(int n) { float *p; cudaMalloc(&p, n); return p; }
float *inside(float *p, int n) { if (n) return p + n; return nullptr; }
float *declared(float *p);
static void run(const float *p, float *q) { k<<<1, 32>>>(p, q); }
static void runs(float *p, float *q) { run(p, q); }
%s
`

// TestPointers asks whether two arguments of one launch may overlap ("meets"),
// certainly do not ("apart"), or neither ("unknown"), and whether they are computed
// from one pointer ("same").
func TestPointers(t *testing.T) {
	for body, want := range map[string]string{
		"void f(float *p) { k<<<1, 32>>>(p, p); }":                                                       "meets same 0",
		"void f(float *p) { k<<<1, 32>>>(p, p + 4); }":                                                   "meets same 16",
		"void f(float *p) { k<<<1, 32>>>(&p[2], p); }":                                                   "meets same -8",
		"void f(float *p, int n) { k<<<1, 32>>>(p, p + n); }":                                            "meets",
		"void f(float *p) { k<<<1, 32>>>((float *)((char *)p + 12), p); }":                               "meets same -12",
		"void f(int i) { float *p, *q; cudaMalloc(&p, 4); cudaMalloc(&q, 4); AGAIN(k); AGAIN(k); }":      "apart, apart",
		"void f(float *p, float *q) { k<<<1, 32>>>(p, q); }":                                             "unknown",
		"void f() { float *p, *q; cudaMalloc(&p, 4); cudaMalloc(&q, 4); k<<<1, 32>>>(p, q); }":           "apart",
		"void f() { float *p, *q; cudaMalloc(&p, 4); q = p; k<<<1, 32>>>(p, q); }":                       "meets same 0",
		"void f() { float *p; cudaMalloc(&p, 4); float *q = p; cudaMalloc(&q, 4); k<<<1, 32>>>(p, q); }": "apart",
		"void f(float *p, float *q) { for (;;) { k<<<1, 32>>>(p, q); std::swap(p, q); } }":               "meets",
		"void f(float *p, float *q) { for (;;) { k<<<1, 32>>>(p, q); float *t = p; p = q; q = t; } }":    "meets",
		"void f(float *p, float *q, bool c) { float *r = q; if (c) r = p; k<<<1, 32>>>(p, r); }":         "meets",
		"void f(float *p, float *q, bool c) { k<<<1, 32>>>(p, c ? p : q); }":                             "meets",
		"void f(float **p, int i, int j) { k<<<1, 32>>>(p[i], p[j]); }":                                  "meets",
		"void f(float **p) { k<<<1, 32>>>(p[0], p[1]); }":                                                "unknown",
		"void f(float **p, int i) { k<<<1, 32>>>(p[i], p[i]); }":                                         "meets same 0",
		"void f() { Pair s; cudaMalloc(&s.x, 4); cudaMalloc(&s.y, 4); k<<<1, 32>>>(s.x, s.y); }":         "apart",
		"void f() { Pair s; cudaMalloc(&s.x, 4); s.y = s.x; k<<<1, 32>>>(s.x, s.y); }":                   "meets same 0",
		"void f(float *p) { Pair s = {p, p}; k<<<1, 32>>>(s.x, s.y); }":                                  "meets same 0",
		"void f(Pair *s) { k<<<1, 32>>>(s->x, s->y); }":                                                  "unknown",
		"void f(Pair *s) { k<<<1, 32>>>(s->x, s->x); }":                                                  "meets same 0",
		"template <class T> void f(T v) { auto s = made(v); auto const &p = std::get<1>(s); auto const &q = std::get<2>(s); k<<<1, 32>>>(p.data(), q.data()); } void g(int n) { f(n); }": "unknown",
		"void grow(Pair &p); void f() { Pair s; grow(s); k<<<1, 32>>>(s.x, s.y); }":                                                                                                      "unknown",
		"void f() { k<<<1, 32>>>(far, near_); }":                           "unknown",
		"void g() { far = near_; } void f() { k<<<1, 32>>>(far, near_); }": "meets",
		"void f() { void *p, *q; cudaGetSymbolAddress(&p, table); cudaGetSymbolAddress(&q, other); k<<<1, 32>>>((float *)p, (float *)q); }": "apart",
		"void f() { void *p, *q; cudaGetSymbolAddress(&p, table); cudaGetSymbolAddress(&q, table); k<<<1, 32>>>((float *)p, (float *)q); }": "meets same 0",
		"void f() { float *p, *q; set(&p); set(&q); k<<<1, 32>>>(p, q); }":                                                                  "unknown",
		"void f(int n) { k<<<1, 32>>>(make(n), make(n + 1)); }":                                                                             "unknown",
		"void f(int n) { k<<<1, 32>>>(make(n), make(n)); }":                                                                                 "meets",
		"void f(int n) { float *p = fresh(n), *q = fresh(n); k<<<1, 32>>>(p, q); }":                                                         "apart",
		"void f(float *p, int n) { k<<<1, 32>>>(p, inside(p, n)); }":                                                                        "meets",
		"void f(float *p, int n) { k<<<1, 32>>>(p, declared(p)); }":                                                                         "meets",
		"void f(float **p, int i) { float *x = p[i]; i++; k<<<1, 32>>>(x, p[i]); }":                                                         "meets",
		"void f(float **p, int i) { float *x = p[i]; k<<<1, 32>>>(x, p[i]); }":                                                              "meets same 0",
		"void f(float *p) { float *x = p; p += 8; k<<<1, 32>>>(x, p); }":                                                                    "meets same 32",
		"void f(float *p) { k<<<1, 32>>>(p, nullptr); }":                                                                                    "apart",
		"void f(float *p) { void *args[] = {&p, &p}; cudaLaunchKernel((void *)k, 1, 32, args); }":                                           "meets same 0",
		"void f(int i) { float *p[2]; for (int j = 0; j < 2; j++) cudaMalloc(&p[j], 4); k<<<1, 32>>>(p[0], p[1]); }":                        "apart",
		"void f(int i) { float *p[2]; for (int j = 0; j < 2; j++) cudaMalloc(&p[j], 4); k<<<1, 32>>>(p[i], p[1 - i]); }":                    "meets",
		"void f(int i) { Pair s[2]; cudaMalloc(&s[i].x, 4); cudaMalloc(&s[i].y, 4); k<<<1, 32>>>(s[i].x, s[i].y); }":                        "apart",
		"void f(int i) { Pair s[2]; cudaMalloc(&s[i].x, 4); k<<<1, 32>>>(s[i].x, s[i].y); }":                                                "unknown",
		"void f(int n) { Span s(n), t(n); k<<<1, 32>>>(s.data(), t.data()); }":                                                              "unknown",
		"void f(int n) { std::vector<float> s(n), t(n); k<<<1, 32>>>(s.data(), &t[0]); }":                                                   "apart",
		"void f(int n) { std::vector<float> s(n); k<<<1, 32>>>(s.data(), &s[0]); }":                                                         "meets same 0",
		"template <typename T> void out(T &&t); void f(float *p, int n) { float *q = p + n; out(q); k<<<1, 32>>>(p, q); }":                  "meets",
		"void f() { k<<<1, 32>>>(far_[0], far_[1]); }":                                                                                      "unknown",
		"struct C { float *a, *b; C() { cudaMalloc(&a, 4); cudaMalloc(&b, 4); } void f() { k<<<1, 32>>>(a, b); } };":                        "apart",
		"struct C { float *a, *b; C() { cudaMalloc(&a, 4); } void g() { b = a; } void f() { k<<<1, 32>>>(a, b); } };":                       "meets",
		"struct C { float *a, *b; float *x() { return a; } void f() { k<<<1, 32>>>(x(), a); } };":                                           "meets same 0",
		"struct C { float *a; float *x() { return a++; } void f() { k<<<1, 32>>>(x(), x()); } };":                                           "meets same 4",
		"void f(float *p) { float *&r = p; k<<<1, 32>>>(r, p); }":                                                                           "meets same 0",
	} {
		u, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(fmt.Sprintf(pointerSource, body))), sema.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p := New(context.Background(), u, ir.NewBuilder(u, false))
		var got []string
		for _, l := range p.Launches() {
			if l.In == nil || l.In.Name != "f" {
				continue
			}
			for _, row := range p.Pointers(l) {
				got = append(got, describeRow(row))
			}
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %q, want %q", body, got, want)
		}
	}
}

func describeRow(row []sema.PointerArg) string {
	a, b := row[0], row[1]
	out := "unknown"
	if meet, apart := a.Overlaps(b); meet {
		out = "meets"
	} else if apart {
		out = "apart"
	}
	if a.Same != "" && a.Same == b.Same && a.OffsetKnown && b.OffsetKnown {
		out += fmt.Sprintf(" same %d", b.Offset-a.Offset)
	}
	return out
}

// TestPointersOfCallers follows a launch to the functions that call the one around
// it: one row for each way.
func TestPointersOfCallers(t *testing.T) {
	body := "void f(float *p, float *q) { run(p, q); run(p, p); runs(q, q + 1); }"
	u, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(fmt.Sprintf(pointerSource, body))), sema.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	p := New(context.Background(), u, ir.NewBuilder(u, false))
	for _, row := range p.Pointers(p.Launches()[0]) {
		got = append(got, describeRow(row))
	}
	want := "meets same 4, unknown, meets same 0"
	if strings.Join(got, ", ") != want {
		t.Errorf("%q, want %q", got, want)
	}
	if pairs := sema.Overlap(p.Pointers(p.Launches()[0])); len(pairs) != 1 || pairs[0] != [2]int{0, 1} {
		t.Errorf("overlapping pairs %v", pairs)
	}
	// Without a known caller, the parameters are named: launches from other files may decide.
	alone := "void lone(float *p, float *q) { k<<<1, 32>>>(p, q); }"
	if u, err = sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(fmt.Sprintf(pointerSource, alone))), sema.Options{}); err != nil {
		t.Fatal(err)
	}
	p = New(context.Background(), u, ir.NewBuilder(u, false))
	launches := p.Launches()
	row := p.Pointers(launches[len(launches)-1])[0]
	if b := row[1].Bases; len(b) != 1 || b[0].Function != "lone" || b[0].Param != 1 {
		t.Errorf("bases %+v", b)
	}
}

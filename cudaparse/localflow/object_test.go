package localflow

import (
	"fmt"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// describeObject spells an object: "table+12", "param p", "local x+0", "?".
func describeObject(o Object) string {
	at := fmt.Sprintf("+%d", o.Offset)
	if o.Offset < 0 {
		at = "+?"
	}
	switch {
	case o.Variable != nil:
		return o.Variable.Name + at
	case o.Param != nil:
		return "param " + o.Param.Name + at
	case o.Local.Valid():
		return "local " + o.Local.Text() + at
	case o.Receiver != nil:
		return "this " + o.Receiver.Name
	}
	return "?"
}

func TestObjects(t *testing.T) {
	text := `
struct P { int n; float a[4]; float4 v; };
struct D : P { double d; };
__constant__ float table[16];
__constant__ float grid[4][8];
__constant__ P par;
__constant__ D der;
__constant__ float *ptr;
__constant__ int count;
namespace ns { __constant__ float inner[2]; }
#define TABLE table
#define AT(i) (&table[(i)])
float *unknown();
__global__ void k(float *arg, P &ref, float **pp, int i) {
	float local[8];
	float *alias = table + 2;
	float *next = table;
	float *two = table;
	float *out;
	fill(&out);
	float &r = table[5];
	P *q = &par;
	const auto *c = reinterpret_cast<const float *>(&par);
	if (i) two = local;
	next++;
	arg += 2;
	{
		float table[4];
		print_pointee(table);
	}
	print_pointee(table);
	print_pointee(table + 3);
	print_pointee(&table[3]);
	print_pointee(3 + table);
	print_pointee(table + i);
	print_pointee(&table);
	print_pointee((void *)&table[1]);
	print_pointee(static_cast<void *>(table));
	print_pointee(grid[2]);
	print_pointee(&grid[1][1]);
	print_pointee(par.a);
	print_pointee(&par.a[2]);
	print_pointee(&par.v.y);
	print_pointee(&der.d);
	print_pointee(&der.a[1]);
	print_pointee(alias);
	print_pointee(&alias[2]);
	print_pointee(next);
	print_pointee(two);
	print_pointee(out);
	print_pointee(&r);
	print_pointee(q);
	print_pointee(&q->a[1]);
	print_pointee(c);
	print_pointee(ptr);
	print_pointee(ptr + 1);
	print_pointee(&ptr);
	print_pointee(&count);
	print_pointee(ns::inner);
	print_pointee(TABLE);
	print_pointee(AT(2));
	print_pointee(unknown());
	print_pointee(arg);
	print_pointee(local + 2);
	print_pointee(pp[0]);
	print_pointee(*pp);
	print_pointee(pp);
	print_pointee(i ? table : table + 1);
	print_pointee(i ? table : local);
	print_object(ref.n);
	print_object(*table);
	print_object(ptr[3]);
	print_object(*q);
	print_object((int &)count);
	print_object(const_cast<int &>(count));
	print_object(i);
}
`
	want := []string{
		"local table+0", "table+0", "table+12", "table+12", "table+12", "table+?", "table+0", "table+4", "table+0", "grid+64", "grid+36", "par+4", "par+12", "par+36", "der+48", "der+8",
		"table+8", "table+16", "table+?", "?", "?", "table+20", "par+0", "par+8", "par+0", "?", "?", "ptr+0", "count+0", "inner+0", "table+0", "table+8", "?", "param arg+?", "local local+8",
		"?", "?", "param pp+0", "table+?", "?", "param ref+?", "table+0", "?", "par+0", "count+0", "count+0", "local i+0",
	}
	u := build(t, text)
	b := New(u)
	i := 0
	for n := range u.File.Root().Descendants() {
		if n.Kind() != ast.CallExpression {
			continue
		}
		arg := n.Child(ast.FieldArguments).FirstChild()
		got := ""
		switch n.Child(ast.FieldFunction).Text() {
		case "print_pointee":
			got = describeObject(b.Pointee(arg))
		case "print_object":
			got = describeObject(b.Object(arg))
		default:
			continue
		}
		if i < len(want) && got != want[i] {
			t.Errorf("%s: %s, want %s", n.Text(), got, want[i])
		}
		i++
	}
	if i != len(want) {
		t.Errorf("%d questions, want %d", i, len(want))
	}
}

func TestStores(t *testing.T) {
	text := `
struct V { float x; __device__ void set(float f) { x = f; } __device__ float get() const { return x; } __device__ void zero() { this->x = 0; } };
__constant__ float table[16];
__constant__ V v;
__constant__ int count;
__constant__ float *ptr;
__device__ void put(float *p) { *p = 1; }
__device__ void maybe(float *p, bool b) { if (b) p[0] = 1; }
__device__ void look(const float *p) { float x = p[0]; x = 2; }
__device__ void bump(int &r) { r++; }
__device__ void twice(float *p) { put(p + 1); }
__device__ void loop(float *p) { loop(p); p[0] = 1; }
template <typename T> __device__ void fill(T *p, T x) { for (int i = 0; i < 4; i++) p[i] = x; }
#define SET(a, x) (a) = (x)
__global__ void k(float *out, int i) {
	table[i] = 1;
	table[1] += 2;
	count++;
	v.x = 3;
	v.set(1);
	v.zero();
	float g = v.get();
	put(table);
	maybe(&table[2], i);
	look(table);
	bump(count);
	twice(table + 1);
	loop(table);
	fill(table, 1.f);
	atomicAdd(&table[i], 1.f);
	atomicCAS_block(&count, 1, 2);
	memset(table, 0, 4);
	memcpy(out, table, 4);
	ptr[0] = 1;
	ptr = out;
	SET(table[3], 4);
	float table[4];
	table[0] = 1;
	put(table);
}
`
	u := build(t, text)
	var got []string
	for _, s := range New(u).Stores(u.FunctionsNamed("k")[0]) {
		line := s.Node.Text() + " -> " + describeObject(s.Target)
		if s.Callee != "" {
			line += " by " + s.Callee
		}
		if s.Inner.Valid() {
			line += " at " + s.Inner.Text()
		}
		if s.Conditional {
			line += " maybe"
		}
		got = append(got, line)
	}
	want := `table[i] = 1 -> table+?
table[1] += 2 -> table+4
count++ -> count+0
v.x = 3 -> v+0
v.set(1) -> v+? by set at x = f
v.zero() -> v+? by zero at this->x = 0
table -> table+? by put at *p = 1
&table[2] -> table+? by maybe at p[0] = 1 maybe
count -> count+? by bump at r++
table + 1 -> table+? by twice at p + 1
table -> table+? by loop at p[0] = 1
table -> table+? by fill at p[i] = x
&table[i] -> table+? by atomicAdd
&count -> count+0 by atomicCAS_block
table -> table+0 by memset
out -> param out+0 by memcpy
ptr = out -> ptr+0
(table[3]) = (4) -> table+12`
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
}

func TestBodiesScope(t *testing.T) {
	u := build(t, `
void f(int n) {
	const int k = 4;
	int m = 3;
	size_t bytes = m * sizeof(double);
	float *p = new float[k];
	float a[k];
	ASK(k * sizeof(float));
	ASK(bytes);
	ASK(sizeof(p));
	ASK(sizeof(a));
	ASK(n);
	m = n;
	ASK(m);
}
`)
	b := New(u)
	want := []string{"unsigned long 16", "size_t 24", "unsigned long 8", "unsigned long 16", "unknown", "unknown"}
	for i, n := range u.Calls("ASK") {
		arg := n.Child(ast.FieldArguments).FirstChild()
		if got := describe(b.Scope(arg).Const(arg)); got != want[i] {
			t.Errorf("%s: %s, want %s", arg.Text(), got, want[i])
		}
	}
}

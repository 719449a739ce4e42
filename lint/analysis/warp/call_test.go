package warp_test

import (
	"fmt"
	"testing"
)

func TestCalls(t *testing.T) {
	checkRows(t, []rowCase{
		{name: "by value and result", before: "__device__ int f(int x) { x = 2 * x; return x + 1; }", body: "int a = t; int b = f(a); p[0] = tab[a + b];",
			want: map[string]string{"tab[a + b]": "affine 32 stride 12"}},
		{name: "by reference", before: "__device__ void f(int &x, int y) { x = y; y = 0; }", body: "int a = 0, b = t; f(a, b); p[0] = tab[a + b];",
			want: map[string]string{"tab[a + b]": "affine 32 stride 8"}},
		{name: "pointer to a local", before: "__device__ void f(int *x) { *x += 1; x[0] *= 2; }", body: "int a = t; f(&a); p[0] = tab[a];",
			want: map[string]string{"tab[a]": "affine 32 stride 8"}},
		// Lanes of odd data keep a = 0.
		{name: "early return of some", before: "__device__ void f(int &x, int *p) { if (p[threadIdx.x] & 1) return; x = threadIdx.x; }", body: "int a = 0; f(a, p); p[0] = tab[a];",
			want: map[string]string{"tab[a]": "at least 32"}},
		{name: "uniform early return", before: "__device__ int f(int n, int t) { if (n == 7) return 5; return t; }", body: "p[0] = tab[f(n, t)];",
			want: map[string]string{"tab[f(n, t)]": "at least 32"}},
		{name: "return in a loop of no trips", before: "__device__ int f(int n, int t) { for (int i = 0; i < n; i++) return 5; return t; }", body: "p[0] = tab[f(n, t)];",
			want: map[string]string{"tab[f(n, t)]": "at least 32"}},
		{name: "return in an endless loop", before: "__device__ int f(int *p, int t) { for (int i = 0;; i++) if (p[i + t]) return i; }", body: "p[0] = tab[f(p, t)];",
			want: map[string]string{"tab[f(p, t)]": "at least 32"}},
		// 3 + 2 + 1 + 0: small enough to follow.
		{name: "recursion", before: "__device__ int f(int x) { return x == 0 ? 0 : x + f(x - 1); }", body: "p[0] = tab[t + f(2)];",
			want: map[string]string{"tab[t + f(2)]": "affine 32 stride 4"}},
		{name: "deep recursion", before: "__device__ int f(int x) { if (x <= 0) return 0; return f(x - 1) + 1; }", body: "p[0] = tab[f(t)];",
			want: map[string]string{"tab[f(t)]": "at least 32"}},
		{name: "default argument", before: "__device__ int f(int x, int y = 3) { return x * y; }", body: "p[0] = tab[f(t)]; p[1] = tab[f(t, 2)];",
			want: map[string]string{"tab[f(t)]": "affine 32 stride 12", "tab[f(t, 2)]": "affine 32 stride 8"}},
		{name: "overloads", before: "__device__ int f(int x) { return x; } __device__ int f(float x) { return 0; }", body: "p[0] = tab[f(t)]; p[1] = tab[f(1.0f * t)];",
			want: map[string]string{"tab[f(t)]": "affine 32 stride 4", "tab[f(1.0f * t)]": "uniform 1"}},
		{name: "template", before: "template <int N, typename T> __device__ T f(T x) { return x * N; }", body: "p[0] = tab[f<3>(t)];",
			want: map[string]string{"tab[f<3>(t)]": "affine 32 stride 12"}},
		// The row is that of the function, reached twice.
		{name: "two calls", before: "__device__ void f(int *p, int i) { p[0] = tab[i]; }", body: "f(p, t); f(p, 0);",
			want: map[string]string{"tab[i]": "affine 32 stride 4 mean 16.5 trips 2"}},
		{name: "out of sight", before: "__device__ int g(int);", body: "p[0] = tab[g(t)]; int a = 1; p[1] = tab[a + t];",
			want: map[string]string{"tab[g(t)]": "unknown", "tab[a + t]": "affine 32 stride 4"}},
		{name: "out of sight through a pointer", before: "__device__ void g(int *);", body: "int a = 1; g(&a); p[0] = tab[a];",
			want: map[string]string{"tab[a]": "at least 32"}},
		{name: "out of sight by reference", before: "__device__ void g(int &);", body: "int a = 1; g(a); p[0] = tab[a];",
			want: map[string]string{"tab[a]": "at least 32"}},
		{name: "function pointer", before: "__device__ int f(int x) { return 2 * x; }", body: "int (*q)(int) = f; p[0] = tab[q(t)];",
			want: map[string]string{"tab[q(t)]": "at least 32"}},
		{name: "method and constructor", before: "struct S { int a; __device__ S(int x) : a(x + 1) {} __device__ int get(int k) const { return a * k; } __device__ void bump() { a += 1; } };",
			body: "S s(t); s.bump(); p[0] = tab[s.get(2)];", want: map[string]string{"tab[s.get(2)]": "affine 32 stride 8"}},
		{name: "operators", before: "struct V { int a; }; __device__ V operator+(V x, V y) { V r; r.a = x.a + 3 * y.a; return r; }",
			body: "V v = {t}, w = {t}; p[0] = tab[(v + w).a];", want: map[string]string{"tab[(v + w).a]": "affine 32 stride 16"}},
		{name: "method of a class template", before: "template <int N> struct S { int a; __device__ int at(int i) const { return a + N * i; } };",
			body: "S<4> s; s.a = n; p[0] = tab[s.at(t)];", want: map[string]string{"tab[s.at(t)]": "affine 32 stride 16"}},
		{name: "statements by macro", before: "#define READ(I) do { int k = (I); p[0] = tab[k]; } while (0)", body: "READ(2 * t);",
			want: map[string]string{"READ(2 * t)": "affine 32 stride 8\nuniform 1"}}, // tab and p
		{name: "loop by macro", before: "#define FOR(I, N) for (int I = threadIdx.x; I < (N); I += blockDim.x)", body: "FOR(i, n) { p[0] = tab[i]; }",
			want: map[string]string{"tab[i]": "affine 32 stride 4 trips 0"}}, // as the loop would be, written out
	})
}

// Template arguments are deduced from class templates of a namespace, of packs and of the
// library's sequences.
func TestDeducedArguments(t *testing.T) {
	const sum = "template <%s... K> __device__ int sum(%s<K...>) { return (int(K) + ... + 0); }"
	checkRows(t, []rowCase{
		{name: "class of a namespace", before: "namespace ns { template <int N> struct Fixed { int a; }; } template <int N> __device__ int at(const ns::Fixed<N> &s, int i) { return i * N; }",
			body: "ns::Fixed<3> f; p[0] = tab[at(f, t)];", want: map[string]string{"tab[at(f, t)]": "affine 32 stride 12"}},
		{name: "pack of a class", before: "template <int... K> struct Ints {};" + fmt.Sprintf(sum, "int", "Ints"),
			body: "p[0] = tab[sum(Ints<1, 2, 4>{}) * t]; p[1] = tab[sum(Ints<>{}) * t];",
			want: map[string]string{"tab[sum(Ints<1, 2, 4>{}) * t]": "affine 32 stride 28", "tab[sum(Ints<>{}) * t]": "uniform 1"}},
		{name: "after other arguments", before: "template <class T, int... K> struct Ints {}; template <class T, int... K> __device__ int sum(Ints<T, K...>) { return sizeof(T) + (K + ...); }",
			body: "p[0] = tab[sum(Ints<short, 1, 2>{}) * t];", want: map[string]string{"tab[sum(Ints<short, 1, 2>{}) * t]": "affine 32 stride 20"}},
		{name: "index_sequence", before: fmt.Sprintf(sum, "size_t", "std::index_sequence"),
			body: "p[0] = tab[sum(std::make_index_sequence<4>{}) * t]; p[1] = tab[sum(std::index_sequence<2>()) * t];",
			want: map[string]string{"tab[sum(std::make_index_sequence<4>{}) * t]": "affine 32 stride 24", "tab[sum(std::index_sequence<2>()) * t]": "affine 32 stride 8"}},
		{name: "integer_sequence", before: "template <class T, T... K> __device__ int sum(std::integer_sequence<T, K...>) { return (int(K) + ...); }",
			body: "p[0] = tab[sum(std::make_integer_sequence<int, 3>{}) * t];",
			want: map[string]string{"tab[sum(std::make_integer_sequence<int, 3>{}) * t]": "affine 32 stride 12"}},
		{name: "too long a sequence", before: fmt.Sprintf(sum, "size_t", "std::index_sequence"),
			body: "p[0] = tab[sum(std::make_index_sequence<1000000>{}) * t];",
			want: map[string]string{"tab[sum(std::make_index_sequence<1000000>{}) * t]": "at least 1"}},
	})
}

// Objects that are called, or taken for a number or a pointer, wherever they are.
func TestObjectsAsFunctionsAndPointers(t *testing.T) {
	const twice = "struct Twice { __device__ int operator()(int i) const { return 2 * i; } };"
	const table = "struct Table { const int *q; %s };"
	checkRows(t, []rowCase{
		{name: "a member that is called", before: twice + "template <class F> struct Next { F f; int by; __device__ int at(int i) const { return f(i) + by; } };",
			body: "Next<Twice> next{Twice{}, 1}; p[0] = tab[next.at(t)];", want: map[string]string{"tab[next.at(t)]": "affine 32 stride 8"}},
		{name: "a member that hides a function", before: twice + "__device__ int f(int i) { return 0; } struct Next { Twice f; __device__ int at(int i) const { return f(i); } };",
			body: "Next next; p[0] = tab[next.at(t)];", want: map[string]string{"tab[next.at(t)]": "affine 32 stride 8"}},
		{name: "an object of file scope", before: twice + "__device__ Twice twice;", body: "p[0] = tab[twice(t)];", want: map[string]string{"tab[twice(t)]": "affine 32 stride 8"}},
		{name: "a pointer by index", before: fmt.Sprintf(table, "__device__ operator const int *() const { return q; }"),
			body: "Table s{tab}; p[0] = s[3 * t];", want: map[string]string{"s[3 * t]": "affine 32 stride 12"}},
		{name: "a pointer by name", before: fmt.Sprintf(table, "__device__ operator bool() const { return q; } __device__ operator const int *() const { return q; }"),
			body: "Table s{tab}; const int *r = s; p[0] = r[2 * t] + *(s + 3 * t);", want: map[string]string{"r[2 * t]": "affine 32 stride 8", "*(s + 3 * t)": "affine 32 stride 12"}},
		{name: "a pointer of a template", before: "template <class T> struct Ptr { T *q; __device__ operator T *() const { return q; } };",
			body: "Ptr<const int> s{tab}; p[0] = s[t];", want: map[string]string{"s[t]": "affine 32 stride 4"}},
		{name: "a number", before: "struct Num { int v; __device__ operator int() const { return v; } };",
			body: "Num k{4 * t}; p[0] = tab[k];", want: map[string]string{"tab[k]": "affine 32 stride 16"}},
		{name: "an array of a pack", before: "template <class... T> __device__ int last(T... k) { const int all[] = {1, k...}; return all[sizeof...(k)]; }",
			body: "p[0] = tab[last(2, 3, 5) * t];", want: map[string]string{"tab[last(2, 3, 5) * t]": "affine 32 stride 20"}},
		{name: "dim3 of threadIdx", body: "dim3 at = threadIdx; p[0] = tab[at.x + 2 * at.y + at.z];", want: map[string]string{"tab[at.x + 2 * at.y + at.z]": "affine 32 stride 4"}},
		{name: "left-out braces", before: "struct In { int a[2]; int b; }; struct Out { In in; int c; };",
			body: "Out o = {1, 2, 3, 4}; int m[2][2] = {5, 6, 7}; p[0] = tab[(o.in.a[1] + o.c + m[1][0] + m[1][1]) * t];",
			want: map[string]string{"tab[(o.in.a[1] + o.c + m[1][0] + m[1][1]) * t]": "affine 32 stride 52"}},
	})
}

func TestLambdas(t *testing.T) {
	checkRows(t, []rowCase{
		{name: "by value", body: "int a = t; auto f = [=]() { return a; }; a = 0; p[0] = tab[f()];",
			want: map[string]string{"tab[f()]": "affine 32 stride 4"}},
		{name: "by reference", body: "int a = t; auto f = [&]() { return a; }; a = 0; p[0] = tab[f()];",
			want: map[string]string{"tab[f()]": "uniform 1"}},
		{name: "mixed", body: "int a = t, b = 1; auto f = [=, &b]() { return a * b; }; a = 0; b = 2; p[0] = tab[f()];",
			want: map[string]string{"tab[f()]": "affine 32 stride 8"}},
		{name: "named", body: "int a = t, b = 1; auto f = [a, &b](int k) { return a * b * k; }; a = 0; b = 2; p[0] = tab[f(3)];",
			want: map[string]string{"tab[f(3)]": "affine 32 stride 24"}},
		{name: "initialised", body: "int a = t; auto f = [k = 2 * a, &r = a]() { return k + r; }; a = 1; p[0] = tab[f()];",
			want: map[string]string{"tab[f()]": "affine 32 stride 8"}},
		{name: "mutable", body: "int a = t; auto f = [a, t]() mutable { a += t; return a; }; f(); p[0] = tab[f() - a];",
			want: map[string]string{"tab[f() - a]": "affine 32 stride 8"}},
		{name: "writes what it captured", body: "int a = 0; auto f = [&](int x) { a = x; }; f(t); p[0] = tab[a];",
			want: map[string]string{"tab[a]": "affine 32 stride 4"}},
		{name: "array by value", body: "int a[2] = {t, 0}; auto f = [=](int i) { return a[i]; }; a[0] = 0; p[0] = tab[f(0)];",
			want: map[string]string{"tab[f(0)]": "affine 32 stride 4"}},
		{name: "passed on", before: "template <class F> __device__ int twice(F f, int x) { return f(f(x)); }", body: "int a = t; p[0] = tab[twice([=](int x) { return x + a; }, 0)];",
			want: map[string]string{"tab[twice([=](int x) { return x + a; }, 0)]": "affine 32 stride 8"}},
		{name: "this", before: "struct S { int a; __device__ int get() { auto f = [this](int k) { return a * k; }; return f(2); } };", body: "S s = {t}; p[0] = tab[s.get()];",
			want: map[string]string{"tab[s.get()]": "affine 32 stride 8"}},
	})
}

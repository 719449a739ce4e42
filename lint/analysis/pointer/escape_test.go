package pointer

import "testing"

// TestConstructors: a class out of sight may keep a reference to what it is made from, and
// write through it, however the initialiser is spelled.
func TestConstructors(t *testing.T) {
	for body, want := range map[string]string{
		"ext::Ref<int> r(*e); r.set(1);":                              "",
		"ext::Ref<int> r{*e}; r.set(1);":                              "",
		"ext::Ref<int> r = {*e}; r.set(1);":                           "",
		"ext::Ref<int> r{*e, 3}; r.set(1);":                           "",
		"ext::Ref<int> r(*e, 3); r.set(1);":                           "",
		"auto r = ext::Ref<int>{*e}; r.set(1);":                       "",
		"auto r = ext::Ref<int>{3, *e}; r.set(1);":                    "",
		"auto r = ext::Ref<int>(*e); r.set(1);":                       "",
		"ext::Ref<int>{e[threadIdx.x]}.set(1);":                       "",
		"ext::Ref<int>(e[threadIdx.x]).set(1);":                       "",
		"ext::Ref<int> r; r = {*e}; r.set(1);":                        "",
		"ext::set({*e, 3});":                                          "",
		"ext::Ref<P> r{pairs[1]}; r.set(1);":                          "e 1/0/0", // pairs is not
		"ext::Ref<P> r(pairs[1]); r.set(1);":                          "e 1/0/0",
		"ext::Ref<P> r(fixed[1]); r.set(1);":                          "e 1/0/0, fixed 1/0/0",
		"Keeper r{*e}; r.set(1);":                                     "",
		"Keeper r(*e); r.set(1);":                                     "",
		"Keeper r(e[2]); r.set(1);":                                   "",
		"Value v(*e); out[1] = v.x;":                                  "e 2/0/0",
		"Value v{*e}; out[1] = v.x;":                                  "e 2/0/0",
		"int v{*e}; out[1] = v;":                                      "e 2/0/0",
		"auto v{*e}; out[1] = v;":                                     "e 2/0/0",
		"auto v(*e); out[1] = v;":                                     "e 2/0/0",
		"struct H { ext::Ref<int> r; }; H h{{*e}};":                   "",
		"struct H { ext::Ref<int> r; H(int &x) : r{x} {} }; H h(*e);": "",
	} {
		text := `struct P { int a, b; };
struct Keeper { int *p; __device__ Keeper(int &); __device__ void set(int); };
struct Value { int x; __device__ Value(int); };
__global__ void k(int *e, P *pairs, const P *fixed, int *out) { ` + body + ` out[0] = e[3]; }
`
		if got := reported(effectsOf(t, text)); got != want {
			t.Errorf("%s\n%q, want %q", body, got, want)
		}
	}
}

// TestUnlisted: a pointer that is either a parameter or one that is no parameter is taken to
// read what the kernel stores through others of these.
func TestUnlisted(t *testing.T) {
	for body, want := range map[string]string{
		"const int *b = n > 4 ? in : reinterpret_cast<const int *>(where); out[0] = b[1];":              "",
		"const int *b = in; if (n) b = reinterpret_cast<const int *>(where); out[0] = b[1];":            "",
		"const int *b = in; if (n) b = (const int *)where; out[0] = b[1];":                              "",
		"const int *b = in; if (n) b = numbered(where); out[0] = b[1];":                                 "",
		"const int *b = in; if (n) b = ext::find(n); out[0] = b[1];":                                    "",
		"auto b = in; if (n) b = ext::find(n); out[0] = b[1];":                                          "",
		"const int *b = in; if (n) b = q.p; out[0] = b[1];":                                             "",
		"const int *b = in; if (n) b = pointer; out[0] = b[1];":                                         "",
		"const int *b = in; if (n) b = fixed; out[0] = b[1];":                                           "",
		"const int *b = in; if (n) b = pointers[n]; out[0] = b[1];":                                     "",
		"const int *b = in; if (n) b = table; out[0] = b[1];":                                           "",
		"const int *b = in; if (n) b = held.p; out[0] = b[1];":                                          "",
		"const int *b = in; if (n) asm(\"mov.u64 %0, %1;\" : \"=l\"(b) : \"l\"(where)); out[0] = b[1];": "",
		"const int *b = in; if (n) b = ext::rows[n].p; out[0] = b[1];":                                  "",
		"const int *b = in; if (n) b = rows.p; out[0] = b[1];":                                          "",
		"const int *b = in; if (n) b = rows.data(); out[0] = b[1];":                                     "",
		// These are known to be other memory, or none.
		"const int *b = in; if (n) b = nullptr; out[0] = b[1];":                                  "in 1/0/0",
		"const int *b = in; if (n) b = 0; out[0] = b[1];":                                        "in 1/0/0",
		"const int *b = nullptr; for (;;) { if (b) out[0] = b[1]; b = in; }":                     "in 1/1/0",
		"const int *b; for (int i = 0; i < n; i++) { const int *c = b; b = in; out[0] = c[1]; }": "in 1/1/0",
		"const int *b = in; out[0] = b[*reinterpret_cast<const int *>(where)];":                  "in 1/0/0",
		"out[0] = in[ext::find(n) - ext::find(0)];":                                              "in 1/0/0",
	} {
		text := `struct P { int *p; };
__device__ int *pointer;
__constant__ const int *fixed;
__device__ int *pointers[4];
__device__ P held;
__device__ int table[9];
__device__ const int *numbered(unsigned long where) { return reinterpret_cast<const int *>(where); }
__global__ void k(const int *in, unsigned long where, ext::Rows rows, P q, int n, int *out) { ` + body + ` }
`
		if got := reported(effectsOf(t, text)); got != want {
			t.Errorf("%s\n%q, want %q", body, got, want)
		}
	}
}

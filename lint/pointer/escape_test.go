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

package sema

import "testing"

func TestDeclarators(t *testing.T) {
	files := map[string]string{"dir/a.h": "__device__ float f(int, float);\nstruct S { __device__ int m(int) const; };\n"}
	u := build(t, "#include \"a.h\"\n__device__ float f(int n, float);\n__device__ float f(int i, float x) { return x; }\n__device__ float f(int i) { return i; }\n"+
		"__device__ float f(int, float);\n__device__ int S::m(int i) const { return i; }\n", files)
	want := map[string]int{"f/2": 4, "f/1": 1, "m/1": 2}
	for _, f := range u.Functions() {
		key := f.Name + "/" + string(rune('0'+len(f.Params)))
		if len(f.Declarators) != want[key] {
			t.Errorf("%s: %d declarators", key, len(f.Declarators))
		}
		delete(want, key)
	}
	if len(want) > 0 {
		t.Errorf("not found: %v", want)
	}
}

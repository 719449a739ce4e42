package engine

import (
	"reflect"
	"testing"
)

// mentionsOf returns the mentions of texts by path.
func mentionsOf(texts map[string]string) *mentions {
	m := &mentions{files: map[string]*mentioned{}}
	in := map[string][]byte{}
	for path, text := range texts {
		in[path] = []byte(text)
	}
	m.add(in, func(n int, f func(i int)) {
		for i := range n {
			f(i)
		}
	})
	return m
}

// TestVocabulary: a unit may say the names in its files, and those that ## makes of them.
func TestVocabulary(t *testing.T) {
	m := mentionsOf(map[string]string{
		"plain.cu": "void run() { scale<<<1, 2>>>(); } // comment\nconst char *s = \"literal\";",
		"paste.h":  "#define CALL(n) scale_##n",
		"use.cu":   "void run() { CALL(half2)<<<1, 2>>>(); }",
	})
	plain, _ := m.vocabularies([]string{"plain.cu"})
	pasted, _ := m.vocabularies([]string{"use.cu", "paste.h"})
	for _, c := range []struct {
		v    *vocabulary
		name string
		want bool
	}{
		{plain, "scale", true}, {plain, "scales", false}, {plain, "comment", false}, {plain, "literal", false},
		{pasted, "scale_half2", true}, {pasted, "scale_", true}, {pasted, "scale_half", false}, {pasted, "scale_half24", true},
	} {
		if got := c.v.has(c.name); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

// TestDeclaredKernels: a unit may declare the kernels behind __global__, and any name where it
// uses a macro that has __global__.
func TestDeclaredKernels(t *testing.T) {
	m := mentionsOf(map[string]string{
		"plain.cu": "__global__ void __launch_bounds__(64) scale(float *o);\nvoid other();",
		"macro.h":  "#define KERNEL(n) \\\n  extern __global__ void n(float *o)\n",
		"use.cu":   "KERNEL(shift);",
		"idle.cu":  "void unused();",
	})
	for _, c := range []struct {
		files []string
		name  string
		want  bool
	}{
		{[]string{"plain.cu"}, "scale", true}, {[]string{"plain.cu"}, "other", false},
		{[]string{"use.cu", "macro.h"}, "shift", true}, {[]string{"use.cu"}, "shift", false},
		{[]string{"idle.cu", "macro.h"}, "unused", false},
	} {
		if _, kernels := m.vocabularies(c.files); kernels.has(c.name) != c.want {
			t.Errorf("%v may declare %s: %v, want %v", c.files, c.name, !c.want, c.want)
		}
	}
}

// TestNamesInKey: a key tells which words and files a unit has that exports a fact under it.
func TestNamesInKey(t *testing.T) {
	isFile := func(path string) bool { return path == "a/b.cu" || path == "c" }
	for key, want := range map[string]factWanted{
		`p.name "ns::scale"`: {words: []string{"scale"}},
		`p.key p.key{Name:"scale<int>", Signature:"int,float*,"}`: {words: []string{"scale"}},
		`p.place p.place{Path:"a/b.cu", Offset:3}`:                {files: []string{"a/b.cu"}},
		`p.place p.place{Path:"c", Offset:3}`:                     {files: []string{"c"}},
		`p.method p.method{Name:"operator()"}`:                    {words: []string{"operator"}},
		`p.in p.in{Function:"f", Folder:"x/y"}`:                   {words: []string{"f"}},
		`p.unit p.unit{}`:                                         {},
	} {
		if got := namesInKey(key, isFile); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, want %+v", key, got, want)
		}
	}
}

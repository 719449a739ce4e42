package kernelname

import (
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

func TestTypeText(t *testing.T) {
	number := &sema.Type{Kind: sema.Int, Name: "int"}
	deep := number
	for range 9 {
		deep = &sema.Type{Kind: sema.Pointer, Elem: deep}
	}
	for _, c := range []struct {
		of   *sema.Type
		want string
	}{
		{nil, ""},
		{number, "int"},
		{&sema.Type{Kind: sema.Pointer, Elem: number}, "int *"},
		{&sema.Type{Kind: sema.Reference, Elem: &sema.Type{Kind: sema.Pointer, Elem: number}}, "int * &"},
		{deep, ""},
	} {
		if got := typeText(c.of); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestExcludes(t *testing.T) {
	for _, c := range []struct {
		compiled, source string
		want             bool
	}{
		{"k(float*)", "k(float *)", false},
		{"k(float const*)", "k(const float *__restrict__)", false},
		{"k(float*)", "k(double *)", true},
		{"k(float*)", "k(float **)", true},
		{"k(unsigned int)", "k(unsigned)", false},
		{"k(unsigned int)", "k(uint)", false}, // may be an alias
		{"void k<float>(float*)", "k<double>", true},
		{"void k<float>(float*)", "k<T>", false},
		{"k", "k(int)", false},
	} {
		if got := Parse(c.compiled).Excludes(Parse(c.source)); got != c.want {
			t.Errorf("%s excludes %s: %v", c.compiled, c.source, got)
		}
	}
}

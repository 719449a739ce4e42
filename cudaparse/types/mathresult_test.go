package types

import "testing"

// TestMathResults: the overloads of <cmath>, as nvcc resolves them.
func TestMathResults(t *testing.T) {
	half := &Type{Kind: Float, Name: "half", Size: 2}
	for _, c := range []struct {
		name string
		args []*Type
		want *Type
	}{
		{"pow", []*Type{FloatType, FloatType}, FloatType},
		{"pow", []*Type{FloatType, IntType}, DoubleType}, // C++11: an integer counts as a double
		{"pow", []*Type{FloatType, DoubleType}, DoubleType},
		{"fmax", []*Type{FloatType, DoubleType}, DoubleType},
		{"fmin", []*Type{IntType, FloatType}, DoubleType},
		{"atan2", []*Type{FloatType, FloatType}, FloatType},
		{"sqrt", []*Type{IntType}, DoubleType},
		{"log10", []*Type{FloatType}, FloatType},
		{"ldexp", []*Type{FloatType, IntType}, FloatType},
		{"fma", []*Type{FloatType, FloatType, DoubleType}, DoubleType},
		{"exp", []*Type{nil}, nil},
		{"pow", []*Type{FloatType, nil}, FloatType},
		{"exp", []*Type{half}, half},
		{"powf", []*Type{FloatType, IntType}, FloatType},
		{"erff", []*Type{DoubleType}, FloatType},
		{"__fmul_rn", []*Type{FloatType, FloatType}, FloatType},
		{"__float2int_rn", []*Type{FloatType}, IntType},
		{"abs", []*Type{FloatType}, FloatType},
		{"abs", []*Type{IntType}, IntType},
		{"turnf", []*Type{FloatType}, nil},
	} {
		if got := LibraryResult(c.name, c.args); (got == nil) != (c.want == nil) || got != nil && !got.Same(c.want) {
			t.Errorf("%s%v: %v, want %v", c.name, c.args, got, c.want)
		}
	}
}

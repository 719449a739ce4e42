package sema

import "testing"

// TestMathResults: the overloads of <cmath>, as nvcc resolves them.
func TestMathResults(t *testing.T) {
	half := &Type{Kind: Float, Name: "half", Size: 2}
	for _, c := range []struct {
		name string
		args []*Type
		want *Type
	}{
		{"pow", []*Type{floatType, floatType}, floatType},
		{"pow", []*Type{floatType, intType}, doubleType}, // C++11: an integer counts as a double
		{"pow", []*Type{floatType, doubleType}, doubleType},
		{"fmax", []*Type{floatType, doubleType}, doubleType},
		{"fmin", []*Type{intType, floatType}, doubleType},
		{"atan2", []*Type{floatType, floatType}, floatType},
		{"sqrt", []*Type{intType}, doubleType},
		{"log10", []*Type{floatType}, floatType},
		{"ldexp", []*Type{floatType, intType}, floatType},
		{"fma", []*Type{floatType, floatType, doubleType}, doubleType},
		{"exp", []*Type{nil}, nil},
		{"pow", []*Type{floatType, nil}, floatType},
		{"exp", []*Type{half}, half},
		{"powf", []*Type{floatType, intType}, floatType},
		{"erff", []*Type{doubleType}, floatType},
		{"__fmul_rn", []*Type{floatType, floatType}, floatType},
		{"__float2int_rn", []*Type{floatType}, intType},
		{"abs", []*Type{floatType}, floatType},
		{"abs", []*Type{intType}, intType},
		{"turnf", []*Type{floatType}, nil},
	} {
		if got := LibraryResult(c.name, c.args); (got == nil) != (c.want == nil) || got != nil && !got.Same(c.want) {
			t.Errorf("%s%v: %v, want %v", c.name, c.args, got, c.want)
		}
	}
}

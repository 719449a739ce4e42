package kernelname

import (
	"reflect"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	floats, none := []string{"float *"}, []string{}
	tests := map[string]Name{
		"by_thread":                                               {Base: "by_thread"},
		"by_thread(float *)":                                      {Base: "by_thread", Params: floats},
		"by_thread()":                                             {Base: "by_thread", Params: none},
		"by_thread(void)":                                         {Base: "by_thread", Params: none},
		"void by_thread<32>(float *)":                             {Base: "by_thread", Args: []string{"32"}, Params: floats},
		"void a::b::k<(int)8>(float *)":                           {Qualifiers: []string{"a", "b"}, Base: "k", Args: []string{"(int)8"}, Params: floats},
		"<unnamed>::hidden(float *)":                              {Qualifiers: []string{""}, Base: "hidden", Params: floats},
		"(anonymous namespace)::hidden()":                         {Qualifiers: []string{""}, Base: "hidden", Params: none},
		"a::<unnamed>::k":                                         {Qualifiers: []string{"a", ""}, Base: "k"},
		"void k<ns::T<int, 3>, (bool)1>()":                        {Base: "k", Args: []string{"ns::T<int, 3>", "(bool)1"}, Params: none},
		"void k<void (*)(int, int)>(T<a, b>, int)":                {Base: "k", Args: []string{"void (*)(int, int)"}, Params: []string{"T<a, b>", "int"}},
		"void run<main::[lambda(int) (instance 1)]>()":            {Base: "run", Args: []string{"main::[lambda(int) (instance 1)]"}, Params: none},
		"_Z10overloadedPd":                                        {Base: "overloaded", Params: []string{"double*"}},
		"_ZN3lut9by_threadILi32EEEvPf":                            {Qualifiers: []string{"lut"}, Base: "by_thread", Args: []string{"32"}, Params: []string{"float*"}},
		"_ZN40_GLOBAL__N__b8a06250_8_cases_cu_5a21a1676hiddenEPf": {Qualifiers: []string{""}, Base: "hidden", Params: []string{"float*"}},
		"_Znonsense":                                              {Base: "_Znonsense"},
		"":                                                        {},
		"<<<":                                                     {},
	}
	for text, want := range tests {
		if got := Parse(text); !reflect.DeepEqual(got, want) && (text != "<<<" || got.Base != "") {
			t.Errorf("%s: %#v, want %#v", text, got, want)
		}
	}
	if n := Parse(strings.Repeat("(", maxName+1)); len(n.Base) != maxName+1 {
		t.Error("a long name is taken apart")
	}
}

func TestFit(t *testing.T) {
	tests := []struct {
		measured, source string
		fits             bool
	}{
		{"k", "a::k<32>(float *)", true},
		{"k", "kk", false},
		{"a::k", "b::k", false},
		{"a::v1::k", "a::k", true}, // an inline namespace
		{"k", "a::k", true},
		{"void k<(int)32>()", "k<32>()", true},
		{"void k<(int)32>()", "k<8>()", false},
		{"void k<(bool)1>()", "k<1>()", true},
		{"void k<float>()", "k<double>()", true}, // may be one type by two names
		{"k(int)", "k(unsigned)", true},
		{"k(int)", "k(int, int)", false},
		{"", "", false},
	}
	for _, test := range tests {
		if fit := Parse(test.measured).Fit(Parse(test.source)); fit >= 0 != test.fits {
			t.Errorf("%q and %q: %d", test.measured, test.source, fit)
		}
	}
	// The better of two that fit.
	n := Parse("k(float *, const int *)")
	if n.Fit(Parse("k(float *, int *)")) <= n.Fit(Parse("k(double *, int *)")) {
		t.Error("equal types do not make a name fit better")
	}
}

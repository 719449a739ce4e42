package program_test

import (
	"context"
	"fmt"
	"path"
	"reflect"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/codec"
)

func plain(p string) string { return p }

// build builds the units of some files, each with what it includes of the
// others, and joins them. Names after "context" are files of the context.
func build(t *testing.T, files map[string]string, names ...string) (*program.Program, []*sema.Unit) {
	t.Helper()
	var units []program.Unit
	var built []*sema.Unit
	others := false
	for _, name := range names {
		if name == "context" {
			others = true
			continue
		}
		u, err := sema.NewUnit(context.Background(), source.NewFile(name, []byte(files[name])), sema.Options{Read: func(p string) ([]byte, error) {
			if text, ok := files[path.Clean(p)]; ok {
				return []byte(text), nil
			}
			return nil, fmt.Errorf("no file %s", p)
		}})
		if err != nil {
			t.Fatal(err)
		}
		built = append(built, u)
		units = append(units, program.Unit{Summary: program.Summarize(u, host.New(context.Background(), u, ir.NewBuilder(u, false)), plain, others), Context: others})
	}
	return join(units), built
}

// join joins some units.
func join(units []program.Unit) *program.Program {
	j := program.NewJoiner(len(units))
	for i, u := range units {
		j.Set(i, u)
	}
	return j.Program()
}

// foreign spells the launches from elsewhere of the kernels of a unit.
func foreign(p *program.Program, u *sema.Unit, i int) string {
	out := ""
	for _, k := range u.Kernels() {
		for _, l := range p.Launches(i)[program.SummarizeKernel(k, plain).At] {
			launch := l.Of(k)
			out += fmt.Sprintf("%s %v %s:%d;", k.Name, launch.Block, l.At.Path, l.At.Line)
		}
	}
	return out
}

func TestLaunchesOfOtherUnits(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		units []string
		want  string // launches of the kernels of the first unit
	}{
		"extern": {map[string]string{
			"a.cu": "__global__ void k(float *o) {}",
			"b.cu": "extern __global__ void k(float *out);\nvoid f() { k<<<1, 64>>>(0); }"},
			[]string{"a.cu", "b.cu"}, "k [64 1 1] b.cu:2;"},
		"overloads": {map[string]string{
			"a.cu": "__global__ void k(float *o) {}\n__global__ void k(int *o) {}",
			"b.cu": "__global__ void k(int *o);\nvoid f(int *p) { k<<<1, 64>>>(p); }"},
			[]string{"a.cu", "b.cu"}, "k [64 1 1] b.cu:2;"},
		"other parameters": {map[string]string{
			"a.cu": "__global__ void k(float *o) {}",
			"b.cu": "__global__ void k(double *o);\nvoid f() { k<<<1, 64>>>(0); }"},
			[]string{"a.cu", "b.cu"}, ""},
		"static": {map[string]string{
			"a.cu": "static __global__ void k() {}",
			"b.cu": "__global__ void k();\nvoid f() { k<<<1, 64>>>(); }"},
			[]string{"a.cu", "b.cu"}, ""},
		"unnamed namespace": {map[string]string{
			"a.cu": "namespace { __global__ void k() {} }",
			"b.cu": "__global__ void k();\nvoid f() { k<<<1, 64>>>(); }"},
			[]string{"a.cu", "b.cu"}, ""},
		"other namespace": {map[string]string{
			"a.cu": "namespace a { __global__ void k() {} }",
			"b.cu": "namespace b { __global__ void k(); void f() { k<<<1, 64>>>(); } }"},
			[]string{"a.cu", "b.cu"}, ""},
		"nearest folder": {map[string]string{
			"x/a.cu": "__global__ void k() {}", "y/a.cu": "__global__ void k() {}",
			"y/b.cu": "__global__ void k();\nvoid f() { k<<<1, 64>>>(); }"},
			[]string{"x/a.cu", "y/a.cu", "y/b.cu"}, ""},
		"shared header before the nearest folder": {map[string]string{
			"inc/k.h": "__global__ void k();",
			"x/a.cu":  "#include \"../inc/k.h\"\n__global__ void k() {}", "y/a.cu": "__global__ void k() {}",
			"y/b.cu": "#include \"../inc/k.h\"\nvoid f() { k<<<1, 64>>>(); }"},
			[]string{"x/a.cu", "y/a.cu", "y/b.cu"}, "k [64 1 1] y/b.cu:2;"},
		"seen by itself": {map[string]string{
			"k.cuh": "__global__ void k() {}", "b.cu": "#include \"k.cuh\"\nvoid f() { k<<<1, 64>>>(); }"},
			[]string{"k.cuh", "b.cu"}, ""},
		"seen by the context alone": {map[string]string{
			"k.cuh": "__global__ void k() {}", "b.cu": "#include \"k.cuh\"\nvoid f() { k<<<1, 64>>>(); }"},
			[]string{"k.cuh", "context", "b.cu"}, "k [64 1 1] b.cu:2;"},
	} {
		p, units := build(t, c.files, c.units...)
		if got := foreign(p, units[0], 0); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// TestTemplateArgumentsCrossUnits: by position, and only those that hold nothing
// of the other unit's tree.
func TestTemplateArgumentsCrossUnits(t *testing.T) {
	p, units := build(t, map[string]string{
		"a.cu": "template <int N, typename T, typename S> __global__ void k(T *o, S s) {}",
		"b.cu": "struct Own { int x; };\ntemplate <int COUNT, typename U, typename V> __global__ void k(U *, V);\n" +
			"void f(float4 *p) { Own own{5}; k<7><<<1, dim3(8, 4)>>>(p + 1, own); }",
	}, "a.cu", "b.cu")
	k := units[0].Kernels()[0]
	list := p.Launches(0)[program.SummarizeKernel(k, plain).At]
	if len(list) != 1 {
		t.Fatalf("%d launches, want one", len(list))
	}
	launch := list[0].Of(k)
	args := launch.Bindings.Args
	if args["N"].Const.Int != 7 || args["T"].Type == nil || args["T"].Type.Name != "float4" {
		t.Errorf("bindings %+v, want N = 7 and T = float4", args)
	}
	if args["S"].Known() || launch.Args[1].Type != nil {
		t.Errorf("a class of the other unit came along: %+v", args["S"])
	}
	if held := launch.Args[1].HeldAt(".x"); held.Int != 5 || launch.Args[0].HeldAt("").Int != 16 {
		t.Errorf("held %+v and %+v, want a pointer 16 bytes on and x = 5", launch.Args[0].Held, launch.Args[1].Held)
	}
	if launch.Node.Valid() || launch.Kernel.Valid() || launch.In != nil || launch.Args[0].Node != (ast.Node{}) {
		t.Error("the launch holds nodes of the other unit")
	}
}

// TestLaunchesCrossUnitsAsData: types keep what can be said of them without their unit, and
// encodings lose nothing.
func TestLaunchesCrossUnitsAsData(t *testing.T) {
	for argument, want := range map[string]string{
		"float4":                 "float4 16 x:0 y:4 z:8 w:12",
		"const unsigned char *":  "unsigned char * 8",
		"std::pair<int, double>": "pair<int, double> 16 first:0 second:8",
		"double[3]":              "double [] 24",
		"Color":                  "Color 1",
		"Own":                    "unknown",
		"Own *":                  "unknown",
		"std::pair<int, Own>":    "unknown",
		"void (*)(int)":          "unknown",
	} {
		p, units := build(t, map[string]string{
			"a.cu": "template <typename T> __global__ void k(int n) {}",
			"b.cu": "#include <utility>\nenum class Color : char { red };\nstruct Own { int x; };\ntemplate <typename T> __global__ void k(int n);\n" +
				"void f() { k<" + argument + "><<<1, 64>>>(3); }",
		}, "a.cu", "b.cu")
		k := units[0].Kernels()[0]
		all := p.Launches(0)[program.SummarizeKernel(k, plain).At]
		if len(all) != 1 {
			t.Fatalf("%s: %d launches, want one", argument, len(all))
		}
		data, err := codec.Encode(all[0])
		var read program.LaunchSummary
		if err != nil || codec.Decode(data, &read) != nil || !reflect.DeepEqual(&read, all[0]) {
			t.Errorf("%s: the launch is another one when it is read: %v\n%+v\n%+v", argument, err, read, *all[0])
		}
		arg, got := read.Of(k).Bindings.Args["T"].Type, "unknown"
		if arg != nil {
			got = fmt.Sprint(arg.Name, " ", arg.Size)
			if arg.Record != nil {
				for _, f := range arg.Record.Fields {
					got += fmt.Sprintf(" %s:%d", f.Name, f.Offset)
				}
			}
		}
		if got != want {
			t.Errorf("%s is %s, want %s", argument, got, want)
		}
	}
}

// TestTemplatesDoNotCrossUnits: a class template of another unit is unknown, as its classes are.
func TestTemplatesDoNotCrossUnits(t *testing.T) {
	const kernel = "template <template <typename> class C> __global__ void k(int n)"
	p, units := build(t, map[string]string{
		"a.cu": kernel + " {}",
		"b.cu": "template <typename T> struct Own { T x; };\n" + kernel + ";\nvoid f() { k<Own><<<1, 64>>>(3); }",
	}, "a.cu", "b.cu")
	k := units[0].Kernels()[0]
	all := p.Launches(0)[program.SummarizeKernel(k, plain).At]
	if len(all) != 1 || all[0].Of(k).Bindings.Args["C"].Known() {
		t.Errorf("%+v, want one launch with an unknown argument", all)
	}
}

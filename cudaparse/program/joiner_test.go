package program_test

import (
	"context"
	"fmt"
	"math/rand"
	"reflect"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// TestJoinerFollowsReplacements replaces units at random: a program is then the one of the same
// units joined at once.
func TestJoinerFollowsReplacements(t *testing.T) {
	const header = "#pragma once\n__global__ void shared(int *o) {}\n__global__ void k(int *o);\n"
	variants := []string{
		"__global__ void k(int *o) {}\n",
		"\n__global__ void k(int *o) {}\n",
		"__global__ void k(float *o) {}\n__global__ void l(int *o) {}\n",
		"#include \"h.cuh\"\n__global__ void k(int *o) {}\nvoid f(int *o) { shared<<<1, 32>>>(o); }\n",
		"__global__ void k(int *o);\n__global__ void l(int *o);\nvoid f(int *o) { k<<<1, 64>>>(o); l<<<1, 96>>>(o); }\n",
		"#include \"h.cuh\"\nvoid f(int *o) { k<<<1, 128>>>(o); shared<<<1, 160>>>(o); }\n",
		"static __global__ void k(int *o) {}\nvoid f(int *o) { k<<<1, 64>>>(o); }\n",
		"",
	}
	const units, inputs = 6, 4 // the others are the context
	summaries := map[[2]int]*program.Summary{}
	summary := func(i, variant int) *program.Summary {
		if s := summaries[[2]int{i, variant}]; s != nil || variants[variant] == "" {
			return s
		}
		name := fmt.Sprintf("%c/a%d.cu", 'x'+i%2, i)
		u, err := sema.NewUnit(context.Background(), source.NewFile(name, []byte(variants[variant])), sema.Options{
			IncludeDirs: []string{"inc"},
			Read: func(p string) ([]byte, error) {
				if p == "inc/h.cuh" {
					return []byte(header), nil
				}
				return nil, fmt.Errorf("no file %s", p)
			}})
		if err != nil {
			t.Fatal(err)
		}
		summaries[[2]int{i, variant}] = program.Summarize(u, host.New(context.Background(), u, ir.NewBuilder(u, false)), plain, i >= inputs)
		return summaries[[2]int{i, variant}]
	}
	random := rand.New(rand.NewSource(1))
	joiner, now := program.NewJoiner(units), make([]program.Unit, units)
	linked := 0
	before := joiner.Program()
	for step := range 2000 {
		i := random.Intn(units)
		now[i] = program.Unit{Summary: summary(i, random.Intn(len(variants))), Context: i >= inputs}
		joiner.Set(i, now[i])
		got, want := joiner.Program(), join(now)
		for k := range units {
			if !reflect.DeepEqual(got.Launches(k), want.Launches(k)) {
				t.Fatalf("step %d: the launches of unit %d are %+v, want %+v", step, k, got.Launches(k), want.Launches(k))
			}
			if same := reflect.DeepEqual(got.Launches(k), before.Launches(k)); same != got.SameLaunches(k, before) {
				t.Fatalf("step %d: SameLaunches of unit %d is %t, but the launches were %+v and are %+v", step, k, !same, before.Launches(k), got.Launches(k))
			}
			linked += len(got.Launches(k))
		}
		before = got
	}
	if linked < 2000 {
		t.Errorf("only %d kernels are launched in other units", linked)
	}
}

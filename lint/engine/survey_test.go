package engine

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// surveyFiles have a table in a header that two units read, one by a function object, and a
// third does not; the fourth includes nothing.
var surveyFiles = map[string]string{
	"h.cuh": "__constant__ float lut[64];\nstruct Look { __device__ float operator()(int i) const { return lut[i]; } };\n__global__ void shared(float *p);\n",
	"a.cu":  "#include \"h.cuh\"\n__constant__ float own[64];\n__global__ void a(float *p, int n) { p[0] = lut[threadIdx.x] + lut[n] + own[n]; }\n",
	"b.cu":  "#include \"h.cuh\"\ntemplate <class F> __global__ void b(float *p, F f) { p[0] = f(2 * threadIdx.x); }\nvoid h(float *p) { b<<<1, 32>>>(p, Look()); }\n",
	"c.cu":  "#include \"h.cuh\"\n__global__ void c(float *p) { p[threadIdx.x] = 1; }\n",
	"d.cu":  "__global__ void lut(float *p) { p[threadIdx.x] = 1; }\n",
}

// surveyRule reports the read of a kernel named a, of which the fix is asked a question.
func surveyRule(ask func(*lint.FixPass)) *lint.Rule {
	return &lint.Rule{Name: "survey", Severity: lint.Warning, Summary: "s", Check: func(pass *lint.CheckPass) error {
		kernels, err := pass.Kernels()
		if err != nil {
			return err
		}
		for _, k := range kernels {
			if k.Kernel.Name == "a" {
				pass.Report(lint.Finding{Node: k.Kernel.Node, Message: "m", Subject: &lint.Subject{Key: "a"}})
			}
		}
		return nil
	}, Fix: func(p *lint.FixPass) ([]fixes.Fix, error) {
		ask(p)
		return nil, nil
	}}
}

// TestConstantUses checks that the uses of a constant variable recorded in the check phase
// equal those that an analysis of the reopened unit finds.
func TestConstantUses(t *testing.T) {
	asked := 0
	fixProgramOf(t, surveyRule(func(p *lint.FixPass) {
		units, all := p.Having("lut")
		if !all || len(units) != 3 {
			t.Errorf("units %v, all %v", units, all)
		}
		type answer struct {
			path string
			uses []lint.ConstantUse
		}
		want := lint.Survey(p, units, func(pass *lint.Pass) *answer {
			a := &answer{path: runOf(pass).path}
			kernels, err := pass.Kernels()
			if err != nil {
				t.Error(err)
			}
			for i := range kernels {
				var accesses []*warp.Access
				for j := range kernels[i].Accesses {
					if access := &kernels[i].Accesses[j]; access.Space == sema.ConstantSpace && access.Variable.Name == "lut" {
						accesses = append(accesses, access)
					}
				}
				if len(accesses) > 0 {
					a.uses = append(a.uses, pass.ConstantUse(&kernels[i], accesses))
				}
			}
			return a
		})
		counts := ""
		for i, unit := range units {
			got, known := p.ConstantUses(unit, "lut")
			if !known || !reflect.DeepEqual(got, want[i].uses) {
				t.Errorf("%s: known %v, %+v, want %+v", want[i].path, known, got, want[i].uses)
			}
			counts += fmt.Sprintf("%s %d ", want[i].path, len(got))
			asked++
		}
		if counts != "a.cu 2 b.cu 1 c.cu 1 " { // a call operator that no kernel reaches stands for one
			t.Error(counts)
		}
		if _, known := p.ConstantUses(units[0], "own"); known {
			t.Error("figures of a variable of the unit's own file are kept")
		}
	}), Options{}, surveyFiles)
	if asked != 3 {
		t.Errorf("%d units were asked", asked)
	}
}

// What the program tells of a unit is so, and a unit that is closed can be opened again.
func TestSurvey(t *testing.T) {
	asked := false
	fixProgramOf(t, surveyRule(func(p *lint.FixPass) {
		asked = true
		units, _ := p.Having("lut")
		for range 2 {
			paths := lint.Survey(p, units, func(pass *lint.Pass) *string { return &runOf(pass).path })
			for i, unit := range units {
				includes := *paths[i] != "d.cu"
				if got := p.Includes(unit, "h.cuh"); got != includes {
					t.Errorf("%s includes: %v", *paths[i], got)
				}
				if got := p.NamesKernel(unit, "shared"); got != includes {
					t.Errorf("%s declares: %v", *paths[i], got)
				}
				if p.NamesKernel(unit, "h") {
					t.Errorf("%s: a host function is no kernel", *paths[i])
				}
			}
			p.FixServices.(*fixPass).run.units, p.FixServices.(*fixPass).run.bytes = map[int]*unitRun{p.FixServices.(*fixPass).own: p.FixServices.(*fixPass).run.units[p.FixServices.(*fixPass).own]}, 0
		}
		if passes, all := p.Open(units); !all || len(passes) != len(units) || p.FixServices.(*fixPass).run.units[int(units[1])] == nil {
			t.Errorf("%d units were opened, all %v", len(passes), all)
		}
	}), Options{}, surveyFiles)
	if !asked {
		t.Error("the fix was not made")
	}
}

// A survey keeps no more units open than there is room for.
func TestSurveyCloses(t *testing.T) {
	asked := false
	fixProgramOf(t, surveyRule(func(p *lint.FixPass) {
		asked = true
		units, _ := p.Having("lut")
		p.FixServices.(*fixPass).run.bytes = maxOpenBytes
		if found := lint.Survey(p, units, func(pass *lint.Pass) *string { return &runOf(pass).path }); slices.Contains(found, nil) {
			t.Error("a unit was not looked at")
		}
		if len(p.FixServices.(*fixPass).run.units) != 1 || p.FixServices.(*fixPass).run.units[p.FixServices.(*fixPass).own] == nil {
			t.Errorf("%d units are open", len(p.FixServices.(*fixPass).run.units))
		}
	}), Options{}, surveyFiles)
	if !asked {
		t.Error("the fix was not made")
	}
}

// A panic on a visit is a problem, and the unit counts as one that cannot be opened.
func TestSurveyPanics(t *testing.T) {
	fixProgramOf(t, surveyRule(func(p *lint.FixPass) {
		units, _ := p.Having("lut")
		found := lint.Survey(p, units, func(pass *lint.Pass) *string {
			if runOf(pass).path == "b.cu" {
				panic("no")
			}
			return &runOf(pass).path
		})
		for i, path := range found {
			if (path == nil) != (i == 1) {
				t.Errorf("unit %d: %v", i, path)
			}
		}
		if len(p.FixServices.(*fixPass).run.problems) != 1 || !p.FixServices.(*fixPass).run.failed {
			t.Errorf("%v", p.FixServices.(*fixPass).run.problems)
		}
		p.FixServices.(*fixPass).run.problems = nil
	}), Options{}, surveyFiles)
}

package verify

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/lint/kernelname"
)

// launched returns a launch of k, or of another name, with blocks of 128 threads.
func launched(instructions, replays float64, change ...func(*Launch)) Launch {
	l := Launch{File: "a.csv", Kernel: "k", Name: kernelname.Name{Base: "k"}, Block: Shape{128, 1, 1}, Grid: Shape{4, 1, 1}, Count: 1}
	l.values, l.has = [4]float64{instructions, replays}, [4]bool{true, true}
	for _, c := range change {
		c(&l)
	}
	return l
}

func block(x, y, z int64) func(*Launch) { return func(l *Launch) { l.Block = Shape{x, y, z} } }

func named(kernel string) func(*Launch) {
	return func(l *Launch) { l.Kernel, l.Name = kernel, kernelname.Parse(kernel) }
}

func lacks(counters ...int) func(*Launch) {
	return func(l *Launch) {
		for _, c := range counters {
			l.values[c], l.has[c] = 0, false
		}
	}
}

// addresses counts the LDC instructions and the addresses they request.
func addresses(executed, requests float64) func(*Launch) {
	return func(l *Launch) {
		l.values[2], l.values[3], l.has[2], l.has[3] = executed, requests, true, true
	}
}

func TestJudgement(t *testing.T) {
	read := func(replays, worst, weight float64) Load {
		return Load{Known: true, Replays: replays, Worst: worst, Weight: weight}
	}
	exact := []Load{read(31, 31, 0)}
	two := []Load{read(3, 3, 10), read(31, 31, 5)}
	open := []Load{read(3, 3, 0), read(31, 31, 5)}
	near := []Load{read(28, 28, 0), read(31, 31, 0)}
	data := []Load{{Known: true, Replays: 19.4, Worst: 31, Data: true}}
	unsure := []Load{{Known: true, Replays: 15, Worst: 15, Unsure: true}}
	averaged := []Load{{Known: true, Replays: 10, Worst: 20, Averaged: true}}
	tests := []struct {
		name                  string
		reads                 []Load
		open                  string
		sampled               bool
		instructions, replays float64
		status                Status
		want                  string
	}{
		{"as predicted", exact, "", false, 40, 1240, Agrees, ""},
		{"within 2 %", exact, "", false, 40, 1240 * 0.981, Agrees, ""},
		{"fewer", exact, "", false, 40, 1240 * 0.97, Disagrees, "30.07 replays per divergent instruction measured, 31 predicted"},
		{"none", exact, "", false, 0, 0, Disagrees, "no divergent instruction measured, 31 predicted"},
		{"not predicted", nil, "", false, 40, 40, Disagrees, "1 replay per divergent instruction measured, none predicted"},
		{"nothing", nil, "", false, 0, 0, Agrees, ""},
		{"nothing, as far as is known", nil, "a goto", false, 0, 0, Agrees, ""},
		{"not known", nil, "a goto", false, 40, 40, CannotTell, "none predicted; a goto"},
		{"as predicted, as far as is known", exact, "a goto", false, 40, 1240, Agrees, ""},
		{"less than predicted, others not known", exact, "a goto", false, 40, 40, CannotTell, "31 predicted; a goto"},
		{"two reads", two, "", false, 60, 740, Agrees, ""}, // 40 x 3 + 20 x 31
		{"two reads, joined by the compiler", two, "", false, 40, 680, CannotTell, "not where their trip counts put it"},
		{"below two reads", two, "", false, 60, 60, Disagrees, "12.33 predicted"},
		{"above two reads", two, "", false, 60, 6000, Disagrees, "12.33 predicted"},
		{"trip count not known", open, "", false, 60, 740, CannotTell, "3 to 31 predicted: the mean depends"},
		{"trip count not known, one end", open, "", false, 60, 180, CannotTell, "3 to 31 predicted"},
		{"trip count not known, above both", open, "", false, 60, 60 * 33, Disagrees, "33 replays"},
		{"trip count not known, alike", near, "", false, 10, 295, Agrees, ""},
		{"data", data, "", false, 100, 1700, Agrees, ""},
		{"data, not as likely", data, "", false, 100, 500, Disagrees, "19.4 predicted"},
		{"unsure", unsure, "", false, 10, 149, Agrees, ""},
		{"unsure, fewer lanes", unsure, "", false, 10, 70, CannotTell, "at most"},
		{"unsure, more than can be", unsure, "", false, 10, 170, Disagrees, ""},
		{"mean over what is not known", averaged, "", false, 10, 110, Agrees, ""},
		{"far from a mean", averaged, "", false, 10, 190, CannotTell, "on average"},
		{"more than any value gives", averaged, "", false, 10, 220, Disagrees, ""},
		{"not all warps followed", exact, "", true, 10, 280, Agrees, ""},
		{"not all warps followed, fewer", exact, "", true, 10, 100, CannotTell, "on average"},
	}
	for _, test := range tests {
		k := Kernel{Name: kernelname.Name{Base: "k"}, Block: Shape{128, 1, 1}, Reads: test.reads, Open: test.open, Sampled: test.sampled}
		e := &Export{File: "a.csv", Launches: []Launch{launched(test.instructions, test.replays)}}
		got, foreign := Compare([]Kernel{k}, []*Export{e})
		r := got[0]
		if r.Status != test.status || !strings.Contains(r.Why, test.want) || (r.Why == "") != (r.Status == Agrees) || len(foreign) > 0 {
			t.Errorf("%s: %s (%s), want %s (%s)", test.name, r.Status, r.Why, test.status, test.want)
		}
		if r.Status == Disagrees && r.Next == "" {
			t.Errorf("%s: no next step", test.name)
		}
		if math.Abs(r.PerInstruction()-test.replays/max(test.instructions, 1)) > 1e-9 || r.Launches != 1 || !r.SameShape {
			t.Errorf("%s: %+v", test.name, r)
		}
		if exactly := !test.sampled && test.name != "trip count not known, alike" && !slices.ContainsFunc(test.reads, func(l Load) bool { return l.Data || l.Unsure || l.Averaged }); r.Exact != exactly {
			t.Errorf("%s: exact is %v", test.name, r.Exact)
		}
	}
}

// TestLaunchesOfAKernel: which launches count for which kernel.
func TestLaunchesOfAKernel(t *testing.T) {
	kernel := func(name string, shape Shape, replays float64) Kernel {
		k := Kernel{Name: kernelname.Parse(name), Block: shape}
		if replays > 0 {
			k.Reads = []Load{{Known: true, Replays: replays, Worst: replays}}
		}
		return k
	}
	threads := Shape{128, 1, 1}
	tests := []struct {
		name     string
		kernels  []Kernel
		launches []Launch
		want     []string
	}{
		{"several launches are summed up", []Kernel{kernel("k", threads, 7)},
			[]Launch{launched(2, 14), launched(6, 42)}, []string{"agrees 2 7"}},
		{"none", []Kernel{kernel("k", threads, 7)}, []Launch{launched(2, 14, named("other()"))},
			[]string{"did not run 0 0: no launch of it was measured; measure a run that launches it, without a kernel filter", "other()"}},
		{"by namespace", []Kernel{kernel("a::k", threads, 7), kernel("b::k", threads, 1)},
			[]Launch{launched(2, 14, named("a::k()")), launched(2, 2, named("b::k()"))}, []string{"agrees 1 7", "agrees 1 1"}},
		{"by template argument", []Kernel{kernel("k<32>", threads, 31), kernel("k<8>", threads, 7)},
			[]Launch{launched(2, 14, named("void k<(int)8>(int)")), launched(2, 62, named("_Z1kILi32EEvi"))}, []string{"agrees 1 31", "agrees 1 7"}},
		{"by parameter types", []Kernel{kernel("k(float *)", threads, 31), kernel("k(double *)", threads, 7)},
			[]Launch{launched(2, 14, named("k(double *)")), launched(2, 62, named("_Z1kPf"))}, []string{"agrees 1 31", "agrees 1 7"}},
		{"by shape", []Kernel{kernel("k", threads, 31), kernel("k", Shape{8, 16, 1}, 7)},
			[]Launch{launched(2, 14, block(8, 16, 1)), launched(2, 62)}, []string{"agrees 1 31", "agrees 1 7"}},
		{"another shape, the same figure", []Kernel{kernel("k", threads, 31)}, []Launch{launched(2, 62, block(64, 1, 1))},
			[]string{"agrees 1 31: measured with blocks of 64x1x1, analysed with 128x1x1 (another shape)"}},
		{"another shape, another figure", []Kernel{kernel("k", threads, 31)}, []Launch{launched(2, 14, block(8, 16, 1)), launched(2, 14, block(8, 8, 1))},
			[]string{"cannot tell 2 7: measured with blocks of 8x16x1, 8x8x1, analysed with 128x1x1; check with --block 8,16,1 if the launch is not visible (another shape)"}},
		{"another shape besides", []Kernel{kernel("k", threads, 31)}, []Launch{launched(2, 62), launched(2, 14, block(8, 16, 1))},
			[]string{"agrees 1 31: it also ran with blocks of 8x16x1, which were not analysed"}},
		{"no shape", []Kernel{kernel("k", threads, 31)}, []Launch{launched(2, 62, block(0, 0, 0))}, []string{"agrees 1 31 (another shape)"}},
		{"no shape, another figure", []Kernel{kernel("k", threads, 31)}, []Launch{launched(2, 14, block(0, 0, 0))},
			[]string{"cannot tell 1 7: 7 replays per divergent instruction measured, 31 predicted; the export does not give the block shape; compare the launch shape and the SASS (cuobjdump -sass) with what `cudalint access` says about the read (another shape)"}},
		{"a kernel without constant reads has no shape", []Kernel{kernel("k", Shape{}, 0)}, []Launch{launched(0, 0), launched(0, 0, block(8, 8, 1))}, []string{"agrees 2 0"}},
		{"names alike, each launch agrees with one", []Kernel{kernel("k<32>", threads, 31), kernel("k<8>", threads, 7)},
			[]Launch{launched(2, 14), launched(2, 62)},
			[]string{"agrees 1 31: the name fits several kernels, and 1 of 2 launches agree with this one", "agrees 1 7: the name fits several kernels, and 1 of 2 launches agree with this one"}},
		{"names alike, the same prediction", []Kernel{kernel("k<32>", threads, 31), kernel("k<64>", threads, 31)},
			[]Launch{launched(2, 62), launched(2, 62)}, []string{"agrees 2 31", "agrees 2 31"}},
		{"names alike, one is left", []Kernel{kernel("k<32>", threads, 31), kernel("k<8>", threads, 7)}, []Launch{launched(2, 62)},
			[]string{"agrees 1 31: the name fits several kernels, and 1 of 1 launches agree with this one",
				"cannot tell 1 31: the export gives several kernels the name k, and all launches agree with others of them; export it with --print-kernel-base demangled if their names differ"}},
		{"counters are missing", []Kernel{kernel("k", threads, 31)}, []Launch{launched(0, 62, lacks(0))},
			[]string{"cannot tell 1 0: the export lacks " + Divergent + "; record it: " + Command()}},
		{"no replays tell of no divergence", []Kernel{kernel("k", threads, 0)}, []Launch{launched(0, 0, lacks(0))}, []string{"agrees 1 0"}},
		{"as many addresses as instructions", []Kernel{kernel("k", threads, 0)}, []Launch{launched(0, 0, lacks(0, 1), addresses(64, 64))}, []string{"agrees 1 0"}},
		{"more addresses than instructions", []Kernel{kernel("k", threads, 0)}, []Launch{launched(0, 0, lacks(0, 1), addresses(64, 80))},
			[]string{"cannot tell 1 0: the export lacks " + Divergent + " and " + Replays + "; record it: " + Command()}},
		{"kernels that are not in the sources", nil, []Launch{launched(1, 1, named("z()")), launched(1, 1, named("a()")), launched(1, 1, named("z()"))}, []string{"a()", "z()"}},
	}
	for _, test := range tests {
		results, foreign := Compare(test.kernels, []*Export{{File: "a.csv", Launches: test.launches}})
		var got []string
		for i := range results {
			r := &results[i]
			text := fmt.Sprintf("%s %d %g", r.Status, r.Launches, r.PerInstruction())
			if r.Why != "" {
				text += ": " + r.Why
			}
			if r.Next != "" {
				text += "; " + r.Next
			}
			if !r.SameShape && r.Launches > 0 {
				text += " (another shape)"
			}
			got = append(got, text)
		}
		if got = append(got, foreign...); !slices.Equal(got, test.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}

// TestSeveralFiles: launches of all files count.
func TestSeveralFiles(t *testing.T) {
	k := Kernel{Name: kernelname.Name{Base: "k"}, Block: Shape{128, 1, 1}, Reads: []Load{{Known: true, Replays: 7, Worst: 7}}}
	second := launched(6, 42)
	second.File = "b.csv"
	results, _ := Compare([]Kernel{k}, []*Export{{File: "a.csv", Launches: []Launch{launched(2, 14)}}, {File: "b.csv", Launches: []Launch{second}}})
	if r := results[0]; !slices.Equal(r.Files, []string{"a.csv", "b.csv"}) || r.Launches != 2 || r.Instructions != 8 || r.ReplaySum != 56 {
		t.Errorf("%+v", r)
	}
}

// TestManyLaunchesOfManyKernels: a name that fits many kernels takes no more time for
// each launch of a long run.
func TestManyLaunchesOfManyKernels(t *testing.T) {
	const kernels, launches = 200, 50000
	named := make([]Kernel, kernels)
	for i := range named {
		replays := float64(i%31 + 1)
		named[i] = Kernel{Name: kernelname.Name{Base: "k", Qualifiers: []string{fmt.Sprint("n", i)}}, Block: Shape{128, 1, 1}, Reads: []Load{{Known: true, Replays: replays, Worst: replays}}}
	}
	for name, shape := range map[string]Shape{"the same shape": {128, 1, 1}, "another shape": {64, 1, 1}, "many shapes": {129, 1, 1}, "many names": {128, 1, 1}} {
		e := &Export{File: "a.csv"}
		for i := range launches {
			l := launched(2, 14, block(shape[0], shape[1], shape[2]))
			if name == "many shapes" {
				l.Block[0] += int64(i)
			}
			if name == "many names" {
				l.Kernel += fmt.Sprint(i % maxKernels)
			}
			e.Launches = append(e.Launches, l)
		}
		began := time.Now()
		results, _ := Compare(named, []*Export{e})
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("%s: takes %v", name, took)
		}
		for i, r := range results {
			want := CannotTell
			if i%31 == 6 {
				want = Agrees
			}
			if strings.Contains(r.Why, "0x0x0") || r.Status != want || r.Launches != launches || r.PerInstruction() != 7 {
				t.Fatalf("%s: kernel %d: %s, %d launches of %g replays", name, i, r.Status, r.Launches, r.PerInstruction())
			}
		}
	}
}

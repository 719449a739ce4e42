package machine_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
)

// observed is what the warps of a concrete run did at one access.
type observed struct {
	executions, worst, mostActive int
	addresses, active             int // summed over executions
	sectors, worstSectors         int
	least, leastSectors           int
	trips                         map[int]int // by warp
	strides                       map[int64]bool
}

func (o *observed) mostTrips() int {
	n := 0
	for _, t := range o.trips {
		n = max(n, t)
	}
	return n
}

// add counts the executions of one run.
func addRun(all map[int]*observed, touched map[execution]map[int]int64) {
	runTrips := map[int]map[int]int{}
	for e, byLane := range touched {
		o := all[e.site]
		if o == nil {
			o = &observed{trips: map[int]int{}, strides: map[int64]bool{}}
			all[e.site] = o
		}
		distinct, sectors := map[int64]bool{}, map[int64]bool{}
		for _, a := range byLane {
			distinct[a] = true
			sectors[a>>3] = true
		}
		o.executions++
		o.addresses += len(distinct)
		o.active += len(byLane)
		o.sectors += len(sectors)
		o.worst = max(o.worst, len(distinct))
		o.mostActive = max(o.mostActive, len(byLane))
		o.worstSectors = max(o.worstSectors, len(sectors))
		if o.executions == 1 || len(distinct) < o.least {
			o.least = len(distinct)
		}
		if o.executions == 1 || len(sectors) < o.leastSectors {
			o.leastSectors = len(sectors)
		}
		if runTrips[e.site] == nil {
			runTrips[e.site] = map[int]int{}
		}
		runTrips[e.site][e.warp]++
		o.trips[e.warp] = max(o.trips[e.warp], runTrips[e.site][e.warp])
	}
}

// analyzeText returns the only kernel's result.
func analyzeText(tb testing.TB, text string) warp.Result {
	tb.Helper()
	results := slices.DeleteFunc(analyzeAll(tb, text), func(r warp.Result) bool { return !r.Kernel.Kernel() })
	if len(results) != 1 {
		tb.Fatalf("%d results\n%s", len(results), text)
	}
	return results[0]
}

func analyzeAll(tb testing.TB, text string) []warp.Result {
	tb.Helper()
	unit, err := sema.NewUnit(context.Background(), source.NewFile("a.cu", []byte(text)), sema.Options{Arch: 900, Read: os.ReadFile})
	if errors.Is(err, cudaparse.ErrTooDeep) {
		tb.Skip("refused, as it should be: ", err)
	}
	if err != nil {
		tb.Fatal(err)
	}
	return kernels.Analyze(context.Background(), unit, kernels.Options{})
}

// tally counts how much of what the analysis says could be compared.
type tally struct{ programs, skipped, rows, known, exact int }

// compareProgram runs a program and holds the analysis against it. It returns what
// is wrong, "" if nothing is.
func compareProgram(tb testing.TB, p *program, r *rand.Rand, n *tally) string {
	all := map[int]*observed{}
	runs, defined := 1, 0
	if p.open {
		runs = 5
	}
	for range runs {
		ev := &evaluator{p: p, n: p.n, block: int64(r.Intn(p.grid))}
		if p.n < 0 {
			ev.n = []int64{0, 1, 2, 3, 5, 8, 17, 31, 32, 40}[r.Intn(10)]
		}
		ev.run()
		if !ev.undefined {
			defined++
			addRun(all, ev.touched)
		}
	}
	n.programs++
	if defined == 0 {
		n.skipped++
		return ""
	}
	res := analyzeText(tb, p.text)
	rows := map[int]warp.Access{}
	for _, a := range res.Accesses {
		if a.Object == "out" {
			rows[a.Node.Span().Start] = a
		}
	}
	exact := !p.open && !p.pointers && defined == runs && res.Incomplete == "" && !p.big
	for site, start := range p.sites {
		if start < 0 {
			continue
		}
		o, seen := all[site], false
		a, found := rows[start]
		if seen = o != nil; !seen {
			if found && exact {
				return fmt.Sprintf("%s: never executed, but has a row", a.Node.Text())
			}
			continue
		}
		n.rows++
		if !found {
			if res.Incomplete != "" {
				continue
			}
			return fmt.Sprintf("site %d is executed, but has no row", site)
		}
		if wrong := compareRanges(a.Ranges, o); wrong != "" {
			return fmt.Sprintf("%s at line %d: %s", a.Node.Text(), line(p.text, start), wrong)
		}
		if !a.Addresses.Known() {
			continue
		}
		n.known++
		wrong := compareRow(a, o, exact)
		if exact && wrong == "" {
			wrong = compareExecutions(a, o, float64((p.block[0]*p.block[1]+31)/32))
		}
		if wrong != "" {
			return fmt.Sprintf("%s at line %d: %s", a.Node.Text(), line(p.text, start), wrong)
		}
		if exact {
			n.exact++
		}
	}
	return ""
}

func line(text string, at int) int {
	n := 1
	for _, c := range text[:at] {
		if c == '\n' {
			n++
		}
	}
	return n
}

// compareRanges holds the ranges of a row against what was counted.
func compareRanges(r warp.Ranges, o *observed) string {
	if x := r.Addresses; x.Known() && (o.least < x.Least || o.worst > x.Most) {
		return fmt.Sprintf("%d-%d addresses, is %d-%d", x.Least, x.Most, o.least, o.worst)
	}
	if x := r.Sectors; x.Known() && (o.leastSectors < x.Least || o.worstSectors > x.Most) {
		return fmt.Sprintf("%d-%d sectors, is %d-%d", x.Least, x.Most, o.leastSectors, o.worstSectors)
	}
	return ""
}

// compareExecutions holds how often a warp is said to execute an access against how
// often the warps did: less where the compiler reads once what is read again.
func compareExecutions(a warp.Access, o *observed, warps float64) string {
	is := float64(o.executions) / warps
	if a.Trips != 0 && a.Executions > is+1e-6 {
		return fmt.Sprintf("executions %g, is %g", a.Executions, is)
	}
	// The same may be stored in every iteration of a loop.
	if least := is / float64(max(o.mostTrips(), 1)); a.Kind != warp.Load && a.Executions < least-1e-6 {
		return fmt.Sprintf("executions %g, is at least %g", a.Executions, least)
	}
	if a.Executions < 0 || a.Vector < 1 {
		return fmt.Sprintf("executions %g, vector %g", a.Executions, a.Vector)
	}
	return ""
}

// compareRow compares one row; exact where the source determines every figure.
func compareRow(a warp.Access, o *observed, exact bool) string {
	same := func(name string, worst int, mean float64, got warp.Count) string {
		if got.Worst != worst || math.Abs(got.Mean-mean) > 1e-6 {
			return fmt.Sprintf("%s %d mean %.4f, is %d mean %.4f", name, got.Worst, got.Mean, worst, mean)
		}
		return ""
	}
	if (a.Pattern == warp.Uniform) != (a.Addresses.Worst == 1) {
		return fmt.Sprintf("pattern %v with %d addresses", a.Pattern, a.Addresses.Worst)
	}
	if exact && a.Pattern != warp.DataDependent {
		n := float64(o.executions)
		for _, wrong := range []string{
			same("addresses", o.worst, float64(o.addresses)/n, a.Addresses),
			same("active lanes", o.mostActive, float64(o.active)/n, a.ActiveLanes),
			same("sectors", o.worstSectors, float64(o.sectors)/n, a.Sectors),
		} {
			if wrong != "" {
				return wrong
			}
		}
		if a.Trips != 0 && a.Trips != int64(o.mostTrips()) {
			return fmt.Sprintf("trips %d, is %d", a.Trips, o.mostTrips())
		}
		return ""
	}
	if a.Addresses.Worst < o.worst {
		return fmt.Sprintf("at most %d addresses, has %d", a.Addresses.Worst, o.worst)
	}
	if a.ActiveLanes.Worst < o.mostActive {
		return fmt.Sprintf("at most %d active lanes, has %d", a.ActiveLanes.Worst, o.mostActive)
	}
	if a.Addresses.Worst > a.ActiveLanes.Worst {
		return fmt.Sprintf("%d addresses of %d lanes", a.Addresses.Worst, a.ActiveLanes.Worst)
	}
	return ""
}

// TestRandomKernels holds the analysis of random kernels against running them.
// CUDALINT_KERNELS sets how many, CUDALINT_SEED where to start.
func TestRandomKernels(t *testing.T) {
	count, first := environment("CUDALINT_KERNELS", 600), environment("CUDALINT_SEED", 1)
	var n tally
	failures := 0
	for seed := first; seed < first+count; seed++ {
		r := rand.New(rand.NewSource(int64(seed)))
		p := generate(randomChooser{r})
		if wrong := compareProgram(t, p, r, &n); wrong != "" {
			wrong = reduce(t, p, wrong)
			t.Errorf("seed %d: %s\n%s", seed, wrong, p.text)
			if failures++; failures >= environment("CUDALINT_FAILURES", 3) {
				break
			}
		}
	}
	t.Logf("%d kernels (%d without meaning), %d accesses, %d with known figures, %d compared exactly", n.programs, n.skipped, n.rows, n.known, n.exact)
	if n.known*2 < n.rows {
		t.Errorf("only %d of %d accesses have known figures", n.known, n.rows)
	}
}

func environment(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// reduce takes statements out of a program as long as something is wrong with what
// is left, and returns what.
func reduce(tb testing.TB, p *program, wrong string) string {
	try := func() (found string) {
		defer func() {
			if recover() != nil {
				found = "" // what is left is no program
			}
		}()
		p.print()
		return compareProgram(tb, p, rand.New(rand.NewSource(1)), &tally{})
	}
	var lists func(at *[]*stmt) bool
	lists = func(at *[]*stmt) bool {
		for i := len(*at) - 1; i >= 0; i-- {
			all, s := *at, (*at)[i]
			without := append(append([]*stmt{}, all[:i]...), all[i+1:]...)
			for _, shorter := range [][]*stmt{without, append(append(append([]*stmt{}, all[:i]...), s.body...), all[i+1:]...)} {
				*at = shorter
				if w := try(); w != "" {
					wrong = w
					return true
				}
				*at = all
			}
			if lists(&s.body) || lists(&s.alt) {
				return true
			}
			for j := range s.sections {
				if lists(&s.sections[j]) {
					return true
				}
			}
		}
		return false
	}
	for lists(&p.kernel.body) {
	}
	for i := range p.functions {
		for lists(&p.functions[i].body) {
		}
	}
	p.print()
	return wrong
}

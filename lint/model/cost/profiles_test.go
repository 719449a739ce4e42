package cost

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
)

// A profiledLaunch is one launch of a kernel that was profiled: a line of the file that the
// environment variable CUDALINT_PROFILES names.
type profiledLaunch struct {
	ID                         string
	Sources, Defines, Includes []string
	Function, Kernel           string // its name, and with template arguments and parameters
	Grid, Block                [3]int64
	Dynamic, Static, Registers int64
	Warps                      float64
	Lines                      map[string]map[string]float64 // executions by "path:line" and kind of instruction
}

// An estimateRow is what TestProfiledKernels writes about an estimate.
type estimateRow struct {
	ID, Mode, Error, Bound, Incomplete string
	Block                              [3]int
	Grid                               float64
	Registers                          float64
	MS, Cycles                         float64
	GridKnown                          bool
	Assumed                            []string
	Occupancy                          Occupancy
	Demand                             map[string]float64
	// Instructions are warp instructions per warp, by class.
	Instructions map[string]float64
	Traffic      map[string]float64
	Accesses     []string
	Unseen       []string
	Nests        []string
}

// TestProfiledKernels writes the estimates of profiled kernels, to be compared with the counters: once
// as the sources are, and once with the launch and the trip counts of the profile. It runs if
// CUDALINT_PROFILES names a file of launches; CUDALINT_ESTIMATES is the file to write.
func TestProfiledKernels(t *testing.T) {
	in := os.Getenv("CUDALINT_PROFILES")
	if in == "" {
		t.Skip("CUDALINT_PROFILES is not set")
	}
	text, err := os.ReadFile(in)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Create(os.Getenv("CUDALINT_ESTIMATES"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	defer w.Flush()
	units := map[string]*profiledUnit{}
	for line := range strings.Lines(string(text)) {
		var p profiledLaunch
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		for _, mode := range []string{"source", "profile"} {
			row := estimateProfiled(t, units, &p, mode)
			row.ID, row.Mode = p.ID, mode
			out, err := json.Marshal(row)
			if err != nil {
				t.Fatal(p.ID, err, row)
			}
			w.Write(append(out, '\n'))
		}
	}
}

// A profiledUnit is a translation unit with the launches in it.
type profiledUnit struct {
	unit *sema.Unit
	host *host.Analysis
}

func openProfiled(units map[string]*profiledUnit, p *profiledLaunch, path string) *profiledUnit {
	if u, ok := units[path]; ok {
		return u
	}
	units[path] = nil
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	unit, err := sema.NewUnit(context.Background(), source.NewFile(path, text), sema.Options{Arch: 900, Defines: p.Defines, IncludeDirs: p.Includes, Read: os.ReadFile})
	if err != nil {
		return nil
	}
	units[path] = &profiledUnit{unit, host.New(context.Background(), unit, ir.NewBuilder(unit, false))}
	return units[path]
}

// numberPattern matches numbers among template arguments.
var numberPattern = regexp.MustCompile(`-?\b\d+\b`)

// likeness says how well a launch in the source fits a profiled one.
func likeness(l *sema.Launch, p *profiledLaunch) (points int) {
	head, _, _ := strings.Cut(p.Kernel, "(")
	if _, after, ok := strings.Cut(p.Kernel, "<"); ok {
		head, _, _ = strings.Cut(after, ">(")
	}
	numbers := numberPattern.FindAllString(head, -1)
	for _, a := range l.TemplateArgs {
		if a.Const.Known() && slices.Contains(numbers, fmt.Sprint(a.Const.Int)) {
			points += 4
		}
		if a.Type != nil && a.Type.Name != "" && strings.Contains(head, a.Type.Name) {
			points += 4
		}
	}
	if l.Bindings != nil && len(l.TemplateArgs) == 0 {
		for _, a := range l.Bindings.Args {
			if a.Type != nil && a.Type.Name != "" && strings.Contains(head, a.Type.Name) {
				points += 2
			}
		}
	}
	for i := range 3 {
		if l.Block[i] == p.Block[i] {
			points++
		} else if l.Block[i] > 0 {
			points -= 2
		}
		if l.Grid[i] == p.Grid[i] {
			points++
		}
	}
	return points
}

// estimateProfiled returns the estimate of a profiled kernel.
func estimateProfiled(t *testing.T, units map[string]*profiledUnit, p *profiledLaunch, mode string) (row estimateRow) {
	var found *profiledUnit
	var kernel *sema.Function
	var best *sema.Launch
	for _, path := range p.Sources {
		u := openProfiled(units, p, path)
		if u == nil {
			continue
		}
		for _, k := range u.unit.Kernels() {
			if k.Name != p.Function {
				continue
			}
			if kernel == nil {
				found, kernel = u, k
			}
			for _, l := range u.host.Of(k) {
				if best == nil || likeness(l, p) > likeness(best, p) {
					found, kernel, best = u, k, l
				}
			}
		}
	}
	if kernel == nil {
		row.Error = "no such kernel"
		return row
	}
	opts := kernels.Options{Kernel: kernel}
	launch := best
	if mode == "profile" {
		given := sema.Launch{Kernels: []*sema.Function{kernel}}
		if best != nil {
			given = *best
		}
		given.Grid, given.Block, given.SharedBytes = p.Grid, p.Block, p.Dynamic
		launch = &given
	}
	opts.Launches = func(*sema.Function) []*sema.Launch {
		if launch == nil {
			return nil
		}
		return []*sema.Launch{launch}
	}
	results := kernels.Analyze(context.Background(), found.unit, opts)
	if len(results) == 0 {
		row.Error = "no result"
		return row
	}
	k := results[0]
	m, product := gpuNamed(t, "H100")
	var use Resources
	if mode == "profile" {
		applyProfile(&k, p)
		use = Resources{Known: true, Registers: float64(p.Registers), Shared: float64(p.Static)}
	}
	return rowOfEstimate(Kernel(m, product, &k, use))
}

// lineOf returns the place of a node as "path:line".
func lineOf(n ast.Node) (path string, line int) {
	f := n.File().Source
	return filepath.Clean(f.Path), f.Position(n.Span().Start).Line
}

// rowOfEstimate returns the figures of an estimate.
func rowOfEstimate(e *Estimate) estimateRow {
	r := estimateRow{Bound: e.Bound().String(), Incomplete: e.kernel.Incomplete, Block: e.kernel.Block.Dim, Grid: gridBlocks(e.kernel), Cycles: e.Cycles(), Registers: e.Occupancy.Registers,
		Occupancy: e.Occupancy, Demand: map[string]float64{}, Instructions: map[string]float64{}, Traffic: map[string]float64{}}
	r.MS, r.GridKnown = e.Milliseconds()
	r.Unseen = e.unseen()
	for p, d := range e.Demand {
		r.Demand[Pipe(p).String()] = d
	}
	var sum Instructions
	for _, n := range e.work {
		sum = sum.Plus(n, 1)
	}
	for name, n := range map[string]float64{"integer": sum.Integer, "single": sum.Single, "double": sum.Double, "half": sum.Half, "special": sum.Special, "convert": sum.Convert,
		"control": sum.Control, "exchange": sum.Exchange, "uniform": sum.Uniform, "uniform_operands": e.uniform} {
		r.Instructions[name] = n
	}
	for i := range e.accesses {
		x := &e.accesses[i]
		key := profileKey(x.Access)
		r.Instructions[key] += x.executions * max(1, x.cost.Instructions)
		if x.Space == sema.GlobalSpace {
			r.Traffic["sectors_"+key] += x.executions * sectorsOf(x)
		}
		r.Traffic["pipe_"+key] += x.executions * x.cost.Cycles
		r.Traffic["l2_"+key] += x.executions * x.cost.L2Sectors
		r.Traffic["dram_"+key] += x.executions * x.cost.DRAMSectors
		path, line := lineOf(x.Node)
		r.Accesses = append(r.Accesses, fmt.Sprintf("%s:%d %s %s %s nest %d exec %.3g vec %.2g sectors %.3g fresh %.2g used %.3g cycles %.3g latency %.3g depth %d carried %v l2 %.3g dram %.3g guarded %v", filepath.Base(path), line, key, x.Object, x.Pattern, x.nest, x.executions, x.Vector,
			x.Sectors.Mean, x.fresh, x.SectorBytes, x.cost.Cycles, x.cost.Latency, x.depth, x.carried, x.cost.L2Sectors, x.cost.DRAMSectors, x.Guarded))
	}
	if !r.GridKnown {
		r.Assumed = append(r.Assumed, "grid")
	}
	if e.kernel.Block.Source != warp.FromLaunch {
		r.Assumed = append(r.Assumed, "block")
	}
	for i := range e.kernel.Nests {
		n := &e.kernel.Nests[i]
		at := 0
		if n.Loop.Valid() {
			_, at = lineOf(n.Loop)
			if !n.TripsKnown && !slices.Contains(r.Assumed, "trips") {
				r.Assumed = append(r.Assumed, "trips")
			}
		}
		ops := slices.Clone(n.Operations)
		slices.SortFunc(ops, func(a, b warp.OperationCount) int { return cmp.Compare(b.Count, a.Count) })
		text := fmt.Sprintf("line %d parent %d trips %.4g known %v unroll %d runs %.4g barriers %.3g calls %v:", at, n.Parent, n.Trips, n.TripsKnown, n.Unroll, n.Runs, n.Barriers, n.Calls)
		for _, o := range ops {
			text += fmt.Sprintf(" %v.%v%s=%.3g", o.Operation, o.Type, map[bool]string{true: "u"}[o.Uniform], o.Count)
		}
		r.Nests = append(r.Nests, text)
	}
	return r
}

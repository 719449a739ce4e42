package report

import (
	"bufio"
	"math"
	"strings"

	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lint/price"
)

type jsonKernelTable struct {
	Schema   int             `json:"schema"`
	Tool     jsonTool        `json:"tool"`
	Targets  []jsonTarget    `json:"targets"`
	Kernels  []jsonKernelRow `json:"kernels"`
	Problems []jsonProblem   `json:"problems"`
}

type jsonKernelRow struct {
	Path        string       `json:"path"`
	Line        int          `json:"line"`
	Column      int          `json:"column"`
	Kernel      string       `json:"kernel"`
	Block       [3]int       `json:"block"`
	BlockSource string       `json:"block_source"`
	Launch      string       `json:"launch,omitempty"`
	Grid        *[3]int64    `json:"grid"` // null where it is not known
	On          []jsonOneGPU `json:"on"`
}

// A jsonOneGPU is a kernel on one target. Figures that are not known are null.
type jsonOneGPU struct {
	GPU             string              `json:"gpu"`
	Compiled        bool                `json:"compiled"`
	Incomplete      string              `json:"incomplete,omitempty"`
	Bound           *string             `json:"bound"`
	Cycles          *float64            `json:"cycles"`
	Pipes           map[string]*float64 `json:"pipes"`
	Occupancy       *jsonOccupancy      `json:"occupancy"`
	Costliest       *jsonCostliest      `json:"costliest"`
	Findings        int                 `json:"findings"`
	SavingPercent   *int                `json:"saving_percent"`
	SavingRange     *jsonSaving         `json:"saving_range"`
	UpperBound      bool                `json:"upper_bound"`
	UnknownAccesses int                 `json:"unknown_accesses"`
	TripsAssumed    bool                `json:"trips_assumed"`
	GridAssumed     bool                `json:"grid_assumed"`
	HiddenLoops     []string            `json:"hidden_loops,omitempty"`
	HiddenCalls     []string            `json:"hidden_calls,omitempty"`
}

type jsonOccupancy struct {
	Warps     float64 `json:"warps"`
	MostWarps float64 `json:"most_warps"`
	Percent   float64 `json:"percent"` // an upper bound
	// LeastWarps differs from Warps where instances of a template do.
	LeastWarps float64        `json:"least_warps,omitempty"`
	Resources  *jsonResources `json:"resources,omitempty"`
}

// jsonResources are what the compiler says of a kernel, each from the least to the most of the
// instances of a template.
type jsonResources struct {
	Log       string `json:"log"`
	Functions int    `json:"functions"`
	Registers [2]int `json:"registers"`
	Shared    [2]int `json:"shared_bytes"`
	Spilled   [2]int `json:"spilled_bytes"`
}

type jsonCostliest struct {
	Path       string  `json:"path"`
	Line       int     `json:"line"`
	Column     int     `json:"column"`
	Expression string  `json:"expression"`
	Cycles     float64 `json:"cycles"`
}

// writeKernelsJSON writes the table as schema/kernels.schema.json describes.
func writeKernelsJSON(w *bufio.Writer, t *Kernels, opts Options) error {
	out := jsonKernelTable{Schema: schemaVersion, Tool: jsonTool{"cudalint", opts.Version}, Targets: []jsonTarget{}, Kernels: []jsonKernelRow{}, Problems: problemsJSON(t.Problems)}
	for _, target := range t.Targets {
		out.Targets = append(out.Targets, jsonTarget(target))
	}
	for i := range t.Rows {
		r := &t.Rows[i]
		k := r.first()
		row := jsonKernelRow{Path: k.Path, Line: k.Start.Line, Column: k.Start.Column, Kernel: k.Name, Block: k.Block.Dim, BlockSource: k.Block.Source.String(), Launch: k.Launch}
		if grid := k.Grid; grid[0]*grid[1]*grid[2] > 0 {
			row.Grid = &grid
		}
		for n, on := range r.On {
			row.On = append(row.On, oneGPUJSON(on, t.Targets[n].GPU))
		}
		out.Kernels = append(out.Kernels, row)
	}
	return encode(w, out)
}

func oneGPUJSON(k *inspect.Kernel, gpu string) jsonOneGPU {
	out := jsonOneGPU{GPU: gpu, Compiled: k != nil, Pipes: map[string]*float64{}}
	for i, name := range price.PipeNames {
		key := strings.ToLower(strings.ReplaceAll(name, "/", "_"))
		out.Pipes[key] = nil
		if k != nil && k.Cost != nil && PipeText(k, i) != "?" {
			out.Pipes[key] = &k.Cost.Pipes[i].Cycles
		}
	}
	if k == nil {
		return out
	}
	out.Incomplete, out.Findings, out.UpperBound = k.Incomplete, k.Findings, k.UpperBound
	if k.SavingKnown {
		bounds := savingRangeJSON(k.Range)
		out.SavingPercent, out.SavingRange = &k.Saving, &bounds
	}
	if c := k.Cost; c != nil {
		out.Bound, out.Cycles = &c.Bound, &c.Cycles
		out.Occupancy = &jsonOccupancy{Warps: c.Warps, MostWarps: c.MostWarps, Percent: math.Round(1000*c.Warps/c.MostWarps) / 10}
		if u := c.Compiled; u != nil {
			out.Occupancy.LeastWarps = c.LeastWarps
			out.Occupancy.Resources = &jsonResources{u.Log, len(u.Symbols), [2]int{u.Registers.Least, u.Registers.Most}, [2]int{u.Shared.Least, u.Shared.Most}, [2]int{u.Spills.Least, u.Spills.Most}}
		}
		out.UnknownAccesses, out.TripsAssumed, out.GridAssumed = c.UnknownAccesses, c.TripsAssumed, c.GridAssumed
		out.HiddenLoops, out.HiddenCalls = c.Hidden.Loops, c.Hidden.Calls
	}
	if c := k.Costliest; c != nil {
		out.Costliest = &jsonCostliest{c.Path, c.Start.Line, c.Start.Column, oneLine(c.Expression), c.Cycles}
	}
	return out
}

package page

import (
	"fmt"
	"math"
	"strings"

	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lint/price"
	"github.com/cudalint/cudalint/lint/report"
	"github.com/cudalint/cudalint/lint/wording"
)

func pipeNames() []string { return price.PipeNames[:] }

// rowOf returns a kernel as a line of the table.
func rowOf(k *inspect.Kernel) row {
	r := row{Name: wording.ClipRunes(wording.Printable(k.Name), 80), Place: wording.Printable(fmt.Sprintf("%s:%d", k.Path, k.Start.Line)), Block: report.BlockText(k),
		Bound: "?", Cycles: "?", Occupancy: report.OccupancyText(k), Saving: report.SpeedupText(k), Level: levelOf(k), Costliest: report.CostliestText(k)}
	if c := k.Cost; c != nil {
		r.Bound, r.Cycles, r.Bars = c.Bound, report.CyclesText(k, c.Cycles), bars(c)
	}
	return r
}

// levelOf returns the level of a saving, as lint.Level has them.
func levelOf(k *inspect.Kernel) string {
	switch {
	case !k.SavingKnown || k.Findings == 0:
		return "none"
	case k.Saving >= 50:
		return "critical"
	case k.Saving >= 20:
		return "high"
	case k.Saving >= 5:
		return "medium"
	}
	return "low"
}

// The small chart of a line: a bar for each pipe, barStep units wide, of at most barHeight.
const (
	barStep, barWidth = 8, 6
	barHeight         = 20
)

// bars returns the path of the small chart of a kernel's pipes. Unknown ones have no bar.
func bars(c *price.Kernel) string {
	var b strings.Builder
	most := busiest(c)
	for i, p := range c.Pipes {
		if h := math.Round(barHeight * p.Cycles / most); p.Known && h >= 1 {
			fmt.Fprintf(&b, "M%d %dv-%.0fh%dv%.0fz", i*barStep+1, barHeight, h, barWidth, h)
		}
	}
	return b.String()
}

// busiest returns the cycles of the busiest pipe, at least a little.
func busiest(c *price.Kernel) float64 {
	most := 0.01
	for _, p := range c.Pipes {
		if p.Known {
			most = max(most, p.Cycles)
		}
	}
	return most
}

// A bar is one pipe of the large chart, 0 to 100 wide.
type bar struct {
	Name, Cycles   string
	Width          float64
	Bound, Unknown bool
}

// chart returns the large chart of a kernel; nil where nothing is known.
func chart(k *inspect.Kernel) (out []bar) {
	if k.Cost == nil {
		return nil
	}
	most := busiest(k.Cost)
	for i, p := range k.Cost.Pipes {
		b := bar{Name: price.PipeNames[i], Cycles: report.PipeText(k, i), Unknown: !p.Known}
		if p.Known {
			b.Width = math.Round(1000*p.Cycles/most) / 10
			b.Bound = p.Cycles > 0 && math.Abs(p.Cycles-k.Cost.BoundCycles) < 0.1
		}
		out = append(out, b)
	}
	return out
}

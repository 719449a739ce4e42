package inspect

import (
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/assumption"
	"github.com/cudalint/cudalint/lint/price"
)

// A DetailedRow is a Row with all else that is known of the access.
type DetailedRow struct {
	Row
	// ObjectBytes is the size of the whole object, -1 where it is not known.
	ObjectBytes int64
	// Launch is where the launch stands, "src/a.cu:90"; "" where none is in sight.
	Launch string
	// Operand is set for reads of constant memory at an address that the compiler knows:
	// they are operands of other instructions.
	Operand bool
	// UniformPath is set where constant memory is read through the uniform datapath.
	UniformPath bool
	// Unsure is set where some of the lanes counted as active may be inactive.
	Unsure bool
	// Incomplete says why the analysis of the kernel stopped early, "" if it did not.
	Incomplete string
	// Assumptions are what the figures rest on: the block shape and where it is from
	// first.
	Assumptions []string
	// Price is what the access costs; nil where Cycles is 0.
	Price *price.Comparison
}

func (u *Unit) detailedRow(kernel *warp.Result, a *warp.Access) DetailedRow {
	row := DetailedRow{
		Row: u.row(kernel, a), ObjectBytes: a.ObjectBytes,
		Operand: a.Literal || a.Immediate, UniformPath: a.UniformPath, Unsure: a.Unsure,
		Incomplete: kernel.Incomplete, Assumptions: assumption.Texts(kernel, a, u.LaunchAt),
	}
	if kernel.Launch != nil {
		row.Launch = u.LaunchAt(kernel.Launch)
	}
	if row.Cycles > 0 {
		row.Price = u.Prices.Compare(kernel, a)
	}
	return row
}

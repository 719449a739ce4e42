package inspect

import (
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/assumption"
	"github.com/cudalint/cudalint/lint/price"
)

// A DetailedRow is a Row with further facts about the access, for editors.
type DetailedRow struct {
	Row
	// Launch is the place of the launch, "src/a.cu:90"; "" if none is known.
	Launch string
	// Operand is set for reads of constant memory at an address that the compiler knows. Such a
	// read is an operand of another instruction.
	Operand bool
	// UniformPath is set where constant memory is read through the uniform datapath.
	UniformPath bool
	// Unsure is set where some of the lanes counted as active may be inactive.
	Unsure bool
	// Incomplete says why the analysis of the kernel stopped early, "" if it did not.
	Incomplete string
	// Assumptions are what the figures assume. The first is the block shape and its source.
	Assumptions []string
	// Price is what the access costs; nil where Cycles is 0.
	Price *price.Comparison
}

func (u *Unit) detailedRow(kernel *warp.Result, a *warp.Access) DetailedRow {
	row := DetailedRow{
		Row:     u.row(kernel, a),
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

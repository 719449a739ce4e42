package lint

import (
	"fmt"

	"github.com/cudalint/cudalint/lint/warp"
)

// Assumptions says what the figures of an access rest on: the block shape and where it is
// from, warps that were left out, and how likely indexes are that are data.
func (p *Pass) Assumptions(kernel *warp.Result, a *warp.Access) []string {
	return p.run.assumptions(kernel, a)
}

func (u *unitRun) assumptions(kernel *warp.Result, a *warp.Access) []string {
	out := []string{u.blockText(kernel)}
	if kernel.SomeWarps {
		out = append(out, "the kernel is long: the first two, the middle and the last of its warps were followed")
	}
	if a.Pattern == warp.DataDependent {
		text := "indexes are taken to be independent and equally likely"
		if a.DataRange > 0 {
			text += fmt.Sprintf(" over %d values", a.DataRange)
		}
		if a.DataInRow {
			text += ", those of one row of the table"
		}
		out = append(out, text)
	}
	return out
}

// blockText says which block shape a kernel was followed with, and where it is from.
func (u *unitRun) blockText(kernel *warp.Result) string {
	d := kernel.Block.Dim
	block := fmt.Sprintf("block %dx%dx%d", d[0], d[1], d[2])
	switch kernel.Block.Source {
	case warp.FromLaunch:
		if kernel.Block.Launch == nil {
			return block + " from a launch"
		}
		return block + " from the launch at " + u.launchAt(kernel.Block.Launch)
	case warp.FromBlockSize:
		return block + " from __block_size__"
	case warp.FromFlag:
		return block + " from --block"
	case warp.FromConfig:
		return block + " from the configuration"
	case warp.FromLaunchBounds:
		return block + " is assumed: " + u.unknownBlock(kernel) + ", and __launch_bounds__ gives a maximum"
	}
	return block + " is assumed: " + u.unknownBlock(kernel) + " (--block gives another)"
}

// unknownBlock returns what keeps the block shape from being known.
func (u *unitRun) unknownBlock(kernel *warp.Result) string {
	if kernel.Launch == nil {
		return "no launch is in sight"
	}
	return "the source does not tell that of the launch at " + u.launchAt(kernel.Launch)
}

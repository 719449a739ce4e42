package missingrestrict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/pointer"
)

// most is how many entries of a list a message names.
const most = 3

// named returns the names of parameters.
func named(k *sema.Function, params []int) []string {
	out := []string{}
	for _, i := range params {
		out = append(out, k.Params[i].Name)
	}
	return out
}

// destination returns the targets of stores as a phrase: "to out", "through pointers held in
// objects".
func destination(k *sema.Function, s pointer.Stored) string {
	names := slices.Concat(named(k, s.Params), s.Variables)
	switch {
	case len(names) > most:
		return fmt.Sprintf("to %s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	case len(names) > 0:
		return "to " + strings.Join(names, ", ")
	case s.Held:
		return "through pointers held in objects"
	}
	return "through pointers of unknown origin"
}

// where returns the places of loops as a phrase: "in the loop on line 12".
func where(pass *lint.Pass, of ast.Node, loops []ast.Node) string {
	var lines []string
	for _, l := range loops {
		at := pass.Place(l)
		line := fmt.Sprint(at.Start.Line)
		if at.Path != pass.Place(of).Path {
			line = at.Path + ":" + line
		}
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	switch {
	case len(lines) > most:
		return fmt.Sprintf("in %d loops", len(lines))
	case len(lines) > 1:
		return "in the loops on lines " + strings.Join(lines, ", ")
	case strings.Contains(lines[0], ":"):
		return "in the loop at " + lines[0]
	}
	return "in the loop on line " + lines[0]
}

// message says what the missing qualifier costs. stores is a phrase for the stores in the
// same loops as loads: their targets, and the places of the loops.
func message(d *Data, stores string) string {
	loads := fmt.Sprintf("its %d loads", d.Loads)
	if d.Loads == 1 {
		loads = "its load"
	}
	text := fmt.Sprintf("kernel parameter %s is only read, but not const __restrict__: %s cannot use the read-only path", d.Parameter, loads)
	switch n, beside := d.LoadsRepeatedAfterStores, d.LoadsBesideStores; {
	case beside == 0:
	case n == 0 && beside == d.Loads:
		text += " or move across the stores " + stores
	case n == 0:
		text += fmt.Sprintf(", and %d of them cannot move across the stores %s", beside, stores)
	case n == d.Loads && n == 1:
		text += " and is repeated after each store " + stores
	case n == d.Loads:
		text += " and are repeated after each store " + stores
	case n == 1:
		text += ", and 1 of them is repeated after each store " + stores
	default:
		text += fmt.Sprintf(", and %d of them are repeated after each store %s", n, stores)
	}
	return text
}

// help says what to write and what that gains. noConst is the reason to leave out const, "" if
// there is none; __restrict__ alone has the same effect.
func help(d *Data, noConst string) string {
	why := ""
	if noConst != "" {
		why = " (no const, because " + noConst + "; __restrict__ alone is enough)"
	}
	gain := "sm_50 to sm_6x then cache its loads, which they do not do by default; on later GPUs it only lets nvcc move loads across stores"
	if d.LoadsRepeatedAfterStores > 0 {
		gain = "nvcc then repeats no load, and sm_50 to sm_6x cache its loads, which they do not do by default"
	}
	return fmt.Sprintf("if no launch passes memory that the kernel writes, change it in every declaration to %s%s; %s", d.Suggested, why, gain)
}

// Package render writes the texts that editors show. It gets diagnostics and accesses, and gives
// messages, hovers and inlay hints.
package render

import (
	"fmt"
	"math"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lint/wording"
)

// Hover returns what an editor shows of the code at an offset: of the innermost memory
// access there, of the variable in constant memory that is named there, and of that in
// shared memory that is declared there. at is the expression that it is about. text is ""
// where there is nothing to say.
func Hover(in *inspect.File, offset int, markdown bool) (text string, at lint.Place) {
	p := &page{markdown: markdown}
	a, c := in.At(offset), in.ConstantAt(offset)
	switch {
	case a != nil:
		p.access(in, a)
		if c != nil {
			p.add(p.constant(in, c))
		}
		return wording.Clip(p.String(), wording.MaxDetail), a.Place
	case c != nil:
		p.add(p.bold(c.Name), p.text(typeOf(c)), p.text(" in constant memory: "), p.constantFigures(in, c))
		return wording.Clip(p.String(), wording.MaxDetail), c.Place
	case in.Shared != nil:
		p.add(p.bold(in.Shared.Name), p.text(sharedText(in.Shared)))
		return wording.Clip(p.String(), wording.MaxDetail), in.Shared.Place
	}
	return "", at
}

// access adds the description of an access: the decisive figure and its price, the kind of
// access, the address of each lane, the launches, the alternatives, and the assumptions.
func (p *page) access(in *inspect.File, a *inspect.Access) {
	worst := worstRow(a.Rows)
	p.add(p.headline(in, worst))
	p.add(p.code(worst.Expression), p.text(": "+accessText(a.Rows, worst)))
	if worst.Incomplete != "" {
		p.add(p.text(fmt.Sprintf("Kernel %s was not followed to its end: %s", worst.Kernel, worst.Incomplete)))
	}
	if lines := laneLines(worst); lines != nil {
		p.add(p.block(lines))
	}
	p.banks(worst)
	p.launches(a.Rows)
	p.alternatives(worst)
	p.add(p.text(assumptionsText(in, worst)))
}

// worstRow returns the row that an access is judged by: the one of the highest price, then
// of the most addresses, conflicts and sectors; of equal ones loads come first. Rows that
// are not known come last.
func worstRow(rows []inspect.DetailedRow) *inspect.DetailedRow {
	worst := &rows[0]
	for i := range rows[1:] {
		if worse(&rows[i+1], worst) {
			worst = &rows[i+1]
		}
	}
	return worst
}

func worse(a, b *inspect.DetailedRow) bool {
	x := [...]float64{a.Cycles, float64(a.Addresses.Worst), float64(a.BankConflict.Worst), float64(a.Sectors.Worst), -float64(a.Kind)}
	y := [...]float64{b.Cycles, float64(b.Addresses.Worst), float64(b.BankConflict.Worst), float64(b.Sectors.Worst), -float64(b.Kind)}
	if a.Space == sema.SharedSpace && b.Space == sema.SharedSpace {
		x[0], y[0] = float64(a.BankConflict.Worst), float64(b.BankConflict.Worst) // stores have no price
	}
	for i := range x {
		if x[i] != y[i] {
			return x[i] > y[i]
		}
	}
	return false
}

// spaceText returns the name of a memory space for use in a sentence.
func spaceText(s sema.MemorySpace) string {
	switch s {
	case sema.ParameterSpace:
		return "the kernel's parameters (constant memory)"
	case sema.NoSpace:
		return "unknown memory"
	}
	return s.String() + " memory"
}

// headline says the figure that decides what the access costs, and the cost.
func (p *page) headline(in *inspect.File, r *inspect.DetailedRow) string {
	figure, reason := figureText(r)
	return p.bold(figure) + p.text(reason+priceText(in, r))
}

// figureText returns the figure that matters in the memory that is accessed, and what it is
// the figure of.
func figureText(r *inspect.DetailedRow) (figure, reason string) {
	in := " in " + spaceText(r.Space)
	if r.Kind == warp.Atomic {
		in = " in an atomic operation on " + spaceText(r.Space)
	}
	switch {
	case r.Pattern == warp.PatternUnknown || !r.Addresses.Known():
		if r.Texels {
			return "Texels not known", in + ": the visible source does not determine them"
		}
		return "Addresses not known", in + ": the visible source does not determine them"
	case r.Texels:
		return texelsText(r)
	case r.Space == sema.SharedSpace && r.BankConflict.Worst > 1:
		return conflictText(r) + " bank conflict", in
	case r.Space == sema.SharedSpace && r.BankConflict.Known():
		return "No bank conflict", in
	case (r.Space == sema.GlobalSpace || r.Space == sema.LocalSpace) && r.Kind != warp.Atomic && r.Sectors.Known():
		return countedText(r.Sectors, r.Pattern, "sector/request", "sectors/request"), in + idealText(r)
	case r.Addresses.Worst == 1 && r.ActiveLanes.Worst > 1 && r.Kind != warp.Load:
		return "1 address", fmt.Sprintf(" for %d lanes of a warp", r.ActiveLanes.Worst) + in
	case r.Addresses.Worst == 1:
		return "1 address", " per warp" + in
	}
	return countedText(r.Addresses, r.Pattern, "distinct address", "distinct addresses"), " per warp" + in
}

// texelsText is figureText for an image access: the count of sectors where it is known,
// else that of texels.
func texelsText(r *inspect.DetailedRow) (figure, reason string) {
	reason = " per warp in " + spaceText(r.Space)
	switch {
	case !r.Sectors.Known():
		return countedText(r.Addresses, r.Pattern, "texel", "texels"), reason
	case r.Tiled:
		reason = " of 16 bytes x 2 rows" + reason
	default:
		reason = " of 32 bytes" + reason
	}
	return countedText(r.Sectors, r.Pattern, "sector", "sectors"), reason + wasteText(r)
}

// countedText returns a count with what is counted: "32 distinct addresses", "Up to 6
// sectors (3.5 on average)", "About 30.1 distinct addresses".
func countedText(c warp.Count, pattern warp.Pattern, noun, plural string) string {
	switch {
	case c.Mean == float64(c.Worst) && c.Worst == 1:
		return "1 " + noun
	case c.Mean == float64(c.Worst):
		return fmt.Sprintf("%d %s", c.Worst, plural)
	case pattern == warp.DataDependent:
		return fmt.Sprintf("About %.1f %s", c.Mean, plural)
	}
	return fmt.Sprintf("Up to %d %s (%.1f on average)", c.Worst, plural, c.Mean)
}

func conflictText(r *inspect.DetailedRow) string {
	c := r.BankConflict
	switch {
	case c.Mean == float64(c.Worst):
		return fmt.Sprintf("%d-way", c.Worst)
	case r.Pattern == warp.DataDependent:
		return fmt.Sprintf("About %.1f-way", c.Mean)
	}
	return fmt.Sprintf("Up to %d-way (%.1f on average)", c.Worst, c.Mean)
}

// idealText says how few sectors the worst warp could use. It returns "" where that is unknown.
func idealText(r *inspect.DetailedRow) string {
	if r.Ideal <= 0 {
		return ""
	}
	return fmt.Sprintf(", ideal %d", r.Ideal)
}

// wasteText says how many sectors the bytes that lanes use would fill, where it is fewer.
func wasteText(r *inspect.DetailedRow) string {
	if Uncoalesced(&r.Row) {
		return fmt.Sprintf(", where the bytes that are used fill %d", neededSectors(&r.Row))
	}
	return ""
}

// neededSectors returns how many sectors of 32 bytes the distinct bytes that the worst warp
// uses fill.
func neededSectors(r *inspect.Row) int {
	return int(math.Ceil(float64(int64(r.Addresses.Worst)*max(r.Bytes, 1)) / 32))
}

// Uncoalesced reports whether an access of global memory or through a texture touches at
// least twice the sectors that its bytes fill. It must also touch more than a warp that
// reads neighbouring words does: 4 sectors, or 8 where the words are in two rows.
func Uncoalesced(r *inspect.Row) bool {
	neighbours := 4
	if r.Tiled {
		neighbours = 8
	}
	return (r.Space == sema.GlobalSpace || r.Space == sema.TextureSpace) && r.Sectors.Worst > neighbours && r.Addresses.Known() && r.Sectors.Worst >= 2*neededSectors(r)
}

// priceText says what the access costs, and the best of the other placements.
func priceText(in *inspect.File, r *inspect.DetailedRow) string {
	gpuName := in.GPU
	if in.Product != "" && in.Product != in.GPU {
		gpuName = fmt.Sprintf("%s (%s)", in.Product, in.GPU)
	}
	switch {
	case gpuName == "" && r.Kind == warp.Load && r.Pattern != warp.PatternUnknown:
		return fmt.Sprintf("; there is no price for %s", in.Target.GPU)
	case r.Operand && r.Cycles == 0 && r.Addresses.Worst == 1:
		return ", which the compiler knows: an operand of other instructions"
	case r.Cycles <= 0:
		return ""
	}
	text := fmt.Sprintf(": %.1f cycles on %s", r.Cycles, gpuName)
	if r.UniformPath {
		text += " through the uniform datapath"
	}
	price := r.Price
	if price == nil || len(price.Elsewhere) == 0 || !price.Elsewhere[0].Better {
		return text
	}
	best := price.Elsewhere[0]
	if best.SavingPercent < 1 && presentPlacement(r) != "constant" {
		return text // it is as good where it is
	}
	way := wording.Through[best.Placement]
	if price.Uncached && best.Placement == "global-read-only" {
		way = "through the read-only cache"
	}
	return fmt.Sprintf("%s, %.1f %s", text, best.Cycles, way)
}

// accessText says what an access is: "load of 4 bytes by each lane, stride 4 bytes,
// executed 4 times by a warp".
func accessText(rows []inspect.DetailedRow, r *inspect.DetailedRow) string {
	kinds := r.Kind.String()
	for i := range rows {
		if o := &rows[i]; o.Kind != r.Kind && o.Object == r.Object && o.Space == r.Space {
			kinds = "load and store"
			if o.Kind == warp.Atomic || r.Kind == warp.Atomic {
				kinds = "load, store and atomic"
			}
		}
	}
	parts := []string{fmt.Sprintf("%s of %s by each lane", kinds, wording.Plural(int(r.Bytes), "byte"))}
	switch r.Pattern {
	case warp.Affine:
		parts = append(parts, "stride "+wording.Plural(int(r.Stride), "byte"))
	case warp.Permuted:
		parts = append(parts, "permuted")
	case warp.DataDependent:
		parts = append(parts, "at an index that is data")
	}
	if r.ActiveLanes.Known() && r.ActiveLanes.Mean < 32 {
		lanes := "active lane"
		if r.ActiveLanes.Worst != 1 {
			lanes += "s"
		}
		active := fmt.Sprintf("%d %s", r.ActiveLanes.Worst, lanes)
		if r.ActiveLanes.Mean != float64(r.ActiveLanes.Worst) {
			active = fmt.Sprintf("up to %s (%.1f on average)", active, r.ActiveLanes.Mean)
		}
		parts = append(parts, active)
	}
	switch {
	case r.Trips == 1:
	case r.Trips > 1:
		parts = append(parts, fmt.Sprintf("executed %d times by a warp", r.Trips))
	default:
		parts = append(parts, "how often a warp executes it is not known")
	}
	if r.Guarded {
		parts = append(parts, "under a condition on data")
	}
	return strings.Join(parts, ", ")
}

// assumptionsText names what the kernel is bound by, and the assumptions of the figures.
func assumptionsText(in *inspect.File, r *inspect.DetailedRow) string {
	parts := append([]string(nil), r.Assumptions...)
	for i := range parts {
		parts[i] = withoutFlags(parts[i])
	}
	if r.Unsure {
		parts = append(parts, "lanes count as active if the source does not say")
	}
	if price := r.Price; price != nil {
		parts = append(parts, fmt.Sprintf("cycles %s %s", wording.Basis[price.Basis], in.GPU))
		if len(price.Elsewhere) > 0 {
			if price.GridAssumed {
				parts = append(parts, "a grid that fills the GPU")
			}
			if price.TripsAssumed {
				parts = append(parts, wording.TripsAssumed(&price.Hidden))
			}
			if len(price.Hidden.Calls) > 0 {
				parts = append(parts, "no time counted for "+wording.HiddenCalls(&price.Hidden))
			}
		}
	}
	text := ""
	if price := r.Price; price != nil && len(price.Elsewhere) > 0 {
		text = "The kernel is bound by " + price.Bound + " now"
		if price.Reads > 1 && r.Object != "" {
			text += fmt.Sprintf("; the est. speedups are for moving all %d reads of %s", price.Reads, r.Object)
		}
		if price.Misses {
			text += "; reads miss the first-level constant cache"
		}
		text += ". "
	}
	return text + "Based on: " + strings.Join(parts, "; ") + "."
}

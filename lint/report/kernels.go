package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lint/price"
	"github.com/cudalint/cudalint/lint/ptxas"
	"github.com/cudalint/cudalint/lint/wording"
)

// Kernels is what the kernels command prints: the kernels on one GPU or several.
type Kernels struct {
	Targets  []lint.Target
	Rows     []KernelRow
	Problems []lint.Problem
	Files    int
	// Compiled are those of the tables.
	Compiled []ptxas.Coverage
}

// A KernelRow is one kernel and launch. On has it on each target, nil where the kernel is not
// compiled for that.
type KernelRow struct{ On []*inspect.Kernel }

// first returns the row on the first target that has it.
func (r *KernelRow) first() *inspect.Kernel {
	return r.On[slices.IndexFunc(r.On, func(k *inspect.Kernel) bool { return k != nil })]
}

// JoinKernels returns the tables of several targets as one.
func JoinKernels(tables []*inspect.KernelTable[inspect.Kernel]) *Kernels {
	type key struct {
		identity string
		nth      int // of the instances of a template
	}
	out, rows := &Kernels{}, map[key]int{}
	for t, table := range tables {
		out.Targets, out.Files = append(out.Targets, table.Target), max(out.Files, table.Files)
		out.Problems = append(out.Problems, table.Problems...)
		out.Compiled = append(out.Compiled, table.Compiled...)
		instances := map[string]int{}
		for i := range table.Kernels {
			k := &table.Kernels[i]
			identity := k.Identity()
			instances[identity]++
			at := key{identity, instances[identity]}
			if _, known := rows[at]; !known {
				rows[at] = len(out.Rows)
				out.Rows = append(out.Rows, KernelRow{make([]*inspect.Kernel, len(tables))})
			}
			out.Rows[rows[at]].On[t] = k
		}
	}
	slices.SortStableFunc(out.Rows, func(a, b KernelRow) int { return inspect.CompareKernels(a.first(), b.first()) })
	out.Problems = lint.MergeProblems(out.Problems)
	return out
}

// SortBySaving sorts the rows by what their findings save on some target, the largest first. Those
// of which that is not known come last. Equal ones stay in order.
func (t *Kernels) SortBySaving() {
	key := func(r KernelRow) int {
		most := -1
		for _, k := range r.On {
			if k != nil && k.SavingKnown {
				most = max(most, k.Saving)
			}
		}
		return most
	}
	slices.SortStableFunc(t.Rows, func(a, b KernelRow) int { return cmp.Compare(key(b), key(a)) })
}

// KernelFormats returns the names of the formats of kernels.
func KernelFormats() []string { return []string{"text", "json"} }

// WriteKernels writes a table of kernels in a format named by KernelFormats.
func WriteKernels(w io.Writer, name string, t *Kernels, opts Options) error {
	switch name {
	case "text":
		return flush(w, func(b *bufio.Writer) error { return writeKernelsText(b, t) })
	case "json":
		return flush(w, func(b *bufio.Writer) error { return writeKernelsJSON(b, t, opts) })
	}
	return CheckFormat(name, KernelFormats())
}

// textPipes is how many of price.PipeNames the text has a column for.
const textPipes = 8

// writeKernelsText writes one line for each kernel and launch. "?" is a figure that is not known.
func writeKernelsText(w *bufio.Writer, t *Kernels) error {
	if len(t.Rows) == 0 {
		fmt.Fprintf(w, "no kernel found in %s\n", wording.Plural(t.Files, "file"))
		return nil
	}
	var lines strings.Builder
	tab := tabwriter.NewWriter(&lines, 0, 0, 2, ' ', 0)
	fmt.Fprint(tab, "kernel\tblock\t")
	for _, target := range t.Targets {
		on := ""
		if len(t.Targets) > 1 {
			on = " " + targetName(target)
		}
		fmt.Fprintf(tab, "bound by%s\test. speedup%s\t", on, on)
	}
	fmt.Fprintf(tab, "%s\toccupancy\tcostliest access\n", strings.Join(price.PipeNames[:textPipes], "\t"))
	for i := range t.Rows {
		r := &t.Rows[i]
		first := r.first()
		fmt.Fprintf(tab, "%s\t%s\t", kernelName(first), BlockText(first))
		for _, k := range r.On {
			fmt.Fprintf(tab, "%s\t%s\t", boundText(k), SpeedupText(k))
		}
		for p := range textPipes {
			fmt.Fprintf(tab, "%s\t", PipeText(first, p))
		}
		fmt.Fprintf(tab, "%s\t%s\n", OccupancyText(first), CostliestText(first))
	}
	if err := tab.Flush(); err != nil {
		return err
	}
	for line := range strings.Lines(lines.String()) {
		fmt.Fprintln(w, strings.TrimRight(line, " \n"))
	}
	for _, note := range kernelNotes(t) {
		fmt.Fprintf(w, "\n%s\n", note)
	}
	return nil
}

func kernelName(k *inspect.Kernel) string {
	return fmt.Sprintf("%s:%d %s", wording.Printable(k.Path), k.Start.Line, wording.ClipRunes(wording.Printable(k.Name), 60))
}

// BlockText returns the block shape and its source.
func BlockText(k *inspect.Kernel) string {
	d := k.Block.Dim
	text := fmt.Sprintf("%dx%dx%d ", d[0], d[1], d[2])
	switch k.Block.Source {
	case warp.FromLaunch:
		if line, same := strings.CutPrefix(k.Launch, k.Path+":"); same {
			return text + "line " + line
		}
		return text + wording.Printable(k.Launch)
	case warp.FromBlockSize:
		return text + "__block_size__"
	case warp.FromFlag:
		return text + "--block"
	case warp.FromConfig:
		return text + "configured"
	case warp.FromLaunchBounds:
		return text + "assumed: __launch_bounds__"
	}
	return text + "assumed"
}

func boundText(k *inspect.Kernel) string {
	switch {
	case k == nil:
		return "-"
	case k.Cost == nil:
		return "?"
	}
	return fmt.Sprintf("%s %s%.1f", k.Cost.Bound, atLeast(k), k.Cost.BoundCycles)
}

// SpeedupText returns what all findings of a kernel save, "-" where there are none.
func SpeedupText(k *inspect.Kernel) string {
	switch {
	case k == nil || k.SavingKnown && k.Findings == 0:
		return "-"
	case !k.SavingKnown:
		return "?"
	}
	return wording.Speedup(k.Saving, k.Range, k.UpperBound)
}

// PipeText returns the cycles of a pipe, "?" where they are not known.
func PipeText(k *inspect.Kernel, pipe int) string {
	if k.Cost == nil || !k.Cost.Pipes[pipe].Known {
		return "?"
	}
	return CyclesText(k, k.Cost.Pipes[pipe].Cycles)
}

// CyclesText returns cycles of a kernel that has a cost.
func CyclesText(k *inspect.Kernel, c float64) string {
	switch {
	case c == 0 && atLeast(k) == "":
		return "0"
	case c == 0:
		return "?"
	case c < 10:
		return fmt.Sprintf("%s%.2f", atLeast(k), c)
	case c < 1000:
		return fmt.Sprintf("%s%.1f", atLeast(k), c)
	default:
		return fmt.Sprintf("%s%.0f", atLeast(k), c)
	}
}

// atLeast returns what stands before the cycles of a kernel that calls functions that are not visible.
func atLeast(k *inspect.Kernel) string {
	if len(k.Cost.Hidden.Calls) > 0 {
		return ">"
	}
	return ""
}

// OccupancyText returns the upper bound of the occupancy.
func OccupancyText(k *inspect.Kernel) string {
	if k.Cost == nil {
		return "?"
	}
	c := k.Cost
	text := fmt.Sprintf("%.0f %%", 100*c.Warps/c.MostWarps)
	if c.LeastWarps < c.Warps {
		text = fmt.Sprintf("%.0f to %s", 100*c.LeastWarps/c.MostWarps, text)
	}
	if c.Compiled != nil {
		text += ", " + c.Compiled.Registers.String() + " registers"
	}
	if c.Compiled != nil && c.Compiled.Spills.Most > 0 {
		text += ", spills"
	}
	return text
}

// CostliestText returns the costliest access of a kernel.
func CostliestText(k *inspect.Kernel) string {
	switch c := k.Costliest; {
	case k.Cost == nil:
		return "? " + wording.Printable(IncompleteText(k))
	case c == nil && k.Cost.UnknownAccesses > 0:
		return "?"
	case c == nil:
		return "-"
	default:
		return fmt.Sprintf("%d: %s (%.1f)", c.Start.Line, wording.ClipRunes(oneLine(c.Expression), 40), c.Cycles)
	}
}

// IncompleteText says why a kernel has no figures.
func IncompleteText(k *inspect.Kernel) string {
	if k.Incomplete != "" {
		return "(" + k.Incomplete + ")"
	}
	return "(the GPU has no model, or the kernel is too large)"
}

// kernelNotes explains the figures of a table, as far as it has them.
func kernelNotes(t *Kernels) (out []string) {
	incomplete, accesses, loops, calls := 0, 0, 0, 0
	for i := range t.Rows {
		switch k := t.Rows[i].first(); {
		case k.Cost == nil:
			incomplete++
		default:
			accesses += k.Cost.UnknownAccesses
			loops += min(1, len(k.Cost.Hidden.Loops))
			calls += min(1, len(k.Cost.Hidden.Calls))
		}
	}
	out = []string{fmt.Sprintf("Cycles of one SM for one warp on %s.%s The est. speedup is the share of the kernel's time that all findings together save.\n%s", targetName(t.Targets[0]), standIns(t.Targets[:1]), occupancyNote(t))}
	if incomplete > 0 {
		out = append(out, fmt.Sprintf("?: %s not followed to the end.", wasWere(incomplete, "kernel")))
	}
	if accesses > 0 {
		out = append(out, fmt.Sprintf("?: the source does not determine the addresses of %s. The bound counts them as coalesced.", accessesText(accesses)))
	}
	if loops > 0 {
		out = append(out, fmt.Sprintf("%s loops of unknown length, which count as %d iterations.", hasHave(loops, "kernel"), warp.UnknownTrips))
	}
	if calls > 0 {
		out = append(out, fmt.Sprintf(">: %s functions that are not visible: their time is not counted.", callsCall(calls, "kernel")))
	}
	return out
}

// occupancyNote says what the occupancy does not count.
func occupancyNote(t *Kernels) string {
	if len(t.Compiled) == 0 {
		return "The occupancy is an upper bound: registers are not known."
	}
	known, logs := 0, []string{}
	for i := range t.Rows {
		if c := t.Rows[i].first().Cost; c != nil && c.Compiled != nil {
			known++
			if !slices.Contains(logs, c.Compiled.Log) {
				logs = append(logs, c.Compiled.Log)
			}
		}
	}
	if known == 0 {
		return "The occupancy is an upper bound: the logs say nothing of these kernels, so that registers are not known."
	}
	text := fmt.Sprintf("Registers and shared memory of %s are from %s.", wording.Plural(known, "kernel"), wording.Printable(strings.Join(logs, ", ")))
	if known < len(t.Rows) {
		text += " The occupancy of the others is an upper bound: their registers are not known."
	}
	return text
}

// Coverage says how much of a log is about the kernels of a run.
func Coverage(c *ptxas.Coverage) string {
	log := wording.Printable(c.Log)
	if c.Functions == 0 {
		return fmt.Sprintf("%s is not used: it is for %s, not for %s", log, strings.Join(c.Architectures, " and "), c.Arch)
	}
	text := fmt.Sprintf("%s: %d of %d kernels for %s are in these files", log, c.Found, c.Functions, c.Arch)
	if c.Ambiguous > 0 {
		text += fmt.Sprintf("; %d are not used, as another fits as well", c.Ambiguous)
	}
	if c.Several > 0 {
		text += fmt.Sprintf("; %d fit several kernels of the source", c.Several)
	}
	if c.Tangled > 0 {
		text += fmt.Sprintf("; %d more are mixed with the output of other compilers (make without -j separates them)", c.Tangled)
	}
	return text
}

// standIns returns the sentences on those targets that have no figures of their own, each after a
// space.
func standIns(targets []lint.Target) string {
	text := ""
	for _, t := range targets {
		if t.FiguresOf != "" {
			text += " " + t.StandIn() + "."
		}
	}
	return text
}

// targetName returns the name that users know a target by.
func targetName(t lint.Target) string { return cmp.Or(t.Product, t.GPU) }

func accessesText(n int) string {
	if n == 1 {
		return "1 access"
	}
	return fmt.Sprintf("%d accesses", n)
}

func wasWere(n int, noun string) string { return wording.Plural(n, noun) + verb(n, " was", " were") }
func hasHave(n int, noun string) string { return wording.Plural(n, noun) + verb(n, " has", " have") }
func callsCall(n int, noun string) string {
	return wording.Plural(n, noun) + verb(n, " calls", " call")
}

func verb(n int, one, several string) string {
	if n == 1 {
		return one
	}
	return several
}

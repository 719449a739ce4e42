// Package wording turns figures into words. Terminals, reports and editors share it, so that they
// say the same. It gets the figures of findings and table rows.
package wording

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// Count returns a count of addresses, sectors or lanes: the worst, with the mean where it differs;
// the range where only that is known; "?" for an unknown count, and "-" where none applies.
func Count(c warp.Count, r warp.Range, applies bool) string {
	switch {
	case !c.Known() && r.Known() && applies:
		return fmt.Sprintf("%d-%d", r.Least, r.Most)
	case !c.Known() && applies:
		return "?"
	case !c.Known():
		return "-"
	case r.Known() && r.Least < c.Worst:
		return fmt.Sprintf("%d-%d (%.2f)", r.Least, c.Worst, c.Mean)
	case c.Mean == float64(c.Worst):
		return fmt.Sprint(c.Worst)
	}
	return fmt.Sprintf("%d (%.2f)", c.Worst, c.Mean)
}

// Trips returns a trip count, "?" where it is not known.
func Trips(n int64) string {
	if n <= 0 {
		return "?"
	}
	return fmt.Sprint(n)
}

// Cycles returns a price in cycles of one SM, "-" for none.
func Cycles(c float64) string {
	if c <= 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", c)
}

// InSectors reports whether the cost of an access is counted in sectors.
func InSectors(r *inspect.Row) bool {
	return r.Space == sema.GlobalSpace || r.Space == sema.LocalSpace || r.Space == sema.TextureSpace
}

// InShared reports whether the cost of an access is counted in bank conflicts.
func InShared(r *inspect.Row) bool { return r.Space == sema.SharedSpace }

// ClipRunes shortens a text to n characters, the last three of them dots.
func ClipRunes(s string, n int) string {
	runes := []rune(s)
	if len(runes) <= n {
		return s
	}
	return string(runes[:n-3]) + "..."
}

// Limits of one text of a finding, and of all its notes, in bytes. Names in generated sources can be
// of any length, and readers of reports have limits. The JSON formats have the whole texts.
const (
	MaxMessage = 4 << 10
	MaxDetail  = 16 << 10
)

// Printable returns a text for one line of a terminal or a log: U+FFFD takes the place of
// unprintable characters, line ends and bytes that are not UTF-8. File names are hostile input: one
// may look like a finding in another file, or move the cursor.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if Unprintable(r) {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(s, string(utf8.RuneError)))
}

// Bounded is Printable for a text of at most MaxMessage bytes.
func Bounded(s string) string { return Clip(Printable(s), MaxMessage) }

// Clip returns at most that many bytes of a UTF-8 text. A text that is cut ends in an ellipsis.
func Clip(s string, most int) string {
	const ellipsis = " ..."
	if len(s) <= most {
		return s
	}
	end := most - len(ellipsis)
	for !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + ellipsis
}

// Plural returns the count with its noun: "1 finding", "2 findings".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Through says how data is accessed in each placement, as part of a sentence.
var Through = map[string]string{
	"literal":          "at literal offsets, the loop unrolled",
	"register":         "by shuffles from registers",
	"constant":         "from constant memory",
	"shared":           "from shared memory",
	"global":           "by plain loads",
	"global-read-only": "through the L1 cache",
	"texture":          "through a texture object",
	"single-precision": "in single precision",
	"thread-register":  "in registers of the thread",
}

// remedied says how data is accessed after each remedy, as part of a sentence.
var remedied = map[lint.Remedy]string{
	lint.Coalesce:       "if neighbouring lanes accessed neighbouring elements",
	lint.AvoidConflicts: "without bank conflicts",
	lint.ToConstant:     "from constant memory at literal offsets",
}

// Basis says how the cycles of a price are known. The saving is always an estimate.
var Basis = map[gpu.Basis]string{gpu.Measured: "measured on", gpu.Published: "published for", gpu.Extrapolated: "extrapolated to"}

// Impact returns the sentence about what an access costs and what the best placement would save.
func Impact(i *lint.Impact) string {
	if i == nil {
		return ""
	}
	if i.Restrict {
		return Restrict(i)
	}
	way := fmt.Sprintf("%s (%s; ", Through[i.Best.Placement], i.Best.Placement)
	if i.Remedy != "" {
		way = remedied[i.Remedy] + " ("
	} else if i.Uncached && i.Best.Placement == "global-read-only" {
		way = "through the read-only cache (" + i.Best.Placement + "; "
	}
	price := fmt.Sprintf("%.1f cycles per warp on %s, %.1f %s%s %s)", i.Cycles, i.GPU, i.Best.Cycles, way, Basis[i.Basis], i.GPU)
	if i.Unconfirmed {
		return price + ", if it ran as predicted"
	}
	return price + "; " + savingOf(i)
}

// TripsAssumed returns the sentence about the iterations that were assumed for loops with
// unknown trip counts.
func TripsAssumed(h *lint.Hidden) string {
	text := fmt.Sprintf("%d iterations for loops of unknown length", warp.UnknownTrips)
	if len(h.Loops) == 0 {
		return text
	}
	return text + " (" + someOf(h.Loops) + ")"
}

// HiddenCalls returns the sentence about a kernel's calls of unknown functions.
func HiddenCalls(h *lint.Hidden) string {
	var names []string
	pointers := ""
	for _, name := range h.Calls {
		if name == "" {
			pointers = "calls through pointers"
		} else {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return "what " + pointers + " do"
	}
	text := "what calls of " + someOf(names) + " do, which are not followed"
	if pointers != "" {
		text = "what " + pointers + " do, and " + text[len("what "):]
	}
	return text
}

// someOf lists the first maxHidden names and the number of the others.
func someOf(names []string) string {
	if more := len(names) - maxHidden; more > 0 {
		return strings.Join(names[:maxHidden], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(names, ", ")
}

// Unprintable reports whether a character ends a line, controls a terminal, or changes the
// order in which others are shown.
func Unprintable(r rune) bool {
	return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || unicode.Is(unicode.Bidi_Control, r)
}

// Restrict returns the sentence about how often a warp executes the loads through a parameter, with
// and without const __restrict__, and what the qualifier saves.
func Restrict(i *lint.Impact) string {
	loads := "its load is"
	if i.Reads > 1 {
		loads = fmt.Sprintf("its %d loads are", i.Reads)
	}
	price := fmt.Sprintf("%s executed %s per warp", loads, Times(i.Executions))
	if i.ExecutionsThen < i.Executions {
		price += " instead of " + Times(i.ExecutionsThen)
	} else {
		price += " either way"
	}
	price += fmt.Sprintf(", %.1f cycles each", i.Cycles)
	if i.Best.Cycles != i.Cycles {
		price += fmt.Sprintf(", %.1f through the read-only path", i.Best.Cycles)
	}
	return fmt.Sprintf("%s (%s %s); %s", price, Basis[i.Basis], i.GPU, savingOf(i))
}

// savingOf returns what the best placement or the remedy of a price saves, as the end of a sentence.
func savingOf(i *lint.Impact) string {
	return fmt.Sprintf("est. speedup %s of the kernel's time (%s)", Speedup(i.SavingPercent, i.Best.Range, i.UpperBound()), i.Level)
}

// Speedup returns the share of a kernel's time that is saved: "about 20 %", "12 to 40 %" where the
// range is wide, "up to 20 %" for an upper bound. That is the upper end of a wide range.
func Speedup(percent int, r lint.SavingRange, upperBound bool) string {
	switch {
	case r.Wide() && upperBound:
		return fmt.Sprintf("up to %d %%", r.Most)
	case r.Wide():
		return fmt.Sprintf("%d to %d %%", r.Least, r.Most)
	case percent <= 0:
		return "less than 1 %"
	case upperBound:
		return fmt.Sprintf("up to %d %%", percent)
	}
	return fmt.Sprintf("about %d %%", percent)
}

// maxHidden is how many unknown loops or calls a message lists by name.
const maxHidden = 3

// Times returns how often something is executed: "once", "4.5 times".
func Times(n float64) string {
	if n == 1 {
		return "once"
	}
	return strconv.FormatFloat(n, 'f', -1, 64) + " times"
}

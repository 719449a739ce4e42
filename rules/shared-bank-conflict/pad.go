package sharedbankconflict

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/rules/internal/traffic"
)

// A remedyKey identifies an array, or an access of one that is not declared in its function.
type remedyKey struct {
	declaration ast.Node
	access      ast.Node
}

// A remedy is what can be done about the conflicts of an array.
type remedy struct {
	declaration ast.Node
	help        string
	fixes       []fixes.Fix
	padding     int
}

// remedyOf returns the remedy for an access.
func (c *checker) remedyOf(a *warp.Access) remedy {
	x := c.arrayOf(a)
	key := remedyKey{access: a.Node}
	if x != nil {
		key.declaration = x.local.Node
	}
	r, known := c.remedies[key]
	if !known {
		r = c.findRemedy(x, a)
		c.remedies[key] = r
	}
	return r
}

func (c *checker) findRemedy(x *array, a *warp.Access) (r remedy) {
	if x == nil {
		r.help = fmt.Sprintf("let neighbouring lanes access neighbouring elements in %s, or make the rows of %s longer by one element where it is declared", traffic.Expression(a), traffic.Object(a))
		return r
	}
	r.declaration = x.local.Node
	if x.refusal == "" {
		x.refusal = c.unseen(x)
	}
	if x.refusal == "" && c.flat(x) {
		x.refusal = "an index of " + x.name + " may run over the end of its row"
	}
	if x.refusal == "" {
		if len(x.sizes) > 1 {
			if r, ok := c.pad(x, r); ok {
				return r
			}
		}
		if r, ok := c.reindex(x, a, r); ok {
			return r
		}
	}
	return refused(x, a, r)
}

// refused returns the remedy where nothing could be verified.
func refused(x *array, a *warp.Access, r remedy) remedy {
	why := x.refusal
	if why == "" {
		why = "no small padding leaves all accesses of " + x.name + " without conflicts"
	}
	r.fixes = []fixes.Fix{{Title: "not padded: " + why, Safety: fixes.Display}}
	r.help = fmt.Sprintf("%s; let neighbouring lanes access neighbouring elements in %s, or pad the rows of %s together with what relies on their length", why, traffic.Expression(a), x.name)
	return r
}

// unseen returns the reason if an access of the array has no use that could be looked at, "" if all
// have one.
func (c *checker) unseen(x *array) string {
	for i := range c.kernels {
		k := &c.kernels[i]
		for j := range k.Accesses {
			if a := &k.Accesses[j]; x.of(a) && x.hidden(a) {
				return "a macro names " + x.name
			} else if x.of(a) && !k.Kernel.Kernel() {
				return "no kernel in sight uses " + x.name
			}
		}
	}
	return ""
}

// maxPadding is the most elements that a row is padded with.
const maxPadding = 8

// pad finds the smallest padding of the innermost dimension that leaves no conflict.
func (c *checker) pad(x *array, r remedy) (remedy, bool) {
	size := x.sizes[len(x.sizes)-1]
	if !lint.Written(size) {
		return r, false
	}
	for n := 1; n <= maxPadding; n++ {
		text := padded(size.Text(), int64(n))
		edits := []fixes.Edit{c.Edit(size, text)}
		if !c.verified(x, edits, x.inRows) {
			continue
		}
		declaration := x.declared(text)
		r.padding = n
		r.help = fmt.Sprintf("pad the rows of %s by %s: %s; no access of it then has a conflict", x.name, count(n, "element"), declaration)
		r.fixes = []fixes.Fix{{Title: fmt.Sprintf("declare %s", declaration), Safety: fixes.Unsafe, Edits: edits}}
		return r, true
	}
	return r, false
}

// declared returns the name of an array with its dimensions, the innermost one replaced.
func (x *array) declared(last string) string {
	text := x.name
	for _, size := range x.sizes[:len(x.sizes)-1] {
		text += "[" + size.Text() + "]"
	}
	return text + "[" + last + "]"
}

func count(n int, of string) string {
	if n == 1 {
		return "one " + of
	}
	return fmt.Sprintf("%d %ss", n, of)
}

// padded returns a size that is larger by n.
func padded(size string, n int64) string {
	if value, err := strconv.ParseInt(size, 10, 64); err == nil {
		return strconv.FormatInt(value+n, 10)
	}
	if strings.ContainsAny(size, "?<>=&|^,") {
		size = "(" + size + ")"
	}
	return fmt.Sprintf("%s + %d", size, n)
}

// inRows reports whether an access stays in one row for each lane: the padding moved each
// lane by whole paddings, and the columns that remain fit in a row. An index that runs over the end
// of a row would reach other elements after it.
func (x *array) inRows(before, after *warp.Access) bool {
	element := x.element
	if element <= 0 {
		element = before.Bytes
	}
	if before.Lanes == nil || after.Lanes == nil || before.ObjectBytes <= 0 || after.ObjectBytes <= before.ObjectBytes {
		return false
	}
	// All rows grow by the same number of bytes, a multiple of the element.
	added := after.ObjectBytes - before.ObjectBytes
	for n := int64(1); n <= maxPadding; n++ {
		rows := added / (n * element)
		if added%(n*element) == 0 && rows > 0 && before.ObjectBytes%rows == 0 && columnsFit(before.Lanes, after.Lanes, n*element, before.ObjectBytes/rows) {
			return true
		}
	}
	return false
}

// columnsFit reports whether the offsets of lanes are places in rows of a length, given where
// they are after each row got longer by padding.
func columnsFit(before, after []int64, padding, row int64) bool {
	first, low, high := -1, int64(0), int64(0)
	for i, at := range before {
		if (at < 0) != (after[i] < 0) {
			return false
		}
		if at < 0 {
			continue
		}
		if first < 0 {
			first = i
		}
		from := at - before[first]
		moved := after[i] - after[first] - from
		if moved%padding != 0 {
			return false
		}
		column := from - moved/padding*row
		low, high = min(low, column), max(high, column)
	}
	return high-low < row
}

// flat reports whether an array of rows may be used as if it had one row: the row is a literal, and
// the rows are shorter than the block has threads.
func (c *checker) flat(x *array) bool {
	if len(x.sizes) < 2 {
		return false
	}
	most := 0
	for i := range c.kernels {
		k := &c.kernels[i]
		for j := range k.Accesses {
			if x.of(&k.Accesses[j]) {
				most = max(most, k.Block.Threads())
			}
		}
	}
	for _, u := range x.uses {
		literal := true
		for _, index := range u.indices[:len(u.indices)-1] {
			literal = literal && index.Is(ast.NumberLiteral)
		}
		last := x.sizes[len(x.sizes)-1]
		if row := c.Unit.ScopeAt(last).Const(last); literal && !u.indices[len(u.indices)-1].Is(ast.NumberLiteral) && (!row.Known() || row.Int < int64(most)) {
			return true
		}
	}
	return false
}

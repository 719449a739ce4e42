package sharedbankconflict

import (
	"fmt"
	"slices"
	"strconv"

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
	if x == nil && wide(a) {
		r.help = splitHelp(a)
		return r
	}
	if x == nil {
		r.help = fmt.Sprintf("let the lanes of a warp use different banks in %s: let them access neighbouring elements, or make the rows of %s one element longer", traffic.Expression(a), traffic.Object(a))
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
		if c.spent > maxSpent {
			x.refusal = "too many files or kernels use " + x.name + " to try a padding"
		}
	}
	return refused(x, a, r)
}

// refused returns the remedy where nothing could be verified.
func refused(x *array, a *warp.Access, r remedy) remedy {
	why := x.refusal
	switch {
	case why != "":
	case len(x.sizes) > 1:
		why = fmt.Sprintf("no padding up to half a row leaves all accesses of %s without conflicts", x.name)
	default:
		why = "neither longer rows nor gaps leave all accesses of " + x.name + " without conflicts"
	}
	r.fixes = []fixes.Fix{{Title: "not padded: " + why, Safety: fixes.Display}}
	r.help = fmt.Sprintf("let neighbouring lanes access neighbouring elements in %s", traffic.Expression(a))
	if wide(a) {
		r.help = splitHelp(a)
	} else if x.refusal != "" {
		r.help += fmt.Sprintf(", or pad the rows of %s together with what relies on their length", x.name)
	}
	return r
}

// wide reports whether neighbouring lanes access neighbouring elements, which are longer than what one
// instruction accesses.
func wide(a *warp.Access) bool {
	const longest = 16 // bytes of one instruction
	return a.Bytes > longest && (a.Stride == a.Bytes || a.Stride == -a.Bytes)
}

func splitHelp(a *warp.Access) string {
	return fmt.Sprintf("lanes access neighbouring elements of %s, but an element of %d bytes takes several instructions, in each of which lanes are %d bytes apart: "+
		"split the element into parts of at most 16 bytes, and store each part in a separate array", traffic.Object(a), a.Bytes, a.Bytes)
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
				return "no visible kernel uses " + x.name
			}
		}
	}
	return ""
}

// maxPadding is the most elements that a row is padded with. The array never grows by more than
// half: fewer blocks would fit on an SM.
const maxPadding = 32

// pad finds the smallest padding of the innermost dimension that leaves no conflict.
func (c *checker) pad(x *array, r remedy) (remedy, bool) {
	size := x.sizes[len(x.sizes)-1]
	if !lint.Written(size) {
		return r, false
	}
	var failed []placed
	for n := 1; n <= maxPadding; n++ {
		if slices.ContainsFunc(failed, func(p placed) bool { return p.conflict(int64(n)) > 1 }) {
			continue
		}
		inRows := func(before, after *warp.Access) bool {
			p, ok := x.place(before, after, int64(n))
			if ok && conflict(after) > 1 && before.Bytes == bankBytes && before.Vector <= 1 {
				failed = append(failed, p)
			}
			return ok && 2*after.ObjectBytes <= 3*before.ObjectBytes
		}
		text := padded(size, int64(n))
		edits := []fixes.Edit{c.Edit(size, text)}
		if !c.verified(x, edits, inRows) {
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

// padded returns the text of a size that is larger by n.
func padded(size ast.Node, n int64) string {
	text := size.Text()
	if value, err := strconv.ParseInt(text, 10, 64); err == nil {
		return strconv.FormatInt(value+n, 10)
	}
	if last := size.Child(ast.FieldRight); size.Is(ast.BinaryExpression) && size.Op() == ast.Add && last.Is(ast.NumberLiteral) {
		if value, err := strconv.ParseInt(last.Text(), 10, 64); err == nil {
			return text[:last.Span().Start-size.Span().Start] + strconv.FormatInt(value+n, 10)
		}
	}
	return fmt.Sprintf("%s + %d", summand(size), n)
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

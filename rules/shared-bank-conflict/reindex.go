package sharedbankconflict

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/rules/internal/traffic"
)

// reindex finds another index for all accesses of an array that leaves no conflict: longer rows in
// an array of one dimension, a gap after every 32 words, or exchanged columns. The help writes it
// out for one access.
func (c *checker) reindex(x *array, a *warp.Access, r remedy) (remedy, bool) {
	for _, u := range x.uses {
		for _, index := range u.indices {
			if !lint.Written(index) {
				return r, false
			}
		}
	}
	if len(x.sizes) > 1 {
		return c.swizzle(x, a, r)
	}
	if r, ok := c.longerRows(x, a, r); ok {
		return r, true
	}
	return c.gaps(x, a, r)
}

// useAt returns the use that an access is of.
func (x *array) useAt(a *warp.Access) (use, bool) {
	span := a.Node.Span()
	for _, u := range x.uses {
		if at := u.node.Span(); at.Start < span.End && span.Start < at.End {
			return u, true
		}
	}
	return use{}, false
}

// longerRows pads the row length that the index of an access is multiplied by: row * (W + 1) + x.
// All indexes of the array have to use the same row length.
func (c *checker) longerRows(x *array, a *warp.Access, r remedy) (remedy, bool) {
	at, ok := x.useAt(a)
	if !ok {
		return r, false
	}
	for _, width := range c.widths(at.indices[0]) {
		const shortest = 4 // less is no row
		if w := c.Unit.ScopeAt(width).Const(width); w.Known() && w.Int < shortest {
			continue
		}
		edits, all := c.widen(x, width.Text())
		if !all || !c.verified(x, edits, nil) {
			continue
		}
		edits = append(edits, c.declaredLonger(x, width)...)
		text := longer(width)
		r.help = fmt.Sprintf("pad the rows of %s by one element: multiply by %s instead of %s in every index, here %s%s", x.name, text, width.Text(), rewritten(at, edits), c.room(x, width))
		r.fixes = []fixes.Fix{{Title: fmt.Sprintf("multiply by %s in the indexes of %s", text, x.name), Safety: fixes.Display, Edits: edits}}
		return r, true
	}
	return r, false
}

// widths returns the factors of an index that may be the length of a row: constants, and names that
// are no local variables.
func (c *checker) widths(index ast.Node) (widths []ast.Node) {
	for n := range index.Descendants() {
		if !n.Is(ast.BinaryExpression) || n.Op() != ast.Mul {
			continue
		}
		for _, side := range []ast.Node{n.Child(ast.FieldLeft), n.Child(ast.FieldRight)} {
			if c.fixed(side) {
				widths = append(widths, side)
			}
		}
	}
	return widths
}

// fixed reports whether an expression is the same for all threads and in all iterations, as far as
// its form says.
func (c *checker) fixed(n ast.Node) bool {
	switch {
	case n.Is(ast.NumberLiteral):
		return true
	case n.Is(ast.FieldExpression):
		return n.Child(ast.FieldArgument).Text() == "blockDim"
	case n.Is(ast.Identifier):
		l := c.Unit.LocalAt(n, n.Text())
		return l == nil || l.Param
	}
	return false
}

// widen returns the edits that make rows longer in all indexes of an array. all is false if one
// of them does not multiply by the row length.
func (c *checker) widen(x *array, width string) (edits []fixes.Edit, all bool) {
	for _, u := range x.uses {
		found := false
		for _, factor := range c.widths(u.indices[0]) {
			if factor.Text() == width && !found {
				edits = append(edits, c.Edit(factor, longer(factor)))
				found = true
			}
		}
		if !found {
			return nil, false
		}
	}
	return edits, true
}

// longer returns the length of a padded row as a factor.
func longer(width ast.Node) string {
	if width.Is(ast.NumberLiteral) {
		return padded(width, 1)
	}
	return "(" + padded(width, 1) + ")"
}

// declaredLonger returns the edit of a declaration by which each row of an array is one element
// longer. It returns none if the array has no size, has room already, or its rows have no length
// that a declaration could name.
func (c *checker) declaredLonger(x *array, width ast.Node) []fixes.Edit {
	size := x.sizes[0]
	if !size.Valid() || c.hasRoom(x, width) > 0 || !c.Unit.ScopeAt(width).Const(width).Known() {
		return nil
	}
	for n := range size.Descendants() {
		if n.Text() == width.Text() && (n.Parent().Op() == ast.Mul || n == size) {
			return []fixes.Edit{c.Edit(n, longer(n))}
		}
	}
	return []fixes.Edit{c.Edit(size, fmt.Sprintf("%s + %s / %s", summand(size), operand(size), operand(width)))}
}

// room returns what the declaration of an array needs for longer rows, as the end of a sentence.
func (c *checker) room(x *array, width ast.Node) string {
	size := x.sizes[0]
	if !size.Valid() {
		return ", and launch with shared memory for the longer rows"
	}
	if longer := c.hasRoom(x, width); longer > 0 {
		return fmt.Sprintf("; %s has room for rows of %d elements, which no index uses", x.name, longer)
	}
	return ", and declare it longer by one element for each row"
}

// hasRoom returns the length of a row, in elements, for which an array is declared if that is one
// more than the rows of its indexes have, else 0.
func (c *checker) hasRoom(x *array, width ast.Node) int64 {
	row := c.Unit.ScopeAt(width).Const(width)
	for n := range x.sizes[0].Descendants() {
		if factor := c.Unit.ScopeAt(n).Const(n); row.Known() && n.Parent().Op() == ast.Mul && factor.Known() && factor.Int == row.Int+1 {
			return factor.Int
		}
	}
	return 0
}

// gaps leaves one element unused after as many as fill all banks, or as lie between neighbouring
// lanes: i + i / 32.
func (c *checker) gaps(x *array, a *warp.Access, r remedy) (remedy, bool) {
	at, ok := x.useAt(a)
	if !ok || x.element < bankBytes {
		return r, false
	}
	row := bankCount * bankBytes / x.element
	for _, n := range []int64{row, max(a.Stride, -a.Stride) / x.element} {
		if n < 2 {
			continue
		}
		var edits []fixes.Edit
		for _, u := range x.uses {
			text := operand(u.indices[0])
			edits = append(edits, c.Edit(u.indices[0], fmt.Sprintf("%s + %s / %d", summand(u.indices[0]), text, n)))
		}
		if !c.verified(x, edits, nil) {
			continue
		}
		size := "launch with shared memory for them"
		if x.sizes[0].Valid() {
			size = "declare it longer by as many"
			edits = append(edits, c.Edit(x.sizes[0], fmt.Sprintf("%s + %s / %d", summand(x.sizes[0]), operand(x.sizes[0]), n)))
		}
		r.help = fmt.Sprintf("leave one element unused after every %d: write each index i of %s as i + i / %d, here %s, and %s", n, x.name, n, rewritten(at, edits), size)
		r.fixes = []fixes.Fix{{Title: fmt.Sprintf("leave one element of %s unused after every %d", x.name, n), Safety: fixes.Display, Edits: edits}}
		return r, true
	}
	return r, false
}

// operand returns the text of an expression as an operand of a division.
func operand(n ast.Node) string {
	if n.Is(ast.Identifier, ast.QualifiedIdentifier, ast.NumberLiteral, ast.FieldExpression, ast.ParenthesizedExpression, ast.SubscriptExpression, ast.CallExpression) {
		return n.Text()
	}
	return "(" + n.Text() + ")"
}

// summand returns the text of an expression as the first operand of a sum: + binds before all
// operators but those of products and other sums.
func summand(n ast.Node) string {
	switch {
	case n.Is(ast.CastExpression, ast.UnaryExpression, ast.SizeofExpression):
		return n.Text()
	case n.Is(ast.BinaryExpression):
		switch n.Op() {
		case ast.Add, ast.Sub, ast.Mul, ast.Div, ast.Rem:
			return n.Text()
		}
	}
	return operand(n)
}

// swizzle exchanges the columns of each row: tile[r][c ^ r]. The rows keep their length, which has
// to be a power of two.
func (c *checker) swizzle(x *array, a *warp.Access, r remedy) (remedy, bool) {
	at, ok := x.useAt(a)
	last := x.sizes[len(x.sizes)-1]
	row := c.Unit.ScopeAt(last).Const(last)
	if !ok || len(x.sizes) != 2 || !row.Known() || row.Int < 2 || row.Int&(row.Int-1) != 0 {
		return r, false
	}
	var edits []fixes.Edit
	for _, u := range x.uses {
		edits = append(edits, c.Edit(u.indices[1], fmt.Sprintf("%s ^ %s %% %d", operand(u.indices[1]), operand(u.indices[0]), row.Int)))
	}
	if !c.verified(x, edits, nil) {
		return r, false
	}
	r.help = fmt.Sprintf("no padding leaves all accesses of %s without conflicts; exchange the columns of each row in every access, here %s", x.name, rewritten(at, edits))
	r.fixes = []fixes.Fix{{Title: "exchange the columns of each row of " + x.name, Safety: fixes.Display, Edits: edits}}
	return r, true
}

// rewritten returns the text of a use after edits.
func rewritten(u use, edits []fixes.Edit) string {
	span := u.node.Span()
	var own []fixes.Edit
	for _, e := range edits {
		if span.Start <= e.Start && e.End <= span.End {
			e.Start, e.End, e.Path = e.Start-span.Start, e.End-span.Start, ""
			own = append(own, e)
		}
	}
	text, err := fixes.Apply([]byte(u.node.Text()), own)
	if err != nil {
		return traffic.OneLine(u.node.Text())
	}
	return traffic.OneLine(string(text))
}

package codegen

import (
	"slices"

	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
)

// findImmediate finds the reads of constant memory whose address the compiler knows.
func (c *counter) findImmediate(rows []siteCount) {
	for r := 1; r < len(c.Nodes); r++ {
		n := &c.Nodes[r]
		if n.Row == 0 || n.Op != opgraph.OpLoad {
			continue
		}
		x := &rows[n.Row-1]
		known := c.literalAddress(n.A, 0)
		for k := n.SourceNest; k > 0; k = int32(c.Nests[k].Parent) {
			// The counter of a loop that is not unrolled fully is no constant.
			known = known && (!c.Nests[k].Constant || c.Nests[k].Unroll == 0)
		}
		x.varying = x.varying || !known
		x.Immediate = !x.varying && x.Constant
	}
	for i := range rows {
		if x := &rows[i]; len(x.Parameters) > 0 {
			x.Immediate = !x.varying && !x.Partial && !slices.ContainsFunc(x.Parameters, func(r opgraph.Ref) bool { return !c.literalAddress(r, 0) })
		}
	}
}

// literal reports whether the compiler knows a number in every iteration, once it has
// unrolled the loops that it unrolls fully.
func (c *counter) literal(r opgraph.Ref, depth int) bool {
	n := &c.Nodes[r]
	switch {
	case depth > opgraph.MaxForm:
	case n.Op == opgraph.OpConst:
		return true
	case n.Op == opgraph.OpPhi:
		s, p := &c.Nests[n.Nest], c.Phis[n.Imm]
		return s.Constant && s.Unroll == 0 && c.forms[n.Imm] == regular && c.Nodes[p.Start].Op == opgraph.OpConst
	case n.Op == opgraph.OpWiden:
		return c.literal(n.A, depth+1)
	case n.Op == opgraph.OpAdd, n.Op == opgraph.OpSub, n.Op == opgraph.OpMul, n.Op == opgraph.OpShl:
		return n.Class <= warp.Int64 && c.literal(n.A, depth+1) && c.literal(n.B, depth+1)
	}
	return false
}

// literalAddress is literal for an address.
func (c *counter) literalAddress(r opgraph.Ref, depth int) bool {
	n := &c.Nodes[r]
	switch {
	case n.Op == opgraph.OpOffset && depth < opgraph.MaxForm:
		return c.literalAddress(n.A, depth+1)
	case n.Op == opgraph.OpAddress && depth < opgraph.MaxForm:
		return c.literalAddress(n.A, depth+1) && c.literal(n.B, 0)
	}
	return n.Op == opgraph.OpSymbol
}

// immediate reports whether an address is known to the compiler.
func (c *counter) immediate(r opgraph.Ref) bool {
	if c.Nodes[r].Op == opgraph.OpOffset {
		r = c.Nodes[r].A
	}
	return c.Nodes[r].Op == opgraph.OpSymbol
}

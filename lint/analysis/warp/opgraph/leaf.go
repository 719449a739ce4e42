package opgraph

import (
	"math"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// Opaque returns a node that is unlike any other.
func (g *Graph) Opaque(cls warp.NumberClass) Ref {
	if len(g.Nodes) >= maxNodes {
		g.TooLarge = true
		return 0
	}
	g.Nodes = append(g.Nodes, Node{Op: opOpaque, Class: cls, Nest: g.current(), SourceNest: g.current()})
	return Ref(len(g.Nodes) - 1)
}

// ConstInt returns the node of an integer constant.
func (g *Graph) ConstInt(cls warp.NumberClass, x int64) Ref {
	n := Node{Op: OpConst, Class: cls, Imm: x, Flags: FlagUniform}
	if x >= 0 {
		n.Flags |= FlagNonNegative
	}
	return g.add(n)
}

// ConstFloat returns the node of a floating-point constant.
func (g *Graph) ConstFloat(cls warp.NumberClass, x float64) Ref {
	return g.add(Node{Op: OpConst, Class: cls, Imm: int64(math.Float64bits(x)), Flags: FlagUniform})
}

// Leaf returns a node without operands that is the same everywhere.
func (g *Graph) Leaf(op Opcode, cls warp.NumberClass, imm int64, flags uint8) Ref {
	return g.add(Node{Op: op, Class: cls, Imm: imm, Flags: flags})
}

// Name returns the number of a function.
func (g *Graph) Name(s string) int64 {
	i, ok := g.names[s]
	if !ok {
		i = int64(len(g.Called))
		g.names[s] = i
		g.Called = append(g.Called, s)
	}
	return i
}

// Is reports whether a node, if there is one, is of a kind.
func (g *Graph) Is(r Ref, op Opcode) bool { return r != 0 && g.Nodes[r].Op == op }

// Constant returns the number of an integer constant.
func (g *Graph) Constant(r Ref) (int64, bool) {
	if g.Is(r, OpConst) && g.Nodes[r].Class <= warp.Int64 {
		return g.Nodes[r].Imm, true
	}
	return 0, false
}

// Floating returns the number of a floating-point constant.
func (g *Graph) Floating(r Ref) (float64, bool) {
	if g.Is(r, OpConst) && g.Nodes[r].Class >= warp.Half {
		return math.Float64frombits(uint64(g.Nodes[r].Imm)), true
	}
	return 0, false
}

package codegen

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
)

// What is read through the uniform datapath was found by compiling the kernels of
// lint/model/cost/testdata/uniform with nvcc 13.0 for sm_75 to sm_120; paths.csv there has
// what came out. The compiler takes that path (ULDC, from sm_100 on LDCU) in a loop
// that is left after unrolling where
//
//   - it computes the address from constants, kernel parameters, blockIdx, counters and
//     constant memory: what is loaded from elsewhere is in registers of the lanes. The
//     start of an address that advances by a constant is in such a register, too,
//     unless it is a constant or a parameter;
//   - the lanes stay together: they leave no loop around the read in different
//     iterations, and no read of the table in the loop is in a branch of an iteration
//     that they take different ways;
//   - the instructions that use the value can take it from a uniform register. They
//     have one operand that may be such a register, constant memory or a number.
//
// For sm_120 it takes LDC for a third of them: nothing is said there.

// The architectures, as in __CUDA_ARCH__: those that read constant memory that way, and
// from which on in loops that are left early and by blockIdx, too.
const (
	uniformArch = 750
	fullUniform = 900
	notUniform  = 1200
)

// A tablePlace is a table as one loop reads it.
type tablePlace struct {
	object int
	nest   int32
}

// A uniformRow is what is known of the reads of one row.
type uniformRow struct {
	refused    bool
	executions float64
	places     []tablePlace
}

// findUniformPaths finds the reads of constant memory that take the uniform datapath.
func (c *counter) findUniformPaths(rows []siteCount, arch int) {
	if arch < uniformArch || arch >= notUniform {
		return
	}
	refused := c.refusedUses()
	apart := map[tablePlace]bool{}
	found := map[*siteCount]*uniformRow{}
	for r := 1; r < len(c.Nodes); r++ {
		n := &c.Nodes[r]
		if n.Op != opgraph.OpLoad || n.Row == 0 || n.Issued == 0 || !rows[n.Row-1].Constant {
			continue
		}
		x := &rows[n.Row-1]
		u := found[x]
		if u == nil {
			u = &uniformRow{}
			found[x] = u
		}
		// Where a loop around it, run one by one, changes the address, too, the inner one
		// starts in a register of the lanes.
		at, times := tablePlace{x.Object, c.rolledNest(n.Nest)}, n.Count
		if c.literalAddress(n.A, 0) {
			at.nest, times = c.changedIn(n), n.Issued
			u.refused = u.refused || at.nest > 0 && c.Nests[at.nest].Entries >= 2*n.Issued
		} else if s := &c.Nests[at.nest]; at.nest > 0 && s.Entries > 1 {
			u.refused = u.refused || 2*times <= s.Runs
		}
		u.executions += times
		if at.nest == 0 {
			continue // at a literal offset, or read once
		}
		u.places = append(u.places, at)
		apart[at] = apart[at] || c.mayDiverge(n, at.nest, arch)
		u.refused = u.refused || refused[r] || !c.uniformAddress(n.A, at.nest, arch) || !c.sees(x.Function, at.nest)
	}
	for x, u := range found {
		ok := len(u.places) > 0 && !u.refused
		for _, at := range u.places {
			ok = ok && !apart[at]
		}
		if x.UniformPath = ok; ok {
			x.Executions = max(x.Executions, u.executions)
		}
	}
}

// rolledNest returns the innermost nest around a nest, or the nest itself, that is left
// after unrolling: 0 where there is no loop.
func (c *counter) rolledNest(nest int32) int32 {
	for nest > 0 && c.Nests[nest].Unroll == 0 {
		nest = int32(c.Nests[nest].Parent)
	}
	return nest
}

// changedIn returns the innermost loop that is left after unrolling, 0 for none, of
// those whose iterations read at an address of their own each.
func (c *counter) changedIn(n *opgraph.Node) int32 {
	for k := n.SourceNest; k > 0; k = int32(c.Nests[k].Parent) {
		if s := &c.Nests[k]; s.Unroll != 0 && 2*n.Issued <= s.Runs {
			return k
		}
	}
	return 0
}

// mayDiverge reports whether some lanes of a warp may execute a read without the others.
func (c *counter) mayDiverge(n *opgraph.Node, rolled int32, arch int) bool {
	if n.DivergentNest > 0 && c.rolledNest(n.DivergentNest-1) == rolled {
		return true
	}
	inside := true
	for k := n.SourceNest; k > 0; k = int32(c.Nests[k].Parent) {
		s := &c.Nests[k]
		if s.DivergentExit || c.tests[k] != 0 && !c.WarpUniform(c.tests[k], 0) || inside && s.DivergentSkip {
			return true
		}
		if inside && (arch < fullUniform && s.Exits || c.tests[k] != 0 && c.Nodes[c.tests[k]].Op != opgraph.OpCompare && c.Nodes[c.tests[k]].Op != opgraph.OpConst) {
			return true // it has several ends
		}
		inside = inside && k != rolled
	}
	return false
}

// sees reports whether a function has the loop that changes the address, or is inlined: the
// arguments of a function that is not inlined are in registers of the lanes.
func (c *counter) sees(f *sema.Function, nest int32) bool {
	if f == nil || f.Qualifiers&ast.NoInline == 0 {
		return true
	}
	loop := c.Nests[nest].Loop
	return loop.File() == f.Body.File() && loop.Span().Start >= f.Body.Span().Start && loop.Span().End <= f.Body.Span().End
}

// uniformAddress reports whether the compiler computes an address in uniform registers
// in the iterations of a nest.
func (c *counter) uniformAddress(r opgraph.Ref, nest int32, arch int) bool {
	if c.Nodes[r].Flags&opgraph.FlagUniform == 0 || arch < fullUniform && c.holds(r, opgraph.OpSpecial, 0) {
		return false
	}
	affine, foreign := c.startOf(r, nest, arch, 0)
	return !affine || !foreign
}

// startOf reports whether an address is a sum of products of the counter of a nest, and
// whether what it starts at is neither a constant nor a parameter.
func (c *counter) startOf(r opgraph.Ref, nest int32, arch, depth int) (affine, foreign bool) {
	n := &c.Nodes[r]
	switch {
	case r == 0 || n.Op == opgraph.OpConst || n.Op == opgraph.OpParam || n.Op == opgraph.OpSymbol:
		return true, false
	case depth > opgraph.MaxForm:
		return false, false
	case c.rolledNest(n.Nest) != nest:
		return true, !c.fromParameters(r, 0)
	}
	switch n.Op {
	case opgraph.OpPhi:
		start := c.Phis[n.Imm].Start
		if c.forms[n.Imm] > strided {
			return false, false
		}
		return true, !c.fromParameters(start, 0) || arch < fullUniform && c.holds(start, opgraph.OpParam, 0)
	case opgraph.OpAdd, opgraph.OpSub, opgraph.OpMul, opgraph.OpShl, opgraph.OpWiden, opgraph.OpOffset, opgraph.OpAddress:
		affine = true
		for _, x := range [...]opgraph.Ref{n.A, n.B} {
			a, f := c.startOf(x, nest, arch, depth+1)
			affine, foreign = affine && a, foreign || f
		}
		return affine, foreign
	}
	return false, false
}

// fromParameters reports whether a number is computed from constants, kernel
// parameters and addresses of variables only.
func (c *counter) fromParameters(r opgraph.Ref, depth int) bool {
	n := &c.Nodes[r]
	switch {
	case r == 0 || n.Op == opgraph.OpConst || n.Op == opgraph.OpParam || n.Op == opgraph.OpSymbol:
		return true
	case depth > opgraph.MaxForm || n.Op < opgraph.OpAdd || n.Op > opgraph.OpOffset:
		return false
	case n.Op == opgraph.OpCompare || n.Op == opgraph.OpLogic || n.Op == opgraph.OpSelect || n.Op == opgraph.OpMerge:
		return false // one of several
	}
	return c.fromParameters(n.A, depth+1) && c.fromParameters(n.B, depth+1) && c.fromParameters(n.C, depth+1)
}

// holds reports whether a number is computed from a node of a kind; loads are not followed.
func (c *counter) holds(r opgraph.Ref, op opgraph.Opcode, depth int) bool {
	n := &c.Nodes[r]
	switch {
	case r == 0 || n.Op == opgraph.OpLoad || depth > opgraph.MaxForm:
		return false
	case n.Op == op:
		return true
	case n.Op == opgraph.OpPhi:
		return c.holds(c.Phis[n.Imm].Start, op, depth+1)
	}
	return c.holds(n.A, op, depth+1) || c.holds(n.B, op, depth+1) || c.holds(n.C, op, depth+1)
}

// refusedUses marks the loads whose value some instruction cannot take from a uniform
// register. An integer addition has three operands.
func (c *counter) refusedUses() []bool {
	refused := make([]bool, len(c.Nodes))
	tests := map[opgraph.Ref]bool{}
	for _, t := range c.tests {
		tests[t] = true
	}
	var operands []opgraph.Ref
	for i := 1; i < len(c.Nodes); i++ {
		r := opgraph.Ref(i)
		n := &c.Nodes[r]
		if !c.live[r] || c.uses[r] > 0 && c.taken[r] >= c.uses[r] {
			continue
		}
		operands = c.instructionOperands(operands[:0], r)
		all := false // or only where two of them are no registers of the lanes
		switch n.Op {
		case opgraph.OpStore:
			if c.Nodes[n.B].Op == opgraph.OpLoad {
				refused[n.B] = true
			}
			continue
		case opgraph.OpAddress, opgraph.OpOffset, opgraph.OpBranch, opgraph.OpBarrier, opgraph.OpLoad, opgraph.OpMemory, opgraph.OpWiden, opgraph.OpNarrow, opgraph.OpConvert, opgraph.OpLogic:
			continue
		case opgraph.OpSelect, opgraph.OpMerge, opgraph.OpPhi, opgraph.OpDiv, opgraph.OpRem, opgraph.OpCall, opgraph.OpAtomic:
			all = true
		case opgraph.OpCompare:
			all = tests[r]
		case opgraph.OpAdd, opgraph.OpSub, opgraph.OpXor, opgraph.OpOr:
			all = n.Class <= warp.Int64 && c.accumulates(r)
		}
		fixed := 0
		for _, x := range operands {
			if y := &c.Nodes[x]; y.Op == opgraph.OpConst && y.Imm != 0 || y.Op == opgraph.OpLoad && c.constantSpace(y.A, 0) {
				fixed++
			}
		}
		for _, x := range operands {
			if c.Nodes[x].Op == opgraph.OpLoad && (all || fixed > 1) {
				refused[x] = true
			}
		}
	}
	return refused
}

// instructionOperands appends what the instruction of a node works on: those of the
// operations that are fused with it, too.
func (c *counter) instructionOperands(list []opgraph.Ref, r opgraph.Ref) []opgraph.Ref {
	n := &c.Nodes[r]
	if n.Op == opgraph.OpPhi {
		p := c.Phis[n.Imm]
		return append(list, p.Start, p.Next)
	}
	for _, x := range [...]opgraph.Ref{n.A, n.B, n.C} {
		switch y := &c.Nodes[x]; {
		case x == 0:
		case c.fused[r] && c.taken[x] > 0 && y.Op != opgraph.OpLoad:
			for _, z := range [...]opgraph.Ref{y.A, y.B} {
				if z != 0 {
					list = append(list, z)
				}
			}
		case y.Op == opgraph.OpNeg || y.Op == opgraph.OpAbs:
			list = append(list, y.A) // a modifier of the operand
		default:
			list = append(list, x)
		}
	}
	return list
}

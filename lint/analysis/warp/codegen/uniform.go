package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
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
	for r := 1; r < len(c.nodes); r++ {
		n := &c.nodes[r]
		if n.op != opLoad || n.row == 0 || n.issued == 0 || !rows[n.row-1].constant {
			continue
		}
		x := &rows[n.row-1]
		u := found[x]
		if u == nil {
			u = &uniformRow{}
			found[x] = u
		}
		// Where a loop around it, run one by one, changes the address, too, the inner one
		// starts in a register of the lanes.
		at, times := tablePlace{x.object, c.rolledNest(n.nest)}, n.count
		if c.literalAddress(n.a, 0) {
			at.nest, times = c.changedIn(n), n.issued
			u.refused = u.refused || at.nest > 0 && c.nests[at.nest].Entries >= 2*n.issued
		} else if s := &c.nests[at.nest]; at.nest > 0 && s.Entries > 1 {
			u.refused = u.refused || 2*times <= s.Runs
		}
		u.executions += times
		if at.nest == 0 {
			continue // at a literal offset, or read once
		}
		u.places = append(u.places, at)
		apart[at] = apart[at] || c.apart(n, at.nest, arch)
		u.refused = u.refused || refused[r] || !c.uniformAddress(n.a, at.nest, arch) || !c.sees(x.function, at.nest)
	}
	for x, u := range found {
		ok := len(u.places) > 0 && !u.refused
		for _, at := range u.places {
			ok = ok && !apart[at]
		}
		if x.uniformPath = ok; ok {
			x.executions = max(x.executions, u.executions)
		}
	}
}

// rolledNest returns the innermost nest around a nest, or the nest itself, that is left
// after unrolling: 0 where there is no loop.
func (c *counter) rolledNest(nest int32) int32 {
	for nest > 0 && c.nests[nest].Unroll == 0 {
		nest = int32(c.nests[nest].Parent)
	}
	return nest
}

// changedIn returns the innermost loop that is left after unrolling, 0 for none, of
// those whose iterations read at an address of their own each.
func (c *counter) changedIn(n *node) int32 {
	for k := n.written; k > 0; k = int32(c.nests[k].Parent) {
		if s := &c.nests[k]; s.Unroll != 0 && 2*n.issued <= s.Runs {
			return k
		}
	}
	return 0
}

// apart reports whether lanes of a warp may come to a read without each other.
func (c *counter) apart(n *node, rolled int32, arch int) bool {
	if n.apart > 0 && c.rolledNest(n.apart-1) == rolled {
		return true
	}
	inside := true
	for k := n.written; k > 0; k = int32(c.nests[k].Parent) {
		s := &c.nests[k]
		if s.uneven || c.tests[k] != 0 && !c.alike(c.tests[k], 0) || inside && s.skipped {
			return true
		}
		if inside && (arch < fullUniform && s.exits || c.tests[k] != 0 && c.nodes[c.tests[k]].op != opCompare && c.nodes[c.tests[k]].op != opConst) {
			return true // it has several ends
		}
		inside = inside && k != rolled
	}
	return false
}

// sees reports whether a function that is not inlined, if it is one, has the loop that
// changes the address: what is passed to it is in registers of the lanes.
func (c *counter) sees(f *sema.Function, nest int32) bool {
	if f == nil || f.Qualifiers&ast.NoInline == 0 {
		return true
	}
	loop := c.nests[nest].Loop
	return loop.File() == f.Body.File() && loop.Span().Start >= f.Body.Span().Start && loop.Span().End <= f.Body.Span().End
}

// uniformAddress reports whether the compiler computes an address in uniform registers
// in the iterations of a nest.
func (c *counter) uniformAddress(r ref, nest int32, arch int) bool {
	if c.nodes[r].flags&flagUniform == 0 || arch < fullUniform && c.holds(r, opSpecial, 0) {
		return false
	}
	affine, foreign := c.startOf(r, nest, arch, 0)
	return !affine || !foreign
}

// startOf reports whether an address is a sum of products of the counter of a nest, and
// whether what it starts at is neither a constant nor a parameter.
func (c *counter) startOf(r ref, nest int32, arch, depth int) (affine, foreign bool) {
	n := &c.nodes[r]
	switch {
	case r == 0 || n.op == opConst || n.op == opParam || n.op == opSymbol:
		return true, false
	case depth > maxForm:
		return false, false
	case c.rolledNest(n.nest) != nest:
		return true, !c.fromParameters(r, 0)
	}
	switch n.op {
	case opPhi:
		start := c.phis[n.imm].start
		if c.forms[n.imm] > strided {
			return false, false
		}
		return true, !c.fromParameters(start, 0) || arch < fullUniform && c.holds(start, opParam, 0)
	case opAdd, opSub, opMul, opShl, opWiden, opOffset, opAddress:
		affine = true
		for _, x := range [...]ref{n.a, n.b} {
			a, f := c.startOf(x, nest, arch, depth+1)
			affine, foreign = affine && a, foreign || f
		}
		return affine, foreign
	}
	return false, false
}

// fromParameters reports whether a number is computed from constants, kernel
// parameters and addresses of variables only.
func (c *counter) fromParameters(r ref, depth int) bool {
	n := &c.nodes[r]
	switch {
	case r == 0 || n.op == opConst || n.op == opParam || n.op == opSymbol:
		return true
	case depth > maxForm || n.op < opAdd || n.op > opOffset:
		return false
	case n.op == opCompare || n.op == opLogic || n.op == opSelect || n.op == opMerge:
		return false // one of several
	}
	return c.fromParameters(n.a, depth+1) && c.fromParameters(n.b, depth+1) && c.fromParameters(n.c, depth+1)
}

// holds reports whether a number is computed from a node of a kind, loads left out.
func (c *counter) holds(r ref, op opcode, depth int) bool {
	n := &c.nodes[r]
	switch {
	case r == 0 || n.op == opLoad || depth > maxForm:
		return false
	case n.op == op:
		return true
	case n.op == opPhi:
		return c.holds(c.phis[n.imm].start, op, depth+1)
	}
	return c.holds(n.a, op, depth+1) || c.holds(n.b, op, depth+1) || c.holds(n.c, op, depth+1)
}

// refusedUses returns the loads whose value some instruction cannot take from a uniform
// register. Sums of integers take three numbers at a time.
func (c *counter) refusedUses() []bool {
	refused := make([]bool, len(c.nodes))
	tests := map[ref]bool{}
	for _, t := range c.tests {
		tests[t] = true
	}
	var operands []ref
	for i := 1; i < len(c.nodes); i++ {
		r := ref(i)
		n := &c.nodes[r]
		if !c.live[r] || c.uses[r] > 0 && c.taken[r] >= c.uses[r] {
			continue
		}
		operands = c.instructionOperands(operands[:0], r)
		all := false // or only where two of them are no registers of the lanes
		switch n.op {
		case opStore:
			if c.nodes[n.b].op == opLoad {
				refused[n.b] = true
			}
			continue
		case opAddress, opOffset, opBranch, opBarrier, opLoad, opMemory, opWiden, opNarrow, opConvert, opLogic:
			continue
		case opSelect, opMerge, opPhi, opDiv, opRem, opCall, opAtomic:
			all = true
		case opCompare:
			all = tests[r]
		case opAdd, opSub, opXor, opOr:
			all = n.cls <= Int64 && c.accumulates(r)
		}
		fixed := 0
		for _, x := range operands {
			if y := &c.nodes[x]; y.op == opConst && y.imm != 0 || y.op == opLoad && c.constantSpace(y.a, 0) {
				fixed++
			}
		}
		for _, x := range operands {
			if c.nodes[x].op == opLoad && (all || fixed > 1) {
				refused[x] = true
			}
		}
	}
	return refused
}

// instructionOperands appends what the instruction of a node works on: those of the
// operations that are fused with it, too.
func (c *counter) instructionOperands(list []ref, r ref) []ref {
	n := &c.nodes[r]
	if n.op == opPhi {
		p := c.phis[n.imm]
		return append(list, p.start, p.next)
	}
	for _, x := range [...]ref{n.a, n.b, n.c} {
		switch y := &c.nodes[x]; {
		case x == 0:
		case c.fused[r] && c.taken[x] > 0 && y.op != opLoad:
			for _, z := range [...]ref{y.a, y.b} {
				if z != 0 {
					list = append(list, z)
				}
			}
		case y.op == opNeg || y.op == opAbs:
			list = append(list, y.a) // a modifier of the operand
		default:
			list = append(list, x)
		}
	}
	return list
}

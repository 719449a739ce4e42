package opgraph

import (
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// Symbol returns the node of the address of a variable: id is its number, align the number
// of low bits of the address that are zero.
func (g *Graph) Symbol(id int, space sema.MemorySpace, align uint8) Ref {
	cls := AddressClass(space)
	if cls == warp.Int64 {
		return g.add(Node{Op: OpSymbol, Class: cls, Imm: int64(id), Sub: align, Flags: FlagUniform})
	}
	// Addresses in one window of memory share what is computed of them.
	return g.Offset(g.Leaf(OpSymbol, cls, -int64(space), FlagUniform), int64(id)<<20)
}

// AddressClass returns how wide addresses of a space are.
func AddressClass(s sema.MemorySpace) warp.NumberClass {
	switch s {
	case sema.SharedSpace, sema.ConstantSpace, sema.ParameterSpace, sema.LocalSpace:
		return warp.Int32
	}
	return warp.Int64
}

// Contents returns the node of what an object holds now: version is the last store to it,
// barrier and global are set where barriers, and stores to any global memory, may change it.
func (g *Graph) Contents(version Ref, barrier, global bool) Ref {
	n := Node{Op: OpMemory, A: version}
	if barrier {
		n.B = g.barrier
	}
	if global {
		n.C = g.global
	}
	if n.A == 0 && n.B == 0 && n.C == 0 {
		return 0
	}
	return g.Pure(n)
}

// Load adds a read, which row counts (0: none does). What is read at one address is the
// same for the block if memory is constant.
func (g *Graph) Load(n Node, constant bool, row int32) Ref {
	g.raised = false
	r := g.Pure(n)
	if r == 0 {
		return 0
	}
	x := &g.Nodes[r]
	if !g.Muted {
		x.Issued += g.active(g.current())
	}
	if g.divergentNest > 0 {
		x.DivergentNest = g.divergentNest
	}
	if !constant {
		x.Flags &^= FlagUniform
	} else if g.Nodes[n.A].Flags&FlagUniform != 0 {
		x.Flags |= FlagUniform
	}
	// The read that most warps execute stands for all of the same.
	if row != 0 && (x.Row == 0 || g.raised) {
		x.Row = row
	}
	return r
}

// Store adds a write, which row counts; global is set where it may change any global memory.
func (g *Graph) Store(addr, val Ref, row int32, global bool) Ref {
	if g.Is(val, OpNarrow) && g.Nodes[val].Imm < byteOf {
		val = g.Nodes[val].A
	}
	return g.Change(Node{Op: OpStore, A: addr, B: val, Imm: int64(row), Flags: FlagRoot}, row, global)
}

// Change adds an operation that changes memory: see store.
func (g *Graph) Change(n Node, row int32, global bool) Ref {
	r := g.pinned(n)
	if r != 0 {
		g.Nodes[r].Row = row
	}
	if global {
		g.global = r
	}
	return r
}

// Need marks a value that something out of sight needs.
func (g *Graph) Need(r Ref) {
	if r != 0 {
		g.Nodes[r].Flags |= FlagRoot
	}
}

// Alone marks a read that the compiler joins with no other, as it is volatile or by a
// function such as __ldg.
func (g *Graph) Alone(r Ref) {
	if g != nil && g.Is(r, OpLoad) {
		g.Nodes[r].Flags |= FlagUnjoined
		g.EndBlock()
	}
}

// RenewVersion returns the version of an object that the iterations of the present nest change:
// number tells apart what they change.
func (g *Graph) RenewVersion(number int, version Ref, global bool) Ref {
	r := g.PhiOf(number, warp.Int64, version, 0)
	if global {
		g.global = r
	}
	return r
}

// RenewBarrier is RenewVersion for what barriers order.
func (g *Graph) RenewBarrier(number int) { g.barrier = g.PhiOf(number, warp.Int64, g.barrier, 0) }

// Sync adds a barrier, which separates what is read before and after it.
func (g *Graph) Sync(name string) {
	if g == nil {
		return
	}
	g.barrier = g.pinned(Node{Op: OpBarrier, Imm: int64(len(name)), B: g.barrier, Flags: FlagRoot})
	g.EndBlock()
	for _, l := range g.levels {
		g.Nests[l.nest].Barrier = true
	}
}

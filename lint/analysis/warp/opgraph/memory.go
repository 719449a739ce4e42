package warp

import "github.com/cudalint/cudalint/cudaparse/sema"

// symbol returns the node of the address of a variable: id is its number, align the number
// of low bits of the address that are zero.
func (g *graph) symbol(id int, space sema.MemorySpace, align uint8) ref {
	cls := addressClass(space)
	if cls == Int64 {
		return g.add(node{op: opSymbol, cls: cls, imm: int64(id), sub: align, flags: flagUniform})
	}
	// Addresses in one window of memory share what is computed of them.
	return g.offset(g.leaf(opSymbol, cls, -int64(space), flagUniform), int64(id)<<20)
}

// addressClass returns how wide addresses of a space are.
func addressClass(s sema.MemorySpace) NumberClass {
	switch s {
	case sema.SharedSpace, sema.ConstantSpace, sema.ParameterSpace, sema.LocalSpace:
		return Int32
	}
	return Int64
}

// contents returns the node of what an object holds now: version is the last store to it,
// barrier and global are set where barriers, and stores to any global memory, may change it.
func (g *graph) contents(version ref, barrier, global bool) ref {
	n := node{op: opMemory, a: version}
	if barrier {
		n.b = g.barrier
	}
	if global {
		n.c = g.global
	}
	if n.a == 0 && n.b == 0 && n.c == 0 {
		return 0
	}
	return g.pure(n)
}

// load adds a read, which row counts (0: none does). What is read at one address is the
// same for the block if memory is constant.
func (g *graph) load(n node, constant bool, row int32) ref {
	g.raised = false
	r := g.pure(n)
	if r == 0 {
		return 0
	}
	x := &g.nodes[r]
	if !g.silent {
		x.issued += g.active(g.current())
	}
	if g.apart > 0 {
		x.apart = g.apart
	}
	if !constant {
		x.flags &^= flagUniform
	} else if g.nodes[n.a].flags&flagUniform != 0 {
		x.flags |= flagUniform
	}
	// The read that most warps execute stands for all of the same.
	if row != 0 && (x.row == 0 || g.raised) {
		x.row = row
	}
	return r
}

// store adds a write, which row counts; global is set where it may change any global memory.
func (g *graph) store(addr, val ref, row int32, global bool) ref {
	if g.is(val, opNarrow) && g.nodes[val].imm < byteOf {
		val = g.nodes[val].a
	}
	return g.change(node{op: opStore, a: addr, b: val, imm: int64(row), flags: flagRoot}, row, global)
}

// change adds an operation that changes memory: see store.
func (g *graph) change(n node, row int32, global bool) ref {
	r := g.pinned(n)
	if r != 0 {
		g.nodes[r].row = row
	}
	if global {
		g.global = r
	}
	return r
}

// need marks a value that something out of sight needs.
func (g *graph) need(r ref) {
	if r != 0 {
		g.nodes[r].flags |= flagRoot
	}
}

// alone marks a read that the compiler joins with no other, as it is volatile or by a
// function such as __ldg.
func (g *graph) alone(r ref) {
	if g != nil && g.is(r, opLoad) {
		g.nodes[r].flags |= flagAlone
		g.endBlock()
	}
}

// renewVersion returns the version of an object that the iterations of the present nest change:
// number tells apart what they change.
func (g *graph) renewVersion(number int, version ref, global bool) ref {
	r := g.phiOf(number, Int64, version, 0)
	if global {
		g.global = r
	}
	return r
}

// renewBarrier is renewVersion for what barriers order.
func (g *graph) renewBarrier(number int) { g.barrier = g.phiOf(number, Int64, g.barrier, 0) }

// sync adds a barrier, which separates what is read before and after it.
func (g *graph) sync(name string) {
	if g == nil {
		return
	}
	g.barrier = g.pinned(node{op: opBarrier, imm: int64(len(name)), b: g.barrier, flags: flagRoot})
	g.endBlock()
	for _, l := range g.levels {
		g.nests[l.nest].barrier = true
	}
}

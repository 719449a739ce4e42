package warp

import (
	"math/bits"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// groupOfType returns the cooperative group a type of cooperative_groups stands
// for.
func groupOfType(t *sema.Type) (group, bool) {
	if t == nil {
		return group{}, false
	}
	switch t.Name {
	case "thread_block":
		return group{kind: blockGroup}, true
	case "grid_group":
		return group{kind: gridGroup}, true
	case "coalesced_group":
		return group{kind: coalescedGroup}, true
	case "thread_block_tile":
		if len(t.Args) > 0 && t.Args[0].Const.Known() {
			if n := t.Args[0].Const.Int; n > 0 && n <= 1024 {
				return group{kind: tileGroup, size: int(n)}, true
			}
		}
	}
	return group{}, false
}

// groupFunction evaluates this_thread_block(), tiled_partition<N>(g) and their
// relatives.
func (m *model) groupFunction(x *ir.Extra, args []value) (value, bool) {
	of := func(kind groupKind, typeName string, size int) (value, bool) {
		return value{typ: &sema.Type{Kind: sema.Builtin, Name: typeName, Size: -1, Align: -1}, group: &group{kind: kind, size: size}}, true
	}
	switch name := x.Name; name {
	case "this_thread_block":
		return of(blockGroup, "thread_block", 0)
	case "this_grid":
		return of(gridGroup, "grid_group", 0)
	case "coalesced_threads":
		return of(coalescedGroup, "coalesced_group", 0)
	case "labeled_partition", "binary_partition":
		if len(args) == 2 && args[1].num != nil {
			return value{typ: &sema.Type{Kind: sema.Builtin, Name: "coalesced_group", Size: -1, Align: -1},
				group: &group{kind: labeledGroup, labels: args[1].num}}, true
		}
		return value{typ: typeOther}, true
	case "tiled_partition":
		if size, ok := templateSize(x); ok {
			return of(tileGroup, "thread_block_tile", size)
		}
		if len(args) == 2 && args[1].num != nil {
			if n, ok := args[1].num.Constant(); ok && n > 0 && n <= 1024 {
				return of(tileGroup, "thread_block_tile", int(n))
			}
		}
		return value{typ: typeOther}, true
	case "thread_rank", "size", "num_threads", "meta_group_rank", "meta_group_size", "group_index", "thread_index", "sync":
		if len(args) == 1 && args[0].group != nil {
			return m.groupCall(*args[0].group, name, nil), true
		}
	case "reduce", "inclusive_scan", "exclusive_scan":
		if len(args) >= 2 && args[0].group != nil && args[1].num != nil {
			v := m.groupReduce(*args[0].group, name, args[1])
			v.op = m.callNode("cooperative_groups::"+name, args[1:2], v)
			return v, true
		}
	}
	return value{}, false
}

// templateSize returns the constant first template argument of a call.
func templateSize(x *ir.Extra) (int, bool) {
	if len(x.Templates) > 0 {
		if c := x.Templates[0].Const; c.Known() && c.Int > 0 && c.Int <= 1024 {
			return int(c.Int), true
		}
	}
	return 0, false
}

func (m *model) groupReduce(g group, name string, v value) value {
	num := v.num.Type
	lo, hi := num.Range()
	if name != "reduce" || g.kind != tileGroup {
		return value{typ: v.typ, num: m.d.Opaque(num, true)}
	}
	return value{typ: v.typ, num: m.d.PerGroup(name, num, lo, hi, g.size, v.num)}
}

// groupCall evaluates a member function of a cooperative group (CUDA C++
// Programming Guide, "Cooperative groups").
func (m *model) groupCall(g group, name string, args []value) value {
	v := m.groupValue(g, name, args)
	switch name {
	case "shfl", "shfl_up", "shfl_down", "shfl_xor", "ballot", "any", "all", "match_any", "match_all":
		v.op = m.callNode("__"+name+"_sync", args, v)
	}
	return v
}

func (m *model) groupValue(g group, name string, args []value) value {
	threads := int64(m.block.threads())
	each := func(f func(i int64) int64) value {
		x := make([]int64, m.d.Threads())
		for i := range x {
			x[i] = f(int64(m.threadAt(i)))
		}
		return value{typ: typeUint, num: m.d.PerThread(lanes.Uint32, x)}
	}
	switch name {
	case "sync", "barrier_arrive", "barrier_wait":
		if g.kind == blockGroup || g.kind == gridGroup {
			m.barrierNode(name)
		}
		m.work.endBlock()
		return value{typ: typeVoid}
	case "group_index", "block_index":
		return m.indexVector("blockIdx")
	case "thread_index":
		return m.indexVector("threadIdx")
	case "dim_threads", "group_dim":
		return m.indexVector("blockDim")
	}
	switch g.kind {
	case blockGroup:
		switch name {
		case "thread_rank":
			return each(func(i int64) int64 { return i % threads })
		case "size", "num_threads":
			return value{typ: typeUint, num: m.d.Const(lanes.Uint32, threads)}
		}
	case tileGroup:
		return m.tileCall(g, name, args, threads, each)
	case coalescedGroup:
		switch name {
		case "thread_rank":
			return value{typ: typeUint, num: m.rankIn()}
		case "size", "num_threads":
			return value{typ: typeUint, num: m.d.PerGroup("coalesced size", lanes.Uint32, 1, 32, lanes.WarpSize, m.mask.value(&m.memory))}
		case "shfl":
			if len(args) == 2 {
				return m.shuffle(shuffleIndex, args[0], value{}, lanes.WarpSize)
			}
		}
	case labeledGroup:
		return m.labeledCall(g, name)
	case gridGroup:
		blocks := m.gridBlock()
		switch name {
		case "thread_rank":
			rank := each(func(i int64) int64 { return i % threads })
			base := m.d.Mul(lanes.Uint64, blocks, m.d.Const(lanes.Int64, threads))
			return value{typ: typeUlong, num: m.d.Add(lanes.Uint64, base, rank.num)}
		case "block_rank":
			return value{typ: typeUlong, num: blocks}
		case "size", "num_threads":
			return value{typ: typeUlong, num: m.d.Mul(lanes.Uint64, m.gridBlocks(), m.d.Const(lanes.Uint64, threads))}
		case "num_blocks":
			return value{typ: typeUlong, num: m.gridBlocks()}
		}
	}
	return value{typ: typeOther}
}

// gridBlocks returns the number of blocks of the grid.
func (m *model) gridBlocks() *lanes.Value {
	blocks := m.d.Const(lanes.Uint64, 1)
	for _, axis := range []string{"x", "y", "z"} {
		blocks = m.d.Mul(lanes.Uint64, blocks, m.d.Convert(lanes.Uint64, m.builtins["gridDim."+axis].num))
	}
	return blocks
}

// labeledCall evaluates a member function of a group of the lanes of a warp that
// share a label.
func (m *model) labeledCall(g group, name string) value {
	members := m.matchAny(g.labels).num
	count := func(keep func(lane int64) int64) value {
		if !members.Known() {
			return value{typ: typeUint, num: m.d.Derived("labeled "+name, lanes.Uint32, members)}
		}
		x := make([]int64, m.d.Threads())
		for i := range x {
			set, _ := members.At(i)
			x[i] = int64(bits.OnesCount32(uint32(set & keep(int64(i%lanes.WarpSize)))))
		}
		return value{typ: typeUint, num: m.d.PerThread(lanes.Uint32, x)}
	}
	switch name {
	case "thread_rank":
		return count(func(lane int64) int64 { return 1<<lane - 1 })
	case "size", "num_threads":
		return count(func(int64) int64 { return 1<<lanes.WarpSize - 1 })
	}
	return value{typ: typeOther}
}

// gridBlock returns the number of the block in the grid.
func (m *model) gridBlock() *lanes.Value {
	v := m.builtins["blockIdx.z"].num
	for _, axis := range []string{"y", "x"} {
		v = m.d.Add(lanes.Uint64, m.d.Mul(lanes.Uint64, v, m.builtins["gridDim."+axis].num), m.builtins["blockIdx."+axis].num)
	}
	return v
}

func (m *model) tileCall(g group, name string, args []value, threads int64, each func(func(i int64) int64) value) value {
	size := int64(g.size)
	switch name {
	case "thread_rank":
		return each(func(i int64) int64 { return i % size })
	case "meta_group_rank":
		return each(func(i int64) int64 { return i % threads / size })
	case "meta_group_size":
		return value{typ: typeUint, num: m.d.Const(lanes.Uint32, (threads+size-1)/size)}
	case "size", "num_threads":
		return value{typ: typeUint, num: m.d.Const(lanes.Uint32, size)}
	}
	modes := map[string]shuffleMode{"shfl": shuffleIndex, "shfl_up": shuffleUp, "shfl_down": shuffleDown, "shfl_xor": shuffleXor}
	if mode, ok := modes[name]; ok && len(args) == 2 && g.size <= lanes.WarpSize {
		return m.shuffle(mode, args[0], args[1], g.size)
	}
	if g.size > lanes.WarpSize || len(args) == 0 || args[0].num == nil {
		return value{typ: typeOther}
	}
	votes := map[string]string{"ballot": "__ballot_sync", "any": "__any_sync", "all": "__all_sync"}
	if vote, ok := votes[name]; ok {
		if g.size == lanes.WarpSize {
			return m.vote(vote, args)
		}
		return value{typ: typeUint, num: m.d.PerGroup(name, lanes.Uint32, 0, 1<<32-1, g.size, args[0].num)}
	}
	if name == "match_any" && g.size == lanes.WarpSize {
		return m.matchAny(args[0].num)
	}
	return value{typ: typeOther}
}

// indexVector returns the address of an object with the members of threadIdx or one of its
// relatives.
func (m *model) indexVector(name string) value {
	t := m.unit.Global.TypeNamed("dim3")
	p := m.placeOf(m.newObject(name, t))
	for _, axis := range []string{"x", "y", "z"} {
		if f, ok := t.Record.FieldNamed(axis); ok {
			m.store(m.member(p, f), m.builtins[name+"."+axis], ast.Node{})
		}
	}
	return m.address(p)
}

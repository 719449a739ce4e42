package builtin

import (
	"math/bits"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/types"
	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// GroupOfType returns the cooperative group a type of cooperative_groups stands
// for.
func GroupOfType(t *sema.Type) (state.Group, bool) {
	if t == nil {
		return state.Group{}, false
	}
	switch t.Name {
	case "thread_block":
		return state.Group{Kind: state.BlockGroup}, true
	case "grid_group":
		return state.Group{Kind: state.GridGroup}, true
	case "coalesced_group":
		return state.Group{Kind: state.CoalescedGroup}, true
	case "thread_block_tile":
		if len(t.Args) > 0 && t.Args[0].Const.Known() {
			if n := t.Args[0].Const.Int; n > 0 && n <= 1024 {
				return state.Group{Kind: state.TileGroup, Size: int(n)}, true
			}
		}
	}
	return state.Group{}, false
}

// GroupFunction evaluates this_thread_block(), tiled_partition<N>(g) and their
// relatives.
func (m *Model) GroupFunction(x *ir.Extra, args []state.Value) (state.Value, bool) {
	of := func(kind state.GroupKind, typeName string, size int) (state.Value, bool) {
		return state.Value{Type: &sema.Type{Kind: sema.Builtin, Name: typeName, Size: -1, Align: -1}, Group: &state.Group{Kind: kind, Size: size}}, true
	}
	switch name := x.Name; name {
	case "this_thread_block":
		return of(state.BlockGroup, "thread_block", 0)
	case "this_grid":
		return of(state.GridGroup, "grid_group", 0)
	case "coalesced_threads":
		return of(state.CoalescedGroup, "coalesced_group", 0)
	case "labeled_partition", "binary_partition":
		if len(args) == 2 && args[1].Num != nil {
			return state.Value{Type: &sema.Type{Kind: sema.Builtin, Name: "coalesced_group", Size: -1, Align: -1},
				Group: &state.Group{Kind: state.LabeledGroup, Labels: args[1].Num}}, true
		}
		return state.Value{Type: ctype.TypeOther}, true
	case "tiled_partition":
		if size, ok := templateSize(x); ok {
			return of(state.TileGroup, "thread_block_tile", size)
		}
		if len(args) == 2 && args[1].Num != nil {
			if n, ok := args[1].Num.Constant(); ok && n > 0 && n <= 1024 {
				return of(state.TileGroup, "thread_block_tile", int(n))
			}
		}
		return state.Value{Type: ctype.TypeOther}, true
	case "thread_rank", "size", "num_threads", "meta_group_rank", "meta_group_size", "group_index", "thread_index", "sync":
		if len(args) == 1 && args[0].Group != nil {
			return m.GroupCall(*args[0].Group, name, nil), true
		}
	case "reduce", "inclusive_scan", "exclusive_scan":
		if len(args) >= 2 && args[0].Group != nil && args[1].Num != nil {
			v := m.groupReduce(*args[0].Group, name, args[1])
			v.Node = m.CallNode("cooperative_groups::"+name, args[1:2], v)
			return v, true
		}
	}
	return state.Value{}, false
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

func (m *Model) groupReduce(g state.Group, name string, v state.Value) state.Value {
	num := v.Num.Type
	lo, hi := num.Range()
	if name != "reduce" || g.Kind != state.TileGroup {
		return state.Value{Type: v.Type, Num: m.Lanes.Opaque(num, true)}
	}
	return state.Value{Type: v.Type, Num: m.Lanes.PerGroup(name, num, lo, hi, g.Size, v.Num)}
}

// GroupCall evaluates a member function of a cooperative group (CUDA C++
// Programming Guide, "Cooperative groups").
func (m *Model) GroupCall(g state.Group, name string, args []state.Value) state.Value {
	v := m.groupValue(g, name, args)
	switch name {
	case "shfl", "shfl_up", "shfl_down", "shfl_xor", "ballot", "any", "all", "match_any", "match_all":
		v.Node = m.CallNode("__"+name+"_sync", args, v)
	}
	return v
}

func (m *Model) groupValue(g state.Group, name string, args []state.Value) state.Value {
	threads := int64(m.Block.Threads())
	each := func(f func(i int64) int64) state.Value {
		x := make([]int64, m.Lanes.Threads())
		for i := range x {
			x[i] = f(int64(m.ThreadAt(i)))
		}
		return state.Value{Type: ctype.TypeUint, Num: m.Lanes.PerThread(lanes.Uint32, x)}
	}
	switch name {
	case "sync", "barrier_arrive", "barrier_wait":
		if g.Kind == state.BlockGroup || g.Kind == state.GridGroup {
			m.barrierNode(name)
		}
		m.Graph.EndBlock()
		return state.Value{Type: ctype.TypeVoid}
	case "group_index", "block_index":
		return m.indexVector("blockIdx")
	case "thread_index":
		return m.indexVector("threadIdx")
	case "dim_threads", "group_dim":
		return m.indexVector("blockDim")
	}
	switch g.Kind {
	case state.BlockGroup:
		switch name {
		case "thread_rank":
			return each(func(i int64) int64 { return i % threads })
		case "size", "num_threads":
			return state.Value{Type: ctype.TypeUint, Num: m.Lanes.Const(lanes.Uint32, threads)}
		}
	case state.TileGroup:
		return m.tileCall(g, name, args, threads, each)
	case state.CoalescedGroup:
		switch name {
		case "thread_rank":
			return state.Value{Type: ctype.TypeUint, Num: m.rankIn()}
		case "size", "num_threads":
			return state.Value{Type: ctype.TypeUint, Num: m.Lanes.PerGroup("coalesced size", lanes.Uint32, 1, 32, lanes.WarpSize, m.Mask.Value(&m.Memory))}
		case "shfl":
			if len(args) == 2 {
				return m.shuffle(shuffleIndex, args[0], state.Value{}, lanes.WarpSize)
			}
		}
	case state.LabeledGroup:
		return m.labeledCall(g, name)
	case state.GridGroup:
		blocks := m.gridBlock()
		switch name {
		case "thread_rank":
			rank := each(func(i int64) int64 { return i % threads })
			base := m.Lanes.Mul(lanes.Uint64, blocks, m.Lanes.Const(lanes.Int64, threads))
			return state.Value{Type: ctype.TypeUlong, Num: m.Lanes.Add(lanes.Uint64, base, rank.Num)}
		case "block_rank":
			return state.Value{Type: ctype.TypeUlong, Num: blocks}
		case "size", "num_threads":
			return state.Value{Type: ctype.TypeUlong, Num: m.Lanes.Mul(lanes.Uint64, m.gridBlocks(), m.Lanes.Const(lanes.Uint64, threads))}
		case "num_blocks":
			return state.Value{Type: ctype.TypeUlong, Num: m.gridBlocks()}
		}
	}
	return state.Value{Type: ctype.TypeOther}
}

// gridBlocks returns the number of blocks of the grid.
func (m *Model) gridBlocks() *lanes.Value {
	blocks := m.Lanes.Const(lanes.Uint64, 1)
	for _, axis := range []string{"x", "y", "z"} {
		blocks = m.Lanes.Mul(lanes.Uint64, blocks, m.Lanes.Convert(lanes.Uint64, m.Builtins["gridDim."+axis].Num))
	}
	return blocks
}

// labeledCall evaluates a member function of a group of the lanes of a warp that
// share a label.
func (m *Model) labeledCall(g state.Group, name string) state.Value {
	members := m.matchAny(g.Labels).Num
	count := func(keep func(lane int64) int64) state.Value {
		if !members.Known() {
			return state.Value{Type: ctype.TypeUint, Num: m.Lanes.Derived("labeled "+name, lanes.Uint32, members)}
		}
		x := make([]int64, m.Lanes.Threads())
		for i := range x {
			set, _ := members.At(i)
			x[i] = int64(bits.OnesCount32(uint32(set & keep(int64(i%lanes.WarpSize)))))
		}
		return state.Value{Type: ctype.TypeUint, Num: m.Lanes.PerThread(lanes.Uint32, x)}
	}
	switch name {
	case "thread_rank":
		return count(func(lane int64) int64 { return 1<<lane - 1 })
	case "size", "num_threads":
		return count(func(int64) int64 { return 1<<lanes.WarpSize - 1 })
	}
	return state.Value{Type: ctype.TypeOther}
}

// gridBlock returns the number of the block in the grid.
func (m *Model) gridBlock() *lanes.Value {
	v := m.Builtins["blockIdx.z"].Num
	for _, axis := range []string{"y", "x"} {
		v = m.Lanes.Add(lanes.Uint64, m.Lanes.Mul(lanes.Uint64, v, m.Builtins["gridDim."+axis].Num), m.Builtins["blockIdx."+axis].Num)
	}
	return v
}

func (m *Model) tileCall(g state.Group, name string, args []state.Value, threads int64, each func(func(i int64) int64) state.Value) state.Value {
	size := int64(g.Size)
	switch name {
	case "thread_rank":
		return each(func(i int64) int64 { return i % size })
	case "meta_group_rank":
		return each(func(i int64) int64 { return i % threads / size })
	case "meta_group_size":
		return state.Value{Type: ctype.TypeUint, Num: m.Lanes.Const(lanes.Uint32, (threads+size-1)/size)}
	case "size", "num_threads":
		return state.Value{Type: ctype.TypeUint, Num: m.Lanes.Const(lanes.Uint32, size)}
	}
	modes := map[string]shuffleMode{"shfl": shuffleIndex, "shfl_up": shuffleUp, "shfl_down": shuffleDown, "shfl_xor": shuffleXor}
	if mode, ok := modes[name]; ok && len(args) == 2 && g.Size <= lanes.WarpSize {
		return m.shuffle(mode, args[0], args[1], g.Size)
	}
	if g.Size > lanes.WarpSize || len(args) == 0 || args[0].Num == nil {
		return state.Value{Type: ctype.TypeOther}
	}
	votes := map[string]string{"ballot": "__ballot_sync", "any": "__any_sync", "all": "__all_sync"}
	if vote, ok := votes[name]; ok {
		if g.Size == lanes.WarpSize {
			return m.vote(vote, args)
		}
		return state.Value{Type: ctype.TypeUint, Num: m.Lanes.PerGroup(name, lanes.Uint32, 0, 1<<32-1, g.Size, args[0].Num)}
	}
	if name == "match_any" && g.Size == lanes.WarpSize {
		return m.matchAny(args[0].Num)
	}
	return state.Value{Type: ctype.TypeOther}
}

// indexVector returns the address of an object with the members of threadIdx or one of its
// relatives.
func (m *Model) indexVector(name string) state.Value {
	t := types.Predeclared("dim3")
	p := m.PlaceOf(m.NewObject(name, t))
	for _, axis := range []string{"x", "y", "z"} {
		if f, ok := t.Record.FieldNamed(axis); ok {
			m.Store(m.Member(p, f), m.Builtins[name+"."+axis], ast.Node{})
		}
	}
	return m.Address(p)
}

// Package builtin models what CUDA itself provides to a kernel: threadIdx and its relatives,
// intrinsics and math functions, warp shuffles and votes, cooperative groups, atomics, textures
// and surfaces. It gets the arguments of a call and gives its value, and records the accesses
// that the call makes.
package builtin

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// A Model is what CUDA itself provides in one block: its built-in variables and functions.
type Model struct {
	state.Memory
	Unit *sema.Unit
	// Warps are the warps of the block that are followed.
	Warps    []int
	Grid     [3]int64 // 0 where not known
	Builtins map[string]state.Value
	images   map[imageKey]*state.Object
}

// SetupBuiltins makes the values of threadIdx and its relatives for the block.
func (m *Model) SetupBuiltins() {
	m.Builtins = map[string]state.Value{}
	x, y, z := m.Block.Dim[0], m.Block.Dim[1], m.Block.Dim[2]
	n := x * y * z
	var idx [3][]int64
	for i := range m.Lanes.Threads() {
		t := m.ThreadAt(i) % n
		idx[0] = append(idx[0], int64(t%x))
		idx[1] = append(idx[1], int64(t/x%y))
		idx[2] = append(idx[2], int64(t/(x*y)))
	}
	defer m.nameBuiltins()
	for i, axis := range []string{"x", "y", "z"} {
		m.Builtins["threadIdx."+axis] = state.Value{Type: ctype.TypeUint, Num: m.Lanes.PerThread(lanes.Uint32, idx[i])}
		m.Builtins["blockDim."+axis] = state.Value{Type: ctype.TypeUint, Num: m.Lanes.Const(lanes.Uint32, int64(m.Block.Dim[i]))}
		blocks := m.Grid[i]
		if blocks > 0 {
			m.Builtins["gridDim."+axis] = state.Value{Type: ctype.TypeUint, Num: m.Lanes.Const(lanes.Uint32, blocks)}
			m.Builtins["blockIdx."+axis] = state.Value{Type: ctype.TypeUint, Num: m.Lanes.Uniform(lanes.Uint32, 0, blocks-1)}
			if blocks == 1 {
				m.Builtins["blockIdx."+axis] = state.Value{Type: ctype.TypeUint, Num: m.Lanes.Const(lanes.Uint32, 0)}
			}
			continue
		}
		most := int64(1<<31 - 1)
		if i > 0 {
			most = 65535
		}
		m.Builtins["gridDim."+axis] = state.Value{Type: ctype.TypeUint, Num: m.Lanes.Uniform(lanes.Uint32, 1, most)}
		m.Builtins["blockIdx."+axis] = state.Value{Type: ctype.TypeUint, Num: m.Lanes.Uniform(lanes.Uint32, 0, most-1)}
	}
	m.Builtins["warpSize"] = state.Value{Type: ctype.TypeInt, Num: m.Lanes.Const(lanes.Int32, lanes.WarpSize)}
}

// ThreadAt returns the number in its block of the thread that is followed as
// thread i.
func (m *Model) ThreadAt(i int) int {
	return m.Warps[i/lanes.WarpSize]*lanes.WarpSize + i%lanes.WarpSize
}

// A Function evaluates a call of a function that CUDA provides.
type Function func(m *Model, args []state.Value) (state.Value, bool)

// Atomic calls one of the atomic functions.
func (m *Model) Atomic(o *ir.Op, args []state.Value) state.Value {
	p := m.Pointee(args[0])
	t := ir.Strip(p.Type)
	op := opgraph.Ref(0)
	defer m.Graph.EndBlock()
	for _, tg := range p.Targets {
		if tg.Object.Tracked() {
			m.SmashPlace(p)
		} else {
			op = m.AtomicNode(tg.Object, p.Addr, args[1:], m.Record(o.Node, warp.Atomic, tg, t, false))
		}
	}
	if num, ok := ctype.MachineType(t); ok {
		// Every thread gets a value of its own, even at one address.
		return state.Value{Type: t, Num: m.Lanes.Opaque(num, true), Node: op}
	}
	return state.Value{Type: t, Node: op}
}

// SpecialRegister recognises inline assembly that reads %laneid and its relatives.
func (m *Model) SpecialRegister(code string) (*lanes.Value, bool) {
	perLane := func(f func(lane int64) int64) *lanes.Value {
		x := make([]int64, m.Lanes.Threads())
		for i := range x {
			x[i] = f(int64(i % lanes.WarpSize))
		}
		return m.Lanes.PerThread(lanes.Uint32, x)
	}
	if !strings.Contains(code, "mov") {
		return nil, false
	}
	switch {
	case strings.Contains(code, "%laneid"), strings.Contains(code, "%%laneid"):
		return perLane(func(l int64) int64 { return l }), true
	case strings.Contains(code, "%lanemask_lt"):
		return perLane(func(l int64) int64 { return 1<<l - 1 }), true
	case strings.Contains(code, "%lanemask_le"):
		return perLane(func(l int64) int64 { return 1<<(l+1) - 1 }), true
	case strings.Contains(code, "%lanemask_gt"):
		return perLane(func(l int64) int64 { return 0xffffffff &^ (1<<(l+1) - 1) }), true
	case strings.Contains(code, "%lanemask_ge"):
		return perLane(func(l int64) int64 { return 0xffffffff &^ (1<<l - 1) }), true
	case strings.Contains(code, "%lanemask_eq"):
		return perLane(func(l int64) int64 { return 1 << l }), true
	case strings.Contains(code, "%warpid"):
		x := make([]int64, m.Lanes.Threads())
		for i := range x {
			x[i] = int64(m.Warps[i/lanes.WarpSize])
		}
		return m.Lanes.PerThread(lanes.Uint32, x), true
	case strings.Contains(code, "%tid."), strings.Contains(code, "%ntid."), strings.Contains(code, "%ctaid."), strings.Contains(code, "%nctaid."):
		for register, name := range map[string]string{"%tid.": "threadIdx.", "%ntid.": "blockDim.", "%ctaid.": "blockIdx.", "%nctaid.": "gridDim."} {
			if i := strings.Index(code, register); i >= 0 && i+len(register) < len(code) {
				if v, ok := m.Builtins[name+code[i+len(register):i+len(register)+1]]; ok {
					return v.Num, true
				}
			}
		}
	case strings.Contains(code, "%smid"), strings.Contains(code, "%clock"), strings.Contains(code, "%globaltimer"):
		return m.Lanes.UniformOf(lanes.Uint32), true
	}
	return nil, false
}

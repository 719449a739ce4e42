package warp

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// A model is what CUDA itself provides in one block: its built-in variables and functions.
type model struct {
	memory
	unit *sema.Unit
	// warps are the warps of the block that are followed.
	warps    []int
	grid     [3]int64 // 0 where not known
	builtins map[string]value
	images   map[imageKey]*object
}

// setupBuiltins makes the values of threadIdx and its relatives for the block.
func (m *model) setupBuiltins() {
	m.builtins = map[string]value{}
	x, y, z := m.block.Dim[0], m.block.Dim[1], m.block.Dim[2]
	n := x * y * z
	var idx [3][]int64
	for i := range m.d.Threads() {
		t := m.threadAt(i) % n
		idx[0] = append(idx[0], int64(t%x))
		idx[1] = append(idx[1], int64(t/x%y))
		idx[2] = append(idx[2], int64(t/(x*y)))
	}
	defer m.nameBuiltins()
	for i, axis := range []string{"x", "y", "z"} {
		m.builtins["threadIdx."+axis] = value{typ: typeUint, num: m.d.PerThread(lanes.Uint32, idx[i])}
		m.builtins["blockDim."+axis] = value{typ: typeUint, num: m.d.Const(lanes.Uint32, int64(m.block.Dim[i]))}
		blocks := m.grid[i]
		if blocks > 0 {
			m.builtins["gridDim."+axis] = value{typ: typeUint, num: m.d.Const(lanes.Uint32, blocks)}
			m.builtins["blockIdx."+axis] = value{typ: typeUint, num: m.d.Uniform(lanes.Uint32, 0, blocks-1)}
			if blocks == 1 {
				m.builtins["blockIdx."+axis] = value{typ: typeUint, num: m.d.Const(lanes.Uint32, 0)}
			}
			continue
		}
		most := int64(1<<31 - 1)
		if i > 0 {
			most = 65535
		}
		m.builtins["gridDim."+axis] = value{typ: typeUint, num: m.d.Uniform(lanes.Uint32, 1, most)}
		m.builtins["blockIdx."+axis] = value{typ: typeUint, num: m.d.Uniform(lanes.Uint32, 0, most-1)}
	}
	m.builtins["warpSize"] = value{typ: typeInt, num: m.d.Const(lanes.Int32, lanes.WarpSize)}
}

// threadAt returns the number in its block of the thread that is followed as
// thread i.
func (m *model) threadAt(i int) int {
	return m.warps[i/lanes.WarpSize]*lanes.WarpSize + i%lanes.WarpSize
}

// A builtinFunc evaluates a call of a function that CUDA provides.
type builtinFunc func(m *model, args []value) (value, bool)

// atomic calls one of the atomic functions.
func (m *model) atomic(o *ir.Op, args []value) value {
	p := m.pointee(args[0])
	t := ir.Strip(p.typ)
	op := ref(0)
	defer m.work.endBlock()
	for _, tg := range p.targets {
		if tg.obj.tracked() {
			m.smearPlace(p)
		} else {
			op = m.atomicNode(tg.obj, p.addr, args[1:], m.record(o.Node, Atomic, tg, t, false))
		}
	}
	if num, ok := machineType(t); ok {
		// Every thread gets a value of its own, even at one address.
		return value{typ: t, num: m.d.Opaque(num, true), op: op}
	}
	return value{typ: t, op: op}
}

// specialRegister recognises inline assembly that reads %laneid and its relatives.
func (m *model) specialRegister(code string) (*lanes.Value, bool) {
	perLane := func(f func(lane int64) int64) *lanes.Value {
		x := make([]int64, m.d.Threads())
		for i := range x {
			x[i] = f(int64(i % lanes.WarpSize))
		}
		return m.d.PerThread(lanes.Uint32, x)
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
		x := make([]int64, m.d.Threads())
		for i := range x {
			x[i] = int64(m.warps[i/lanes.WarpSize])
		}
		return m.d.PerThread(lanes.Uint32, x), true
	case strings.Contains(code, "%tid."), strings.Contains(code, "%ntid."), strings.Contains(code, "%ctaid."), strings.Contains(code, "%nctaid."):
		for register, name := range map[string]string{"%tid.": "threadIdx.", "%ntid.": "blockDim.", "%ctaid.": "blockIdx.", "%nctaid.": "gridDim."} {
			if i := strings.Index(code, register); i >= 0 && i+len(register) < len(code) {
				if v, ok := m.builtins[name+code[i+len(register):i+len(register)+1]]; ok {
					return v.num, true
				}
			}
		}
	case strings.Contains(code, "%smid"), strings.Contains(code, "%clock"), strings.Contains(code, "%globaltimer"):
		return m.d.UniformOf(lanes.Uint32), true
	}
	return nil, false
}

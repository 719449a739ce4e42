package warp

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/warp/lanes"
)

// setupBuiltins makes the values of threadIdx and its relatives for the block.
func (m *machine) setupBuiltins() {
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
func (m *machine) threadAt(i int) int {
	return m.warps[i/lanes.WarpSize]*lanes.WarpSize + i%lanes.WarpSize
}

// builtinMember returns threadIdx.x and its relatives.
func (m *machine) builtinMember(object, field ast.Node) (value, bool) {
	if !object.Is(ast.Identifier) || m.frame.lookup(object.Text()) != nil {
		return value{}, false
	}
	v, ok := m.builtins[object.Text()+"."+field.Text()]
	return v, ok
}

// builtinName returns a built-in variable used as a whole.
func (m *machine) builtinName(name string) (value, bool) {
	switch name {
	case "threadIdx", "blockIdx", "blockDim", "gridDim":
		typeName := "uint3"
		if strings.HasSuffix(name, "Dim") {
			typeName = "dim3"
		}
		t := m.frame.scope.TypeNamed(typeName)
		if !isKind(t, sema.RecordKind) {
			return value{}, false
		}
		p := m.placeOf(m.newObject(name, t))
		for _, axis := range []string{"x", "y", "z"} {
			if f, ok := t.Record.FieldNamed(axis); ok {
				keep := m.mask
				m.store(m.member(p, f), m.builtins[name+"."+axis], ast.Node{})
				m.mask = keep
			}
		}
		return value{typ: t, mem: &p}, true
	case "warpSize":
		return m.builtins[name], true
	}
	return value{}, false
}

// A builtinFunc evaluates a call of a function that CUDA provides.
type builtinFunc func(m *machine, args []value) (value, bool)

// builtinCall evaluates a call of a built-in function; ok is false if the name is
// none, or the program declares a function of that name itself.
func (m *machine) builtinCall(name string, f, arguments, n ast.Node) (value, bool) {
	if fn, ok := builtinFunctions[name]; ok {
		if own, _ := m.frame.scope.FunctionsNamed(f); len(own) > 0 && hasBody(own) {
			return value{}, false
		}
		args := m.evalArgs(arguments)
		v, ok := fn(m, args)
		if m.work != nil || m.trying > 0 {
			v.op = m.builtinNode(name, args, v)
		}
		return v, ok
	}
	if kind, ok := memoryBuiltin(name); ok {
		if own, _ := m.frame.scope.FunctionsNamed(f); len(own) > 0 && hasBody(own) {
			return value{}, false
		}
		return m.memoryCall(kind, name, arguments, n)
	}
	if v, ok := m.makeVector(name, arguments); ok {
		return v, true
	}
	if v, ok := m.groupFunction(name, f, arguments); ok {
		return v, true
	}
	return value{}, false
}

func hasBody(fns []*sema.Function) bool {
	for _, f := range fns {
		if f.Body.Valid() {
			return true
		}
	}
	return false
}

// makeVector evaluates make_float4(...) and its relatives.
func (m *machine) makeVector(name string, arguments ast.Node) (value, bool) {
	typeName, ok := strings.CutPrefix(name, "make_")
	if !ok {
		return value{}, false
	}
	if t := m.frame.scope.TypeNamed(typeName); isKind(t, sema.RecordKind) {
		if fns := m.functionsCalled(name); len(fns) > 0 {
			return value{}, false // overloads of the program's own, such as make_float3(float4)
		}
		return m.construct(t, m.evalArgs(arguments), arguments), true
	}
	return value{}, false
}

// functionsCalled returns the functions of a name with a body.
func (m *machine) functionsCalled(name string) []*sema.Function {
	if m.byName == nil {
		m.byName = map[string][]*sema.Function{}
		for _, f := range m.unit.Functions {
			if f.Body.Valid() && f.Record == nil {
				m.byName[f.Name] = append(m.byName[f.Name], f)
			}
		}
	}
	return m.byName[name]
}

// memoryBuiltin classifies built-in functions that access memory through their
// first argument.
func memoryBuiltin(name string) (AccessKind, bool) {
	switch {
	case strings.HasPrefix(name, "__ld") && len(name) == 6:
		return Load, true // __ldg, __ldcg, __ldca, __ldcs, __ldlu, __ldcv
	case strings.HasPrefix(name, "__st") && len(name) == 6:
		return Store, true // __stcg, __stwb, ...
	case strings.HasPrefix(name, "atomic"):
		return Atomic, true
	}
	return 0, strings.HasPrefix(name, "__ldg")
}

func (m *machine) memoryCall(kind AccessKind, name string, arguments, n ast.Node) (value, bool) {
	args := m.evalArgs(arguments)
	if len(args) == 0 {
		return value{}, false
	}
	p := m.pointee(args[0])
	switch kind {
	case Load:
		return m.load(p, n), true
	case Store:
		if len(args) > 1 {
			m.store(p, args[1], n)
		}
		return value{typ: typeVoid}, true
	}
	t := strip(p.typ)
	op := ref(0)
	for _, tg := range p.targets {
		if tg.obj.tracked() {
			m.smearPlace(p)
		} else {
			op = m.atomicNode(tg.obj, p.addr, args[1:], m.record(n, Atomic, tg, t, false))
		}
	}
	if num, ok := numeric(t); ok {
		// Every thread gets a value of its own, even at one address.
		return value{typ: t, num: m.d.Opaque(num, true), op: op}, true
	}
	return value{typ: t, op: op}, true
}

// specialRegister recognises inline assembly that reads %laneid and its relatives.
func (m *machine) specialRegister(code string) (*lanes.Value, bool) {
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

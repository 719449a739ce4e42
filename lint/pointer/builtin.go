package pointer

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A builtinKind says what a function of CUDA does with its pointer arguments.
type builtinKind uint8

const (
	notBuiltin    builtinKind = iota
	explicitLoad              // loads through a cache of the programmer's choice
	explicitStore             // stores, likewise
	atomicUpdate
	copyMemory // memcpy and memmove
	setMemory
	byValue // takes arguments by value, keeps no pointer
	dependentLaunch
)

// builtins are the functions that need no declaration in sight.
var builtins = map[string]builtinKind{
	"__ldg": explicitLoad, "__ldca": explicitLoad, "__ldcg": explicitLoad, "__ldcs": explicitLoad, "__ldlu": explicitLoad, "__ldcv": explicitLoad,
	"__stcg": explicitStore, "__stcs": explicitStore, "__stwb": explicitStore, "__stwt": explicitStore,
	"memcpy": copyMemory, "memmove": copyMemory, "memset": setMemory,
	"cudaGridDependencySynchronize": dependentLaunch, "cudaTriggerProgrammaticLaunchCompletion": dependentLaunch,
	"wait_on_dependent_grids": dependentLaunch, "launch_dependent_grids": dependentLaunch,
}

func builtinOf(name string) builtinKind {
	if k := builtins[name]; k != notBuiltin {
		return k
	}
	if rest, ok := strings.CutPrefix(name, "atomic"); ok {
		for _, op := range atomics {
			if strings.HasPrefix(rest, op) {
				return atomicUpdate
			}
		}
	}
	if valueFunction(name) {
		return byValue
	}
	return notBuiltin
}

var atomics = []string{"Add", "Sub", "Exch", "Min", "Max", "Inc", "Dec", "CAS", "And", "Or", "Xor"}

// builtin follows a call of a function of CUDA; ok is false for any other.
func (m *machine) builtin(n ast.Node, name string, arguments ast.Node) (v value, ok bool) {
	kind := builtinOf(name)
	if kind == notBuiltin {
		return nil, false
	}
	if kind == atomicUpdate || kind == byValue {
		// The source may have its own for another type.
		if candidates, _ := m.frame.scope.FunctionsNamed(n.Child(ast.FieldFunction)); len(candidates) > 0 && kind == byValue {
			return nil, false
		}
	}
	var args []value
	for _, a := range argumentsOf(arguments) {
		args = append(args, m.eval(a))
	}
	at := func(i int) []loc {
		if i < len(args) {
			return m.pointees(args[i])
		}
		return nil
	}
	switch kind {
	case dependentLaunch:
		m.effects.Dependent = true
	case explicitLoad:
		m.record(Load, n, at(0), false)
		return m.fetch(at(0)), true
	case explicitStore:
		m.record(Store, n, at(0), false)
	case atomicUpdate:
		m.record(Atomic, n, at(0), false)
	case setMemory:
		m.record(Store, n, at(0), false)
	case copyMemory:
		if len(args) > 1 {
			m.record(Load, n, at(1), true)
			m.record(Store, n, at(0), false)
			m.assign(at(0), m.fetch(at(1)), n)
		}
	case byValue:
		for _, a := range args {
			if hasPointer(a) {
				m.escape(a, n, "is passed to "+name)
			}
		}
	}
	return nil, true
}

// hasPointer reports whether a value may be more than what was loaded.
func hasPointer(v value) bool {
	for _, e := range v {
		if e.to.obj.kind != deepObject {
			return true
		}
	}
	return false
}

// valueFunctions are functions of the C library and of CUDA that take numbers by
// value, or by constant reference.
var valueFunctions = func() map[string]bool {
	out := map[string]bool{}
	for _, name := range strings.Fields(`abs labs llabs fabs min max umin umax llmin llmax sqrt rsqrt cbrt rcbrt hypot rhypot norm pow powi exp exp2 exp10 expm1 log log2 log10 log1p
		sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh sinpi cospi erf erfc erfinv erfcinv erfcx normcdf normcdfinv tgamma lgamma
		floor ceil trunc round rint nearbyint lround llround lrint llrint fmod remainder fdim fmax fmin fma copysign nextafter ldexp scalbn logb ilogb
		isnan isinf isfinite signbit saturate clamp rnorm3d norm3d norm4d fdivide mul24 umul24 mulhi umulhi
		assert printf dim3 half2float float2half int_as_float float_as_int float2bfloat16 bfloat162float forward move
		hadd hsub hmul hdiv hfma hexp hlog hsqrt`) {
		out[name], out[name+"f"], out[name+"l"] = true, true, true
	}
	return out
}()

// valueFunction reports whether a function is known by its name to take its
// arguments by value: make_float4, __shfl_sync, __half2float, __expf, fmaxf.
func valueFunction(name string) bool {
	if rest, ok := strings.CutPrefix(name, "__"); ok {
		return !strings.HasPrefix(rest, "pipeline_") && !strings.HasPrefix(rest, "builtin_") && !strings.HasPrefix(rest, "cvta")
	}
	return strings.HasPrefix(name, "make_") || strings.HasPrefix(name, "tex") || strings.HasPrefix(name, "cuC") || valueFunctions[name]
}

// unseen notes what a function out of sight may do with its arguments.
func (m *machine) unseen(n ast.Node, nodes []ast.Node, reason string) value {
	var out value
	// A function object whose result is used, such as a sum's, is one that reads.
	reads := n.Kind() == ast.CallExpression && n.Parent().Kind() != ast.ExpressionStatement && m.dependent(n.Child(ast.FieldFunction))
	for _, a := range nodes {
		if !lvalue(a) {
			v := m.eval(a)
			m.escape(v, n, reason)
			out = out.union(v)
			continue
		}
		places := m.place(a)
		v := m.load(places, a)
		m.escape(v, n, reason)
		out = out.union(v)
		for _, l := range places {
			// It may take a reference, and write to it.
			if l.obj.kind == paramObject && !l.obj.constant && !reads {
				m.escape(pointerTo([]loc{l}), n, reason)
			}
		}
	}
	if len(out) == 0 {
		return value{{to: loc{obj: m.unknown}}}
	}
	return out
}

// lvalue reports whether an argument names a place.
func lvalue(n ast.Node) bool {
	for n.Kind() == ast.ParenthesizedExpression {
		n = n.FirstChild()
	}
	return n.Is(ast.SubscriptExpression, ast.FieldExpression) || n.Kind() == ast.PointerExpression && n.Op() == ast.Mul
}

// assembly follows inline assembly. The compiler does not look into it: a pointer
// that it is given is out of sight.
func (m *machine) assembly(n ast.Node) value {
	text := n.Child(ast.FieldAssemblyCode).Text()
	m.effects.Dependent = m.effects.Dependent || strings.Contains(text, "griddepcontrol")
	pointers := false
	for d := range n.Descendants() {
		switch d.Kind() {
		case ast.GnuAsmInputOperand:
			v := m.eval(d.Child(ast.FieldValue))
			pointers = pointers || hasPointer(v)
			m.escape(v, n, "is an operand of inline assembly")
		case ast.GnuAsmOutputOperand:
			if places := m.place(d.Child(ast.FieldValue)); len(places) > 0 {
				m.record(Store, n, places, false)
			}
		}
	}
	if pointers && (strings.Contains(text, "st.") || strings.Contains(text, "red.") || strings.Contains(text, "atom.") || strings.Contains(text, "bulk")) {
		m.record(Store, n, []loc{{obj: m.unknown}}, false)
	}
	return nil
}

// dependent reports whether what is called is an object whose class a template
// argument chooses.
func (m *machine) dependent(f ast.Node) bool {
	if f.Kind() != ast.Identifier {
		return false
	}
	o := m.frame.lookup(f.Text())
	t := o.typeOf().Object()
	return t != nil && t.Kind == sema.Dependent
}

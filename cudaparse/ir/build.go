package ir

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A Builder lowers the functions of a translation unit on demand, each instance once. It
// must be used by one goroutine only.
type Builder struct {
	unit *sema.Unit
	// device is set to lower the code that the device compiler sees: it decides
	// preprocessor conditionals and overloads that differ between host and device.
	device   bool
	funcs    map[string]*Func            // nil while the function is being lowered
	closures map[*sema.Closure]*names    // those around the lambda expressions of lowered functions
	byName   map[string][]*sema.Function // see functionsNamed
	depth    int
	ops      int // of all functions
}

// NewBuilder returns a Builder that lowers code as the device compiler sees it, or as the
// host compiler does.
func NewBuilder(unit *sema.Unit, device bool) *Builder {
	return &Builder{unit: unit, device: device, funcs: map[string]*Func{}, closures: map[*sema.Closure]*names{}}
}

// The limits keep the work on hostile source bounded. They apply to the operations of one
// function and of all, and to nested functions, nested expressions and nested macros.
const (
	maxOps        = 1 << 17
	maxAllOps     = 1 << 22
	maxDepth      = 40
	maxNesting    = 600
	maxExpansions = 40
)

// Lower returns the lowered body of an instance. It is nil for a function without a body,
// while that body is being lowered (recursion), and beyond the limits.
func (b *Builder) Lower(inst *Instance) *Func {
	if inst == nil || !inst.Function.Body.Valid() {
		return nil
	}
	key := inst.Key()
	if f, known := b.funcs[key]; known {
		return f
	}
	if b.depth >= maxDepth || b.ops > maxAllOps {
		return nil
	}
	b.depth++
	defer func() { b.depth-- }()
	b.funcs[key] = nil
	f := newLowerer(b, inst).function()
	b.funcs[key] = f
	b.ops += len(f.ops)
	return f
}

// LowerInitializer returns a function that initialises a variable of file, namespace or
// class scope. Its only parameter is the address of the variable. It is nil for a variable
// without an initialiser.
func (b *Builder) LowerInitializer(v *sema.Variable) *Func {
	if !v.Init.Valid() {
		return nil
	}
	l := newLowerer(b, &Instance{Function: &sema.Function{Name: v.Name, Node: v.Node, Scope: v.Scope}})
	l.region, l.f.Result = &l.f.Body, typeVoid
	l.initialize(l.param(v.Name, referenceTo(v.Type)), v.Type, v.Init)
	return l.f
}

// Key returns a key of the instance: instances with the same key have the same lowered
// body.
func (i *Instance) Key() string {
	if i.key == "" {
		var s strings.Builder
		fmt.Fprintf(&s, "%p", i.Function)
		for b := i.Bindings; b != nil; b = b.Outer {
			names := make([]string, 0, len(b.Args))
			for name := range b.Args {
				names = append(names, name)
			}
			slices.Sort(names)
			for _, name := range names {
				s.WriteString(" " + name)
				argKey(&s, b.Args[name], 0)
			}
		}
		typeKey(&s, i.This, 0)
		for _, t := range i.types() {
			s.WriteByte(',')
			typeKey(&s, t, 0)
		}
		i.key = s.String()
	}
	return i.key
}

// types returns the types of arguments that decide how the body is lowered: without those at
// the end that do not. How many there are matters for a parameter pack only.
func (i *Instance) types() []*sema.Type {
	if slices.ContainsFunc(i.Function.Params, func(p decl.Param) bool { return p.Pack }) {
		return i.Args
	}
	n := len(i.Args)
	for n > 0 && i.Args[n-1] == nil {
		n--
	}
	return i.Args[:n]
}

func argKey(s *strings.Builder, a sema.TemplateArg, depth int) {
	fmt.Fprintf(s, "=%d/%g", a.Const.Int, a.Const.Float)
	typeKey(s, a.Type, depth)
	typeKey(s, a.Const.Type, depth)
	for _, p := range a.Pack {
		argKey(s, p, depth+1)
	}
}

func typeKey(s *strings.Builder, t *sema.Type, depth int) {
	for ; t != nil && depth < 16; depth++ {
		fmt.Fprintf(s, " %d%s:%d:%d:%d", t.Kind, t.Name, t.Size, t.Len, t.Qualifiers)
		if t.Record != nil {
			fmt.Fprintf(s, "%p", t.Record)
		}
		for _, a := range t.Args {
			argKey(s, a, depth+1)
		}
		t = t.Elem
	}
}

// A lowerer lowers the body of one function.
type lowerer struct {
	b      *Builder
	f      *Func
	region *Region
	scope  *sema.Scope
	names  *names
	// this is the object *this of a method; its id is 0 in other functions.
	this operand
	// returned is the type of the value of the first return statement.
	returned *sema.Type

	nesting, expanding int
	// converting is set while an argument is converted for a converting constructor.
	converting bool
	// pragma is the number of the last #pragma unroll, encoded as in OpLoop.
	pragma int64
	// within is the statement that is being lowered.
	within ast.Node
}

// enter makes n the statement of the operations that follow, and returns the statement
// before.
func (l *lowerer) enter(n ast.Node) (outer ast.Node) {
	outer, l.within = l.within, n
	list, from := l.f.statements, ID(len(l.f.ops))
	if k := len(list); k > 0 && list[k-1].from == from {
		list = list[:k-1]
	}
	l.f.statements = append(list, statementFrom{from, n})
	return outer
}

func newLowerer(b *Builder, inst *Instance) *lowerer {
	l := &lowerer{b: b, f: &Func{Instance: inst, ops: make([]Op, 1)}, names: &names{}}
	outer := inst.Function.Scope
	if inst.This != nil && inst.This.Record != nil && inst.This.Record.Bindings != nil {
		outer = outer.With(inst.This.Record.Bindings)
	}
	l.scope = &sema.Scope{Unit: b.unit, Outer: outer, Bindings: inst.Bindings, Local: func(name string) (sema.LocalName, bool) { return l.names.local(name) }}
	return l
}

// scopeHere returns a scope with the names that are visible now. Names that are declared
// later in enclosing blocks do not change it.
func (l *lowerer) scopeHere() *sema.Scope {
	here := l.names
	return &sema.Scope{Unit: l.b.unit, Outer: l.scope.Outer, Bindings: l.scope.Bindings, Local: here.local}
}

// usualOps is how many operations there is room for at first.
const usualOps = 127

// function lowers the whole function. A lowerer that only tells the types of a function that
// is called has no room for operations.
func (l *lowerer) function() *Func {
	fn := l.f.Instance.Function
	l.f.ops = slices.Grow(l.f.ops, usualOps)
	l.region = &l.f.Body
	l.f.Result = l.resultType(fn)
	l.params(fn)
	if constructs(l.f.Instance) {
		l.memberInitializers(fn)
	}
	l.statement(fn.Body)
	if Opaque(l.f.Result) {
		l.f.Result = l.returned
		if l.returned == nil {
			l.f.Result = typeVoid
		}
	}
	return l.f
}

// params lowers the parameters.
func (l *lowerer) params(fn *sema.Function) {
	inst := l.f.Instance
	if c := fn.Closure; c != nil {
		l.bindCaptures(c, l.param("", referenceTo(c.Type)))
	} else if inst.This != nil {
		l.this = operand{id: l.param("this", referenceTo(inst.This)), typ: inst.This, lvalue: true}
	}
	l.names = l.names.inner()
	k := 0
	for _, p := range fn.Params {
		if p.Pack {
			b := binding{isPack: true}
			for ; k < len(inst.Args); k++ {
				t := l.packType(p, len(b.pack), inst.Args[k])
				b.pack = append(b.pack, l.bindParam(p, t))
			}
			l.names.bind(p.Name, b)
			continue
		}
		t := l.scope.ParamType(p)
		if k < len(inst.Args) {
			t = openType(t, inst.Args[k])
		}
		l.names.bind(p.Name, l.bindParam(p, t))
		k++
	}
}

// packType returns the type of element i of a parameter pack; arg is the type of its
// argument.
func (l *lowerer) packType(p decl.Param, i int, arg *sema.Type) *sema.Type {
	keep := l.scope
	l.scope = l.packScope(p.Node, i)
	t := openType(l.scope.ParamType(p), arg)
	l.scope = keep
	return t
}

// bindParam adds an OpParam of type t and returns the binding of its name.
func (l *lowerer) bindParam(p decl.Param, t *sema.Type) binding {
	id := l.param(p.Name, t)
	op := &l.f.ops[id]
	op.Node = p.Node
	if p.Node.Qualifiers()&ast.Restrict != 0 || t != nil && t.Qualifiers&ast.Restrict != 0 {
		op.Flags |= Restrict
	}
	if deduced(p, l.f.Instance.Function) {
		op.Flags |= Deduced
	}
	if p.Node.Qualifiers()&ast.GridConst != 0 {
		op.Flags |= GridConstant
	}
	return binding{addr: id, typ: Strip(t)}
}

// deduced reports whether the type of a parameter is deduced from its argument: it is
// declared with auto or a template parameter of the function.
func deduced(p decl.Param, fn *sema.Function) bool {
	name := p.Node.Child(ast.FieldType).Text()
	return placeholder(p.Node) != 0 || slices.ContainsFunc(fn.TemplateParams, func(q decl.TemplateParam) bool { return q.Name == name })
}

// param adds an OpParam.
func (l *lowerer) param(name string, t *sema.Type) ID {
	id := l.add(Op{Code: OpParam, Type: t, Int: int64(len(l.f.Params)), X: &Extra{Name: name}})
	l.f.Params = append(l.f.Params, id)
	return id
}

// open reports whether a parameter type is unknown or dependent, so that the argument gives
// it.
func open(t *sema.Type) bool {
	return Opaque(t) || (t.Kind == sema.Reference || t.Kind == sema.Pointer) && Opaque(t.Elem)
}

// openType returns the type of a parameter declared as t for an argument of type arg: arg
// fills in what t leaves open.
func openType(t, arg *sema.Type) *sema.Type {
	switch {
	case t == nil || t.Kind == sema.UnknownType || t.Kind == sema.Dependent || t.Kind == sema.Auto:
		if arg != nil {
			return arg.Value()
		}
	case t.Kind == sema.Reference && Opaque(t.Elem) && arg != nil:
		return referenceTo(Strip(arg))
	case t.Kind == sema.Pointer && Opaque(t.Elem) && arg != nil && Strip(arg).Kind == sema.Pointer:
		return Strip(arg)
	}
	return t
}

// add adds an operation that is in no region.
func (l *lowerer) add(op Op) ID {
	if len(l.f.ops) >= maxOps {
		l.f.Incomplete = "the function is too large"
		return 0
	}
	l.f.ops = append(l.f.ops, op)
	return ID(len(l.f.ops) - 1)
}

// emit adds an operation to the current region.
func (l *lowerer) emit(op Op) ID {
	id := l.add(op)
	if id != 0 {
		l.region.Ops = append(l.region.Ops, id)
	}
	return id
}

// inRegion runs lower with a new region and a new block of names. lower returns the value
// that the region yields.
func (l *lowerer) inRegion(lower func() ID) Region {
	var r Region
	outer, names := l.region, l.names
	l.region, l.names = &r, l.names.inner()
	r.Value = lower()
	l.region, l.names = outer, names
	return r
}

// full reports whether the function has reached the limit on its operations.
func (l *lowerer) full() bool { return len(l.f.ops) >= maxOps }

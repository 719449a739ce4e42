package resource

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// The limits on one function.
const (
	maxBlocks   = 3000
	maxFunction = 200_000 // nodes
)

// A function is a body that is followed: a function or a lambda.
type function struct {
	unit  *bodies
	node  ast.Node       // the definition or lambda
	sema  *sema.Function // the function the body is in
	code  *ir.Func
	graph *cfg.Graph
	// this is the parameter that is the object of a method, 0 for none.
	this ir.ID

	variables map[ir.ID]*variable
	users     [][]ir.ID // by the value that is used
	repeated  map[ast.Node]bool

	values liveValues
	live   map[*cfg.Block]nameSet
	bits   map[string]int
	loops  map[*cfg.Block]*loop
}

// A variable is declared in a function.
type variable struct {
	id   ir.ID
	name string
	node ast.Node // the name, of a parameter its declaration
	// scope is the statement that the variable lives in; param its place among
	// the parameters, -1 for none.
	scope  ast.Node
	param  int
	typ    *sema.Type
	static bool
	// declared is the text of the type; deduced is set where that tells no type, which is
	// then the initialiser's.
	declared string
	deduced  bool
}

func (v *variable) place() string { return rootOf(v.id) }

// rootOf returns the root of the places of a variable.
func rootOf(id ir.ID) string { return "v" + strconv.Itoa(int(id)) + "'" }

// reference and pointer report what the variable is.
func (v *variable) reference() bool { return v.typ != nil && v.typ.Kind == sema.Reference }
func (v *variable) pointer() bool   { return ir.IsKind(v.typ, sema.Pointer) && !v.reference() }

// newFunction returns a body that can be followed, nil for one that cannot.
func newFunction(u *bodies, inst *ir.Instance) *function {
	node := inst.Function.Node
	if inst.Function.Body.Valid() {
		node = inst.Function.Body.Enclosing(ast.FunctionDefinition, ast.LambdaExpression)
	}
	if !node.Valid() || node.End()-node.Index() > maxFunction || u.broken(node) || jumpsIntoLoop(node) {
		return nil
	}
	code := u.builder.Lower(inst)
	if code == nil || code.Incomplete != "" {
		return nil
	}
	f := &function{unit: u, node: node, sema: inst.Function, code: code, variables: map[ir.ID]*variable{}, repeated: map[ast.Node]bool{}}
	if c := inst.Function.Closure; c != nil && c.In != nil {
		f.sema = c.In
	}
	f.graph = cfg.New(code, cfg.Options{NoReturn: func(call *ir.Op) bool { return roleOf(call.X.Name) == ends }})
	if len(f.graph.Blocks) > maxBlocks {
		return nil
	}
	if len(code.Params) > len(inst.Function.Params) && (inst.This != nil || inst.Function.Closure != nil) {
		f.this = code.Params[0]
	}
	f.users = make([][]ir.ID, code.Len())
	for i := range f.users {
		for v := range code.Op(ir.ID(i)).Operands {
			f.users[v] = append(f.users[v], ir.ID(i))
		}
	}
	f.analyzeValues()
	f.analyzeLoops()
	f.analyzeNames()
	return f
}

// jumpsIntoLoop reports whether a label of a switch stands inside of a loop in it, which the
// lowered form does not have.
func jumpsIntoLoop(body ast.Node) bool {
	for n := range body.Descendants() {
		if n.Is(ast.CaseStatement) && n.Enclosing(ast.SwitchStatement, ast.ForStatement, ast.WhileStatement, ast.DoStatement, ast.ForRangeLoop).Kind() != ast.SwitchStatement {
			return true
		}
	}
	return false
}

// lambda reports whether the body is that of a lambda expression.
func (f *function) lambda() bool { return f.node.Is(ast.LambdaExpression) }

// statement returns the statement of the source that an operation belongs to.
func (f *function) statement(id ir.ID) ast.Node { return f.code.Statement(id) }

// object returns the place of the object that a parameter or variable is, or refers to.
func (f *function) object(id ir.ID) string {
	o := f.code.Op(id)
	switch {
	case id == f.this:
		return "this'"
	case o.Code == ir.OpParam && o.Type != nil && o.Type.Kind == sema.Reference, o.Code == ir.OpBind:
		return rootOf(id) + "^"
	}
	return rootOf(id)
}

// variableOf returns the variable that an operation makes, nil for one that makes none.
func (f *function) variableOf(id ir.ID) *variable {
	if v, ok := f.variables[id]; ok {
		return v
	}
	o := f.code.Op(id)
	var v *variable
	switch o.Code {
	case ir.OpParam, ir.OpVar, ir.OpBind:
		v = &variable{id: id, name: o.X.Name, node: o.Node, param: -1, typ: o.Type, static: o.Flags.Has(ir.Static), deduced: o.Flags.Has(ir.Deduced)}
		if o.Code == ir.OpBind {
			v.typ = sema.ReferenceTo(o.Type)
		}
		f.place(v, o)
	}
	f.variables[id] = v
	return v
}

// place notes where a variable is declared.
func (f *function) place(v *variable, o *ir.Op) {
	v.scope = f.node
	if o.Code == ir.OpParam {
		if v.param = int(o.Int); f.this != 0 {
			v.param--
		}
		v.declared = o.Node.Child(ast.FieldType).Text()
		return
	}
	d := o.Node.Enclosing(ast.Declaration, ast.ForRangeLoop)
	if !d.Valid() {
		return
	}
	if v.scope = d; d.Is(ast.Declaration) {
		v.scope = d.Enclosing(ast.CompoundStatement, ast.ForStatement, ast.IfStatement, ast.WhileStatement, ast.SwitchStatement, ast.LambdaExpression, ast.FunctionDefinition)
	}
	v.static = d.Qualifiers()&(ast.Static|ast.Extern) != 0 || d.ChildOf(ast.StorageClassSpecifier).Text() == "thread_local"
	v.declared = d.Child(ast.FieldType).Text()
}

// variableAt returns the variable of a root, nil for any other root.
func (f *function) variableAt(place string) *variable {
	rest, root := strings.CutPrefix(place, "v")
	number, _, ended := strings.Cut(rest, "'")
	id, err := strconv.Atoi(number)
	if !root || !ended || err != nil || id >= f.code.Len() {
		return nil
	}
	return f.variableOf(ir.ID(id))
}

// variable returns the local variable that a name in text out of the lowered form means at
// a node, nil for none.
func (f *function) variable(name string, at ast.Node) *variable {
	var best *variable
	i := at.Origin().Index()
	for id := range f.code.Len() {
		o := f.code.Op(ir.ID(id))
		if o.X == nil || o.X.Name != name || name == "" || ir.ID(id) == f.this {
			continue
		}
		v := f.variableOf(ir.ID(id))
		if v == nil || !v.scope.Valid() || v.scope.File() != at.Origin().File() || i < v.scope.Index() || i >= v.scope.End() || v.param < 0 && v.node.Index() > i {
			continue
		}
		if best == nil || v.scope.Index() >= best.scope.Index() {
			best = v
		}
	}
	return best
}

// repeats reports whether a call is a macro's argument that the macro writes once
// more. What is meant is the one call, whatever the compiler makes of it.
func (f *function) repeats(call ast.Node) bool {
	invocation := call.File().Expansion
	if !invocation.Valid() {
		return false
	}
	if r, ok := f.repeated[call]; ok {
		return r
	}
	text := squeezed(call.Text())
	found := false
	if strings.Contains(squeezed(invocation.Text()), text) {
		for i := range call.Index() {
			if n := call.File().At(i); n.Is(ast.CallExpression) && n.Span().Len() == call.Span().Len() && squeezed(n.Text()) == text {
				found = true
				break
			}
		}
	}
	f.repeated[call] = found
	return found
}

// calls returns the calls of a name, in the order of the source.
func (f *function) calls(name string) []ir.ID {
	var out []ir.ID
	for _, b := range f.graph.Blocks {
		for _, id := range b.Ops {
			if o := f.code.Op(id); f.callee(o) == name && !f.repeats(o.Node) {
				out = append(out, id)
			}
		}
	}
	slices.Sort(out)
	return out
}

// callee returns the name of what an operation calls, "" for one that calls nothing that has
// a name.
func (f *function) callee(o *ir.Op) string {
	switch {
	case o.Code == ir.OpExternal:
		return o.X.Name
	case o.Code == ir.OpCall:
		return o.X.Callee.Function.Name
	}
	return ""
}

// names adds the names of the variables and members that a value is made of.
func (f *function) names(set map[string]bool, id ir.ID) {
	f.walk(id, 0, func(o *ir.Op) {
		if name := nameOf(o); name != "" {
			set[name] = true
		}
	})
}

// nameOf returns the name of the variable or member that an operation stands for, "" for any
// other.
func nameOf(o *ir.Op) string {
	switch o.Code {
	case ir.OpParam, ir.OpVar, ir.OpGlobal, ir.OpBind, ir.OpTemplateValue:
		return o.X.Name
	case ir.OpMember:
		return o.X.Field.Name
	case ir.OpUnknown:
		if o.X != nil {
			return strings.Trim(o.X.Name, "[]")
		}
		return lastPart(o.Node.Text())
	}
	return ""
}

// maxWalk bounds the depth of expressions that are looked at.
const maxWalk = 60

// walk visits a value and what it is made of. What calls are given is not part of it.
func (f *function) walk(id ir.ID, depth int, visit func(o *ir.Op)) {
	if depth > maxWalk || id == 0 {
		return
	}
	o := f.code.Op(id)
	visit(o)
	switch o.Code {
	case ir.OpCall, ir.OpExternal, ir.OpParam, ir.OpVar:
		return
	case ir.OpChoose, ir.OpLogical:
		for _, r := range o.X.Regions {
			f.walk(r.Value, depth+1, visit)
		}
	}
	for v := range o.Operands {
		f.walk(v, depth+1, visit)
	}
}

// placeOf returns where a handle is in a function that a parameter leads to it in some way;
// ok is false where that is not known.
func (g *function) placeOf(param int, w way) (place string, ok bool) {
	id := g.code.Params[param]
	t := g.code.Op(id).Type
	object, rest := g.object(id), w.rest
	switch {
	case id == g.this || isReference(t):
		if !w.pointer {
			rest, ok = strings.CutPrefix(rest, "^")
			return object + rest, ok
		}
		return object + rest, true
	case ir.IsKind(t, sema.RecordKind):
		return object + rest, w.pointer
	case w.pointer && !ir.IsKind(t, sema.Pointer):
		return "", false
	case w.pointer:
		rest, _ = strings.CutPrefix(rest, "[0]")
		return object + "^" + rest, true
	}
	return object + rest, true
}

func isReference(t *sema.Type) bool { return t != nil && t.Kind == sema.Reference }

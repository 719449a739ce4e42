package body

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/types"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// The limits on one function.
const (
	maxBlocks   = 3000
	maxFunction = 200_000 // nodes
)

// A Function is the body of a function or a lambda expression.
type Function struct {
	Unit  *Unit
	Node  ast.Node       // the definition or lambda
	Sema  *sema.Function // the function the body is in
	Code  *ir.Func
	Graph *cfg.Graph
	// This is the parameter for the object of a method, 0 for none.
	This ir.ID

	variables map[ir.ID]*Variable
	Users     [][]ir.ID // by the value that is used
	repeated  map[ast.Node]bool

	Values liveValues
	Live   map[*cfg.Block]NameSet
	bits   map[string]int
	Loops  map[*cfg.Block]*loop
}

// A Variable is declared in a function.
type Variable struct {
	Id   ir.ID
	Name string
	Node ast.Node // the name, of a parameter its declaration
	// Scope is the statement that the variable lives in; param its place among
	// the parameters, -1 for none.
	Scope  ast.Node
	Param  int
	Typ    *sema.Type
	Static bool
	// Declared is the text of the type; deduced is set where that is auto or the like, and the
	// type comes from the initialiser.
	Declared string
	Deduced  bool
}

// Place returns the place of the variable.
func (v *Variable) Place() string { return RootOf(v.Id) }

// RootOf returns the root of the places of a variable.
func RootOf(id ir.ID) string { return "v" + strconv.Itoa(int(id)) + "'" }

// Reference and pointer report what the variable is.
func (v *Variable) Reference() bool { return v.Typ != nil && v.Typ.Kind == sema.Reference }
func (v *Variable) Pointer() bool   { return ir.IsKind(v.Typ, sema.Pointer) && !v.Reference() }

// newFunction returns a body that can be followed, nil for one that cannot.
func newFunction(u *Unit, inst *ir.Instance) *Function {
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
	f := &Function{Unit: u, Node: node, Sema: inst.Function, Code: code, variables: map[ir.ID]*Variable{}, repeated: map[ast.Node]bool{}}
	if c := inst.Function.Closure; c != nil && c.In != nil {
		f.Sema = c.In
	}
	f.Graph = cfg.New(code, cfg.Options{NoReturn: func(call *ir.Op) bool { return handle.RoleOf(call.X.Name) == handle.EndsProcess }})
	if len(f.Graph.Blocks) > maxBlocks {
		return nil
	}
	if len(code.Params) > len(inst.Function.Params) && (inst.This != nil || inst.Function.Closure != nil) {
		f.This = code.Params[0]
	}
	f.Users = make([][]ir.ID, code.Len())
	for i := range f.Users {
		for v := range code.Op(ir.ID(i)).Operands {
			f.Users[v] = append(f.Users[v], ir.ID(i))
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

// Lambda reports whether the body is that of a lambda expression.
func (f *Function) Lambda() bool { return f.Node.Is(ast.LambdaExpression) }

// Statement returns the statement of the source that an operation belongs to.
func (f *Function) Statement(id ir.ID) ast.Node { return f.Code.Statement(id) }

// StatementAt returns the statement of operation i of a block; the first and the last operation
// stand in for what is outside of them.
func (f *Function) StatementAt(b *cfg.Block, i int) ast.Node {
	if len(b.Ops) == 0 {
		return b.Condition
	}
	return f.Statement(b.Ops[max(min(i, len(b.Ops)-1), 0)])
}

// Object returns the place of the object that a parameter or variable is, or refers to.
func (f *Function) Object(id ir.ID) string {
	o := f.Code.Op(id)
	switch {
	case id == f.This:
		return "this'"
	case o.Code == ir.OpParam && o.Type != nil && o.Type.Kind == sema.Reference, o.Code == ir.OpBind:
		return RootOf(id) + "^"
	}
	return RootOf(id)
}

// VariableOf returns the variable that an operation creates, nil for none.
func (f *Function) VariableOf(id ir.ID) *Variable {
	if v, ok := f.variables[id]; ok {
		return v
	}
	o := f.Code.Op(id)
	var v *Variable
	switch o.Code {
	case ir.OpParam, ir.OpVar, ir.OpBind:
		v = &Variable{Id: id, Name: o.X.Name, Node: o.Node, Param: -1, Typ: o.Type, Static: o.Flags.Has(ir.Static), Deduced: o.Flags.Has(ir.Deduced)}
		if o.Code == ir.OpBind {
			v.Typ = types.ReferenceTo(o.Type)
		}
		f.place(v, o)
	}
	f.variables[id] = v
	return v
}

// place sets where a variable is declared.
func (f *Function) place(v *Variable, o *ir.Op) {
	v.Scope = f.Node
	if o.Code == ir.OpParam {
		if v.Param = int(o.Int); f.This != 0 {
			v.Param--
		}
		v.Declared = o.Node.Child(ast.FieldType).Text()
		return
	}
	d := o.Node.Enclosing(ast.Declaration, ast.ForRangeLoop)
	if !d.Valid() {
		return
	}
	if v.Scope = d; d.Is(ast.Declaration) {
		v.Scope = d.Enclosing(ast.CompoundStatement, ast.ForStatement, ast.IfStatement, ast.WhileStatement, ast.SwitchStatement, ast.LambdaExpression, ast.FunctionDefinition)
	}
	v.Static = d.Qualifiers()&(ast.Static|ast.Extern) != 0 || d.ChildOf(ast.StorageClassSpecifier).Text() == "thread_local"
	v.Declared = d.Child(ast.FieldType).Text()
}

// VariableAt returns the variable of a root, nil for any other root.
func (f *Function) VariableAt(place string) *Variable {
	rest, root := strings.CutPrefix(place, "v")
	number, _, ended := strings.Cut(rest, "'")
	id, err := strconv.Atoi(number)
	if !root || !ended || err != nil || id >= f.Code.Len() {
		return nil
	}
	return f.VariableOf(ir.ID(id))
}

// Variable returns the local variable that a name in text out of the lowered form means at
// a node, nil for none.
func (f *Function) Variable(name string, at ast.Node) *Variable {
	var best *Variable
	i := at.Origin().Index()
	for id := range f.Code.Len() {
		o := f.Code.Op(ir.ID(id))
		if o.X == nil || o.X.Name != name || name == "" || ir.ID(id) == f.This {
			continue
		}
		v := f.VariableOf(ir.ID(id))
		if v == nil || !v.Scope.Valid() || v.Scope.File() != at.Origin().File() || i < v.Scope.Index() || i >= v.Scope.End() || v.Param < 0 && v.Node.Index() > i {
			continue
		}
		if best == nil || v.Scope.Index() >= best.Scope.Index() {
			best = v
		}
	}
	return best
}

// Repeats reports whether a call is a further copy of a macro's argument that the macro's text
// names more than once. The author meant one call, and so it counts once.
func (f *Function) Repeats(call ast.Node) bool {
	invocation := call.File().Expansion
	if !invocation.Valid() {
		return false
	}
	if r, ok := f.repeated[call]; ok {
		return r
	}
	text := WithoutSpace(call.Text())
	found := false
	if strings.Contains(WithoutSpace(invocation.Text()), text) {
		for i := range call.Index() {
			if n := call.File().At(i); n.Is(ast.CallExpression) && n.Span().Len() == call.Span().Len() && WithoutSpace(n.Text()) == text {
				found = true
				break
			}
		}
	}
	f.repeated[call] = found
	return found
}

// Calls returns the calls of a name, in the order of the source.
func (f *Function) Calls(name string) []ir.ID {
	var out []ir.ID
	for _, b := range f.Graph.Blocks {
		for _, id := range b.Ops {
			if o := f.Code.Op(id); f.Callee(o) == name && !f.Repeats(o.Node) {
				out = append(out, id)
			}
		}
	}
	slices.Sort(out)
	return out
}

// Callee returns the name of what an operation calls, "" for one that calls nothing that has
// a name.
func (f *Function) Callee(o *ir.Op) string {
	switch {
	case o.Code == ir.OpExternal:
		return o.X.Name
	case o.Code == ir.OpCall:
		return o.X.Callee.Function.Name
	}
	return ""
}

// Names adds the names of the variables and members that a value is computed from.
func (f *Function) Names(set map[string]bool, id ir.ID) {
	f.Walk(id, 0, func(o *ir.Op) {
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
		return LastPart(o.Node.Text())
	}
	return ""
}

// maxWalk bounds the depth of expressions that are looked at.
const maxWalk = 60

// Walk visits a value and the values it is computed from, without the arguments of calls.
func (f *Function) Walk(id ir.ID, depth int, visit func(o *ir.Op)) {
	if depth > maxWalk || id == 0 {
		return
	}
	o := f.Code.Op(id)
	visit(o)
	switch o.Code {
	case ir.OpCall, ir.OpExternal, ir.OpParam, ir.OpVar:
		return
	case ir.OpChoose, ir.OpLogical:
		for _, r := range o.X.Regions {
			f.Walk(r.Value, depth+1, visit)
		}
	}
	for v := range o.Operands {
		f.Walk(v, depth+1, visit)
	}
}

// PlaceOf returns the place of a handle in a function, where a parameter leads to the handle in
// way w; ok is false where the place is not known.
func (g *Function) PlaceOf(param int, w state.Way) (place string, ok bool) {
	id := g.Code.Params[param]
	t := g.Code.Op(id).Type
	object, rest := g.Object(id), w.Rest
	switch {
	case id == g.This || IsReference(t):
		if !w.Pointer {
			rest, ok = strings.CutPrefix(rest, "^")
			return object + rest, ok
		}
		return object + rest, true
	case ir.IsKind(t, sema.RecordKind):
		return object + rest, w.Pointer
	case w.Pointer && !ir.IsKind(t, sema.Pointer):
		return "", false
	case w.Pointer:
		rest, _ = strings.CutPrefix(rest, "[0]")
		return object + "^" + rest, true
	}
	return object + rest, true
}

// IsReference reports whether a type is known to be a reference.
func IsReference(t *sema.Type) bool { return t != nil && t.Kind == sema.Reference }

package localflow

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// A functionFlow holds the writes to the local variables of one function. It finds the writes that
// reach a use: the last write that dominates it, and all that may come after that one.
type functionFlow struct {
	e      *sema.Evaluator
	fn     *sema.Function
	body   ast.Node
	locals map[string][]*localVar
	device bool // runs on the device only: __CUDA_ARCH__ decides its conditional arms
	labels bool // has labels: control may come from anywhere
}

// A localVar is one local variable, parameter or local type.
type localVar struct {
	name    string
	param   int      // index of the parameter, -1 for other variables
	node    ast.Node // the name
	block   ast.Node // where it is visible
	decl    ast.Node // its declaration
	isType  bool
	escaped bool // written through a reference, a pointer or a lambda
	arms    bool // conditional arms declare it differently
	writes  []write
	typ     *sema.Type // nil before it is asked for
}

type writeKind uint8

const (
	writeValue   writeKind = iota // = value, or the initialiser
	writeOp                       // op= value
	writeStep                     // ++ or --
	writeUnknown                  // by a function that was given its address, and so on
	writeEntry                    // the argument of a parameter
)

// A write is one write to a variable, or to a member of it.
type write struct {
	kind  writeKind
	at    ast.Node
	field string // "x", "blockDim", "blockDim.x"; "" for the whole
	value ast.Node
	op    ast.Op
}

// newFunctionFlow finds the locals of a function and the writes to them.
func newFunctionFlow(e *sema.Evaluator, fn *sema.Function) *functionFlow {
	h := &functionFlow{e: e, fn: fn, body: fn.Body, locals: map[string][]*localVar{}, device: fn.OnDevice() && fn.Qualifiers&ast.Host == 0}
	for i, p := range fn.Params {
		if p.Name != "" {
			l := &localVar{name: p.Name, param: i, node: p.Node, block: fn.Node, decl: p.Node}
			l.writes = []write{{kind: writeEntry, at: p.Node}}
			h.locals[p.Name] = append(h.locals[p.Name], l)
		}
	}
	// Declarations first, so that every write finds its variable.
	for n := range h.body.Descendants() {
		h.declare(n)
	}
	h.separate()
	for n := range h.body.Descendants() {
		h.visit(n)
	}
	return h
}

// separate drops variables of conditional arms that are not compiled. Where two arms that may be
// compiled declare the same name, neither value is certain.
func (h *functionFlow) separate() {
	for name, list := range h.locals {
		if len(list) < 2 {
			continue
		}
		var compiled []*localVar
		for _, l := range list {
			if !h.dead(l.node) {
				compiled = append(compiled, l)
			}
		}
		for i, l := range compiled {
			for _, other := range compiled[:i] {
				if other.block == l.block && !l.isType {
					l.escaped, other.escaped, l.arms, other.arms = true, true, true, true
				}
			}
		}
		h.locals[name] = compiled
	}
}

func (h *functionFlow) declare(n ast.Node) {
	switch n.Kind() {
	case ast.Declaration:
		block := blockOf(n)
		for c := range n.ChildrenWith(ast.FieldDeclarator) {
			h.declarator(n, c, block)
		}
	case ast.TypeDefinition, ast.AliasDeclaration:
		name := n.Child(ast.FieldName)
		if n.Kind() == ast.TypeDefinition {
			name = n.Child(ast.FieldDeclarator).DeclaredName()
		}
		l := &localVar{name: name.Text(), param: -1, node: name, block: blockOf(n), decl: n, isType: true}
		h.locals[l.name] = append(h.locals[l.name], l)
	case ast.ParameterDeclaration, ast.OptionalParameterDeclaration:
		if owner := n.Enclosing(ast.LambdaExpression, ast.FunctionDeclarator); owner.Kind() == ast.LambdaExpression {
			h.unknownLocal(n.Child(ast.FieldDeclarator).DeclaredName(), owner, n)
		}
	case ast.ForRangeLoop:
		h.unknownLocal(n.Child(ast.FieldDeclarator).DeclaredName(), n, n)
	case ast.LambdaCaptureInitializer:
		h.unknownLocal(n.Child(ast.FieldLeft), n.Enclosing(ast.LambdaExpression), n)
	case ast.LabeledStatement:
		h.labels = true
	}
}

func (h *functionFlow) unknownLocal(name, block, decl ast.Node) {
	for c := range name.Descendants() {
		if c.Is(ast.Identifier) {
			l := &localVar{name: c.Text(), param: -1, node: c, block: block, decl: decl, escaped: true}
			h.locals[l.name] = append(h.locals[l.name], l)
		}
	}
}

func (h *functionFlow) declarator(n, c, block ast.Node) {
	name := c.DeclaredName()
	if name.Kind() == ast.StructuredBindingDeclarator {
		h.unknownLocal(name, block, n)
		return
	}
	if !name.Is(ast.Identifier) {
		return
	}
	l := &localVar{name: name.Text(), param: -1, node: name, block: block, decl: n}
	w := write{kind: writeValue, at: c, value: c.Initializer()}
	if !w.value.Valid() {
		if next := c.Next(); next.Field() == ast.FieldValue || next.Field() == ast.FieldDefaultValue {
			w.value = next
		}
	}
	if f := c.FunctionDeclarator(); f.Valid() {
		if f.Child(ast.FieldParameters).ChildCount() == 0 || n.Child(ast.FieldType).Text() != "dim3" && !h.e.IsVariable(h.fn.Scope, n, f) {
			return // a local function declaration
		}
		w.value = f.Child(ast.FieldParameters)
	}
	if n.Qualifiers()&ast.Static != 0 && n.Qualifiers()&(ast.Const|ast.Constexpr) == 0 {
		l.escaped = true // keeps its value from call to call
	}
	l.writes = []write{w}
	if n.Parent().Kind() == ast.ForRangeLoop {
		l.escaped = true
	}
	h.locals[l.name] = append(h.locals[l.name], l)
	// What a reference is bound to may change through it.
	if c.NearestDeclarator().Kind() == ast.ReferenceDeclarator && n.Qualifiers()&ast.Const == 0 {
		l.escaped = true
		if root := h.local(w.value.LvalueRoot()); root != nil {
			root.escaped = true
		}
	}
}

// blockOf returns the node in which a declaration is visible.
func blockOf(n ast.Node) ast.Node {
	for p := n.Parent(); p.Valid(); p = p.Parent() {
		switch p.Kind() {
		case ast.CompoundStatement, ast.ForStatement, ast.ForRangeLoop, ast.IfStatement, ast.WhileStatement, ast.SwitchStatement, ast.LambdaExpression, ast.FunctionDefinition, ast.CatchClause:
			return p
		}
	}
	return ast.Node{}
}

// local returns the variable that an identifier means, nil for none.
func (h *functionFlow) local(n ast.Node) *localVar {
	if !n.Valid() {
		return nil
	}
	return h.localNamed(n.Text(), n)
}

func (h *functionFlow) localNamed(name string, at ast.Node) *localVar {
	list := h.locals[name]
	if len(list) == 0 {
		return nil
	}
	at = at.Origin()
	if at.File() != h.body.File() {
		return nil
	}
	i := at.Index()
	var best *localVar
	for _, l := range list {
		if l.node.Index() <= i && (!l.block.Valid() || l.block.Index() <= i && i < l.block.End()) && (best == nil || l.node.Index() > best.node.Index()) {
			best = l
		}
	}
	return best
}

// isPointedTo reports whether an lvalue rooted in a local is not a part of it but of what it
// points to: p[i] and p->x for a pointer p.
func (l *localVar) isPointedTo(lvalue ast.Node) bool {
	for lvalue.Kind() == ast.ParenthesizedExpression {
		lvalue = lvalue.FirstChild()
	}
	if lvalue.Kind() == ast.Identifier || l.isType {
		return false
	}
	d := l.declared()
	for d = d.Parent(); d.Kind() == ast.ParenthesizedDeclarator; {
		d = d.Parent()
	}
	return d.Is(ast.PointerDeclarator) || l.param >= 0 && d.Is(ast.ArrayDeclarator)
}

// fieldPath spells the members of an lvalue: "blockDim.x" for c.blockDim.x; ok
// is false where there is more than members in it.
func fieldPath(n ast.Node) (path string, ok bool) {
	for range 10 {
		switch n.Kind() {
		case ast.Identifier:
			return path, true
		case ast.FieldExpression:
			name := n.Child(ast.FieldField).Text()
			if path != "" {
				name += "." + path
			}
			path = name
			n = n.Child(ast.FieldArgument)
		case ast.ParenthesizedExpression:
			n = n.FirstChild()
		default:
			return "", false
		}
	}
	return "", false
}

// write adds a write to the variable that an lvalue is rooted in.
func (h *functionFlow) write(lvalue ast.Node, w write) {
	l := h.local(lvalue.LvalueRoot())
	if l == nil || l.isPointedTo(lvalue) {
		return
	}
	path, ok := fieldPath(lvalue)
	if !ok {
		w.kind = writeUnknown
	}
	w.field = path
	// A lambda may run at any time after it was made.
	if lambda := w.at.Enclosing(ast.LambdaExpression, ast.FunctionDefinition); lambda.Kind() == ast.LambdaExpression && l.node.Index() < lambda.Index() {
		l.escaped = true
	}
	l.writes = append(l.writes, w)
}

func (h *functionFlow) visit(n ast.Node) {
	switch n.Kind() {
	case ast.AssignmentExpression:
		w := write{kind: writeValue, at: n, value: n.Child(ast.FieldRight)}
		if op := n.Op().Binary(); op != ast.OpNone {
			w.kind, w.op = writeOp, op
		}
		h.write(n.Child(ast.FieldLeft), w)
	case ast.UpdateExpression:
		w := write{kind: writeStep, at: n, op: ast.Add}
		if n.Op() == ast.Decrement {
			w.op = ast.Sub
		}
		h.write(n.Child(ast.FieldArgument), w)
	case ast.PointerExpression:
		if n.Op() == ast.And {
			h.address(n)
		}
	case ast.BinaryExpression:
		if n.Op() == ast.Shr { // cin >> n
			if right := n.Child(ast.FieldRight); right.Is(ast.Identifier, ast.FieldExpression) && h.local(right.LvalueRoot()) != nil && !h.arithmetic(leftmost(n)) {
				h.write(right, write{kind: writeUnknown, at: n})
			}
		}
	case ast.CallExpression:
		h.call(n)
	case ast.LambdaCaptureSpecifier:
		for c := range n.Children() { // [&n]
			if c.Kind() == ast.PointerExpression || c.Kind() == ast.ReferenceDeclarator {
				if l := h.local(c.FirstChild().LvalueRoot()); l != nil {
					l.writes = append(l.writes, write{kind: writeUnknown, at: n})
				}
			}
		}
	}
}

func leftmost(n ast.Node) ast.Node {
	for n.Kind() == ast.BinaryExpression {
		n = n.Child(ast.FieldLeft)
	}
	return n
}

func (h *functionFlow) arithmetic(n ast.Node) bool {
	switch n.Kind() {
	case ast.NumberLiteral, ast.CharLiteral, ast.ParenthesizedExpression, ast.SizeofExpression, ast.CastExpression:
		return true
	case ast.Identifier:
		l := h.local(n)
		if l == nil {
			return false
		}
		switch l.decl.Child(ast.FieldType).Kind() {
		case ast.PrimitiveType, ast.SizedTypeSpecifier:
			return true
		}
		return types.Predeclared(l.decl.Child(ast.FieldType).Text()).Arithmetic()
	}
	return false
}

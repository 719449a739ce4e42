package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A hostFlow knows where the local variables of one host function are written.
// It answers which writes can reach a use without building a control-flow graph:
// the last write that every path passes, and all that may come after it.
type hostFlow struct {
	e      *eval
	fn     *Function
	body   ast.Node
	locals map[string][]*hostLocal
	labels bool // has labels: control may come from anywhere
}

// A hostLocal is one local variable, parameter or local type.
type hostLocal struct {
	name    string
	param   int      // index of the parameter, -1 for other variables
	node    ast.Node // the name
	block   ast.Node // where it is visible
	decl    ast.Node // its declaration
	isType  bool
	escaped bool // written through a reference, a pointer or a lambda
	arms    bool // conditional arms declare it differently
	writes  []hostWrite
	typ     *Type
}

type writeKind uint8

const (
	writeValue   writeKind = iota // = value, or the initialiser
	writeOp                       // op= value
	writeStep                     // ++ or --
	writeUnknown                  // by a function that was given its address, and so on
	writeEntry                    // the argument of a parameter
)

// A hostWrite is one write to a variable, or to a member of it.
type hostWrite struct {
	kind  writeKind
	at    ast.Node
	field string // "x", "blockDim", "blockDim.x"; "" for the whole
	value ast.Node
	op    ast.Op
}

// newHostFlow collects the locals of a function and the writes to them.
func newHostFlow(e *eval, fn *Function) *hostFlow {
	h := &hostFlow{e: e, fn: fn, body: fn.Body, locals: map[string][]*hostLocal{}}
	for i, p := range fn.Params {
		if p.Name != "" {
			l := &hostLocal{name: p.Name, param: i, node: p.Node, block: fn.Node, decl: p.Node}
			l.writes = []hostWrite{{kind: writeEntry, at: p.Node}}
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

// separate drops variables of conditional arms that are not compiled. Where two
// arms that may be compiled declare one name, neither value is certain.
func (h *hostFlow) separate() {
	for name, list := range h.locals {
		if len(list) < 2 {
			continue
		}
		var kept []*hostLocal
		for _, l := range list {
			if !h.dead(l.node) {
				kept = append(kept, l)
			}
		}
		for i, l := range kept {
			for _, other := range kept[:i] {
				if other.block == l.block && !l.isType {
					l.escaped, other.escaped, l.arms, other.arms = true, true, true, true
				}
			}
		}
		h.locals[name] = kept
	}
}

func (h *hostFlow) declare(n ast.Node) {
	switch n.Kind() {
	case ast.Declaration:
		block := blockOf(n)
		for c := range n.ChildrenWith(ast.FieldDeclarator) {
			h.declarator(n, c, block)
		}
	case ast.TypeDefinition, ast.AliasDeclaration:
		name := n.Child(ast.FieldName)
		if n.Kind() == ast.TypeDefinition {
			name = declaredName(n.Child(ast.FieldDeclarator))
		}
		l := &hostLocal{name: name.Text(), param: -1, node: name, block: blockOf(n), decl: n, isType: true}
		h.locals[l.name] = append(h.locals[l.name], l)
	case ast.ParameterDeclaration, ast.OptionalParameterDeclaration:
		if owner := n.Enclosing(ast.LambdaExpression, ast.FunctionDeclarator); owner.Kind() == ast.LambdaExpression {
			h.unknownLocal(declaredName(n.Child(ast.FieldDeclarator)), owner, n)
		}
	case ast.ForRangeLoop:
		h.unknownLocal(declaredName(n.Child(ast.FieldDeclarator)), n, n)
	case ast.LambdaCaptureInitializer:
		h.unknownLocal(n.Child(ast.FieldLeft), n.Enclosing(ast.LambdaExpression), n)
	case ast.LabeledStatement:
		h.labels = true
	}
}

func (h *hostFlow) unknownLocal(name, block, decl ast.Node) {
	for c := range name.Descendants() {
		if c.Is(ast.Identifier) {
			l := &hostLocal{name: c.Text(), param: -1, node: c, block: block, decl: decl, escaped: true}
			h.locals[l.name] = append(h.locals[l.name], l)
		}
	}
}

func (h *hostFlow) declarator(n, c, block ast.Node) {
	name := declaredName(c)
	if name.Kind() == ast.StructuredBindingDeclarator {
		h.unknownLocal(name, block, n)
		return
	}
	if !name.Is(ast.Identifier) {
		return
	}
	l := &hostLocal{name: name.Text(), param: -1, node: name, block: block, decl: n}
	w := hostWrite{kind: writeValue, at: c, value: initializer(c)}
	if !w.value.Valid() {
		if next := c.Next(); next.Field() == ast.FieldValue || next.Field() == ast.FieldDefaultValue {
			w.value = next
		}
	}
	if f := functionDeclarator(c); f.Valid() {
		if f.Child(ast.FieldParameters).ChildCount() == 0 || n.Child(ast.FieldType).Text() != "dim3" && !h.e.isVariable(h.fn.Scope, n, f) {
			return // a local function declaration
		}
		w.value = f.Child(ast.FieldParameters)
	}
	if n.Qualifiers()&ast.Static != 0 && n.Qualifiers()&(ast.Const|ast.Constexpr) == 0 {
		l.escaped = true // keeps its value from call to call
	}
	l.writes = []hostWrite{w}
	if n.Parent().Kind() == ast.ForRangeLoop {
		l.escaped = true
	}
	h.locals[l.name] = append(h.locals[l.name], l)
	// What a reference is bound to may change through it.
	if outermost(c).Kind() == ast.ReferenceDeclarator && n.Qualifiers()&ast.Const == 0 {
		l.escaped = true
		if root := h.local(rootName(w.value)); root != nil {
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
func (h *hostFlow) local(n ast.Node) *hostLocal {
	if !n.Valid() {
		return nil
	}
	return h.localNamed(n.Text(), n)
}

func (h *hostFlow) localNamed(name string, at ast.Node) *hostLocal {
	list := h.locals[name]
	if len(list) == 0 {
		return nil
	}
	at = at.Origin()
	if at.File() != h.body.File() {
		return nil
	}
	i := at.Index()
	var best *hostLocal
	for _, l := range list {
		if l.node.Index() <= i && (!l.block.Valid() || l.block.Index() <= i && i < l.block.End()) && (best == nil || l.node.Index() > best.node.Index()) {
			best = l
		}
	}
	return best
}

// rootName returns the identifier at the root of an lvalue: a for a.x[i].y.
func rootName(n ast.Node) ast.Node {
	for range 50 {
		switch n.Kind() {
		case ast.Identifier:
			return n
		case ast.FieldExpression, ast.SubscriptExpression:
			n = n.Child(ast.FieldArgument)
		case ast.ParenthesizedExpression:
			n = n.FirstChild()
		default:
			return ast.Node{}
		}
	}
	return ast.Node{}
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

// write notes a write to the variable an lvalue is rooted in.
func (h *hostFlow) write(lvalue ast.Node, w hostWrite) {
	l := h.local(rootName(lvalue))
	if l == nil {
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

func (h *hostFlow) visit(n ast.Node) {
	switch n.Kind() {
	case ast.AssignmentExpression:
		w := hostWrite{kind: writeValue, at: n, value: n.Child(ast.FieldRight)}
		if op := n.Op().Binary(); op != ast.OpNone {
			w.kind, w.op = writeOp, op
		}
		h.write(n.Child(ast.FieldLeft), w)
	case ast.UpdateExpression:
		w := hostWrite{kind: writeStep, at: n, op: ast.Add}
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
			if right := n.Child(ast.FieldRight); right.Is(ast.Identifier, ast.FieldExpression) && h.local(rootName(right)) != nil && !h.arithmetic(leftmost(n)) {
				h.write(right, hostWrite{kind: writeUnknown, at: n})
			}
		}
	case ast.CallExpression:
		h.call(n)
	case ast.LambdaCaptureSpecifier:
		for c := range n.Children() { // [&n]
			if c.Kind() == ast.PointerExpression || c.Kind() == ast.ReferenceDeclarator {
				if l := h.local(rootName(c.FirstChild())); l != nil {
					l.writes = append(l.writes, hostWrite{kind: writeUnknown, at: n})
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

func (h *hostFlow) arithmetic(n ast.Node) bool {
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
		return builtinTypes[l.decl.Child(ast.FieldType).Text()].Arithmetic()
	}
	return false
}

// address notes that the address of a variable is taken.
func (h *hostFlow) address(n ast.Node) {
	arg := n.Child(ast.FieldArgument)
	l := h.local(rootName(arg))
	if l == nil {
		return
	}
	// Up through casts to what the address is used for.
	use := n
	for use.Parent().Is(ast.CastExpression, ast.ParenthesizedExpression) {
		use = use.Parent()
	}
	if call := use.Parent(); call.Kind() == ast.CallExpression || call.Kind() == ast.ArgumentList && strings.Contains(call.Parent().Child(ast.FieldFunction).Text(), "_cast<") {
		if call.Kind() == ast.ArgumentList {
			use = call.Parent()
		}
	}
	switch p := use.Parent(); p.Kind() {
	case ast.ArgumentList:
		i := 0
		for c := range p.Children() {
			if c == use {
				break
			}
			i++
		}
		if h.readsOnly(p.Parent(), i) {
			return
		}
		h.write(arg, hostWrite{kind: writeUnknown, at: n})
	case ast.InitializerList:
		// void *args[] = {&n}: a launch reads what they point to.
		if d := p.Enclosing(ast.Declaration, ast.CallExpression); d.Kind() != ast.Declaration || !strings.HasPrefix(strings.TrimPrefix(d.Text(), "const "), "void") {
			l.escaped = true
		}
	case ast.AssignmentExpression:
		if left := p.Child(ast.FieldLeft); left.Kind() != ast.SubscriptExpression {
			l.escaped = true
		}
	default:
		l.escaped = true
	}
}

// readsOnly reports whether a function only reads through argument i.
func (h *hostFlow) readsOnly(call ast.Node, i int) bool {
	name := lastName(call.Child(ast.FieldFunction))
	switch {
	case strings.HasPrefix(name, "cudaMemcpy"), strings.HasPrefix(name, "hipMemcpy"), name == "memcpy", strings.HasPrefix(name, "cuMemcpyHtoD"):
		return i >= 1
	case strings.HasPrefix(name, "cudaLaunch"), strings.HasPrefix(name, "hipLaunch"), name == "fwrite", name == "push_back", name == "emplace_back":
		return true
	}
	return false
}

// call notes what a call may write through reference parameters.
func (h *hostFlow) call(n ast.Node) {
	fn, list := n.Child(ast.FieldFunction), n.Child(ast.FieldArguments)
	if n.ChildOf(ast.KernelCallSyntax).Valid() || !list.Valid() {
		return
	}
	var m *Macro
	if fn.Kind() == ast.Identifier {
		m, _ = h.e.u.macroInvoked(n)
	}
	if m != nil {
		h.macro(n, m)
	}
	i := -1
	for a := range list.Children() {
		i++
		root := rootName(a)
		if !root.Valid() || h.local(root) == nil {
			continue
		}
		if m != nil {
			if m.assigns() {
				h.write(a, hostWrite{kind: writeUnknown, at: n})
			}
			continue
		}
		if !h.byValue(fn, i) {
			h.write(a, hostWrite{kind: writeUnknown, at: n})
		}
	}
}

// macro notes variables that a macro's text writes by name.
func (h *hostFlow) macro(n ast.Node, m *Macro) {
	if !m.assigns() {
		return
	}
	tokens := tokenize(m.Body)
	for i, t := range tokens {
		if t.kind == tokenIdent {
			if l := h.localNamed(t.text, n); l != nil && (i+1 < len(tokens)) {
				l.writes = append(l.writes, hostWrite{kind: writeUnknown, at: n})
			}
		}
	}
}

// assigns reports whether the text of a macro may write to something.
func (m *Macro) assigns() bool {
	for i, t := range tokenize(m.Body) {
		_ = i
		switch t.text {
		case "=", "++", "--", "+=", "-=", "&":
			return true
		}
	}
	return strings.ContainsAny(m.Body, "=") && (strings.Contains(m.Body, "*=") || strings.Contains(m.Body, "/=") || strings.Contains(m.Body, "|=") || strings.Contains(m.Body, "<<="))
}

// valuePrefixes start names of functions that are known to take their arguments
// by value or constant reference.
var valuePrefixes = []string{"cuda", "hip", "cu", "print", "fprint", "sprint", "snprint", "mem", "str", "make_", "thrust", "min", "max", "ceil", "floor", "sqrt", "pow", "log", "abs", "fabs", "round",
	"malloc", "calloc", "realloc", "free", "exit", "assert", "rand", "srand", "ato", "to_string", "dim3", "size", "int", "unsigned", "float", "double", "exp", "fclose", "fopen", "fread", "fwrite", "puts",
	"omp_", "MPI_", "nvtx", "setw", "aligned_alloc", "vector", "string", "uint", "long", "usleep", "sleep", "static_assert", "gettimeofday", "clock", "CHECK", "Check", "check", "iDivUp", "divup", "div_up",
	"fill", "generate", "iota", "EXPECT", "ASSERT", "sdk", "getLastCudaError", "static_cast", "reinterpret_cast", "const_cast", "new", "resize", "reserve", "assign", "push_back", "at", "insert", "emplace_back", "data"}

// byValue reports whether a function cannot write to its argument i.
func (h *hostFlow) byValue(fn ast.Node, i int) bool {
	name := lastName(fn)
	if fn.Kind() == ast.FieldExpression {
		name = lastName(fn.Child(ast.FieldField))
	} else if candidates, _ := h.e.functionsNamed(h.fn.Scope, fn); len(candidates) > 0 {
		return takesValue(candidates, i)
	}
	if name == "swap" || name == "exchange" || name == "tie" || name == "getline" || name == "ref" || name == "memset" {
		return false
	}
	if fn.Kind() == ast.FieldExpression {
		var methods []*Function
		for _, r := range h.e.u.Records {
			methods = append(methods, r.Methods[name]...)
		}
		if len(methods) > 0 {
			return takesValue(methods, i)
		}
	}
	for _, p := range valuePrefixes {
		if strings.HasPrefix(name, p) {
			return true
		}
	}
	return fn.Is(ast.PrimitiveType, ast.SizedTypeSpecifier, ast.TemplateType) || h.e.typeOf(h.fn.Scope, fn).Known()
}

func takesValue(candidates []*Function, i int) bool {
	for _, f := range candidates {
		if i >= len(f.Params) {
			continue
		}
		p := f.Params[i].Node
		if outermost(p.Child(ast.FieldDeclarator)).Is(ast.ReferenceDeclarator, ast.AbstractReferenceDeclarator) && p.Qualifiers()&ast.Const == 0 {
			return false
		}
	}
	return true
}

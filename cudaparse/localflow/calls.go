package localflow

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// address adds the writes that may happen through an address that is taken.
func (h *functionFlow) address(n ast.Node) {
	arg := n.Child(ast.FieldArgument)
	l := h.local(arg.LvalueRoot())
	if l == nil || l.isPointedTo(arg) {
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
		h.write(arg, write{kind: writeUnknown, at: n})
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
func (h *functionFlow) readsOnly(call ast.Node, i int) bool {
	name := call.Child(ast.FieldFunction).PlainName()
	switch {
	case strings.HasPrefix(name, "cudaMemcpy"), strings.HasPrefix(name, "hipMemcpy"), name == "memcpy", strings.HasPrefix(name, "cuMemcpyHtoD"):
		return i >= 1
	case strings.HasPrefix(name, "cudaLaunch"), strings.HasPrefix(name, "hipLaunch"), name == "fwrite", name == "push_back", name == "emplace_back":
		return true
	}
	return false
}

// call adds the writes that a call may do through reference parameters.
func (h *functionFlow) call(n ast.Node) {
	fn, list := n.Child(ast.FieldFunction), n.Child(ast.FieldArguments)
	if n.ChildOf(ast.KernelCallSyntax).Valid() || !list.Valid() {
		return
	}
	var m *preproc.Macro
	if fn.Kind() == ast.Identifier {
		m, _ = h.e.Unit().MacroInvoked(n)
	}
	if m != nil {
		h.macro(n, m)
	}
	i := -1
	for a := range list.Children() {
		i++
		root := a.LvalueRoot()
		if !root.Valid() || h.local(root) == nil {
			continue
		}
		if m != nil {
			if assigns(m) {
				h.write(a, write{kind: writeUnknown, at: n})
			}
			continue
		}
		if !h.e.TakesValue(h.fn.Scope, fn, i) && !(a.Is(ast.Identifier) && h.local(root).shape() && !h.e.Declares(h.fn.Scope, fn)) {
			h.write(a, write{kind: writeUnknown, at: n})
		}
	}
}

// macro adds the writes in a macro's text to variables that it names.
func (h *functionFlow) macro(n ast.Node, m *preproc.Macro) {
	if !assigns(m) {
		return
	}
	tokens := m.Tokens()
	for i, t := range tokens {
		if t.Kind == preproc.Word && !slices.Contains(m.Params, t.Text) {
			if l := h.localNamed(t.Text, n); l != nil && i+1 < len(tokens) && !passedByValue(tokens, i) {
				l.writes = append(l.writes, write{kind: writeUnknown, at: n})
			}
		}
	}
}

// passedByValue reports whether a name in a macro's text is an argument of a
// launch, or of a function of CUDA, that does not get its address.
func passedByValue(tokens []preproc.Spelled, i int) bool {
	if i == 0 || tokens[i-1].Text != "(" && tokens[i-1].Text != "," || tokens[i+1].Text != ")" && tokens[i+1].Text != "," {
		return false
	}
	depth := 0
	for j := i - 1; j > 0; j-- {
		switch tokens[j].Text {
		case ")":
			depth++
		case ";", "{", "}":
			return false
		case "(":
			if depth--; depth < 0 {
				callee := tokens[j-1].Text
				return strings.HasSuffix(callee, ">") || strings.HasPrefix(callee, "cuda") || strings.HasPrefix(callee, "hip")
			}
		}
	}
	return false
}

// assigns reports whether the text of a macro may write to something.
func assigns(m *preproc.Macro) bool {
	if !strings.ContainsAny(m.Body, "=&") && !strings.Contains(m.Body, "++") && !strings.Contains(m.Body, "--") {
		return false // most macros, and this is asked at every use of one
	}
	for _, t := range m.Tokens() {
		switch t.Text {
		case "=", "++", "--", "+=", "-=", "&":
			return true
		}
	}
	return strings.ContainsAny(m.Body, "=") && (strings.Contains(m.Body, "*=") || strings.Contains(m.Body, "/=") || strings.Contains(m.Body, "|=") || strings.Contains(m.Body, "<<="))
}

// shape reports whether a variable is declared as dim3 or uint3. An unknown function that
// gets it by reference is assumed not to change it: such functions print or check a launch
// shape, or pass it on to a launch.
func (l *localVar) shape() bool {
	t := l.decl.Child(ast.FieldType)
	return t.Text() == "dim3" || t.Text() == "uint3"
}

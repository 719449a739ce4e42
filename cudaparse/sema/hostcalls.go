package sema

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// address notes that the address of a variable is taken.
func (h *hostFlow) address(n ast.Node) {
	arg := n.Child(ast.FieldArgument)
	l := h.local(rootName(arg))
	if l == nil || l.behind(arg) {
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
			if assigns(m) {
				h.write(a, hostWrite{kind: writeUnknown, at: n})
			}
			continue
		}
		if !h.byValue(fn, i) && !(a.Is(ast.Identifier) && h.local(root).shape() && h.outOfSight(fn)) {
			h.write(a, hostWrite{kind: writeUnknown, at: n})
		}
	}
}

// macro notes variables that a macro's text writes by name.
func (h *hostFlow) macro(n ast.Node, m *Macro) {
	if !assigns(m) {
		return
	}
	tokens := m.Tokens()
	for i, t := range tokens {
		if t.Kind == preproc.Word && !slices.Contains(m.Params, t.Text) {
			if l := h.localNamed(t.Text, n); l != nil && i+1 < len(tokens) && !passedByValue(tokens, i) {
				l.writes = append(l.writes, hostWrite{kind: writeUnknown, at: n})
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
func assigns(m *Macro) bool {
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

// valuePrefixes start names of functions that are known to take their arguments
// by value or constant reference.
var valuePrefixes = []string{"cuda", "hip", "cu", "print", "fprint", "sprint", "snprint", "mem", "str", "make_", "thrust", "min", "max", "ceil", "floor", "sqrt", "pow", "log", "abs", "fabs", "round",
	"malloc", "calloc", "realloc", "free", "exit", "assert", "rand", "srand", "ato", "to_string", "dim3", "size", "int", "unsigned", "float", "double", "exp", "fclose", "fopen", "fread", "fwrite", "puts",
	"omp_", "MPI_", "nvtx", "setw", "aligned_alloc", "vector", "string", "uint", "long", "usleep", "sleep", "static_assert", "gettimeofday", "clock", "CHECK", "Check", "check", "iDivUp", "divup", "div_up",
	"fill", "generate", "iota", "EXPECT", "ASSERT", "sdk", "getLastCudaError", "static_cast", "reinterpret_cast", "const_cast", "new", "resize", "reserve", "assign", "push_back", "at", "insert", "emplace_back", "data",
	"atomic", "__ld", "__st", "sincos"}

// writesNamed are functions that write to their arguments.
var writesNamed = map[string]bool{"swap": true, "exchange": true, "tie": true, "getline": true, "ref": true, "memset": true}

// TakesValues reports whether a function that is not declared in sight is known by its name
// to take its arguments by value or constant reference.
func TakesValues(name string) bool {
	return !writesNamed[name] && slices.ContainsFunc(valuePrefixes, func(p string) bool { return strings.HasPrefix(name, p) })
}

// byValue reports whether a function cannot write to its argument i.
func (h *hostFlow) byValue(fn ast.Node, i int) bool {
	name := lastName(fn)
	if fn.Kind() == ast.FieldExpression {
		name = lastName(fn.Child(ast.FieldField))
	} else if candidates, _ := h.e.functionsNamed(h.fn.Scope, fn); len(candidates) > 0 {
		return takesValue(candidates, i)
	}
	if writesNamed[name] {
		return false
	}
	if fn.Kind() == ast.FieldExpression {
		if methods := h.e.u.methodsNamed(name); len(methods) > 0 {
			return takesValue(methods, i)
		}
	}
	return TakesValues(name) || fn.Is(ast.PrimitiveType, ast.SizedTypeSpecifier, ast.TemplateType) || h.e.typeOf(h.fn.Scope, fn).Known()
}

// shape reports whether a variable is declared as dim3 or uint3. An unknown function that
// gets it by reference is assumed not to change it: such functions print or check a launch
// shape, or pass it on to a launch.
func (l *hostLocal) shape() bool {
	t := l.decl.Child(ast.FieldType)
	return t.Text() == "dim3" || t.Text() == "uint3"
}

// outOfSight reports whether the unit has no declaration of a function.
func (h *hostFlow) outOfSight(fn ast.Node) bool {
	if fn.Is(ast.FieldExpression) {
		return len(h.e.u.methodsNamed(lastName(fn.Child(ast.FieldField)))) == 0
	}
	candidates, _ := h.e.functionsNamed(h.fn.Scope, fn)
	return len(candidates) == 0
}

func takesValue(candidates []*Function, i int) bool {
	return !slices.ContainsFunc(candidates, func(f *Function) bool { return i < len(f.Params) && f.Params[i].Changes() })
}

// Changes reports whether the function may change what it is given for the parameter: it is
// declared as a reference to what is not const.
func (p Param) Changes() bool {
	d := outermost(p.Node.Child(ast.FieldDeclarator))
	if !d.Is(ast.ReferenceDeclarator, ast.AbstractReferenceDeclarator) {
		return false
	}
	// In const int *&p, what p points to is const.
	for n := range p.Node.Child(ast.FieldDeclarator).Descendants() {
		if n.Is(ast.PointerDeclarator, ast.AbstractPointerDeclarator) {
			return true
		}
	}
	return p.Node.Qualifiers()&ast.Const == 0
}

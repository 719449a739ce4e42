package expand

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// Arithmetic reports whether a node invokes a macro whose text does no more than
// compute a value from numbers and from its arguments: it names nothing else,
// calls nothing, writes nothing and follows no pointer. What such a macro does is
// what its arguments do, and there is no need to expand it.
func (m *Macros) Arithmetic(n ast.Node) bool {
	macro, _ := m.MacroInvoked(n)
	return macro != nil && m.formOf(macro).arithmetic
}

// A macroForm describes the text of a macro. Macros caches it under a macroKey, and the results
// of ExpandBody under a bodyNode.
type (
	macroForm struct{ arithmetic, expression bool }
	macroKey  struct{ m *preproc.Macro }
	bodyNode  struct{ n ast.Node }
)

func (m *Macros) formOf(macro *preproc.Macro) macroForm {
	if v, hit := m.expanded.Load(macroKey{macro}); hit {
		return v.(macroForm)
	}
	f := macroForm{arithmetic(macro), macro.FunctionLike && !macro.Variadic && expression(macro)}
	m.expanded.Store(macroKey{macro}, f)
	return f
}

// arithmetic reports whether the text of a macro is of this kind.
func arithmetic(m *preproc.Macro) bool {
	operand := false // before this token
	for _, t := range m.Tokens() {
		switch t.Kind {
		case preproc.Space:
			continue
		case preproc.Word:
			if !isParam(m, t.Text) {
				return false
			}
			operand = true
		case preproc.Mark:
			if !strings.Contains(" + - * / % ( ) < > <= >= == != && || ! ? : << >> ^ | ~ , ", " "+t.Text+" ") || t.Text == "*" && !operand {
				return false
			}
			operand = t.Text == ")"
		default:
			operand = true
		}
	}
	return true
}

func isParam(m *preproc.Macro, name string) bool {
	for _, p := range m.Params {
		if p == name {
			return true
		}
	}
	return false
}

// ExpandBody expands a call of a macro that stands for an expression without its
// arguments: in the result, the names of the macro's parameters stand for them.
// Calls of one macro share one syntax tree, where Expand parses the text of each.
// ok is false where that would not be the same: for macros whose text pastes
// tokens, makes strings, declares names, or calls methods of a parameter, and for
// arguments that are no expressions.
func (m *Macros) ExpandBody(n ast.Node) (body ast.Node, params []string, ok bool) {
	macro, args := m.MacroInvoked(n)
	if macro == nil || args.ChildCount() != len(macro.Params) || !m.formOf(macro).expression {
		return body, nil, false
	}
	for a := range args.Children() {
		switch a.Kind() {
		case ast.TypeDescriptor, ast.PrimitiveType, ast.SizedTypeSpecifier, ast.TypeIdentifier, ast.Error, ast.ParameterDeclaration:
			return body, nil, false
		}
	}
	for f := n.File(); f != nil && f.Expansion.Valid(); f = f.Expansion.File() {
		if outer, _ := m.MacroInvoked(f.Expansion); outer == macro {
			return body, nil, false
		}
	}
	if v, hit := m.expanded.Load(bodyNode{n}); hit {
		body = v.(ast.Node)
		return body, macro.Params, body.Valid()
	}
	text, ok := m.ExpandText(macro.Body, n)
	if !ok || len(text) > maxExpansionBytes || m.count.Load() > maxExpansions {
		return body, nil, false
	}
	m.count.Add(1)
	if body = m.parseExpansion(text, n, Expression); body.HasError() {
		body = ast.Node{}
	}
	m.expanded.Store(bodyNode{n}, body)
	return body, macro.Params, body.Valid()
}

// expression reports whether the text of a macro can be parsed by itself as an
// expression over its parameters.
func expression(m *preproc.Macro) bool {
	if len(m.Body) == 0 || strings.ContainsAny(m.Body, "#{};") {
		return false
	}
	var last [3]string // the tokens before
	for _, t := range m.Tokens() {
		if t.Kind == preproc.Space {
			continue
		}
		// A call of a method, and a type or a name of a function among the parameters.
		if t.Text == "(" && (last[1] == "." || last[1] == "->" || isParam(m, last[0])) || t.Kind == preproc.Word && isParam(m, t.Text) && (last[0] == "." || last[0] == "->" || last[0] == "::") {
			return false
		}
		if t.Text == ")" && isParam(m, last[0]) && last[1] == "(" {
			// (x): an operand, or a cast to the type x; what follows tells.
			last = [3]string{"(x)", last[2], ""}
			continue
		}
		if last[0] == "(x)" && (t.Kind == preproc.Word || t.Text == "(") {
			return false
		}
		last = [3]string{t.Text, last[0], last[1]}
	}
	return true
}

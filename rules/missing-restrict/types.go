package missingrestrict

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// parameters spells the types of a list of parameters. The result is the same for all
// declarations of one function.
func parameters(list ast.Node) []string {
	var out []string
	for p := range list.Children() {
		if !p.Is(ast.ParameterDeclaration, ast.OptionalParameterDeclaration) {
			continue
		}
		text := p.Text()
		if d := p.Child(ast.FieldDefaultValue); d.Valid() {
			text = strings.TrimRight(text[:d.Span().Start-p.Span().Start], " \t=")
		}
		out = append(out, spellType(text, declaredIn(p)))
	}
	return out
}

// spellType normalises the type in the text of a parameter: it drops the name and the
// restrict and const of the parameter itself, and writes arrays as pointers.
func spellType(text, name string) string {
	var head, tail []string // the tokens before the first * or &, and the others
	constant := false
	array := false
	bound := 0 // how many brackets of the first array dimension are open
	src := []byte(text)
	for _, token := range preproc.Lex(src, 0) {
		t := token.In(src)
		declarator := len(tail) > 0
		switch {
		case bound > 0 && t == "]":
			bound--
		case bound > 0 && t == "[":
			bound++
		case bound > 0, t == name && name != "", strings.Contains(strings.ToLower(t), "restrict"),
			t == "struct", t == "class", t == "typename":
		case t == "const" && !declarator:
			constant = true
		case t == "[" && !array:
			array, bound = true, 1
			tail = append(tail, "*")
		case t == "*", t == "&", declarator, t == "(":
			tail = append(tail, t)
		default:
			head = append(head, t)
		}
	}
	for len(tail) > 0 && tail[len(tail)-1] == "const" {
		tail = tail[:len(tail)-1]
	}
	if constant && len(tail) > 0 {
		head = slices.Insert(head, 0, "const")
	}
	return strings.Join(head, " ") + strings.Join(tail, "")
}

// declaredIn returns the name of a parameter, "" if it has none.
func declaredIn(param ast.Node) string {
	for n := range param.Child(ast.FieldDeclarator).Descendants() {
		if n.Kind() == ast.Identifier && (n.Field() == ast.FieldDeclarator || n.Parent().Is(ast.PointerDeclarator, ast.ParenthesizedDeclarator, ast.ReferenceDeclarator)) {
			return n.Text()
		}
	}
	return ""
}

// nth returns the i-th parameter of a list.
func nth(list ast.Node, i int) ast.Node {
	for p := range list.Children() {
		if i == 0 {
			return p
		}
		i--
	}
	return ast.Node{}
}

// namespaceOf spells the namespaces and classes around a node.
func namespaceOf(n ast.Node) string {
	out := ""
	for p := n.Parent(); p.Valid(); p = p.Parent() {
		if p.Is(ast.NamespaceDefinition, ast.ClassSpecifier, ast.StructSpecifier) {
			out = p.Child(ast.FieldName).Text() + "::" + out
		}
	}
	return out
}

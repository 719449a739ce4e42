package missingrestrict

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A speller says how the project writes things.
type speller struct {
	unit     *sema.Unit
	scanned  bool
	keyword  string
	stored   map[string]bool       // functions whose address is put in a variable
	declared map[string][]ast.Node // declarations of kernels by name
}

// scan looks once for a macro that stands for __restrict__, and for the
// declarations of kernels.
func (s *speller) scan() {
	if s.scanned {
		return
	}
	s.scanned, s.keyword, s.declared, s.stored = true, "__restrict__", map[string][]ast.Node{}, map[string]bool{}
	for _, file := range s.unit.Files {
		for i := range file.Len() {
			switch n := file.At(i); n.Kind() {
			case ast.PreprocDef:
				switch strings.TrimSpace(n.Child(ast.FieldValue).Text()) {
				case "__restrict__", "__restrict":
					s.keyword = n.Child(ast.FieldName).Text()
				}
			case ast.Identifier:
				if p := n.Parent(); p.Is(ast.InitDeclarator, ast.AssignmentExpression) && (n.Field() == ast.FieldValue || n.Field() == ast.FieldRight) || p.Kind() == ast.InitializerList {
					s.stored[n.Text()] = true
				}
			case ast.Declaration:
				if n.Qualifiers()&ast.Global != 0 {
					name := n.Child(ast.FieldDeclarator).Child(ast.FieldDeclarator).Text()
					s.declared[name] = append(s.declared[name], n)
				}
			}
		}
	}
}

// typed reports whether a pointer to a kernel is put in a variable, whose type
// says what the parameters are.
func (s *speller) typed(k *sema.Function) bool {
	s.scan()
	return s.stored[k.Name]
}

// declarations returns the declarations of a kernel beside its definition, by
// name and number of parameters.
func (s *speller) declarations(k *sema.Function) []ast.Node {
	s.scan()
	var out []ast.Node
	for _, n := range s.declared[k.Name] {
		if n.Child(ast.FieldDeclarator).Child(ast.FieldParameters).ChildCount() == len(k.Params) && len(out) < 3 {
			out = append(out, n)
		}
	}
	return out
}

// suggest spells a parameter with __restrict__, and with const, if that compiles.
func (s *speller) suggest(p sema.Param, constant bool) string {
	s.scan()
	text := strings.Join(strings.Fields(p.Node.Text()), " ")
	if name := strings.LastIndex(text, p.Name); name >= 0 {
		before, after := text[:name], text[name+len(p.Name):]
		switch first, rest := dimensions(after); {
		case first == "" || strings.Contains(before, "("):
			text = before + s.keyword + " " + text[name:]
		case rest == "": // in[]: a pointer
			text = before + "*" + s.keyword + " " + p.Name
		default: // in[][8]: a pointer to arrays
			text = before + "(*" + s.keyword + " " + p.Name + ")" + rest
		}
	}
	if constant && p.Node.Qualifiers()&ast.Const == 0 && strings.Contains(text, "*") {
		text = "const " + text
	}
	return text
}

// dimensions splits the dimensions of an array into the first and the others.
func dimensions(text string) (first, rest string) {
	depth := 0
	for i, c := range text {
		switch c {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return text[:i+1], strings.TrimSpace(text[i+1:])
			}
		}
	}
	return "", ""
}

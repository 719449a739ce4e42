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
	declared map[string][]ast.Node // declarations of kernels by name
}

// scan looks once for a macro that stands for __restrict__, and for the
// declarations of kernels.
func (s *speller) scan() {
	if s.scanned {
		return
	}
	s.scanned, s.keyword, s.declared = true, "__restrict__", map[string][]ast.Node{}
	for _, file := range s.unit.Files {
		for i := range file.Len() {
			switch n := file.At(i); n.Kind() {
			case ast.PreprocDef:
				switch strings.TrimSpace(n.Child(ast.FieldValue).Text()) {
				case "__restrict__", "__restrict":
					s.keyword = n.Child(ast.FieldName).Text()
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

// suggest spells a parameter with const and __restrict__.
func (s *speller) suggest(p sema.Param) string {
	s.scan()
	text := strings.Join(strings.Fields(p.Node.Text()), " ")
	if i := strings.LastIndex(text, p.Name); i >= 0 {
		if array := strings.Index(text[i:], "["); array >= 0 && !strings.Contains(text, "(") {
			text = text[:i] + "*" + s.keyword + " " + p.Name // in[]: a pointer
		} else {
			text = text[:i] + s.keyword + " " + text[i:]
		}
	}
	if p.Node.Qualifiers()&ast.Const == 0 && strings.Contains(text, "*") {
		text = "const " + text
	}
	return text
}

package missingrestrict

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// An edit replaces a range of the file that a parameter stands in.
type edit struct {
	span source.Span
	text string
}

func insertion(at int, text string) edit { return edit{source.Span{Start: at, End: at}, text} }

// qualify returns the edits, in the order of their places, that make a parameter
// restrict, and what it points to const if asked for. name is "" for one without a
// name. ok is false where the parameter is not a pointer as it is written.
func qualify(param ast.Node, name, keyword string, constant bool) (edits []edit, ok bool) {
	declarator := param.Child(ast.FieldDeclarator)
	if !declarator.Valid() {
		return nil, false
	}
	if constant && pointee(param) {
		edits = append(edits, constBefore(param))
	}
	if name == "" {
		return append(edits, unnamed(declarator, keyword)...), true
	}
	n := nameIn(declarator, name)
	if !n.Valid() {
		return nil, false
	}
	if first := n.Parent(); first.Kind() == ast.ArrayDeclarator {
		dimension := source.Span{Start: n.Span().End, End: first.Span().End}
		if first == declarator { // in[]: a pointer
			star := "*"
			if n.Span().Start == param.Child(ast.FieldType).Span().End {
				star = " *"
			}
			return append(edits, insertion(n.Span().Start, star+keyword+" "), edit{dimension, ""}), true
		}
		// in[][8]: a pointer to arrays
		return append(edits, insertion(n.Span().Start, "(*"+keyword+" "), edit{dimension, ")"}), true
	}
	return append(edits, insertion(n.Span().Start, keyword+" ")), true
}

// pointee reports whether const in front of a parameter says something of what it
// points to, and is not there.
func pointee(param ast.Node) bool {
	return param.Qualifiers()&ast.Const == 0 && param.Child(ast.FieldDeclarator).Is(ast.PointerDeclarator, ast.AbstractPointerDeclarator, ast.ArrayDeclarator, ast.AbstractArrayDeclarator)
}

// constBefore puts const where most of the other parameters have it: in front of the
// type, or behind it.
func constBefore(param ast.Node) edit {
	behind := 0
	for p := range param.Parent().Children() {
		if q := p.ChildOf(ast.TypeQualifier); q.Text() == "const" {
			if q.Span().Start > p.Child(ast.FieldType).Span().Start {
				behind++
			} else {
				behind--
			}
		}
	}
	if behind > 0 {
		return insertion(param.Child(ast.FieldType).Span().End, " const")
	}
	return insertion(param.Span().Start, "const ")
}

// nameIn returns the first use of a name in a declarator or an expression.
func nameIn(where ast.Node, name string) ast.Node {
	if !where.Valid() {
		return where
	}
	for n := range where.Descendants() {
		if n.Kind() == ast.Identifier && n.Text() == name {
			return n
		}
	}
	return ast.Node{}
}

// unnamed returns the edit that makes a pointer without a name restrict; none where
// it is written as an array, which needs none: the qualifier is not part of the
// type of the function.
func unnamed(declarator ast.Node, keyword string) []edit {
	if declarator.Kind() != ast.AbstractPointerDeclarator || declarator.FirstChild().Valid() {
		return nil
	}
	text, end := string(declarator.File().Source.Text), declarator.Span().End
	if !strings.HasSuffix(text[:end], "*") {
		return nil
	}
	if strings.HasSuffix(text[:end], " *") {
		return []edit{insertion(end, keyword)}
	}
	return []edit{insertion(end, " "+keyword)}
}

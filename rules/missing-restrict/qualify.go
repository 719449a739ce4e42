package missingrestrict

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// An edit replaces a span of the file that contains the parameter.
type edit struct {
	span source.Span
	text string
}

func insertion(at int, text string) edit { return edit{source.Span{Start: at, End: at}, text} }

// qualify returns the edits, in the order of their offsets, that declare a parameter
// restrict and, if constant is set, its elements const. name is "" for a parameter without
// a name. ok is false if the parameter is not written as a pointer.
func qualify(param ast.Node, name, keyword string, constant bool) (edits []edit, ok bool) {
	declarator := param.Child(ast.FieldDeclarator)
	if !declarator.Valid() {
		return nil, false
	}
	if constant && lacksConst(param) {
		edits = append(edits, insertConst(param))
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

// lacksConst reports whether const before a parameter would make its elements const, and
// is missing.
func lacksConst(param ast.Node) bool {
	return param.Qualifiers()&ast.Const == 0 && param.Child(ast.FieldDeclarator).Is(ast.PointerDeclarator, ast.AbstractPointerDeclarator, ast.ArrayDeclarator, ast.AbstractArrayDeclarator)
}

// insertConst inserts const where most of the other parameters have it: before the type or
// after it.
func insertConst(param ast.Node) edit {
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

// nameIn returns the first identifier with a name in a declarator or an expression.
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

// unnamed returns the edit that declares a pointer parameter without a name restrict. It
// returns none for other declarators: as the qualifier is not part of the type of the
// function, the declaration still matches.
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

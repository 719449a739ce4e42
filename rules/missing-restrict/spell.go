package missingrestrict

import (
	"bytes"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
)

// A speller says how the project writes things.
type speller struct {
	unit    *sema.Unit
	scanned bool
	files   []*spelling // of the unit's files
}

// A spelling is how one file writes things.
type spelling struct {
	macros   []ast.Node            // definitions of macros that stand for __restrict__
	stored   map[string]bool       // functions whose address is put in a variable
	declared map[string][]ast.Node // declarations of kernels by name
}

type spellingKey struct{}

// scan looks once for macros that stand for __restrict__, and for the declarations of
// kernels.
func (s *speller) scan() {
	if s.scanned {
		return
	}
	s.scanned = true
	for _, file := range s.unit.Files {
		s.files = append(s.files, ast.Derive(file, spellingKey{}, spellingOf))
	}
}

// spellingOf is scan for one file.
func spellingOf(file *ast.File) *spelling {
	s := &spelling{declared: map[string][]ast.Node{}, stored: map[string]bool{}}
	for i := range file.Len() {
		switch n := file.At(i); n.Kind() {
		case ast.PreprocDef:
			switch strings.TrimSpace(n.Child(ast.FieldValue).Text()) {
			case "__restrict__", "__restrict":
				s.macros = append(s.macros, n)
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
	return s
}

// typed reports whether a pointer to a kernel is put in a variable, whose type
// says what the parameters are.
func (s *speller) typed(k *sema.Function) bool {
	s.scan()
	return slices.ContainsFunc(s.files, func(f *spelling) bool { return f.stored[k.Name] })
}

// declarations returns the declarations of a kernel beside its definition, by
// name and number of parameters.
func (s *speller) declarations(k *sema.Function) []ast.Node {
	s.scan()
	var out []ast.Node
	for _, f := range s.files {
		for _, n := range f.declared[k.Name] {
			if n.Child(ast.FieldDeclarator).Child(ast.FieldParameters).ChildCount() == len(k.Params) && len(out) < 3 {
				out = append(out, n)
			}
		}
	}
	return out
}

// keyword returns what stands for __restrict__ at a node: the project's macro where
// it is certain to be defined there, in whichever unit the file is read; else the
// spelling that the file has already.
func (s *speller) keyword(at ast.Node) string {
	s.scan()
	file := at.File()
	var macros []ast.Node
	for _, f := range s.files {
		macros = append(macros, f.macros...)
	}
	for _, def := range slices.Backward(macros) {
		name := def.Child(ast.FieldName).Text()
		m := s.unit.MacroAt(name, at)
		if s.unit.Guessed(def.File()) {
			continue // another header may be the one that is included
		}
		if m == nil || m.Path != def.File().Source.Path || m.Span.Start != def.Span().Start {
			continue
		}
		if file == s.unit.File || file == def.File() || len(occurrences(file, name)) > 0 {
			return name
		}
	}
	if !bytes.Contains(file.Source.Text, []byte("__restrict__")) && len(occurrences(file, "__restrict")) > 0 {
		return "__restrict"
	}
	return "__restrict__"
}

// suggest spells a parameter with __restrict__, and with const, if that compiles.
func (s *speller) suggest(p decl.Param, constant bool) string {
	text := p.Node.Text()
	if edits, ok := qualify(p.Node, p.Name, s.keyword(p.Node), constant); ok {
		start := p.Node.Span().Start
		for i := len(edits) - 1; i >= 0; i-- { // from the end on, so that the places stay
			e := edits[i]
			text = text[:e.span.Start-start] + e.text + text[e.span.End-start:]
		}
	}
	return strings.Join(strings.Fields(text), " ")
}

// fix returns the edits that qualify a parameter; ok is false for one that is not
// written as a parameter could be.
func (s *speller) fix(pass *lint.Pass, param ast.Node, name string, constant bool) (edits []edit, ok bool) {
	if !lint.Written(param) || param.HasError() {
		return nil, false
	}
	return qualify(param, name, s.keyword(param), constant)
}

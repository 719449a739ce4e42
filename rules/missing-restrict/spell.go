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

// A speller knows how the project writes __restrict__ and where it declares kernels.
type speller struct {
	unit    *sema.Unit
	scanned bool
	files   []*spelling // of the unit's files
}

// A spelling is the part of a speller that comes from one file.
type spelling struct {
	macros   []ast.Node            // definitions of macros that stand for __restrict__
	stored   map[string]bool       // functions whose address is assigned to a variable
	declared map[string][]ast.Node // declarations of kernels by name
}

type spellingKey struct{}

// scan searches the files of the unit, once.
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

// addressStored reports whether the address of a kernel is assigned to a variable, whose
// type depends on the types of the parameters.
func (s *speller) addressStored(k *sema.Function) bool {
	s.scan()
	return slices.ContainsFunc(s.files, func(f *spelling) bool { return f.stored[k.Name] })
}

// declarations returns the first declarations of a kernel beside its definition, found by
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

// keyword returns the spelling of __restrict__ at a node: the project's macro if it is
// certainly defined there, whichever unit includes the file, else the keyword that the
// file already uses.
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
			continue // the compiler may find another header
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

// suggest spells a parameter with __restrict__ and, if constant is set, with const.
func (s *speller) suggest(p decl.Param, constant bool) string {
	text := p.Node.Text()
	if edits, ok := qualify(p.Node, p.Name, s.keyword(p.Node), constant); ok {
		start := p.Node.Span().Start
		for i := len(edits) - 1; i >= 0; i-- { // backwards, so that the offsets stay valid
			e := edits[i]
			text = text[:e.span.Start-start] + e.text + text[e.span.End-start:]
		}
	}
	return strings.Join(strings.Fields(text), " ")
}

// fix returns the edits that qualify a parameter. ok is false if a macro spells it, or it
// does not parse.
func (s *speller) fix(param ast.Node, name string, constant bool) (edits []edit, ok bool) {
	if !lint.Written(param) || param.HasError() {
		return nil, false
	}
	return qualify(param, name, s.keyword(param), constant)
}

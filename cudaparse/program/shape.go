package program

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// FileLines are whole lines of a file, counted from 1. They do not hold the file's text.
type FileLines struct {
	Path  string `cbor:"1,keyasint"`
	First int    `cbor:"2,keyasint"`
	Last  int    `cbor:"3,keyasint"`
}

// Shapes finds the declarations, assignments and macros that decide the grids and blocks of a
// unit's launches.
type Shapes struct {
	// definitions are those of the unit, by the name that gets a value and the function around
	// it.
	definitions map[shapeName][]shapeDefinition
}

// A shapeName is a name and the function definition that it is in, if any.
type shapeName struct {
	name     string
	function ast.Node
}

// A shapeDefinition gives a name a value. number is its place in the order of the unit.
type shapeDefinition struct {
	node   ast.Node
	number int
}

// NewShapes indexes a unit.
func NewShapes(u *sema.Unit) *Shapes {
	s := &Shapes{definitions: map[shapeName][]shapeDefinition{}}
	number := 0
	add := func(name, n ast.Node) {
		if name.Valid() {
			key := shapeName{name.Text(), n.Enclosing(ast.FunctionDefinition)}
			s.definitions[key] = append(s.definitions[key], shapeDefinition{n, number})
			number++
		}
	}
	for _, file := range u.Files {
		for i := range file.Len() {
			switch n := file.At(i); n.Kind() {
			case ast.Declaration:
				for d := range n.ChildrenWith(ast.FieldDeclarator) {
					add(d.DeclaredName(), n)
				}
			case ast.AssignmentExpression:
				if names := identifiers(n.Child(ast.FieldLeft)); len(names) > 0 {
					add(names[0], n)
				}
			case ast.PreprocDef:
				add(n.Child(ast.FieldName), n)
			}
		}
	}
	return s
}

// identifiers returns the identifiers in a node. Type identifiers count: the grammar takes
// dim3 b(x) for a function whose parameter is of type x.
func identifiers(n ast.Node) []ast.Node {
	var out []ast.Node
	if n.Valid() {
		for m := range n.Descendants() {
			if m.Is(ast.Identifier, ast.TypeIdentifier) {
				out = append(out, m)
			}
		}
	}
	return out
}

// The bounds for one launch.
const (
	maxShapeSteps = 4  // from a name to the names that its value is made of
	maxShapeNodes = 64 // declarations, assignments and macros
)

// Of returns the node of the launch, and the declarations, assignments and macros that give
// values to the names in its configuration and, in turn, to the names in those. It looks in the
// function of the launch and outside of functions. Names are compared as text, so it may
// return another variable of the same name.
func (s *Shapes) Of(l *sema.Launch) []ast.Node {
	at := l.Node.Origin()
	out := []ast.Node{at}
	function := at.Enclosing(ast.FunctionDefinition)
	known := map[string]bool{}
	var names []string
	read := func(n ast.Node) {
		for _, id := range identifiers(n) {
			argument := func(a sema.LaunchArg) bool {
				return a.Node.Valid() && a.Node.File() == id.File() && a.Node.Span().Contains(id.Span().Start)
			}
			if l.Kernel.Valid() && l.Kernel.File() == id.File() && l.Kernel.Span().Contains(id.Span().Start) {
				continue
			}
			if !known[id.Text()] && !slices.ContainsFunc(l.Args, argument) {
				known[id.Text()] = true
				names = append(names, id.Text())
			}
		}
	}
	read(at)
	for step := 0; step < maxShapeSteps && len(names) > 0; step++ {
		now := names
		names = nil
		for _, name := range now {
			for _, n := range s.named(name, function) {
				if slices.Contains(out, n) || len(out) > maxShapeNodes {
					continue
				}
				out = append(out, n)
				read(n)
				if value := n.Child(ast.FieldValue); n.Kind() == ast.PreprocDef && value.Valid() {
					for word := range preproc.Words(value.Text()) {
						if !known[word] {
							known[word] = true
							names = append(names, word)
						}
					}
				}
			}
		}
	}
	return out
}

// named returns the definitions of a name in a function and outside of functions.
func (s *Shapes) named(name string, function ast.Node) []ast.Node {
	found := s.definitions[shapeName{name: name}]
	if function.Valid() {
		if own := s.definitions[shapeName{name, function}]; len(own) > 0 {
			found = slices.Concat(found, own)
			slices.SortFunc(found, func(a, b shapeDefinition) int { return a.number - b.number })
		}
	}
	out := make([]ast.Node, len(found))
	for i, d := range found {
		out[i] = d.node
	}
	return out
}

// LinesOf returns the lines of nodes. path returns the path of a file as the program names it.
func LinesOf(nodes []ast.Node, path func(string) string) []FileLines {
	var out []FileLines
	for _, n := range nodes {
		if n.File() == nil {
			continue
		}
		src, span := n.File().Source, n.Span()
		// A directive ends after its line break.
		last := max(span.Start, span.End-1)
		out = append(out, FileLines{path(src.Path), src.Position(span.Start).Line, src.Position(last).Line})
	}
	return out
}

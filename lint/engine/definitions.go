package engine

import (
	"iter"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// The definitions of a unit, by name: macros, and outside of functions types, variables and
// functions with a body. Those in system headers are left out, as no change is about them.
type definitions struct {
	unit *sema.Unit
	// byName holds every definition that is not a function, by its name. functions holds the
	// functions of a name that somebody asked for.
	byName, functions map[string][]ast.Node
	// named caches the result of names.
	named map[ast.Node][]string
}

func definitionsOf(unit *sema.Unit) *definitions {
	d := &definitions{unit: unit, byName: map[string][]ast.Node{}, functions: map[string][]ast.Node{}, named: map[ast.Node][]string{}}
	for _, file := range unit.Files {
		if unit.System(file) {
			continue
		}
		for _, x := range ast.Derive(file, definedKey{}, definedIn) {
			d.byName[x.name] = append(d.byName[x.name], x.node)
		}
	}
	return d
}

// of returns the definitions of a name, those of functions last.
func (d *definitions) of(name string) []ast.Node {
	functions, known := d.functions[name]
	if !known {
		for _, f := range d.unit.FunctionsNamed(name) {
			if f.Body.Valid() && !d.unit.System(f.Body.File()) {
				functions = append(functions, enclosingDefinition(f.Node))
			}
		}
		d.functions[name] = functions
	}
	return slices.Concat(d.byName[name], functions)
}

// A defined is one definition of a name.
type defined struct {
	name string
	node ast.Node
}

type definedKey struct{}

// definedIn returns the definitions in a file, functions aside.
func definedIn(file *ast.File) []defined {
	var out []defined
	for i := range file.Len() {
		out = appendDefined(out, file.At(i))
	}
	return out
}

// appendDefined appends what a node defines, if it is a definition.
func appendDefined(out []defined, n ast.Node) []defined {
	add := func(name, n ast.Node) {
		if name.Valid() {
			out = append(out, defined{name.Text(), n})
		}
	}
	outside := func() bool { return !n.Enclosing(ast.FunctionDefinition).Valid() }
	switch n.Kind() {
	case ast.PreprocDef, ast.PreprocFunctionDef:
		add(n.Child(ast.FieldName), n)
	case ast.Declaration, ast.TypeDefinition:
		if outside() {
			for declarator := range n.ChildrenWith(ast.FieldDeclarator) {
				add(firstName(declarator), n)
			}
		}
	case ast.AliasDeclaration:
		if outside() {
			add(n.Child(ast.FieldName), n)
		}
	case ast.StructSpecifier, ast.ClassSpecifier, ast.EnumSpecifier, ast.UnionSpecifier:
		if n.Child(ast.FieldBody).Valid() && outside() {
			add(n.Child(ast.FieldName), n)
		}
	case ast.Enumerator:
		if outside() {
			add(n.Child(ast.FieldName), n)
		}
	}
	return out
}

// firstName returns the first name in a declarator, which is what it declares.
func firstName(declarator ast.Node) ast.Node {
	for n := range descendants(declarator) {
		if n.Is(ast.Identifier, ast.TypeIdentifier, ast.FieldIdentifier) {
			return n
		}
	}
	return ast.Node{}
}

// names returns the names in a node that may be defined, each once; in the text of macros
// these are words.
func (d *definitions) names(n ast.Node) []string {
	if names, known := d.named[n]; known {
		return names
	}
	var names []string
	seen := map[string]bool{}
	add := func(name string) {
		if !seen[name] && (d.byName[name] != nil || d.unit.MayNameFunction(name)) {
			seen[name] = true
			names = append(names, name)
		}
	}
	for m := range descendants(n) {
		switch m.Kind() {
		case ast.Identifier, ast.TypeIdentifier, ast.FieldIdentifier:
			add(m.Text())
		case ast.PreprocDef, ast.PreprocFunctionDef:
			if value := m.Child(ast.FieldValue); value.Valid() {
				for word := range preproc.Words(value.Text()) {
					add(word)
				}
			}
		}
	}
	d.named[n] = names
	return names
}

// maxDefinitions bounds the definitions that one finding depends on.
const maxDefinitions = 256

// dependenciesOf returns the definitions of the names in some nodes, of the names in those
// definitions, and so on. It looks definitions up by name alone, so some may be of another entity
// with that name. calls reports which functions count.
func (d *definitions) dependenciesOf(nodes []ast.Node, calls func(name string) bool) []ast.Node {
	var out []ast.Node
	seen := map[string]bool{}
	for next := slices.Clone(nodes); len(next) > 0; next = next[1:] {
		for _, name := range d.names(next[0]) {
			if seen[name] {
				continue
			}
			seen[name] = true
			for _, n := range d.of(name) {
				if n.Is(ast.FunctionDefinition, ast.TemplateDeclaration) && !calls(name) {
					continue
				}
				if len(out) == maxDefinitions {
					return out
				}
				out, next = append(out, n), append(next, n)
			}
		}
	}
	return out
}

// relevantCalls returns the names of functions that matter to a finding in host code: the names in
// the finding itself, and the functions that are called with one of these names as an argument.
func relevantCalls(around, at ast.Node) map[string]bool {
	own, out := map[string]bool{}, map[string]bool{}
	for n := range descendants(at) {
		if n.Is(ast.Identifier, ast.FieldIdentifier) {
			own[n.Text()], out[n.Text()] = true, true
		}
	}
	for call := range descendants(around) {
		if !call.Is(ast.CallExpression) {
			continue
		}
		for n := range descendants(call.Child(ast.FieldArguments)) {
			if n.Is(ast.Identifier, ast.FieldIdentifier) && own[n.Text()] {
				for n := range descendants(call.Child(ast.FieldFunction)) {
					if n.Is(ast.Identifier, ast.FieldIdentifier) {
						out[n.Text()] = true
					}
				}
				break
			}
		}
	}
	return out
}

// descendants yields a node, if there is one, and all nodes below it.
func descendants(n ast.Node) iter.Seq[ast.Node] {
	if !n.Valid() {
		return func(func(ast.Node) bool) {}
	}
	return n.Descendants()
}

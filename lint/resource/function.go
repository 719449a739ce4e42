package resource

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/cfg"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// The limits on one function.
const (
	maxBlocks   = 3000
	maxFunction = 200_000 // nodes
)

// A function is a body that is followed: a function or a lambda.
type function struct {
	unit  *unit
	node  ast.Node       // the definition or lambda
	sema  *sema.Function // the function the body is in
	graph *cfg.Graph

	variables []*variable
	byName    map[string][]*variable
	collected map[*ast.File]bool
	repeated  map[ast.Node]bool
	numbers   map[ast.Node]int // of calls and allocations
	mentioned map[*variable][]ast.Node

	live map[*cfg.Block]nameSet
	// inside are the sets after each node, of the blocks that were asked about.
	inside map[*cfg.Block][]nameSet
	bits   map[string]int
	loops  map[*cfg.Block]*loop
}

// A variable is declared in a function.
type variable struct {
	id   int
	name string
	node ast.Node // the name
	// scope is the statement that the variable lives in; param its place among
	// the parameters, -1 for none.
	scope  ast.Node
	param  int
	typ    *sema.Type
	static bool
	// declared is the text of the type.
	declared string
}

func (v *variable) place() string { return fmt.Sprintf("v%d'", v.id) }

// reference and pointer report what the variable is.
func (v *variable) reference() bool { return v.typ != nil && v.typ.Kind == sema.Reference }
func (v *variable) pointer() bool   { return v.typ != nil && v.typ.Kind == sema.Pointer }

// newFunction returns a body that can be followed, nil for one that cannot.
func newFunction(u *unit, node ast.Node, in *sema.Function) *function {
	if node.End()-node.Index() > maxFunction || in == nil || u.broken(node) {
		return nil
	}
	f := &function{unit: u, node: node, sema: in, byName: map[string][]*variable{}, collected: map[*ast.File]bool{}, numbers: map[ast.Node]int{}, repeated: map[ast.Node]bool{}}
	f.graph = cfg.New(node, cfg.Options{
		Active: func(n ast.Node) (bool, bool) {
			t := u.sema.Condition(n, false)
			return t != sema.False, t != sema.True
		},
		NoReturn: func(call ast.Node) bool { return roleOf(calleeName(call)) == ends },
		Expand:   func(n ast.Node) (ast.Node, bool) { return u.expand(n) },
	})
	if f.graph == nil || len(f.graph.Blocks) > maxBlocks {
		return nil
	}
	f.parameters()
	f.collect(node)
	f.analyzeLoops()
	f.analyzeNames()
	return f
}

func (f *function) parameters() {
	var list ast.Node
	if f.node.Is(ast.LambdaExpression) {
		list = f.node.Child(ast.FieldDeclarator).Child(ast.FieldParameters)
		i := 0
		for p := range list.Children() {
			if p.Is(ast.ParameterDeclaration, ast.OptionalParameterDeclaration) {
				f.parameter(p, i)
				i++
			}
		}
		return
	}
	for i, p := range f.sema.Params {
		f.parameter(p.Node, i)
	}
}

func (f *function) parameter(p ast.Node, i int) {
	for _, d := range f.sema.Scope.Declarators(p) {
		if d.Name != "" {
			v := f.declare(d, p, f.node)
			v.param = i
			if v.typ != nil && v.typ.Kind == sema.Array {
				v.typ = sema.PointerTo(v.typ.Elem)
			}
		}
	}
}

func (f *function) declare(d sema.Declared, declaration, scope ast.Node) *variable {
	v := &variable{id: len(f.variables), name: d.Name, node: d.Node, scope: scope, param: -1, typ: d.Type,
		static: declaration.Qualifiers()&(ast.Static|ast.Extern) != 0 || declaration.ChildOf(ast.StorageClassSpecifier).Text() == "thread_local", declared: declaration.Child(ast.FieldType).Text()}
	f.variables = append(f.variables, v)
	f.byName[v.name] = append(f.byName[v.name], v)
	return v
}

// collect finds the variables that are declared under a node: the function, or
// an expansion of a macro in it.
func (f *function) collect(top ast.Node) {
	f.collected[top.File()] = true
	for n := range top.Descendants() {
		switch n.Kind() {
		case ast.Declaration, ast.ForRangeLoop:
			scope := n.Enclosing(ast.CompoundStatement, ast.ForStatement, ast.IfStatement, ast.WhileStatement, ast.SwitchStatement, ast.LambdaExpression, ast.FunctionDefinition)
			if n.Is(ast.ForRangeLoop) {
				scope = n
			}
			for _, d := range f.sema.Scope.Declarators(n) {
				if d.Function && !f.constructs(n).Valid() || d.Name == "" {
					continue
				}
				f.declare(d, n, scope)
			}
		case ast.LambdaExpression:
			if n == f.node {
				continue
			}
			for p := range n.Child(ast.FieldDeclarator).Child(ast.FieldParameters).Children() {
				if p.Is(ast.ParameterDeclaration, ast.OptionalParameterDeclaration) {
					for _, d := range f.sema.Scope.Declarators(p) {
						if d.Name != "" {
							f.declare(d, p, n)
						}
					}
				}
			}
		}
	}
}

// constructs returns the arguments in a declaration such as `Guard g(tex);`, which
// looks like that of a function; not valid for one that is.
func (f *function) constructs(declaration ast.Node) ast.Node {
	d := declaration.ChildOf(ast.FunctionDeclarator)
	list := d.Child(ast.FieldParameters)
	if list.ChildCount() == 0 {
		return ast.Node{}
	}
	for p := range list.Children() {
		n := sema.Argument(p)
		if n.Is(ast.TypeIdentifier, ast.Identifier) && f.variable(n.Text(), declaration) != nil {
			return list
		}
	}
	return ast.Node{}
}

// variable returns the local variable that a name means at a node, nil for none.
func (f *function) variable(name string, at ast.Node) *variable {
	for range 10 {
		if !at.Valid() {
			return nil
		}
		file := at.File()
		if !f.collected[file] && file.Expansion.Valid() {
			f.collect(file.Root())
		}
		var best *variable
		for _, v := range f.byName[name] {
			if v.scope.File() != file || v.node.File() != file {
				continue
			}
			if i := at.Index(); i < v.scope.Index() || i >= v.scope.End() || v.param < 0 && v.node.Index() > i {
				continue
			}
			if best == nil || v.scope.Index() >= best.scope.Index() {
				best = v
			}
		}
		if best != nil {
			return best
		}
		at = file.Expansion
	}
	return nil
}

// variableAt returns the variable of a root, nil for any other root.
func (f *function) variableAt(place string) *variable {
	var id int
	if _, err := fmt.Sscanf(place, "v%d'", &id); err != nil || id >= len(f.variables) {
		return nil
	}
	return f.variables[id]
}

// number gives a node a number of its own.
func (f *function) number(n ast.Node) int {
	i, ok := f.numbers[n]
	if !ok {
		i = len(f.numbers)
		f.numbers[n] = i
	}
	return i
}

// repeats reports whether a call is a macro's argument that the macro writes once
// more. What is meant is the one call, whatever the compiler makes of it.
func (f *function) repeats(call ast.Node) bool {
	invocation := call.File().Expansion
	if !invocation.Valid() {
		return false
	}
	if r, ok := f.repeated[call]; ok {
		return r
	}
	text := squeezed(call.Text())
	found := false
	if strings.Contains(squeezed(invocation.Text()), text) {
		for i := range call.Index() {
			if n := call.File().At(i); n.Is(ast.CallExpression) && n.Span().Len() == call.Span().Len() && squeezed(n.Text()) == text {
				found = true
				break
			}
		}
	}
	f.repeated[call] = found
	return found
}

func squeezed(text string) string { return strings.Join(strings.Fields(text), "") }

// lastPart returns the last part of a qualified name.
func lastPart(name string) string {
	for i := len(name) - 1; i > 0; i-- {
		if name[i] == ':' {
			return name[i+1:]
		}
	}
	return name
}

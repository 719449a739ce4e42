package sema

import (
	"sync"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/expand"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// A Local is a name that is declared inside a function: a parameter, a variable
// of a block, a condition, a loop, a lambda expression or a handler, or a type.
type Local struct {
	Declared
	// Declaration is what declares it: a declaration, a parameter, a
	// for_range_loop, a lambda capture.
	Declaration ast.Node
	Param       bool // of a function or a lambda expression
	IsType      bool
}

// localNames are the names that one block, or another node with a scope of its
// own, declares, in source order.
type localNames map[string][]*localEntry

// A localEntry is one declaration of a name. Its type is found on demand.
type localEntry struct {
	name        ast.Node
	declaration ast.Node
	param       bool
	opaque      bool // its type is not that of a declarator: captures, bindings

	mu   sync.Mutex
	done bool
	l    Local
}

// maxLocalSteps bounds the declarations that the type of one local variable rests
// on: auto b = a, and so on.
const maxLocalSteps = 64

// LocalAt returns what a plain name means at a node if it is declared inside the
// function there, nil if it is not. Names that the expansion of a macro declares
// are seen in the expansion.
func (u *Unit) LocalAt(n ast.Node, name string) *Local {
	steps := maxLocalSteps
	return u.localAt(n, name, &steps)
}

// ScopeAt returns the scope of a node: inside a function with the local names in
// sight there, outside of one that of its class or namespace.
func (u *Unit) ScopeAt(n ast.Node) *Scope {
	steps := maxLocalSteps
	return u.scopeAt(n, &steps)
}

func (u *Unit) scopeAt(n ast.Node, steps *int) *Scope {
	f := u.FunctionAt(n)
	if f == nil { // its parameters come before its body
		if f = u.FunctionAt(n.Origin().Enclosing(ast.FunctionDefinition).Child(ast.FieldBody)); f == nil {
			return u.outerScope(n.Origin())
		}
	}
	return &Scope{Unit: u, Outer: f.Scope, Local: func(name string) (LocalName, bool) {
		l := u.localAt(n, name, steps)
		if l == nil {
			return LocalName{}, false
		}
		return LocalName{IsType: l.IsType, Type: l.Type}, true
	}}
}

// outerScope returns the scope of the class or namespace around a node.
func (u *Unit) outerScope(n ast.Node) *Scope {
	path := ""
	for p := n.Parent(); p.Valid(); p = p.Parent() {
		switch p.Kind() {
		case ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier:
			if r := u.recordOf(p); r != nil && path == "" {
				return MembersOf(r).Scope
			}
		case ast.NamespaceDefinition:
			if name := preproc.WithoutSpace(p.Child(ast.FieldName).Text()); name != "" && path == "" {
				path = name
			} else if name != "" {
				path = name + "::" + path
			}
		}
	}
	if sp := u.spaces[path]; sp != nil {
		return sp.scope
	}
	return u.Global
}

func (u *Unit) localAt(n ast.Node, name string, steps *int) *Local {
	e := u.localEntryAt(n, name)
	if e == nil {
		return nil
	}
	return e.local(u, steps)
}

// localEntryAt finds the innermost declaration of a name that comes before a node.
func (u *Unit) localEntryAt(n ast.Node, name string) *localEntry {
	for range expand.MaxNest + 1 {
		for p := n.Parent(); p.Valid(); p = p.Parent() {
			switch p.Kind() {
			case ast.CompoundStatement, ast.ForStatement, ast.ForRangeLoop, ast.IfStatement, ast.WhileStatement, ast.SwitchStatement,
				ast.LambdaExpression, ast.CatchClause, ast.FunctionDefinition, ast.CaseStatement:
			default:
				continue
			}
			entries := u.localsOf(p)[name]
			for i := len(entries) - 1; i >= 0; i-- {
				if e := entries[i]; e.name.Index() < n.Index() {
					return e
				}
			}
		}
		file := n.File()
		if file == nil || !file.Expansion.Valid() {
			return nil
		}
		n = file.Expansion
	}
	return nil
}

// localsOf returns the names that a node itself declares for what is in it.
func (u *Unit) localsOf(p ast.Node) localNames {
	if v, ok := u.locals.Load(p); ok {
		return v.(localNames)
	}
	c := localCollector{u: u, names: localNames{}}
	switch p.Kind() {
	case ast.ForRangeLoop:
		c.declarator(p, p.Child(ast.FieldDeclarator), false)
		c.children(p, 0)
	case ast.FunctionDefinition, ast.LambdaExpression:
		if captures := p.Child(ast.FieldCaptures); captures.Valid() {
			for capture := range captures.Children() {
				if capture.Kind() == ast.LambdaCaptureInitializer {
					c.add(&localEntry{name: capture.FirstChild(), declaration: capture, opaque: true})
				}
			}
		}
		d := p.Child(ast.FieldDeclarator)
		if f := d.FunctionDeclarator(); f.Valid() {
			d = f
		}
		c.params(d.Child(ast.FieldParameters))
	case ast.CatchClause:
		c.params(p.Child(ast.FieldParameters))
	default:
		c.children(p, 0)
	}
	v, _ := u.locals.LoadOrStore(p, c.names)
	return v.(localNames)
}

// A localCollector gathers the names of one node.
type localCollector struct {
	u     *Unit
	names localNames
}

func (c *localCollector) add(e *localEntry) {
	if name := e.name.Text(); name != "" {
		c.names[name] = append(c.names[name], e)
	}
}

func (c *localCollector) params(list ast.Node) {
	for p := range list.Children() {
		if p.Is(ast.ParameterDeclaration, ast.OptionalParameterDeclaration, ast.VariadicParameterDeclaration) {
			c.declarator(p, p.Child(ast.FieldDeclarator), true)
		}
	}
}

// children gathers the declarations among the statements of a node; arms of
// conditional compilation, labels and conditions open no scope of their own here.
func (c *localCollector) children(p ast.Node, depth int) {
	if depth > 100 {
		return
	}
	for n := range p.Children() {
		switch n.Kind() {
		case ast.Declaration, ast.TypeDefinition:
			for d := range n.ChildrenWith(ast.FieldDeclarator) {
				c.declarator(n, d, false)
			}
		case ast.AliasDeclaration:
			c.add(&localEntry{name: n.Child(ast.FieldName), declaration: n})
		case ast.ConditionClause, ast.InitStatement, ast.LabeledStatement:
			c.children(n, depth+1)
		case ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef, ast.PreprocElse:
			// An arm that no compilation reads declares nothing; its alternatives may.
			if skip := n.Kind() != ast.PreprocElse && c.u.Condition(n, true) == preproc.False && c.u.Condition(n, false) == preproc.False; !skip {
				c.children(n, depth+1)
			} else if alternative := n.Child(ast.FieldAlternative); alternative.Valid() {
				c.arm(alternative, depth+1)
			}
		}
	}
}

// arm gathers the declarations of an #elif or #else whose earlier arm is left out.
func (c *localCollector) arm(n ast.Node, depth int) {
	for range 100 {
		if n.Kind() == ast.PreprocElse || c.u.Condition(n, true) != preproc.False || c.u.Condition(n, false) != preproc.False {
			c.children(n, depth)
			return
		}
		if n = n.Child(ast.FieldAlternative); !n.Valid() {
			return
		}
	}
}

func (c *localCollector) declarator(declaration, d ast.Node, param bool) {
	name := d.DeclaredName()
	if name.Kind() == ast.StructuredBindingDeclarator {
		for b := range name.Children() {
			c.add(&localEntry{name: b, declaration: declaration, opaque: true})
		}
		return
	}
	if name.Valid() {
		c.add(&localEntry{name: name, declaration: declaration, param: param})
	}
}

// local finds the type of the variable.
func (e *localEntry) local(u *Unit, steps *int) *Local {
	e.mu.Lock()
	if e.done {
		defer e.mu.Unlock()
		l := e.l
		return &l
	}
	e.mu.Unlock()
	l := Local{Declaration: e.declaration, Param: e.param, IsType: e.declaration.Is(ast.TypeDefinition, ast.AliasDeclaration)}
	l.Name, l.Node, l.Type = e.name.Text(), e.name, types.Unknown
	if *steps--; *steps < 0 {
		return &l
	}
	if !e.opaque {
		// Only what is declared before it is in sight of its type.
		for _, d := range u.scopeAt(e.declaration, steps).Declarators(e.declaration) {
			if d.Node == e.name {
				l.Declared = d
			}
		}
		if e.declaration.Kind() == ast.ForRangeLoop {
			l.Init = ast.Node{} // an element of the range, not the range
			if l.Type.Kind == Auto || l.Type.Object().Kind == Auto {
				l.Type = types.Unknown
			}
		}
	}
	if *steps >= 0 {
		e.mu.Lock()
		e.l, e.done = l, true
		e.mu.Unlock()
	}
	return &l
}

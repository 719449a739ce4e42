package sema

import (
	"context"
	"sync"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// A position is what an expansion is parsed as.
type position uint8

var wrappers = [...][2]string{
	inExpression: {"void f(){return ", ";}"},
	inStatement:  {"void f(){", ";}"},
	inType:       {"using t=", ";"},
	inFile:       {"", ""},
}

// parseAs parses text, wrapped for its position, and returns the node that
// stands for it.
func parseAs(text string, at position) (*ast.File, ast.Node) {
	w := wrappers[at]
	file, err := cudaparse.Parse(context.Background(), source.NewFile("", []byte(w[0]+text+w[1])))
	if err != nil {
		return nil, ast.Node{}
	}
	return file, unwrap(file, at)
}

func unwrap(file *ast.File, at position) ast.Node {
	root := file.Root()
	switch at {
	case inFile:
		return root
	case inType:
		n := root.ChildOf(ast.AliasDeclaration).Child(ast.FieldType)
		if n.HasError() {
			return ast.Node{}
		}
		return n
	}
	body := root.ChildOf(ast.FunctionDefinition).Child(ast.FieldBody)
	if at == inStatement {
		return body
	}
	value := body.ChildOf(ast.ReturnStatement).FirstChild()
	if body.HasError() {
		return ast.Node{}
	}
	return value
}

const (
	inExpression position = iota
	inStatement
	inType
	inFile
)

type expansionKey struct {
	text string
	at   position
}

// Expand returns the expansion of the macro that a call_expression or an
// identifier invokes, parsed as an expression or (in statement position) as a
// compound_statement; a type_identifier is parsed as a type_descriptor. ok is
// false if the node invokes no macro. Results are cached.
//
// A binary, unary, cast or conditional expression is expanded as a whole where
// an operand is a macro such as `#define NEXT N + 1`, whose operators bind with
// those around it.
func (u *Unit) Expand(n ast.Node) (expanded ast.Node, ok bool) {
	if x, ok := u.expandOpen(n); ok {
		return x, true
	}
	at := inExpression
	switch {
	case n.Kind() == ast.TypeIdentifier:
		at = inType
	case n.Parent().Is(ast.ExpressionStatement, ast.CompoundStatement, ast.CaseStatement):
		at = inStatement
	}
	return u.expandAs(n, at)
}

// MacroInvoked returns the macro a node invokes, nil for none, and the arguments
// it is given.
func (u *Unit) MacroInvoked(n ast.Node) (*Macro, ast.Node) {
	var args ast.Node
	name := n
	if n.Kind() == ast.CallExpression {
		name = n.Child(ast.FieldFunction)
		args = n.Child(ast.FieldArguments)
		if n.ChildOf(ast.KernelCallSyntax).Valid() {
			return nil, args
		}
	}
	if !name.Is(ast.Identifier, ast.TypeIdentifier, ast.FieldIdentifier) {
		return nil, args
	}
	text := name.Text()
	if u.macros == nil || !u.macros.Known(text) {
		return nil, args
	}
	m := u.MacroAt(text, n)
	if m == nil || m.FunctionLike != args.Valid() {
		return nil, args
	}
	return m, args
}

// ExpansionsUsed returns how much of the unit's budget of macro expansions is used, from 0 to
// 1. Beyond it macros are not expanded.
func (u *Unit) ExpansionsUsed() float64 {
	return min(1, float64(u.expandedCount.Load())/maxExpansions)
}

// expandOpen expands an expression as a whole if a macro among its operands is
// open.
func (u *Unit) expandOpen(n ast.Node) (ast.Node, bool) {
	if u == nil || !u.macros.AnyBareOperator() || !n.Is(ast.BinaryExpression, ast.UnaryExpression, ast.CastExpression, ast.ConditionalExpression) {
		return ast.Node{}, false
	}
	if n.Parent().Is(ast.BinaryExpression, ast.UnaryExpression, ast.CastExpression, ast.ConditionalExpression) {
		return ast.Node{}, false // was asked there
	}
	if !u.hasOpen(n, 0) {
		return ast.Node{}, false
	}
	key := expansionNode{n, inExpression}
	if v, hit := u.expanded.Load(key); hit {
		e := v.(ast.Node)
		return e, e.Valid()
	}
	e := ast.Node{}
	if u.expandedCount.Add(1) <= maxExpansions {
		if text, ok := u.expandText(n.Text(), n); ok && len(text) <= maxExpansionBytes {
			e = u.parseExpansion(text, n, inExpression)
		}
	}
	u.expanded.Store(key, e)
	return e, e.Valid()
}

// hasOpen looks for open macros among the operands of an expression.
func (u *Unit) hasOpen(n ast.Node, depth int) bool {
	switch n.Kind() {
	case ast.BinaryExpression, ast.UnaryExpression, ast.CastExpression, ast.ConditionalExpression:
		if depth > 500 {
			return false
		}
		for c := range n.Children() {
			if u.hasOpen(c, depth+1) {
				return true
			}
		}
	case ast.Identifier:
		name := n.Text()
		if u.macros.BareOperator(name) && n.Parent().Kind() != ast.CallExpression {
			m, _ := u.MacroInvoked(n)
			return m != nil
		}
	case ast.CallExpression:
		if f := n.Child(ast.FieldFunction); f.Kind() == ast.Identifier && u.macros.BareOperator(f.Text()) {
			m, _ := u.MacroInvoked(n)
			return m != nil
		}
	}
	return false
}

type expansionNode struct {
	n  ast.Node
	at position
}

// ExpandExpression returns the expansion of a macro invocation that stands for an expression. ok
// is false where a node is no such invocation.
func (u *Unit) ExpandExpression(n ast.Node) (expansion ast.Node, ok bool) {
	return u.expandAs(n, inExpression)
}

func (u *Unit) expandAs(n ast.Node, at position) (ast.Node, bool) {
	if u == nil {
		return ast.Node{}, false
	}
	m, _ := u.MacroInvoked(n)
	if m == nil {
		return ast.Node{}, false
	}
	key := expansionNode{n, at}
	if v, hit := u.expanded.Load(key); hit {
		e := v.(ast.Node)
		return e, e.Valid()
	}
	if u.expandedCount.Load() > maxExpansions {
		return ast.Node{}, false
	}
	e := u.expandNode(n, at)
	if u.expandedCount.Add(1) > maxExpansions {
		return ast.Node{}, false
	}
	v, _ := u.expanded.LoadOrStore(key, e)
	e = v.(ast.Node)
	return e, e.Valid()
}

func (u *Unit) expandNode(n ast.Node, at position) ast.Node {
	nest := 0
	for f := n.File(); f != nil && f.Expansion.Valid(); f = f.Expansion.File() {
		if nest++; nest > maxExpansionNest || f.Expansion.File() == f {
			return ast.Node{}
		}
	}
	// A macro must not be expanded again inside its own expansion.
	name, _ := u.MacroInvoked(n)
	for f := n.File(); f != nil && f.Expansion.Valid(); f = f.Expansion.File() {
		if m, _ := u.MacroInvoked(f.Expansion); m != nil && m == name {
			return ast.Node{}
		}
	}
	text, ok := u.expandText(n.Text(), n)
	if !ok || len(text) > maxExpansionBytes {
		return ast.Node{}
	}
	return u.parseExpansion(text, n, at)
}

// parseExpansion parses what a node expands to; equal texts are parsed once. Units that have
// the node's file in common share the tree, with all that is derived of it.
func (u *Unit) parseExpansion(text string, n ast.Node, at position) ast.Node {
	known := ast.Derive(n.File(), invokedKey{}, func(*ast.File) *sync.Map { return new(sync.Map) })
	key := invoked{n.Index(), expansionKey{text, at}}
	own, ok := known.Load(key)
	if !ok {
		file := u.opts.Cache.expansion(key.expansionKey)
		if file == nil {
			return ast.Node{}
		}
		own, _ = known.LoadOrStore(key, file.ExpansionOf(n))
	}
	return unwrap(own.(*ast.File), at)
}

type invokedKey struct{}

// An invoked is what an invocation of a macro in a file expands to.
type invoked struct {
	node int // its index
	expansionKey
}

// expandText replaces the macros in text that stands at a node.
func (u *Unit) expandText(text string, n ast.Node) (string, bool) {
	x := u.opts.Cache.text(text, func(name string) *Macro { return u.MacroAt(name, n) })
	u.expandedCount.Add(int64(x.work / workOfExpansion))
	return x.out, x.ok
}

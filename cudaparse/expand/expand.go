// Package expand tells what macros and conditional compilation mean at the nodes of a unit: the
// expansion of an invocation as a tree of its own, and which arms are compiled.
package expand

import (
	"sync"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// MaxNest is how deep expansions are within expansions.
const MaxNest = 40

// Bounds of what macros expand to.
const (
	maxExpansionBytes = 1 << 18
	maxExpansions     = 50000 // of one unit
	workOfExpansion   = 1000  // steps that count as one more expansion
)

// Macros are the macros and conditions of one unit. It is safe for concurrent use once the files
// are added. A nil *Macros has none.
type Macros struct {
	table *preproc.Table // the definitions
	cache *Cache
	files map[*ast.File]*preproc.File
	// expanded has the results: an ast.Node for an expansionNode or a bodyNode, a macroForm for
	// a macroKey.
	expanded sync.Map
	count    atomic.Int64 // expansions made
}

// New returns the macros of a preprocessed unit. Units that share a cache share expansions.
func New(table *preproc.Table, cache *Cache) *Macros {
	return &Macros{table: table, cache: cache, files: map[*ast.File]*preproc.File{}}
}

// Table returns the definitions, nil for none.
func (m *Macros) Table() *preproc.Table {
	if m == nil {
		return nil
	}
	return m.table
}

// Add adds a file of the unit with what the preprocessor made of it.
func (m *Macros) Add(tree *ast.File, file *preproc.File) { m.files[tree] = file }

// PreprocessedFile returns what the preprocessor made of a file of the unit, nil for another file.
// A unit that was not preprocessed has a nil m.
func (m *Macros) PreprocessedFile(file *ast.File) *preproc.File {
	if m == nil || file == nil {
		return nil
	}
	return m.files[file]
}

// MacroAt returns the macro that a name means at a node of the unit's files, nil for
// none.
func (m *Macros) MacroAt(name string, n ast.Node) *preproc.Macro {
	n = n.Origin()
	if f := m.PreprocessedFile(n.File()); f != nil {
		macro, _ := f.MacroAt(name, n.Span().Start)
		return macro
	}
	if n.Valid() {
		return m.Table().Start(name)
	}
	return m.Table().Now(name)
}

// Expand returns the expansion of the macro that a call_expression or an
// identifier invokes, parsed as an expression or (in statement position) as a
// compound_statement; a type_identifier is parsed as a type_descriptor. ok is
// false if the node invokes no macro. Results are cached.
//
// A binary, unary, cast or conditional expression is expanded as a whole where
// an operand is a macro such as `#define NEXT N + 1`, whose operators bind with
// those around it.
func (m *Macros) Expand(n ast.Node) (expanded ast.Node, ok bool) {
	if x, ok := m.ExpandOpen(n); ok {
		return x, true
	}
	at := Expression
	switch {
	case n.Kind() == ast.TypeIdentifier:
		at = Type
	case n.Parent().Is(ast.ExpressionStatement, ast.CompoundStatement, ast.CaseStatement):
		at = Statement
	}
	return m.ExpandAs(n, at)
}

// MacroInvoked returns the macro a node invokes, nil for none, and the arguments
// it is given.
func (m *Macros) MacroInvoked(n ast.Node) (*preproc.Macro, ast.Node) {
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
	if m == nil || !m.Table().Known(text) {
		return nil, args
	}
	macro := m.MacroAt(text, n)
	if macro == nil || macro.FunctionLike != args.Valid() {
		return nil, args
	}
	return macro, args
}

// ExpansionsUsed returns how much of the unit's budget of expansions is used, from 0 to 1. At 1
// no more macros are expanded.
func (m *Macros) ExpansionsUsed() float64 {
	if m == nil {
		return 0
	}
	return min(1, float64(m.count.Load())/maxExpansions)
}

// ExpandOpen expands an expression as a whole if the text of a macro among its operands has
// operators that bind with those around it.
func (m *Macros) ExpandOpen(n ast.Node) (ast.Node, bool) {
	if m == nil || !m.Table().AnyBareOperator() || !n.Is(ast.BinaryExpression, ast.UnaryExpression, ast.CastExpression, ast.ConditionalExpression) {
		return ast.Node{}, false
	}
	if n.Parent().Is(ast.BinaryExpression, ast.UnaryExpression, ast.CastExpression, ast.ConditionalExpression) {
		return ast.Node{}, false // was asked there
	}
	if !m.hasOpen(n, 0) {
		return ast.Node{}, false
	}
	key := expansionNode{n, Expression}
	if v, hit := m.expanded.Load(key); hit {
		e := v.(ast.Node)
		return e, e.Valid()
	}
	e := ast.Node{}
	if m.count.Add(1) <= maxExpansions {
		if text, ok := m.ExpandText(n.Text(), n); ok && len(text) <= maxExpansionBytes {
			e = m.parseExpansion(text, n, Expression)
		}
	}
	m.expanded.Store(key, e)
	return e, e.Valid()
}

// hasOpen looks for such macros among the operands of an expression.
func (m *Macros) hasOpen(n ast.Node, depth int) bool {
	switch n.Kind() {
	case ast.BinaryExpression, ast.UnaryExpression, ast.CastExpression, ast.ConditionalExpression:
		if depth > 500 {
			return false
		}
		for c := range n.Children() {
			if m.hasOpen(c, depth+1) {
				return true
			}
		}
	case ast.Identifier:
		name := n.Text()
		if m.Table().BareOperator(name) && n.Parent().Kind() != ast.CallExpression {
			macro, _ := m.MacroInvoked(n)
			return macro != nil
		}
	case ast.CallExpression:
		if f := n.Child(ast.FieldFunction); f.Kind() == ast.Identifier && m.Table().BareOperator(f.Text()) {
			macro, _ := m.MacroInvoked(n)
			return macro != nil
		}
	}
	return false
}

type expansionNode struct {
	n  ast.Node
	at Position
}

// ExpandExpression returns the expansion of a macro invocation that stands for an expression. ok
// is false where a node is no such invocation.
func (m *Macros) ExpandExpression(n ast.Node) (expansion ast.Node, ok bool) {
	return m.ExpandAs(n, Expression)
}

// ExpandAs is Expand for a node that stands at a position of the given kind.
func (m *Macros) ExpandAs(n ast.Node, at Position) (ast.Node, bool) {
	if m == nil {
		return ast.Node{}, false
	}
	macro, _ := m.MacroInvoked(n)
	if macro == nil {
		return ast.Node{}, false
	}
	key := expansionNode{n, at}
	if v, hit := m.expanded.Load(key); hit {
		e := v.(ast.Node)
		return e, e.Valid()
	}
	if m.count.Load() > maxExpansions {
		return ast.Node{}, false
	}
	e := m.expandNode(n, at)
	if m.count.Add(1) > maxExpansions {
		return ast.Node{}, false
	}
	v, _ := m.expanded.LoadOrStore(key, e)
	e = v.(ast.Node)
	return e, e.Valid()
}

func (m *Macros) expandNode(n ast.Node, at Position) ast.Node {
	nest := 0
	for f := n.File(); f != nil && f.Expansion.Valid(); f = f.Expansion.File() {
		if nest++; nest > MaxNest || f.Expansion.File() == f {
			return ast.Node{}
		}
	}
	// A macro must not be expanded again inside its own expansion.
	name, _ := m.MacroInvoked(n)
	for f := n.File(); f != nil && f.Expansion.Valid(); f = f.Expansion.File() {
		if macro, _ := m.MacroInvoked(f.Expansion); macro != nil && macro == name {
			return ast.Node{}
		}
	}
	text, ok := m.ExpandText(n.Text(), n)
	if !ok || len(text) > maxExpansionBytes {
		return ast.Node{}
	}
	return m.parseExpansion(text, n, at)
}

// parseExpansion parses what a node expands to; equal texts are parsed once. Units that have
// the node's file in common share the tree, with all that is derived of it.
func (m *Macros) parseExpansion(text string, n ast.Node, at Position) ast.Node {
	known := ast.Derive(n.File(), invokedKey{}, func(*ast.File) *sync.Map { return new(sync.Map) })
	key := invoked{n.Index(), expansionKey{text, at}}
	own, ok := known.Load(key)
	if !ok {
		file := m.cache.expansion(key.expansionKey)
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

// ExpandText replaces the macros in text that stands at a node.
func (m *Macros) ExpandText(text string, n ast.Node) (string, bool) {
	x := m.cache.text(text, func(name string) *preproc.Macro { return m.MacroAt(name, n) })
	m.count.Add(int64(x.work / workOfExpansion))
	return x.out, x.ok
}

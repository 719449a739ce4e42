package sema

import (
	"context"
	"strings"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Bounds of expansion, so that hostile macros end.
const (
	maxExpansionTokens = 20000
	maxExpansionSteps  = 100000
	maxExpansionBytes  = 1 << 18
	maxExpansionNest   = 40    // expansions inside expansions
	maxExpansions      = 50000 // of one unit
)

// An expander replaces the macros of one text.
type expander struct {
	lookup func(name string) *Macro
	steps  int
}

// expand replaces macros in tokens as the standard says: what a macro becomes
// is scanned again together with what follows. ok is false past the bounds.
func (x *expander) expand(in []token) (out []token, ok bool) {
	// The input is a stack of token lists, the last one first.
	stack := [][]token{in}
	next := func() (token, bool) {
		for len(stack) > 0 {
			if top := stack[len(stack)-1]; len(top) > 0 {
				stack[len(stack)-1] = top[1:]
				return top[0], true
			}
			stack = stack[:len(stack)-1]
		}
		return token{}, false
	}
	for {
		x.steps++
		if x.steps > maxExpansionSteps || len(out) > maxExpansionTokens {
			return nil, false
		}
		t, more := next()
		if !more {
			return out, true
		}
		if t.kind != tokenIdent || t.hide.has(t.text) {
			out = append(out, t)
			continue
		}
		m := x.lookup(t.text)
		if m == nil {
			out = append(out, t)
			continue
		}
		var args [][]token
		if m.FunctionLike {
			var skipped []token
			open, more := next()
			for more && open.kind == tokenSpace {
				skipped = append(skipped, open)
				open, more = next()
			}
			if !more || !open.is("(") {
				out = append(out, t)
				if more {
					stack = append(stack, append(skipped, open))
				}
				continue
			}
			if args, more = readArgs(next, &x.steps); !more {
				return nil, false
			}
		}
		body, ok := x.substitute(m, args, &hideSet{t.text, t.hide})
		if !ok {
			return nil, false
		}
		stack = append(stack, body)
	}
}

// readArgs reads the arguments of an invocation up to its closing parenthesis.
func readArgs(next func() (token, bool), steps *int) (args [][]token, ok bool) {
	var arg []token
	for depth := 0; ; {
		*steps++
		t, more := next()
		if !more || *steps > maxExpansionSteps {
			return nil, false
		}
		switch {
		case t.is("(") || t.is("[") || t.is("{"):
			depth++
		case t.is(")") && depth == 0:
			return append(args, trimSpace(arg)), true
		case t.is(")") || t.is("]") || t.is("}"):
			depth--
		case t.is(",") && depth == 0:
			args, arg = append(args, trimSpace(arg)), nil
			continue
		}
		arg = append(arg, t)
	}
}

// substitute returns the body of a macro with its arguments in place, each
// token hidden from the macro itself.
func (x *expander) substitute(m *Macro, args [][]token, hide *hideSet) ([]token, bool) {
	body := tokenize(m.Body)
	param := func(t token) (raw []token, ok bool) {
		if t.kind != tokenIdent || !m.FunctionLike {
			return nil, false
		}
		for i, p := range m.Params {
			if p != t.text {
				continue
			}
			if m.Variadic && i == len(m.Params)-1 {
				for j := i; j < len(args); j++ {
					if j > i {
						raw = append(raw, token{text: ",", kind: tokenPunct})
					}
					raw = append(raw, args[j]...)
				}
				return raw, true
			}
			if i < len(args) {
				return args[i], true
			}
			return nil, true
		}
		return nil, false
	}
	var out []token
	for i := 0; i < len(body); i++ {
		t := body[i]
		x.steps++
		if len(out) > maxExpansionTokens || x.steps > maxExpansionSteps {
			return nil, false
		}
		if t.is("#") && m.FunctionLike && i+1 < len(body) {
			if raw, ok := param(body[i+1]); ok {
				out = append(out, token{text: quote(joinTokens(raw)), kind: tokenString})
				i++
				continue
			}
		}
		if t.is("##") {
			out = trimTrailing(out)
			for i+1 < len(body) && body[i+1].kind == tokenSpace {
				i++
			}
			if i+1 < len(body) {
				i++
				right := []token{body[i]}
				if raw, ok := param(body[i]); ok {
					right = raw
				}
				out = paste(out, right)
			}
			continue
		}
		raw, ok := param(t)
		if !ok {
			out = append(out, t)
			continue
		}
		if pastedNext(body, i) {
			out = append(out, raw...)
			continue
		}
		full, ok := x.expand(raw)
		if !ok {
			return nil, false
		}
		out = append(out, full...)
	}
	for i := range out {
		if out[i].kind == tokenIdent {
			if out[i].hide == nil {
				out[i].hide = hide
			} else if !out[i].hide.has(hide.name) {
				out[i].hide = &hideSet{hide.name, out[i].hide}
			}
		}
	}
	return out, true
}

func trimTrailing(tokens []token) []token {
	for len(tokens) > 0 && tokens[len(tokens)-1].kind == tokenSpace {
		tokens = tokens[:len(tokens)-1]
	}
	return tokens
}

// pastedNext reports whether ## follows token i.
func pastedNext(body []token, i int) bool {
	for i++; i < len(body) && body[i].kind == tokenSpace; i++ {
	}
	return i < len(body) && body[i].is("##")
}

func paste(left, right []token) []token {
	if len(left) == 0 || len(right) == 0 {
		// GNU: the comma before an empty __VA_ARGS__ goes away.
		if len(right) == 0 && len(left) > 0 && left[len(left)-1].is(",") {
			return left[:len(left)-1]
		}
		return append(left, right...)
	}
	last := left[len(left)-1]
	if last.is(",") {
		return append(left, right...)
	}
	text := last.text + right[0].text
	kind := last.kind
	if kind == tokenPunct {
		kind = right[0].kind
	}
	out := append([]token(nil), left[:len(left)-1]...)
	return append(append(out, token{text: text, kind: kind}), right[1:]...)
}

func quote(text string) string {
	text = strings.ReplaceAll(text, `\`, `\\`)
	return `"` + strings.ReplaceAll(text, `"`, `\"`) + `"`
}

// A position is what an expansion is parsed as.
type position uint8

const (
	inExpression position = iota
	inStatement
	inType
	inFile
)

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
	case n.Parent().Kind() == ast.ExpressionStatement:
		at = inStatement
	}
	return u.expandAs(n, at)
}

// macroNamed returns the macro a node invokes, nil for none.
func (u *Unit) macroInvoked(n ast.Node) (*Macro, ast.Node) {
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
	if u.macros == nil || len(u.macros.events[text]) == 0 {
		return nil, args
	}
	m := u.macros.at(text, n)
	if m == nil || m.FunctionLike != args.Valid() {
		return nil, args
	}
	return m, args
}

// open reports whether a macro's text has an operator outside of parentheses.
func (m *Macro) open() bool {
	depth, operand := 0, false
	for _, t := range tokenize(m.Body) {
		switch {
		case t.is("(") || t.is("[") || t.is("{"):
			depth++
		case t.is(")") || t.is("]") || t.is("}"):
			depth--
		case t.kind == tokenPunct && depth == 0 && strings.Contains("+ - * / % & | ^ << >> < > == != <= >= && || ?", t.text) && operand:
			return true
		}
		operand = operand || t.kind != tokenSpace
	}
	return false
}

// expandOpen expands an expression as a whole if a macro among its operands is
// open.
func (u *Unit) expandOpen(n ast.Node) (ast.Node, bool) {
	if u == nil || len(u.openMacros) == 0 || !n.Is(ast.BinaryExpression, ast.UnaryExpression, ast.CastExpression, ast.ConditionalExpression) {
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
		if u.openMacros[name] && n.Parent().Kind() != ast.CallExpression {
			m, _ := u.macroInvoked(n)
			return m != nil
		}
	case ast.CallExpression:
		if f := n.Child(ast.FieldFunction); f.Kind() == ast.Identifier && u.openMacros[f.Text()] {
			m, _ := u.macroInvoked(n)
			return m != nil
		}
	}
	return false
}

type expansionNode struct {
	n  ast.Node
	at position
}

func (u *Unit) expandAs(n ast.Node, at position) (ast.Node, bool) {
	if u == nil {
		return ast.Node{}, false
	}
	m, _ := u.macroInvoked(n)
	if m == nil {
		return ast.Node{}, false
	}
	key := expansionNode{n, at}
	if v, hit := u.expanded.Load(key); hit {
		e := v.(ast.Node)
		return e, e.Valid()
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
	name, _ := u.macroInvoked(n)
	for f := n.File(); f != nil && f.Expansion.Valid(); f = f.Expansion.File() {
		if m, _ := u.macroInvoked(f.Expansion); m != nil && m == name {
			return ast.Node{}
		}
	}
	text, ok := u.expandText(n.Text(), n)
	if !ok || len(text) > maxExpansionBytes {
		return ast.Node{}
	}
	return u.parseExpansion(text, n, at)
}

// parseExpansion parses what a node expands to; equal texts are parsed once.
func (u *Unit) parseExpansion(text string, n ast.Node, at position) ast.Node {
	key := expansionKey{text, at}
	v, hit := u.parsed.Load(key)
	if !hit {
		file, _ := parseAs(text, at)
		v, _ = u.parsed.LoadOrStore(key, file)
	}
	file, _ := v.(*ast.File)
	if file == nil {
		return ast.Node{}
	}
	own := *file
	own.Expansion = n
	return unwrap(&own, at)
}

// expandText replaces the macros in text that stands at a node.
func (u *Unit) expandText(text string, n ast.Node) (string, bool) {
	x := expander{lookup: func(name string) *Macro { return u.macros.at(name, n) }}
	out, ok := x.expand(tokenize(text))
	if !ok {
		return "", false
	}
	return joinTokens(trimSpace(out)), true
}

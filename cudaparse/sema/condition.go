package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// Condition decides the condition of a preproc_if, preproc_ifdef, preproc_elif or
// preproc_elifdef node. device says whether __CUDA_ARCH__ is defined.
func (u *Unit) Condition(n ast.Node, device bool) Truth {
	if u == nil || u.macros == nil {
		return Undecided
	}
	c := conditioner{u: u, device: device, at: n}
	return c.decide(n)
}

// A conditioner evaluates preprocessor conditions.
type conditioner struct {
	u      *Unit
	device bool
	at     ast.Node // where macros are looked up; not valid for now
	// assume makes macros that are not defined in sight count as undefined.
	assume bool
	texts  int // texts expanded so far, bounded
}

type ppValue struct {
	known bool
	value int64
}

func truth(v ppValue) Truth {
	switch {
	case !v.known:
		return Undecided
	case v.value != 0:
		return True
	}
	return False
}

func (t Truth) not() Truth {
	switch t {
	case True:
		return False
	case False:
		return True
	}
	return Undecided
}

func (c *conditioner) decide(n ast.Node) Truth {
	switch n.Kind() {
	case ast.PreprocIfdef, ast.PreprocElifdef:
		t := truth(c.defined(n.Child(ast.FieldName).Text()))
		span := n.Span()
		head := n.File().Source.Text[span.Start:min(span.End, span.Start+24)]
		word := strings.TrimLeft(string(head), "# \t")
		if strings.HasPrefix(word, "ifndef") || strings.HasPrefix(word, "elifndef") {
			return t.not()
		}
		return t
	case ast.PreprocIf, ast.PreprocElif:
		cond := n.Child(ast.FieldCondition)
		if !cond.Valid() {
			return Undecided
		}
		return truth(c.eval(cond))
	}
	return Undecided
}

func (c *conditioner) macro(name string) *Macro {
	if name == "__CUDA_ARCH__" {
		if c.device {
			return archMacro(c.u.opts.Arch)
		}
		return nil
	}
	if c.at.Valid() {
		return c.u.macros.at(name, c.at)
	}
	return c.u.macros.now(name)
}

func (c *conditioner) defined(name string) ppValue {
	switch {
	case c.macro(name) != nil:
		return ppValue{true, 1}
	case name == "__CUDA_ARCH__" || notDefined[name] || c.assume || c.undefinedHere(name):
		return ppValue{true, 0}
	}
	return ppValue{}
}

// undefinedHere reports whether the sources themselves say that the macro is
// not defined here: an #undef came last.
func (c *conditioner) undefinedHere(name string) bool {
	if c.at.Valid() {
		m, seen := c.u.macros.state(name, c.at)
		return seen && m == nil
	}
	events := c.u.macros.events[name]
	return len(events) > 0 && events[len(events)-1].macro == nil
}

func (c *conditioner) eval(n ast.Node) ppValue {
	switch n.Kind() {
	case ast.NumberLiteral:
		k := parseNumber(n.Text())
		return ppValue{k.Known() && k.Type.Kind == Int, k.Int}
	case ast.CharLiteral:
		k := parseChar(n.Text())
		return ppValue{k.Known(), k.Int}
	case ast.True:
		return ppValue{true, 1}
	case ast.False:
		return ppValue{true, 0}
	case ast.ParenthesizedExpression:
		return c.eval(n.FirstChild())
	case ast.PreprocDefined:
		return c.defined(n.FirstChild().Text())
	case ast.Identifier:
		name := n.Text()
		if m := c.macro(name); m != nil {
			return c.text(name)
		}
		if d := c.defined(name); d.known {
			return ppValue{true, 0}
		}
		return ppValue{}
	case ast.CallExpression:
		name := n.Child(ast.FieldFunction).Text()
		if name == "defined" {
			return c.defined(strings.Trim(n.Child(ast.FieldArguments).Text(), "() \t"))
		}
		if strings.HasPrefix(name, "__has_") {
			return ppValue{c.assume, 0}
		}
		return c.text(n.Text())
	case ast.UnaryExpression:
		v := c.eval(n.Child(ast.FieldArgument))
		switch n.Op() {
		case ast.Not:
			v.value = flag(v.value == 0)
		case ast.Sub:
			v.value = -v.value
		case ast.Complement:
			v.value = ^v.value
		}
		return v
	case ast.BinaryExpression:
		return c.binary(n.Op(), c.eval(n.Child(ast.FieldLeft)), c.eval(n.Child(ast.FieldRight)))
	case ast.ConditionalExpression:
		cond := c.eval(n.Child(ast.FieldCondition))
		if !cond.known {
			return cond
		}
		if cond.value != 0 {
			return c.eval(n.Child(ast.FieldConsequence))
		}
		return c.eval(n.Child(ast.FieldAlternative))
	}
	return ppValue{}
}

func flag(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func (c *conditioner) binary(op ast.Op, l, r ppValue) ppValue {
	switch op { // one side may decide alone
	case ast.LogicalAnd:
		if l.known && l.value == 0 || r.known && r.value == 0 {
			return ppValue{true, 0}
		}
		return ppValue{l.known && r.known, 1}
	case ast.LogicalOr:
		if l.known && l.value != 0 || r.known && r.value != 0 {
			return ppValue{true, 1}
		}
		return ppValue{l.known && r.known, 0}
	}
	if !l.known || !r.known {
		return ppValue{}
	}
	v := binaryConst(op, Const{Type: llongType, Int: l.value}, Const{Type: llongType, Int: r.value})
	return ppValue{v.Known(), v.Int}
}

// text evaluates text after macro replacement, in which defined() keeps its
// operand.
func (c *conditioner) text(text string) ppValue {
	if c.texts++; c.texts > 50 {
		return ppValue{}
	}
	x := expander{lookup: c.macro}
	out, ok := x.expand(tokenize(text))
	if !ok || len(out) > 2000 {
		return ppValue{}
	}
	joined := joinTokens(trimSpace(out))
	if k := parseNumber(joined); k.Known() {
		return ppValue{k.Type.Kind == Int, k.Int}
	}
	if isIdentifier(joined) {
		if d := c.defined(joined); d.known {
			return ppValue{true, d.value & 0}
		}
		return ppValue{}
	}
	_, n := parseAs(joined, inExpression)
	if !n.Valid() {
		return ppValue{}
	}
	if n.Kind() == ast.Identifier {
		return ppValue{}
	}
	return c.eval(n)
}

func isIdentifier(s string) bool {
	for i, r := range s {
		if !isIdentRune(r) || i == 0 && r >= '0' && r <= '9' {
			return false
		}
	}
	return s != ""
}

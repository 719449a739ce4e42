package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/types"
)

const maxConstexprSteps = 20000 // statements and loop rounds of one call

// constexprCall evaluates a call to a function in sight whose body is simple. It need not be
// constexpr: if every name in it is a constant, its result depends on nothing else.
func (e *eval) constexprCall(s *Scope, candidates []*Function, explicit []TemplateArg, list ast.Node) Const {
	var nodes []ast.Node
	var types []*Type
	for a := range list.Children() {
		if len(nodes) == 16 {
			return Const{}
		}
		nodes = append(nodes, a)
		types = append(types, e.exprType(s, a))
	}
	f, b := e.resolve(s, candidates, explicit, types)
	if f == nil || !f.Body.Valid() || f.Record != nil && f.Qualifiers&ast.Static == 0 {
		return Const{}
	}
	scope := f.Scope
	if b != nil {
		scope = scope.With(b)
	}
	c := &constexprRun{e: e, vars: map[string]Const{}}
	for i, p := range f.Params {
		t := e.paramType(scope, p)
		var k Const
		switch {
		case p.Pack:
			return Const{}
		case i < len(nodes):
			k = e.constant(s, nodes[i])
		case p.Default.Valid():
			k = e.constant(f.Scope, p.Default)
		}
		if t.Object().Arithmetic() {
			k = k.Convert(t.Object().Without())
		} else if t.Kind == Pointer {
			k = Const{}
		}
		c.vars[p.Name] = k
	}
	c.scope = &Scope{Unit: e.u, Outer: scope, enumerating: c.lookup}
	value, done := c.statement(f.Body)
	if !done || c.failed {
		return Const{}
	}
	if t := e.resultType(scope, f); t.Object().Arithmetic() {
		return value.Convert(t.Object().Without())
	} else if t.Kind == Auto {
		return value
	}
	return Const{}
}

// A constexprRun is one evaluation of a function body.
type constexprRun struct {
	e      *eval
	scope  *Scope
	vars   map[string]Const
	steps  int
	failed bool
	jump   ast.Kind // a break or continue under way
}

func (c *constexprRun) lookup(name string) (Const, bool) {
	k, ok := c.vars[name]
	return k, ok
}

// statement runs a statement; done is set once it returned a value.
func (c *constexprRun) statement(n ast.Node) (value Const, done bool) {
	c.steps++
	c.e.steps++
	if c.steps > maxConstexprSteps || !c.e.enter() {
		c.failed = true
		return Const{}, true
	}
	defer c.e.leave()
	switch n.Kind() {
	case ast.CompoundStatement:
		for child := range n.Children() {
			if value, done = c.statement(child); done || c.jump != ast.None {
				return value, done
			}
		}
		return Const{}, false
	case ast.ReturnStatement:
		return c.e.constant(c.scope, n.FirstChild()), true
	case ast.Declaration:
		for _, d := range c.e.declarators(c.scope, n) {
			var k Const
			if d.Init.Valid() {
				init := d.Init
				if init.Is(ast.ArgumentList, ast.InitializerList) && init.ChildCount() == 1 {
					init = init.FirstChild()
				}
				k = c.e.constant(c.scope, init)
			}
			if d.Type.Arithmetic() {
				k = k.Convert(d.Type.Without())
			} else if d.Type.Kind != Auto {
				k = Const{}
			}
			c.vars[d.Name] = k
		}
		return Const{}, false
	case ast.ExpressionStatement:
		c.effect(n.FirstChild())
		return Const{}, c.failed
	case ast.IfStatement:
		cond, known := c.condition(n)
		if !known {
			return c.fail()
		}
		if cond {
			return c.statement(n.Child(ast.FieldConsequence))
		}
		if alt := n.Child(ast.FieldAlternative); alt.Valid() {
			return c.statement(alt.FirstChild())
		}
		return Const{}, false
	case ast.ForStatement, ast.WhileStatement:
		return c.loop(n)
	case ast.BreakStatement, ast.ContinueStatement:
		c.jump = n.Kind()
		return Const{}, false
	case ast.StaticAssertDeclaration, ast.AliasDeclaration, ast.PreprocCall:
		return Const{}, false
	}
	return c.fail()
}

func (c *constexprRun) fail() (Const, bool) {
	c.failed = true
	return Const{}, true
}

func (c *constexprRun) condition(n ast.Node) (value, known bool) {
	cond := n.Child(ast.FieldCondition)
	if cond.Kind() == ast.ConditionClause {
		cond = cond.Child(ast.FieldValue)
	}
	return c.e.constant(c.scope, cond).True()
}

func (c *constexprRun) loop(n ast.Node) (Const, bool) {
	if init := n.Child(ast.FieldInitializer); init.Kind() == ast.Declaration {
		if v, done := c.statement(init); done {
			return v, done
		}
	} else if init.Valid() {
		c.effect(init)
	}
	for !c.failed {
		c.steps++
		c.e.steps++
		if c.steps > maxConstexprSteps || c.e.exhausted() {
			return c.fail()
		}
		if n.Child(ast.FieldCondition).Valid() {
			cond, known := c.condition(n)
			if !known {
				return c.fail()
			}
			if !cond {
				return Const{}, false
			}
		}
		v, done := c.statement(n.Child(ast.FieldBody))
		if done {
			return v, done
		}
		jump := c.jump
		c.jump = ast.None
		if jump == ast.BreakStatement {
			return Const{}, false
		}
		if update := n.Child(ast.FieldUpdate); update.Valid() {
			c.effect(update)
		}
	}
	return Const{}, true
}

// effect runs an expression for its assignments.
func (c *constexprRun) effect(n ast.Node) {
	switch n.Kind() {
	case ast.None:
		return
	case ast.ParenthesizedExpression:
		c.effect(n.FirstChild())
		return
	case ast.CommaExpression:
		c.effect(n.Child(ast.FieldLeft))
		c.effect(n.Child(ast.FieldRight))
		return
	case ast.UpdateExpression:
		if v, ok := c.vars[n.Child(ast.FieldArgument).Text()]; ok {
			op := ast.Add
			if n.Op() == ast.Decrement {
				op = ast.Sub
			}
			c.assign(n.Child(ast.FieldArgument), v, types.BinaryConst(op, v, types.IntConst(1, types.IntType)))
			return
		}
	case ast.AssignmentExpression:
		left := n.Child(ast.FieldLeft)
		if v, ok := c.vars[left.Text()]; ok {
			k := c.e.constant(c.scope, n.Child(ast.FieldRight))
			if op := n.Op().Binary(); op != ast.OpNone {
				k = types.BinaryConst(op, v, k)
			}
			c.assign(left, v, k)
			return
		}
	}
	c.failed = true
}

func (c *constexprRun) assign(left ast.Node, old, v Const) {
	if !v.Known() || !old.Known() {
		c.failed = true
		return
	}
	c.vars[left.Text()] = v.Convert(old.Type)
}

// A returnQuestion asks what auto stands for in a function with template arguments.
type returnQuestion struct {
	f    *Function
	args string // see types.ArgsKey
}

// A returnAnswer is the cached answer to a returnQuestion. It holds the bindings because the
// question identifies their records by address.
type returnAnswer struct {
	typ      *Type
	bindings *Bindings
}

// maxReturned bounds the answers that a unit caches.
const maxReturned = 1 << 16

// returned is the type that auto stands for in a function with one return statement. It is cached:
// in libraries, such functions call each other many levels deep with several calls each, and
// without a cache every level would multiply the work.
func (e *eval) returned(f *Function, b *Bindings) *Type {
	if !f.Body.Valid() || f.Body.ChildCount() != 1 {
		return nil
	}
	ret := f.Body.FirstChild()
	if ret.Kind() != ast.ReturnStatement {
		return nil
	}
	args := make([]TemplateArg, len(f.TemplateParams))
	for i, p := range f.TemplateParams {
		args[i], _ = b.Lookup(p.Name)
	}
	key, ok := types.ArgsKey(args, true)
	if !ok || !e.u.declared {
		return e.returnedBy(ret, f, b)
	}
	q := returnQuestion{f, key}
	if v, ok := e.u.returned.Load(q); ok {
		return v.(returnAnswer).typ
	}
	if e.returning[q] {
		return nil // it returns what it returns itself
	}
	if e.returning == nil {
		e.returning = map[returnQuestion]bool{}
	}
	e.returning[q] = true
	t := e.returnedBy(ret, f, b)
	delete(e.returning, q)
	// An answer found while a class is completed may miss its later members.
	if (!e.locked || e.u.busyRecords == 0) && !e.exhausted() && e.u.returnedCount.Add(1) <= maxReturned {
		e.u.returned.Store(q, returnAnswer{t, b})
	}
	return t
}

// returnedBy finds the type of the expression that a function returns.
func (e *eval) returnedBy(ret ast.Node, f *Function, b *Bindings) *Type {
	scope := scopeWith(f, b)
	params := map[string]*Type{}
	for _, p := range f.Params {
		params[p.Name] = e.paramType(scope, p)
	}
	inner := &Scope{Unit: e.u, Outer: scope, Local: func(name string) (LocalName, bool) {
		t, ok := params[name]
		return LocalName{Type: t}, ok
	}}
	return e.exprType(inner, ret.FirstChild()).Value()
}

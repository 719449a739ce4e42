package ir

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// maxElements bounds the elements of an array that are initialised one by one.
const maxElements = 4096

// initializeList lowers a braced list that initialises an object.
func (l *lowerer) initializeList(object ID, t *sema.Type, list ast.Node) {
	t = Strip(t)
	switch {
	case isAggregate(t) && list.ChildOf(ast.InitializerPair).Valid():
		l.initializeByName(object, t, list)
	case hasParts(t):
		if list.ChildOf(ast.InitializerPair).Valid() || list.ChildCount() > maxElements {
			l.emit(Op{Code: OpForget, A: object, Type: t})
			return
		}
		l.initializeParts(object, t, list)
	case IsKind(t, sema.RecordKind):
		l.construct(object, t, l.arguments(list), list)
	default:
		l.initializeFrom(object, t, l.arguments(list))
	}
}

// isAggregate reports whether a braced list initialises the members one by one.
func isAggregate(t *sema.Type) bool {
	r := recordOf(t)
	return r != nil && !isDim3(t) && len(r.Complete().Bases) == 0 && len(r.MethodsNamed(r.Name)) == 0
}

// hasParts reports whether the braces around the initialisers of an object may be left out.
func hasParts(t *sema.Type) bool { return IsKind(t, sema.Array) || isAggregate(t) }

// initializeByName lowers a list that gives members by name, or in order; the others have
// their own initialisers, or are zero.
func (l *lowerer) initializeByName(object ID, t *sema.Type, list ast.Node) {
	v := operand{id: object, typ: t, lvalue: true}
	r := recordOf(t)
	given := map[string]ast.Node{}
	i := 0
	for c := range list.Children() {
		switch {
		case c.Is(ast.InitializerPair):
			given[strings.TrimLeft(c.Child(ast.FieldDesignator).Text(), ". ")] = c.Child(ast.FieldValue)
		case i < len(r.Fields):
			given[r.Fields[i].Name] = c
		}
		i++
	}
	for _, f := range r.Fields {
		c, ok := given[f.Name]
		switch {
		case !ok:
			l.initializeDefault(v, f)
		case c.Is(ast.InitializerList):
			l.initialize(l.slot(v, f), f.Type, c)
		default:
			l.initializeMember(v, f, l.expr(c))
		}
	}
}

// clauses are the initialisers of a braced list that are left to be used, in order.
type clauses struct {
	l    *lowerer
	left []clause
	// lost is set where it is not known what the next one initialises.
	lost bool
}

// A clause is a nested list, or an expression, which is lowered when it is asked for.
type clause struct {
	node  ast.Node
	v     operand
	known bool
}

// initializeParts lowers a list that gives the members or elements in order
// ([dcl.init.aggr]).
func (l *lowerer) initializeParts(object ID, t *sema.Type, list ast.Node) {
	c := &clauses{l: l}
	for n := range list.Children() {
		if n.Is(ast.ParameterPackExpansion) {
			l.expandPack(n.Child(ast.FieldPattern), func(pattern ast.Node) {
				c.left = append(c.left, clause{node: pattern, v: l.expr(pattern), known: true})
			})
			continue
		}
		c.left = append(c.left, clause{node: n})
	}
	if r := recordOf(t); r != nil && len(c.left) == 1 && !c.nested() && recordOf(c.first().typ) == r {
		l.assign(object, t, c.first(), ast.Node{}) // a copy
		return
	}
	c.fill(object, t)
	if c.lost || len(c.left) > 0 {
		l.emit(Op{Code: OpForget, A: object, Type: t})
	}
}

// nested reports whether the next clause is a list of its own.
func (c *clauses) nested() bool { return !c.left[0].known && c.left[0].node.Is(ast.InitializerList) }

// first returns the value of the next clause.
func (c *clauses) first() operand {
	n := &c.left[0]
	if !n.known {
		n.v, n.known = c.l.expr(n.node), true
	}
	return n.v
}

func (c *clauses) taken() { c.left = c.left[1:] }

// fill initialises an object from as many clauses as it has parts.
func (c *clauses) fill(object ID, t *sema.Type) {
	l, v := c.l, operand{id: object, typ: t, lvalue: true}
	if r := recordOf(t); r != nil {
		fields := r.Complete().Fields
		if r.Union && len(fields) > 1 {
			fields = fields[:1]
		}
		for _, f := range fields {
			switch {
			case c.lost:
				return
			case len(c.left) == 0:
				l.initializeDefault(v, f)
			case f.Type != nil && f.Type.Kind == sema.Reference:
				l.initializeMember(v, f, c.first())
				c.taken()
			default:
				if !c.nested() {
					c.first() // before the address of the member
				}
				c.part(l.slot(v, f), f.Type)
			}
		}
		return
	}
	elem := elemOf(t)
	if n := len(c.left); t.Len > int64(n) || n > 0 && hasParts(elem) && !c.nested() {
		l.emit(Op{Code: OpZero, A: object, Type: t})
	}
	for i := int64(0); len(c.left) > 0 && (t.Len < 0 || i < t.Len) && !c.lost; i++ {
		c.part(l.element(v, i), elem)
	}
}

// part initialises a member or an element: from one clause, or from several where the
// braces around them are left out.
func (c *clauses) part(slot ID, t *sema.Type) {
	l := c.l
	switch {
	case c.nested():
		l.initialize(slot, t, c.left[0].node)
	case hasParts(t) && !c.whole(c.first(), t):
		before := len(c.left)
		if Opaque(c.first().typ) {
			c.lost = true
		} else {
			c.fill(slot, Strip(t))
		}
		c.lost = c.lost || len(c.left) == before
		return
	default:
		l.assign(slot, t, c.first(), ast.Node{})
	}
	c.taken()
}

// whole reports whether a value initialises an object with parts as a whole.
func (c *clauses) whole(v operand, t *sema.Type) bool {
	to, from := recordOf(t), recordOf(v.typ)
	if to == nil {
		return IsKind(v.typ, sema.Array)
	}
	return from != nil && (from == to || related(from, to) || c.l.conversions(v, func(result *sema.Type) bool { return recordOf(result) == to }) != nil)
}

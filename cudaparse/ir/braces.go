package ir

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// maxElements bounds the array elements that are initialised one by one.
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

// isAggregate reports whether a braced list initialises an object of the type member by
// member.
func isAggregate(t *sema.Type) bool {
	r := recordOf(t)
	return r != nil && !isDim3(t) && len(r.Complete().Bases) == 0 && len(sema.MethodsNamed(r, r.Name)) == 0
}

// hasParts reports whether an object of the type has members or elements, so that a nested
// list that initialises it may omit its braces.
func hasParts(t *sema.Type) bool { return IsKind(t, sema.Array) || isAggregate(t) }

// initializeByName lowers a list with designators (.x = 1). A member that the list leaves
// out is initialised by its default member initialiser, or to zero.
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

// clauses are the remaining clauses of a braced list, in order.
type clauses struct {
	l    *lowerer
	left []clause
	// lost is set if it is unknown which member or element the next clause initialises.
	lost bool
}

// A clause is one item of a braced list: a nested list or an expression. An expression is
// lowered on first use; known is set once v is its operand.
type clause struct {
	node  ast.Node
	v     operand
	known bool
}

// initializeParts lowers a list without designators: its clauses initialise the members or
// elements in order ([dcl.init.aggr]).
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

// nested reports whether the next clause is a nested list.
func (c *clauses) nested() bool { return !c.left[0].known && c.left[0].node.Is(ast.InitializerList) }

// first returns the operand of the next clause, an expression.
func (c *clauses) first() operand {
	n := &c.left[0]
	if !n.known {
		n.v, n.known = c.l.expr(n.node), true
	}
	return n.v
}

func (c *clauses) advance() { c.left = c.left[1:] }

// fill initialises the members or elements of an object, each from the next clauses, until
// there are no more of either.
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
				c.advance()
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

// part initialises one member or element: from one clause, or from several where its braces
// are omitted (brace elision).
func (c *clauses) part(slot ID, t *sema.Type) {
	l := c.l
	switch {
	case c.nested():
		l.initialize(slot, t, c.left[0].node)
	case hasParts(t) && !c.initializes(c.first(), t):
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
	c.advance()
}

// initializes reports whether a value initialises a complete object of type t, rather than its first
// member or element.
func (c *clauses) initializes(v operand, t *sema.Type) bool {
	to, from := recordOf(t), recordOf(v.typ)
	if to == nil {
		return IsKind(v.typ, sema.Array)
	}
	return from != nil && (from == to || related(from, to) || c.l.conversions(v, func(result *sema.Type) bool { return recordOf(result) == to }) != nil)
}

package sema

import (
	"slices"
	"sort"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
)

// A class is a class with a body at file or namespace scope, with the classes inside it.
// Its members are made when something asks for them: most classes of a header are reached
// by nothing that a unit is asked for.
type class struct {
	decl    *typeDecl
	summary *decl.ClassSummary
	opened  atomic.Bool
	// records are the class and the classes inside it. functions are their member
	// functions, in the order of the source; inside are those whose bodies are in the file
	// of the class. All are nil before the class is opened.
	records           []*Record
	functions, inside []*Function
}

// eager reports whether the members of a class are made with the unit: those of the memory
// spaces of the device, and explicit specialisations, whose arguments need the types.
func (c *class) eager() bool {
	return c.summary.Eager || c.summary.TooDeep || slices.ContainsFunc(c.decl.members, func(m member) bool {
		return m.template.Valid() && len(decl.TemplateParams(m.template)) == 0 || spaceOfQualifiers(m.node.Qualifiers()) != NoSpace
	})
}

// summarized reports whether the summary of the class has all that the class declares, and
// nothing else.
func (c *class) summarized() bool {
	return len(c.decl.members) == 0 && !c.summary.Inexact && !c.summary.TooDeep
}

// some reports whether something holds for the class, or for the definition of a member
// outside of it.
func (c *class) some(holds func(ast.Node) bool) bool {
	return holds(c.decl.node) || slices.ContainsFunc(c.decl.members, func(m member) bool { return holds(m.node) })
}

// mayMention reports whether the body of a member function may have one of some names.
func (c *class) mayMention(m mentioning) bool {
	n := c.decl.node
	if m.file(n.File()) && decl.HoldsAny(c.summary.Words(n), m.names) {
		return !c.summarized() || slices.ContainsFunc(c.summary.Declared, func(d decl.DeclaredMember) bool {
			return d.Function != nil && d.Function.Body.Valid() && Mentions(d.Function.Body, m.names)
		})
	}
	return slices.ContainsFunc(c.decl.members, func(d member) bool { return m.in(d.node) })
}

// indexClasses makes the classes of a unit findable by place, once all declarations are
// read. Those that were looked into before then are opened, and those that are eager.
func (b *builder) indexClasses() {
	u := b.u
	u.classesIn = map[*ast.File][]*class{}
	for _, c := range u.classes {
		c.summary = decl.SummarizeClass(c.decl.node)
		file := c.decl.node.File()
		u.classesIn[file] = append(u.classesIn[file], c)
	}
	for _, list := range u.classesIn {
		slices.SortStableFunc(list, func(a, b *class) int { return a.decl.node.Index() - b.decl.node.Index() })
	}
	early := len(u.bodies) > 0
	for _, c := range u.classes {
		if c.eager() || early && u.bodies[bodyKey{c.decl.node, nil}] != nil {
			u.open(c)
			for _, r := range c.records {
				for _, name := range sortedKeys(r.Statics) {
					u.Variables = append(u.Variables, r.Statics[name])
				}
			}
		}
	}
}

// classAround returns the class at file or namespace scope that a node stands in, nil for
// none.
func (u *Unit) classAround(n ast.Node) *class {
	list, index := u.classesIn[n.File()], n.Index()
	i := sort.Search(len(list), func(i int) bool { return list[i].decl.node.Index() > index }) - 1
	if i < 0 || index >= list[i].decl.node.End() {
		return nil
	}
	return list[i]
}

// open makes the members of a class, and returns it.
func (u *Unit) open(c *class) *class {
	if c.opened.Load() {
		return c
	}
	u.bodiesMu.Lock()
	defer u.bodiesMu.Unlock()
	if c.opened.Load() {
		return c
	}
	e := &eval{u: u, locked: true}
	var list func(d *typeDecl, owner *Record, depth int)
	list = func(d *typeDecl, owner *Record, depth int) {
		r := e.recordHeld(d, d.node, d.scope, owner)
		e.nameHeld(r)
		if !r.listed { // something looked into it while the unit was read
			r.listed, r.TemplateParams = true, d.params
			r.nameInner()
		}
		c.records = append(c.records, r)
		for _, name := range sortedKeys(r.Methods) {
			c.functions = append(c.functions, r.Methods[name]...)
		}
		for _, inner := range r.inner {
			if depth < decl.MaxClassNest {
				list(inner, r, depth+1)
			}
		}
	}
	list(c.decl, nil, 0)
	sortByPlace(u, c.functions)
	file := c.decl.node.File()
	for _, f := range c.functions {
		if f.Body.Valid() && f.Body.File() == file {
			c.inside = append(c.inside, f)
		}
	}
	c.opened.Store(true)
	return c
}

// listedAs returns the declaration under which the record of a class body is listed in the
// unit, nil for one that is not. bodiesMu is held.
func (u *Unit) listedAs(body ast.Node, owner *Record) *typeDecl {
	if owner != nil {
		for _, d := range owner.inner {
			if owner.listed && d.node == body {
				return d
			}
		}
		return nil
	}
	if c := u.classAround(body); c != nil && c.decl.node == body {
		return c.decl
	}
	return nil
}

// recordOf returns the record of a class body, nil for none.
func (u *Unit) recordOf(body ast.Node) *Record {
	c := u.classAround(body)
	if c == nil {
		return nil
	}
	for _, r := range u.open(c).records {
		if r.Node == body {
			return r
		}
	}
	return nil
}

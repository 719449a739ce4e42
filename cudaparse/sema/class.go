package sema

import (
	"cmp"
	"slices"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
)

// A class is a class with a body at file or namespace scope, with the classes inside it. Its
// members are made on first use: nothing asks for most classes of a header.
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
// read. It opens the eager ones, and those that were used before.
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
				statics := MembersOf(r).Statics
				for _, name := range sortedKeys(statics) {
					u.Variables = append(u.Variables, statics[name])
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
		m := MembersOf(r)
		if !m.listed { // it was used while the unit was read
			m.listed, r.TemplateParams = true, d.params
			m.nameInner()
		}
		c.records = append(c.records, r)
		for _, name := range sortedKeys(m.Methods) {
			c.functions = append(c.functions, m.Methods[name]...)
		}
		for _, inner := range m.inner {
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
		of := MembersOf(owner)
		for _, d := range of.inner {
			if of.listed && d.node == body {
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

// A classNames finds the classes of a unit that may declare a name. It is made on first use.
type classNames struct {
	once  sync.Once
	pairs []namedClass // by hash, those of one hash in the order of the unit
}

// A namedClass says that a class may declare a name.
type namedClass struct {
	hash  uint32
	class int32 // in Unit.classes
}

// with returns the classes that may declare a name, in the order of the unit; hashes lists
// the names of one class.
func (x *classNames) with(u *Unit, name string, hashes func(*class) []uint32) (out []*class) {
	x.once.Do(func() {
		for i, c := range u.classes {
			for _, h := range hashes(c) {
				x.pairs = append(x.pairs, namedClass{h, int32(i)})
			}
			if c.summary.TooDeep {
				x.pairs = append(x.pairs, namedClass{anyName, int32(i)})
			}
		}
		slices.SortFunc(x.pairs, func(a, b namedClass) int { return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.class, b.class)) })
		x.pairs = slices.Compact(x.pairs)
	})
	var found []int32
	for _, h := range []uint32{decl.HashName(name), anyName} {
		i, _ := slices.BinarySearchFunc(x.pairs, h, func(p namedClass, h uint32) int { return cmp.Compare(p.hash, h) })
		for ; i < len(x.pairs) && x.pairs[i].hash == h; i++ {
			found = append(found, x.pairs[i].class)
		}
	}
	slices.Sort(found)
	for _, i := range slices.Compact(found) {
		out = append(out, u.classes[i])
	}
	return out
}

// anyName is the hash under which classes are that may declare any name.
const anyName = 0

// naming returns the classes that may have a member function of a name.
func (u *Unit) naming(name string) []*class {
	return u.byFunction.with(u, name, func(c *class) []uint32 {
		out := c.summary.Functions
		for _, m := range c.decl.members {
			_, last := splitPath(m.name)
			out = append(out[:len(out):len(out)], decl.HashName(last), decl.HashName(m.name))
		}
		return out
	})
}

// holding returns the classes that may have a static data member of a name.
func (u *Unit) holding(name string) []*class {
	return u.byStatic.with(u, name, func(c *class) []uint32 { return c.summary.Statics })
}

// called returns the classes that may be called a name, or have a class inside that is.
func (u *Unit) called(name string) []*class {
	return u.byRecord.with(u, name, func(c *class) []uint32 { return c.summary.Classes })
}

package sema

import (
	"cmp"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/cudaparse/decl"
)

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

package types

import (
	"slices"
	"strconv"
)

// A Leaf is a number or a pointer that is an object or lies in one.
type Leaf struct {
	// Path leads to it from the object: ".member[3]", "" for the object itself. Members of
	// base classes are named like those of the class itself.
	Path   string
	Offset int64 // bytes from the start of the object, -1 where it is not known
	Type   *Type
}

// Bounds of the leaves of one type: their number, their depth, and the objects that are visited.
const (
	maxLeaves     = 64
	maxLeafDepth  = 8
	maxLeafVisits = 1024
)

// Leaves returns the leaves of an object of type t, without those that share their path or
// their memory with others, as in a union. Of a large object they are the first ones.
func (t *Type) Leaves() []Leaf {
	w := leafWalk{left: maxLeafVisits}
	w.object(t, Leaf{}, 0)
	shared := func(l Leaf) bool {
		n := 0
		for _, o := range w.found {
			if o.Path == l.Path || l.Offset >= 0 && o.Offset >= 0 && o.Offset < l.Offset+l.Type.Size && l.Offset < o.Offset+o.Type.Size {
				n++
			}
		}
		return n > 1
	}
	var out []Leaf
	for _, l := range w.found {
		if !shared(l) {
			out = append(out, l)
		}
	}
	return out
}

// A leafWalk looks for leaves; left is how many more objects it looks into.
type leafWalk struct {
	found []Leaf
	left  int
}

func (w *leafWalk) object(t *Type, at Leaf, depth int) {
	if w.left--; t == nil || depth > maxLeafDepth || len(w.found) >= maxLeaves || w.left < 0 {
		return
	}
	switch {
	case t.Arithmetic(), t.Kind == Pointer:
		at.Type = t
		w.found = append(w.found, at)
	case t.Kind == Array && t.Elem != nil:
		for i := range min(t.Len, maxLeaves) {
			w.object(t.Elem, at.inside("["+strconv.FormatInt(i, 10)+"]", i*t.Elem.Size), depth+1)
		}
	case t.Kind == RecordKind && t.Record != nil:
		r := t.Record.Complete()
		for i, b := range r.Bases {
			w.object(b, at.inside("", r.baseOffset(i)), depth+1)
		}
		for _, f := range r.Fields {
			path := ""
			if f.Name != "" {
				path = "." + f.Name
			}
			w.object(f.Type, at.inside(path, f.Offset), depth+1)
		}
	}
}

// inside returns what lies in l, by bytes after its start (less than 0 for an unknown number).
func (l Leaf) inside(path string, by int64) Leaf {
	l.Path += path
	if by < 0 || l.Offset < 0 {
		l.Offset = -1
	} else {
		l.Offset += by
	}
	return l
}

// Named reports whether every member of a class, those of its base classes included, has a
// name of its own.
func (r *Record) Named() bool {
	seen := map[string]bool{}
	left := maxLeafVisits
	var walk func(r *Record) bool
	walk = func(r *Record) bool {
		left--
		for _, f := range r.Complete().Fields {
			if f.Name != "" && seen[f.Name] {
				return false
			}
			seen[f.Name] = true
		}
		return left >= 0 && !slices.ContainsFunc(r.Bases, func(b *Type) bool { return b != nil && b.Record != nil && !walk(b.Record) })
	}
	return walk(r)
}

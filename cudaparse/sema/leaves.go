package sema

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

// Bounds of the leaves of one type.
const (
	maxLeaves    = 64
	maxLeafDepth = 8
)

// Leaves returns the leaves of an object of type t, without those that share their path or
// their memory with others, as in a union. Of a large object they are the first ones.
func (t *Type) Leaves() []Leaf {
	var all []Leaf
	t.leaves(Leaf{}, 0, &all)
	shared := func(l Leaf) bool {
		n := 0
		for _, o := range all {
			if o.Path == l.Path || l.Offset >= 0 && o.Offset >= 0 && o.Offset < l.Offset+l.Type.Size && l.Offset < o.Offset+o.Type.Size {
				n++
			}
		}
		return n > 1
	}
	var out []Leaf
	for _, l := range all {
		if !shared(l) {
			out = append(out, l)
		}
	}
	return out
}

func (t *Type) leaves(at Leaf, depth int, out *[]Leaf) {
	if t == nil || depth > maxLeafDepth || len(*out) >= maxLeaves {
		return
	}
	switch {
	case t.Arithmetic(), t.Kind == Pointer:
		at.Type = t
		*out = append(*out, at)
	case t.Kind == Array && t.Elem != nil:
		for i := range min(t.Len, maxLeaves) {
			t.Elem.leaves(at.inside("["+strconv.FormatInt(i, 10)+"]", i*t.Elem.Size), depth+1, out)
		}
	case t.Kind == RecordKind && t.Record != nil:
		r := t.Record.Complete()
		for i, b := range r.Bases {
			b.leaves(at.inside("", r.baseOffset(i)), depth+1, out)
		}
		for _, f := range r.Fields {
			if f.Name != "" {
				f.Type.leaves(at.inside("."+f.Name, f.Offset), depth+1, out)
			} else {
				f.Type.leaves(at.inside("", f.Offset), depth+1, out)
			}
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
	var walk func(r *Record, depth int) bool
	walk = func(r *Record, depth int) bool {
		for _, f := range r.Complete().Fields {
			if f.Name != "" && seen[f.Name] || depth > maxLeafDepth {
				return false
			}
			seen[f.Name] = true
		}
		return !slices.ContainsFunc(r.Bases, func(b *Type) bool { return b != nil && b.Record != nil && !walk(b.Record, depth+1) })
	}
	return walk(r, 0)
}

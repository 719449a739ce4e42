package pointer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// An objectKind says what memory is.
type objectKind uint8

const (
	localObject    objectKind = iota // a variable of the thread
	paramObject                      // what a pointer parameter points to
	deepObject                       // what is reached through a pointer in memory or in a struct
	sharedObject                     // a __shared__ variable
	variableObject                   // a variable of the file
	constantObject                   // a variable of the file that is not written
	otherObject                      // memory of unknown origin
)

// An object is a piece of memory that pointers can refer to.
type object struct {
	kind     objectKind
	id       int
	param    int     // index, of a paramObject
	name     string  // of a variable of the file
	content  []entry // the pointers that it holds
	constant bool    // of a paramObject: declared to be only read
	own      bool    // the variable of a parameter of the function that is followed
	read     bool    // in this pass
	escaped  int     // the last call of escape that looked at it
}

// A loc is a place in memory.
type loc struct {
	obj  *object
	path string // of members: ".a.b"
	// settled is set for a place reached in a way that decides how it is loaded,
	// whatever is said of the parameter: through a local pointer or a callee's
	// parameter that is __restrict__ already, or through a pointer picked from an
	// array by an index that the compiler has to keep.
	settled bool
	// picking is set for an element of an array of pointers with such an index.
	picking bool
}

// Pointers are the places that a pointer may refer to, or where an lvalue may be.
// Those of another value are none.
type pointers []loc

// An entry says that an object holds, in the member path, a pointer to a place.
type entry struct {
	path string
	to   loc
}

// maxPath bounds the names of members in a path: classes may hold pointers to
// themselves.
const maxPath = 60

func (p pointers) add(l loc) pointers {
	if len(p) >= maxValue || slices.Contains(p, l) {
		return p
	}
	return append(p, l)
}

func (p pointers) union(q pointers) pointers {
	if len(p) == 0 {
		return q
	}
	out := slices.Clip(p)
	for _, l := range q {
		out = out.add(l)
	}
	return out
}

// known reports whether one of the pointers may be more than what was loaded.
func (p pointers) known() bool {
	return slices.ContainsFunc(p, func(l loc) bool { return l.obj.kind != deepObject })
}

// plus returns the value of a sum. Where one side is a pointer that is known, what
// may have come out of memory on the other is an index.
func (p pointers) plus(q pointers) pointers {
	switch {
	case p.known() && !q.known():
		return p
	case q.known() && !p.known():
		return q
	}
	return p.union(q)
}

// settle returns pointers that are used in a way that is settled.
func (p pointers) settle() pointers {
	var out pointers
	for _, l := range p {
		l.settled = true
		out = out.add(l)
	}
	return out
}

// within returns the places of a member.
func (p pointers) within(path string) pointers {
	out := slices.Clone(p)
	for i := range out {
		if out[i].obj.kind == localObject && len(out[i].path)+len(path) <= maxPath {
			out[i].path += path
		}
	}
	return out
}

// below returns the path of an entry from a place on: "" where the place is a part of
// what holds the pointer, which may be in any part of it.
func below(entry, place string) (rest string, ok bool) {
	if rest, ok = strings.CutPrefix(entry, place); ok && (rest == "" || rest[0] == '.') {
		return rest, true
	}
	return "", entry == "" || strings.HasPrefix(place, entry+".")
}

// key spells entries, to tell calls apart.
func key(b *strings.Builder, entries []entry) {
	words := make([]string, len(entries))
	for i, e := range entries {
		words[i] = e.path + "=" + strconv.Itoa(e.to.obj.id) + e.to.path
		if e.to.settled {
			words[i] += "!"
		}
		if e.to.picking {
			words[i] += "?"
		}
	}
	slices.Sort(words)
	for _, w := range words {
		b.WriteString(w)
		b.WriteByte(' ')
	}
	b.WriteByte(';')
}

// entries returns pointers as what an object that is one holds.
func (p pointers) entries() []entry {
	out := make([]entry, len(p))
	for i, l := range p {
		out[i] = entry{to: l}
	}
	return out
}

func isRecord(t *sema.Type) bool { return t != nil && t.Kind == sema.RecordKind }

func isOpen(t *sema.Type) bool { return !t.Known() }

// plain reports whether objects of a type hold no pointers.
func (a *Analysis) plain(t *sema.Type) bool {
	for t != nil && t.Kind == sema.Array {
		t = t.Elem
	}
	if t == nil || t.Kind != sema.RecordKind || t.Record == nil {
		return t.Arithmetic()
	}
	known, ok := a.plains[t.Record]
	if !ok {
		a.plains[t.Record] = false // against circles
		r := t.Record.Complete()
		known = !slices.ContainsFunc(r.Bases, func(b *sema.Type) bool { return !a.plain(b) }) &&
			!slices.ContainsFunc(r.Fields, func(f sema.Field) bool { return !a.plain(f.Type) })
		a.plains[t.Record] = known
	}
	return known
}

// memberPath returns the path of a member from its object. The members of a union are one
// place.
func memberPath(t *sema.Type, f sema.Field) string {
	if t == nil || t.Record == nil {
		return "." + f.Name
	}
	for _, u := range append([]sema.Field{{Type: t}}, t.Record.Fields...) {
		if u.Name != "" || u.Type == nil || u.Type.Record == nil || !u.Type.Record.Union {
			continue
		}
		if _, ok := u.Type.Record.FieldNamed(f.Name); ok {
			return ""
		}
	}
	return "." + f.Name
}

// writes reports whether a type is that of a pointer, or the address of an object, that
// may be written through.
func writes(t *sema.Type) bool {
	return t != nil && t.Qualifiers&ast.Const == 0 && t.Kind != sema.Auto
}

// deduced reports whether the place at an address takes its type from what it is given.
func deduced(o *ir.Op) bool {
	switch o.Code {
	case ir.OpVar, ir.OpParam, ir.OpMember, ir.OpBind:
		return o.Flags.Has(ir.Deduced)
	}
	return false
}

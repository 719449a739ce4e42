package pointer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
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
	otherObject                      // memory of unknown origin
	closureObject                    // a lambda
)

// An object is a piece of memory that pointers can refer to.
type object struct {
	kind     objectKind
	id       int
	param    int // index, of a paramObject
	name     string
	typ      *sema.Type // of a variable; nil where it was not asked for yet
	decl     ast.Node   // the declaration, to find the type
	frame    *frame     // where typ is looked up
	argument ast.Node   // of a macro, to find the type
	content  value      // what it holds
	constant bool       // of a paramObject: declared to be only read
	// parameter marks the variable of a kernel's own parameter; reference one
	// whose content says what it stands for, array an array.
	parameter, reference, array bool
	read                        bool // in this pass
	escaped                     int  // the last call of escape that looked at it
	lambda                      ast.Node
}

// A loc is a place in memory.
type loc struct {
	obj  *object
	path string // of members: ".a.b"
	// settled is set for a place reached in a way that decides how it is loaded,
	// whatever is said of the parameter: through a volatile type, through a local
	// pointer or a callee's parameter that is __restrict__ already, or through a
	// pointer picked from an array by an index that the compiler has to keep.
	settled bool
	// picking is set for an element of an array of pointers with such an index.
	picking bool
}

// An entry says that a value holds, in the member path, a pointer to a place.
type entry struct {
	path string
	to   loc
}

// A value is the set of pointers that an expression may hold.
type value []entry

// maxPath bounds the names of members in a path: classes may hold pointers to
// themselves.
const maxPath = 60

func (v value) add(e entry) (value, bool) {
	if len(v) >= maxValue || len(e.path) > maxPath || slices.Contains(v, e) {
		return v, false
	}
	return append(v, e), true
}

func (v value) union(o value) value {
	if len(v) == 0 {
		return o
	}
	out := slices.Clip(v)
	for _, e := range o {
		out, _ = out.add(e)
	}
	return out
}

// member returns the value of a member of a struct value. What is not known to be
// a struct may have the pointer anywhere.
func (v value) member(path string) value {
	if path == "" {
		return v
	}
	var out value
	for _, e := range v {
		if rest, ok := strings.CutPrefix(e.path, path); ok && (rest == "" || rest[0] == '.') {
			out, _ = out.add(entry{rest, e.to})
		} else if e.path == "" || strings.HasPrefix(path, e.path+".") {
			out, _ = out.add(entry{"", e.to})
		}
	}
	return out
}

// under returns the value as that of a member of a larger one.
func (v value) under(path string) value {
	if path == "" {
		return v
	}
	var out value
	for _, e := range v {
		out, _ = out.add(entry{path + e.path, e.to})
	}
	return out
}

// pointers returns the places a pointer may refer to.
func (v value) pointers() []loc {
	var out []loc
	for _, e := range v {
		if e.path == "" {
			out = append(out, e.to)
		}
	}
	return out
}

// plus returns the value of a sum or difference. Where one side is a pointer that
// is known, what may have come out of memory on the other is an index.
func (v value) plus(o value) value {
	switch {
	case hasPointer(v) && !hasPointer(o):
		return v
	case hasPointer(o) && !hasPointer(v):
		return o
	}
	return v.union(o)
}

// pointerTo returns the value of a pointer to places.
func pointerTo(places []loc) value {
	var out value
	for _, l := range places {
		out, _ = out.add(entry{to: l})
	}
	return out
}

func within(places []loc, path string) []loc {
	out := make([]loc, len(places))
	for i, l := range places {
		if l.obj.kind == localObject && len(l.path)+len(path) <= maxPath {
			l.path += path
		}
		out[i] = l
	}
	return out
}

// key spells a value, to tell calls apart.
func (v value) key(b *strings.Builder) {
	words := make([]string, len(v))
	for i, e := range v {
		words[i] = fmt.Sprintf("%s=%d%s%t%t", e.path, e.to.obj.id, e.to.path, e.to.settled, e.to.picking)
	}
	slices.Sort(words)
	for _, w := range words {
		b.WriteString(w)
		b.WriteByte(' ')
	}
	b.WriteByte(';')
}

// settled returns a value whose pointers are used in a way that is settled.
func (v value) settled() value {
	var out value
	for _, e := range v {
		e.to.settled = true
		out, _ = out.add(e)
	}
	return out
}

func settled(places []loc) []loc {
	out := append([]loc(nil), places...)
	for i := range out {
		out[i].settled = true
	}
	return out
}

func isVolatile(t *sema.Type) bool { return t != nil && t.Qualifiers&ast.Volatile != 0 }

package pointer

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// An objectKind is the kind of memory that an object stands for.
type objectKind uint8

const (
	localObject    objectKind = iota // a variable of the thread
	paramObject                      // what a pointer parameter points to
	deepObject                       // what is reached through a pointer in memory or in a struct
	sharedObject                     // a __shared__ variable
	variableObject                   // a file-scope variable in global memory
	constantObject                   // a file-scope variable in other memory, such as __constant__
	otherObject                      // memory of unknown origin
)

// An object is a piece of memory that pointers can refer to.
type object struct {
	kind     objectKind
	id       int
	param    int     // of a paramObject: index of the parameter
	name     string  // of a variableObject: qualified name
	content  []entry // pointers that it holds
	constant bool    // of a paramObject: declared as pointing to const
	own      bool    // it is the variable of one of the analysed function's parameters
	read     bool    // its content was read in this pass
	escaped  int     // number of the last escape that visited it
}

// A loc is a place in memory.
type loc struct {
	obj  *object
	path string // of members: ".a.b"
	// unaffected is set if __restrict__ on the parameter would not change how a load is
	// compiled: the pointer went through a local or a callee's parameter that is __restrict__
	// itself, the access is volatile, or the pointer was loaded from an array by an index that
	// is not constant.
	unaffected bool
	// indexed is set for an element of an array of pointers with such an index.
	indexed bool
}

// pointers are the places that a pointer may refer to, or that an lvalue may denote. They are
// empty for other values.
type pointers []loc

// An entry is a pointer held by an object: path is the member that holds it, to is its target.
type entry struct {
	path string
	to   loc
}

// maxPath bounds the length of a path in bytes: classes may hold pointers to themselves.
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

// known reports whether some of the pointers do not come from memory.
func (p pointers) known() bool {
	return slices.ContainsFunc(p, func(l loc) bool { return l.obj.kind != deepObject })
}

// plus returns the value of a sum. If only one operand has a pointer of known origin, the other
// operand counts as an index.
func (p pointers) plus(q pointers) pointers {
	switch {
	case p.known() && !q.known():
		return p
	case q.known() && !p.known():
		return q
	}
	return p.union(q)
}

// unaffected returns the pointers with unaffected set.
func (p pointers) unaffected() pointers {
	var out pointers
	for _, l := range p {
		l.unaffected = true
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

// below returns the path of an entry relative to a place, and whether the two overlap. The path
// is "" if the place is a part of the entry: any part may hold the pointer.
func below(entry, place string) (rest string, ok bool) {
	if rest, ok = strings.CutPrefix(entry, place); ok && (rest == "" || rest[0] == '.') {
		return rest, true
	}
	return "", entry == "" || strings.HasPrefix(place, entry+".")
}

// key appends a text that distinguishes lists of entries.
func key(b *strings.Builder, entries []entry) {
	words := make([]string, len(entries))
	for i, e := range entries {
		words[i] = e.path + "=" + strconv.Itoa(e.to.obj.id) + e.to.path
		if e.to.unaffected {
			words[i] += "!"
		}
		if e.to.indexed {
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

// entries returns the contents of a variable that holds these pointers.
func (p pointers) entries() []entry {
	out := make([]entry, len(p))
	for i, l := range p {
		out[i] = entry{to: l}
	}
	return out
}

func isRecord(t *sema.Type) bool { return t != nil && t.Kind == sema.RecordKind }

func isOpen(t *sema.Type) bool { return !t.Known() }

// plain reports whether objects of a type can hold no pointers.
func (a *Analysis) plain(t *sema.Type) bool {
	for t != nil && t.Kind == sema.Array {
		t = t.Elem
	}
	if t == nil || t.Kind != sema.RecordKind || t.Record == nil {
		return t.Arithmetic()
	}
	known, ok := a.plains[t.Record]
	if !ok {
		a.plains[t.Record] = false // the answer inside a cycle
		r := t.Record.Complete()
		known = !slices.ContainsFunc(r.Bases, func(b *sema.Type) bool { return !a.plain(b) }) &&
			!slices.ContainsFunc(r.Fields, func(f sema.Field) bool { return !a.plain(f.Type) })
		a.plains[t.Record] = known
	}
	return known
}

// memberPath returns the path of a member within its object. All members of a union share the
// path of the union.
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

// writes reports whether t, the type that a pointer or reference refers to, may be written.
func writes(t *sema.Type) bool {
	return t != nil && t.Qualifiers&ast.Const == 0 && t.Kind != sema.Auto
}

// deduced reports whether the type of a variable, parameter or member is deduced from its
// initial value.
func deduced(o *ir.Op) bool {
	switch o.Code {
	case ir.OpVar, ir.OpParam, ir.OpMember, ir.OpBind:
		return o.Flags.Has(ir.Deduced)
	}
	return false
}

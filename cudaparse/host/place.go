package host

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A frame is a function that is evaluated for one call of it.
type frame struct {
	*flow
	// caller is the frame of the caller and call its operation; caller is nil if it is not
	// known. For the body of a lambda expression whose call is not known, call is the
	// operation that makes its object.
	caller *frame
	call   ir.ID
	depth  int
	// targets caches the result of farTargets.
	targets []target
	// sharedCache caches the results of shared, by object.
	sharedCache map[root]bool
}

// arg returns the operation of the caller that yields argument number i, 0 for none.
func (fr *frame) arg(i int64) ir.ID {
	if fr.caller == nil {
		return 0
	}
	o := fr.caller.f.Op(fr.call)
	switch {
	case o.Code == ir.OpVar:
		if i == 0 {
			return fr.call
		}
		return 0
	case o.Flags.Has(ir.Method):
		if i == 0 {
			return o.A
		}
		i--
	}
	if i < int64(len(o.X.Args)) {
		return o.X.Args[i]
	}
	return 0
}

// calledFrom reports whether a frame was called from another one, directly or not.
func (fr *frame) calledFrom(from *frame) bool {
	for fr != nil && fr != from {
		if fr = fr.caller; fr == from {
			return fr != nil
		}
	}
	return false
}

// A place is an object or a part of one.
type place struct {
	fr   *frame // that makes the object; nil for a variable of the unit
	root root
	path string // ".member[3]", "[?]" for an element that is not known
}

func (p place) part(path string) place {
	p.path += path
	return p
}

// of reports whether two places are in the same object.
func (p place) of(q place) bool { return p.fr == q.fr && p.root == q.root }

// covers reports whether a place is another one in the same object, or contains it.
func (p place) covers(q place) bool {
	rest, ok := strings.CutPrefix(q.path, p.path)
	return ok && !strings.Contains(p.path, "?") && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// meets reports whether two places in the same object may overlap.
func (p place) meets(q place) bool {
	if i := min(strings.IndexByte(p.path+"?", '?'), strings.IndexByte(q.path+"?", '?')); i < max(len(p.path), len(q.path)) && strings.Contains(p.path+q.path, "?") {
		n := min(i, len(p.path), len(q.path))
		return p.path[:n] == q.path[:n]
	}
	return p.covers(q) || q.covers(p)
}

// find computes the place at an address.
func (e *evaluator) find(fr *frame, id ir.ID) (p place, ok bool) {
	o := fr.f.Op(id)
	switch o.Code {
	case ir.OpVar, ir.OpNew:
		return place{fr: fr, root: root{op: id}}, true
	case ir.OpGlobal:
		return place{root: root{variable: o.X.Variable}}, true
	case ir.OpParam:
		if o.Type != nil && o.Type.Kind == sema.Reference {
			if a := fr.arg(o.Int); a != 0 {
				return e.locate(fr.caller, a)
			}
		}
		return place{fr: fr, root: root{op: id}}, true
	case ir.OpMember:
		p, ok = e.locate(fr, o.A)
		return p.part("." + o.X.Field.Name), ok
	case ir.OpIndex:
		p, ok = e.locate(fr, o.A)
		element := "[?]"
		if v := e.value(fr, o.B); v.known() {
			element = "[" + strconv.FormatInt(v.Int, 10) + "]"
		}
		return p.part(element), ok
	case ir.OpBase:
		for _, t := range []*sema.Type{o.Type, ir.Strip(fr.f.Op(o.A).Type)} {
			if t == nil || t.Record == nil || !t.Record.Named() {
				return p, false // a path does not tell members of one name apart
			}
		}
		return e.locate(fr, o.A)
	case ir.OpBind, ir.OpAddress, ir.OpConvert:
		return e.locate(fr, o.A)
	case ir.OpLoad:
		p, ok = e.locate(fr, o.A)
		if !ok {
			return p, false
		}
		w, ok := e.only(fr, id, p)
		if !ok {
			return p, false
		}
		return e.pointed(w, p)
	case ir.OpCall:
		if in, at, ok := e.returned(fr, id); ok {
			return e.locate(in, in.f.Op(at).A)
		}
	case ir.OpChoose:
		if v := e.value(fr, o.A); v.known() {
			return e.locate(fr, o.X.Regions[flag(v.Int == 0)].Value)
		}
		if i, ok := e.chosen(fmt.Sprintf("%p %d", fr, id), 2); ok {
			return e.locate(fr, o.X.Regions[i].Value)
		}
	}
	return p, false
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// pointed returns the place that a pointer points to, which a write stores at place p.
func (e *evaluator) pointed(w write, p place) (place, bool) {
	if !w.entry {
		o := w.fr.f.Op(w.op)
		switch o.Code {
		case ir.OpStore:
			return e.locate(w.fr, o.B)
		case ir.OpCopy:
			q, ok := e.source(w, p)
			if !ok {
				return q, false
			}
			next, ok := e.only(w.fr, w.op, q)
			if !ok {
				return q, false
			}
			return e.pointed(next, q)
		}
		return place{}, false
	}
	a := p.fr.arg(p.fr.f.Op(p.root.op).Int)
	if a == 0 {
		return place{}, false
	}
	if p.path == "" {
		return e.locate(p.fr.caller, a)
	}
	q, ok := e.locate(p.fr.caller, a)
	if !ok {
		return q, false
	}
	q = q.part(p.path)
	next, ok := e.only(p.fr.caller, p.fr.call, q)
	if !ok {
		return q, false
	}
	return e.pointed(next, q)
}

// source returns the place that a copy reads for what it writes to place p.
func (e *evaluator) source(w write, p place) (q place, ok bool) {
	o := w.fr.f.Op(w.op)
	to, ok := e.locate(w.fr, o.A)
	if !ok || !to.covers(p) {
		return q, false
	}
	q, ok = e.locate(w.fr, o.B)
	return q.part(p.path[len(to.path):]), ok
}

// only returns the write that gives a place its value at an operation, if there is just one.
func (e *evaluator) only(fr *frame, at ir.ID, p place) (write, bool) {
	if p.fr == nil || e.shared(p) {
		return write{}, false
	}
	found := e.reaching(fr, at, p)
	if found.unknown || len(found.writes) != 1 {
		return write{}, false
	}
	return found.writes[0], true
}

// shared reports whether code that is not followed may write to an object, because its address
// is stored in memory.
func (e *evaluator) shared(p place) bool {
	stores := p.fr.stored[p.root]
	if len(stores) == 0 {
		return false
	}
	if o := p.fr.f.Op(p.root.op); o.Type != nil && o.Type.Qualifiers&ast.Const != 0 {
		return false
	}
	if known, ok := p.fr.sharedCache[p.root]; ok {
		return known
	}
	if p.fr.sharedCache == nil {
		p.fr.sharedCache = map[root]bool{}
	}
	p.fr.sharedCache[p.root] = true
	for _, id := range stores {
		if !e.readsCapture(p.fr, id) {
			return true
		}
	}
	p.fr.sharedCache[p.root] = false
	return false
}

// readsCapture reports whether a store of an address is the capture by reference of a lambda
// expression that only reads the variable.
func (e *evaluator) readsCapture(fr *frame, store ir.ID) bool {
	member := fr.f.Op(fr.f.Op(store).A)
	if member.Code != ir.OpMember {
		return false
	}
	f := e.closureFlow(fr, member.A)
	if f == nil {
		return false
	}
	captured := func(id ir.ID) bool {
		for id != 0 {
			o := f.f.Op(id)
			switch o.Code {
			case ir.OpMember, ir.OpIndex, ir.OpBase, ir.OpBind, ir.OpAddress, ir.OpConvert:
				id = o.A
				continue
			case ir.OpLoad:
				m := f.f.Op(o.A)
				return m.Code == ir.OpMember && m.X.Field.Name == member.X.Field.Name && f.f.Op(m.A).Code == ir.OpParam
			}
			return false
		}
		return false
	}
	for _, id := range f.far {
		o := f.f.Op(id)
		switch o.Code {
		case ir.OpStore, ir.OpCopy, ir.OpZero, ir.OpForget:
			if captured(o.A) {
				return false
			}
		default:
			for _, a := range o.X.Args {
				if captured(a) {
					return false
				}
			}
		}
	}
	for id := ir.ID(1); int(id) < f.f.Len(); id++ {
		if o := f.f.Op(id); o.Code == ir.OpStore && captured(o.B) && f.f.Op(o.B).Code == ir.OpAddress {
			return false
		}
	}
	return true
}

// closureFlow returns the flow of the body of the lambda expression that makes an object, nil
// for any other object.
func (e *evaluator) closureFlow(fr *frame, object ir.ID) *flow {
	o := fr.f.Op(object)
	if o.Code != ir.OpVar || o.Type == nil || o.Type.Record == nil || sema.ClosureOf(o.Type.Record) == nil {
		return nil
	}
	return e.flow(&ir.Instance{Function: sema.ClosureOf(o.Type.Record).Call})
}

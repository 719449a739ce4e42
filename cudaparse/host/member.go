package host

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A memberKey names a data member of a class, or a part of one.
type memberKey struct {
	class *sema.Record
	path  string
}

// member returns the value of a data member in a method, if all constructors give it the same
// value and nothing else in the unit writes to a member of that name.
func (e *evaluator) member(p place, t *sema.Type) value {
	o := p.fr.f.Op(p.root.op)
	this := p.fr.f.Instance.This
	if o.X.Name != "this" || this == nil || this.Record == nil || p.path == "" || strings.Contains(p.path, "?") {
		return value{}
	}
	key := memberKey{this.Record, p.path}
	if v, known := e.members[key]; known {
		return v
	}
	e.members[key] = value{} // while it is found
	name, _, _ := strings.Cut(p.path[1:], ".")
	v := value{}
	if constructors, ok := e.writers(this.Record, name); ok {
		v = e.constructed(this, constructors, p.path, t)
	}
	e.members[key] = v
	return v
}

// constructed returns the value that all constructors of a class give a member. It is unknown
// for a class without constructors, which a braced list may initialise.
func (e *evaluator) constructed(this *sema.Type, constructors []*sema.Function, path string, t *sema.Type) value {
	var out value
	for i, c := range constructors {
		v := value{}
		if c.Body.Valid() {
			v = e.initial(e.builder.Lower(&ir.Instance{Function: c, This: this}), path, t)
		}
		if !v.known() || i > 0 && v.Int != out.Int {
			return value{}
		}
		out = v
	}
	return out
}

// writers returns the constructors of a class; ok is false if anything else in the unit may
// write to a member with a name.
func (e *evaluator) writers(class *sema.Record, name string) (constructors []*sema.Function, ok bool) {
	constructors = sema.MembersOf(class.Complete()).Methods[class.Name]
	for _, f := range e.unit.WritersOf(name) {
		if !slices.Contains(constructors, f) && !(f.Record != nil && f.Record != class && hasField(f.Record, name)) {
			return nil, false
		}
	}
	return constructors, true
}

func hasField(r *sema.Record, name string) bool {
	return slices.ContainsFunc(r.Complete().Fields, func(f sema.Field) bool { return f.Name == name })
}

// assume returns the value of a place that the conditions around the calls of a frame, and
// around the operation that is evaluated, imply: n is 256 in `if (n == 256)` and after `case 256:` of switch (n).
func (e *evaluator) assume(fr *frame, p place) (sema.Const, bool) {
	for in := fr; in != nil && in.caller != nil; in = in.caller {
		if k, ok := e.assumptions(in.caller, in.call)[p]; ok {
			return k, true
		}
	}
	k, ok := e.assumed[p]
	return k, ok
}

// assumptions returns the values of places that the conditions around a call imply.
func (e *evaluator) assumptions(fr *frame, call ir.ID) map[place]sema.Const {
	key := question{fr: fr, op: call}
	if known, ok := e.around[key]; ok {
		if known == nil {
			e.answers.cut()
		}
		return known
	}
	e.around[key] = nil // while it is found
	out := map[place]sema.Const{}
	say := func(a, b ir.ID) {
		for fr.f.Op(a).Code == ir.OpConvert {
			a = fr.f.Op(a).A
		}
		if o := fr.f.Op(a); o.Code == ir.OpLoad {
			p, ok := e.locate(fr, o.A)
			if k := e.value(fr, b); ok && k.known() && e.steady(p) {
				out[p] = k.Const.Convert(o.Type)
			}
		}
	}
	for id := call; ; {
		where := fr.spots[id]
		if id = fr.holders[where.in]; id == 0 || fr.jumps(fr.first(id), call) {
			break
		}
		switch o := fr.f.Op(id); o.Code {
		case ir.OpIf:
			if where.in == &o.X.Regions[0] {
				sayEqual(fr.f, o.A, say)
			}
		case ir.OpSwitch:
			cases := o.X.Cases
			for i := range cases {
				if where.in == &cases[i].Body && cases[i].Value != 0 && (i == 0 || leaves(fr.f, &cases[i-1].Body)) {
					say(o.A, cases[i].Value)
				}
			}
		}
	}
	e.around[key] = out
	return out
}

// sayEqual calls say for each pair of values that are equal if a condition is true.
func sayEqual(f *ir.Func, id ir.ID, say func(a, b ir.ID)) {
	o := f.Op(id)
	switch {
	case o.Code == ir.OpLogical && o.Operator == ast.LogicalAnd:
		sayEqual(f, o.A, say)
		sayEqual(f, o.X.Regions[0].Value, say)
	case o.Code == ir.OpBinary && o.Operator == ast.Equal:
		say(o.A, o.B)
	}
}

// steady reports whether a place gets at most one value.
func (e *evaluator) steady(p place) bool {
	return p.fr != nil && len(p.fr.writes[p.root]) <= flag(p.fr.f.Op(p.root.op).Code == ir.OpVar) && !e.shared(p)
}

package host

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// held returns the known values of the leaves of the object at a place, as an operation passes
// it to a kernel.
func (e *evaluator) held(fr *frame, id ir.ID, p place, t *sema.Type) (out []sema.HeldValue) {
	for _, l := range t.Object().Leaves() {
		of := l.Type
		if !of.Arithmetic() {
			of = distanceType
		}
		if v := e.at(fr, id, p.part(l.Path), of); v.known() && (of != distanceType || v.Int != 0) {
			out = append(out, sema.HeldValue{Path: l.Path, Value: v.Const})
		}
	}
	return out
}

// mergeHeld returns the values that are in both lists.
func mergeHeld(held, other []sema.HeldValue) []sema.HeldValue {
	return slices.DeleteFunc(held, func(h sema.HeldValue) bool {
		return !slices.ContainsFunc(other, func(o sema.HeldValue) bool { return o.Path == h.Path && sameNumber(o.Value, h.Value) })
	})
}

// distanceType makes evaluator.at return the distance of the pointer at a place. The distance
// of a pointer is its offset in its object, in bytes.
var distanceType = &sema.Type{Kind: sema.Int, Name: "long", Size: 8, Align: 8, Signed: true}

// start is the distance of a pointer to the start of an object. A pointer from unknown code
// counts as one.
var start = value{Const: sema.Const{Type: distanceType}}

// isInternal reports whether a write is not that of an external function.
func (w write) isInternal() bool { return w.entry || w.fr.f.Op(w.op).Code != ir.OpExternal }

// read returns the number of a type that an operation yields.
func (e *evaluator) read(fr *frame, id ir.ID, t *sema.Type) value {
	if t == distanceType {
		return e.ask(question{fr: fr, op: id, distance: true}).value
	}
	return e.value(fr, id).convert(t)
}

// distance returns the distance of an address.
func (e *evaluator) distance(fr *frame, id ir.ID) value {
	o := fr.f.Op(id)
	after := int64(0) // bytes behind that of A
	switch o.Code {
	case ir.OpAddress, ir.OpBind:
	case ir.OpConvert:
		if !isAddress(fr.f.Op(o.A)) {
			return value{} // computed as a number
		}
	case ir.OpBase:
		after = o.Int
	case ir.OpMember:
		if after = o.X.Field.Offset; after < 0 {
			return value{}
		}
	case ir.OpIndex:
		by := e.value(fr, o.B)
		if !by.known() || o.Type == nil || o.Type.Size <= 0 {
			return value{}
		}
		after = by.Int * o.Type.Size
	case ir.OpParam:
		if a := fr.arg(o.Int); a != 0 && o.Type != nil && o.Type.Kind == sema.Reference {
			return e.read(fr.caller, a, distanceType)
		}
		return start
	case ir.OpLoad:
		if p, ok := e.locate(fr, o.A); ok {
			return e.at(fr, id, p, distanceType)
		}
		return start
	case ir.OpCall:
		if in, at, ok := e.returned(fr, id); ok {
			return e.read(in, in.f.Op(at).A, distanceType)
		}
		return start
	case ir.OpChoose:
		return e.choose(fr, id, o, distanceType)
	case ir.OpVar, ir.OpGlobal, ir.OpNew, ir.OpString, ir.OpNull, ir.OpExternal:
		return start
	default:
		return value{}
	}
	v := e.read(fr, o.A, distanceType)
	if v.known() {
		v.Int += after
	}
	return v
}

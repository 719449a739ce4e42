package host

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ir"
)

// effect adds an operation if it writes to the place. It reports whether it overwrites all of
// the place.
func (s *search) effect(fr *frame, id ir.ID) bool {
	o := fr.f.Op(id)
	switch o.Code {
	case ir.OpVar:
		s.unknown = true // not initialised
		return true
	case ir.OpStore, ir.OpCopy, ir.OpZero, ir.OpForget:
		p, ok := s.e.locate(fr, o.A)
		switch {
		case !ok:
			s.unknown, s.lost = true, true
			return false
		case !p.of(s.to) || !p.meets(s.to):
			return false
		case p.covers(s.to):
			s.unknown = s.unknown || o.Code == ir.OpForget
			s.writes = append(s.writes, write{fr: fr, op: id})
			return true
		}
		s.unknown, s.lost = true, true
		return false
	case ir.OpCall:
		return s.call(fr, id)
	case ir.OpExternal:
		if !s.given(fr, o) {
			return false
		}
		s.by = o.X.Name
		s.outside(fr, id)
		return true
	}
	s.unknown, s.lost = true, true
	return true
}

// outside adds a call of an external function.
func (s *search) outside(fr *frame, id ir.ID) {
	s.unknown = true
	s.writes = append(s.writes, write{fr: fr, op: id})
}

// given reports whether an external function gets the address of the place, of an object that
// contains it, or of a part of it. The address of an element counts as that of its array.
func (s *search) given(fr *frame, o *ir.Op) bool {
	found := false
	for _, a := range o.X.Args {
		if a == 0 || !isAddress(fr.f.Op(a)) {
			continue
		}
		p, ok := s.e.locate(fr, a)
		if !ok || !p.of(s.to) {
			continue
		}
		found = true
		if i := strings.LastIndexByte(p.path, '['); i >= 0 && strings.HasSuffix(p.path, "]") {
			p.path = p.path[:i]
		}
		if p.meets(s.to) {
			return true
		}
	}
	return !found
}

// call adds the writes of a call to the place.
func (s *search) call(fr *frame, id ir.ID) bool {
	callee := s.e.callee(fr, id)
	if callee == nil {
		s.outside(fr, id)
		return true
	}
	if len(s.of(callee)) == 0 {
		return false
	}
	return s.inCallee(callee)
}

// inCallee adds the writes in a function that has run.
func (s *search) inCallee(callee *frame) bool {
	if callee.jumps(0, ir.ID(callee.f.Len())) {
		s.inside(callee, 0, ir.ID(callee.f.Len()))
		return false
	}
	all := true
	for i, ret := range callee.returns {
		if where := callee.spots[ret]; where.in == &callee.f.Body && i == len(callee.returns)-1 {
			return s.before(callee, where.in, where.index) && all
		}
		all = s.back(callee, ret) && all
	}
	return s.end(callee, &callee.f.Body) && all
}

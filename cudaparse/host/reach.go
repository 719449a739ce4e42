package host

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A write is an operation that may give a place its value. With entry, it is the value that the
// place has when its function is entered.
type write struct {
	fr    *frame
	op    ir.ID
	entry bool
}

// A reached is the writes that may give a place its value at an operation.
type reached struct {
	writes []write
	// unknown is set if other code may write to it, too; by is the external function that
	// may, "" for any other code.
	unknown bool
	by      string
	// lost is set if code may write to it that is not among the writes. Calls of external
	// functions are among them.
	lost bool
}

// A search finds the writes to a place, backwards from an operation.
type search struct {
	reached
	e  *evaluator
	to place
	// candidates are, for each frame, the operations that may write to the place; ascending.
	candidates map[*frame][]ir.ID
}

// reaching returns the writes that may give a place its value at an operation of a frame.
func (e *evaluator) reaching(fr *frame, at ir.ID, to place) reached {
	s := &search{e: e, to: to, candidates: map[*frame][]ir.ID{}}
	for {
		if to.fr.calledFrom(fr) { // an object that a function returned
			if _, ret, ok := e.returned(to.fr.caller, to.fr.call); ok {
				fr, at = to.fr, ret
			}
		}
		if s.back(fr, at) {
			return s.reached
		}
		if fr == to.fr || fr.caller == nil {
			break
		}
		fr, at = fr.caller, fr.call
	}
	if fr != to.fr {
		s.unknown, s.lost = true, true // made by a function that has returned
	}
	s.writes = append(s.writes, write{fr: to.fr, entry: true})
	return s.reached
}

// of returns the operations of a frame that may write to the place.
func (s *search) of(fr *frame) []ir.ID {
	if list, ok := s.candidates[fr]; ok {
		return list
	}
	s.candidates[fr] = nil // while addresses are found
	var list []ir.ID
	if fr == s.to.fr {
		list = slices.Clone(fr.writes[s.to.root])
		if o := s.to.root.op; o != 0 && fr.f.Op(o).Code == ir.OpVar {
			list = append(list, o)
		}
	}
	if fr != s.to.fr || len(fr.stored[s.to.root]) > 0 {
		for _, t := range s.e.farTargets(fr) {
			if t.place.of(s.to) {
				list = append(list, t.op)
			}
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	s.candidates[fr] = list
	return list
}

// A target is an object that an operation may write to.
type target struct {
	op    ir.ID
	place place
}

// farTargets returns the objects that operations of a function write to, if these belong to
// callers or are reached through pointers, as far as they are known.
func (e *evaluator) farTargets(fr *frame) []target {
	if fr.targets != nil {
		return fr.targets
	}
	fr.targets = []target{} // while they are found
	var out []target
	for _, id := range fr.far {
		o := fr.f.Op(id)
		addresses := []ir.ID{o.A}
		if o.Code == ir.OpCall || o.Code == ir.OpExternal {
			addresses = o.X.Args
		}
		for _, a := range addresses {
			if a == 0 || !isAddress(fr.f.Op(a)) {
				continue
			}
			if p, ok := e.locate(fr, a); ok && p.fr != nil {
				out = append(out, target{id, p})
			}
		}
	}
	fr.targets = append(fr.targets, out...)
	return fr.targets
}

// isAddress reports whether an operation may yield the address of an object, or a pointer.
func isAddress(o *ir.Op) bool {
	switch o.Code {
	case ir.OpVar, ir.OpMember, ir.OpIndex, ir.OpBase, ir.OpBind, ir.OpParam, ir.OpGlobal, ir.OpAddress, ir.OpNew:
		return true
	}
	return ir.IsKind(o.Type, sema.Pointer)
}

// back adds the writes before an operation, in its region and those around it. It reports
// whether every path to the operation has one.
func (s *search) back(fr *frame, at ir.ID) bool {
	if len(s.of(fr)) == 0 {
		return false
	}
	made := ir.ID(0)
	if fr == s.to.fr {
		made = s.to.root.op
	}
	if fr.jumps(made, at) {
		s.inside(fr, 0, ir.ID(fr.f.Len()))
		return false
	}
	return s.outwards(fr, at, 0)
}

// outwards adds the writes before an operation in the regions around it: in all, or in those
// inside operation last.
func (s *search) outwards(fr *frame, at, last ir.ID) bool {
	for {
		where := fr.spots[at]
		if where.in == nil {
			return false
		}
		if s.before(fr, where.in, where.index) {
			return true
		}
		at = fr.holders[where.in]
		if at == 0 {
			return false
		}
		switch fr.f.Op(at).Code {
		case ir.OpLoop, ir.OpTry:
			s.inside(fr, fr.first(at), at)
		case ir.OpSwitch:
			s.fallInto(fr, at, where.in)
		}
		if at == last {
			return false
		}
	}
}

// first returns the operation before the first one in the regions of an operation.
func (w *flow) first(id ir.ID) ir.ID {
	if at := w.spots[id]; at.index > 0 {
		return at.in.Ops[at.index-1]
	} else if h := w.holders[at.in]; h != 0 {
		return w.first(h)
	}
	return 0
}

// inside adds all writes among the operations between two.
func (s *search) inside(fr *frame, after, before ir.ID) {
	for _, id := range s.of(fr) {
		if id > after && id < before && id != s.to.root.op {
			s.effect(fr, id)
		}
	}
}

// fallInto adds the writes in cases that may fall through into a case.
func (s *search) fallInto(fr *frame, at ir.ID, into *ir.Region) {
	cases := fr.f.Op(at).X.Cases
	i := 0
	for i < len(cases) && &cases[i].Body != into {
		i++
	}
	for i--; i >= 0 && !leaves(fr.f, &cases[i].Body); i-- {
		if s.before(fr, &cases[i].Body, len(cases[i].Body.Ops)) {
			return
		}
	}
}

// before adds the writes among the first operations of a region, the last one first.
func (s *search) before(fr *frame, r *ir.Region, end int) bool {
	list := s.of(fr)
	for end > 0 {
		last, _ := slices.BinarySearch(list, r.Ops[end-1]+1)
		if last == 0 {
			return false
		}
		// The operation that may write is one of the region, or in the regions of one.
		may := list[last-1]
		end, _ = slices.BinarySearch(r.Ops[:end], may)
		id := r.Ops[end]
		previous := fr.first(id)
		if may <= previous {
			return false
		}
		if !s.e.answers.step() {
			s.unknown, s.lost = true, true
			return true
		}
		if id == may {
			if s.effect(fr, id) {
				return true
			}
		} else if o := fr.f.Op(id); o.X != nil && s.nested(fr, id, o, previous) {
			return true
		}
	}
	return false
}

// nested adds the writes in the regions of an operation, which has run.
func (s *search) nested(fr *frame, id ir.ID, o *ir.Op, previous ir.ID) bool {
	if o.Code == ir.OpChoose || onlyArm(o) {
		if made := s.madeIn(fr, id); made != nil {
			return s.end(fr, made)
		}
	}
	switch o.Code {
	case ir.OpIf, ir.OpArms, ir.OpChoose:
		if o.A != 0 {
			if v := s.e.value(fr, o.A); v.known() {
				return s.end(fr, &o.X.Regions[flag(v.Int == 0)])
			}
		}
		a, b := s.end(fr, &o.X.Regions[0]), s.end(fr, &o.X.Regions[1])
		return a && b
	case ir.OpBlock:
		return s.end(fr, &o.X.Regions[0])
	case ir.OpSwitch:
		return s.cases(fr, id)
	}
	s.inside(fr, previous, id) // loops, handlers of exceptions, operands that may not be needed
	return false
}

// madeIn returns the region of an operation that makes the object, nil for none. That region
// has run.
func (s *search) madeIn(fr *frame, id ir.ID) *ir.Region {
	if fr != s.to.fr {
		return nil
	}
	for own := s.to.root.op; own != 0; {
		in := fr.spots[own].in
		if own = fr.holders[in]; own == id {
			return in
		}
	}
	return nil
}

// onlyArm reports whether an operation is a preprocessor conditional with one arm.
func onlyArm(o *ir.Op) bool {
	return o.Code == ir.OpArms && (len(o.X.Regions[0].Ops) == 0 || len(o.X.Regions[1].Ops) == 0)
}

// cases adds the writes in a switch that has run: before each of its breaks and before its end.
func (s *search) cases(fr *frame, id ir.ID) bool {
	all := false
	cases := fr.f.Op(id).X.Cases
	for i := range cases {
		all = all || cases[i].Default
	}
	for i := range cases {
		for _, at := range breaks(fr.f, &cases[i].Body, nil) {
			all = s.outwards(fr, at, id) && all
		}
	}
	if len(cases) == 0 {
		return false
	}
	last := &cases[len(cases)-1].Body
	if !s.end(fr, last) {
		s.fallInto(fr, id, last)
		return false
	}
	return all
}

// breaks appends the breaks in a region that leave the loop or switch around it.
func breaks(f *ir.Func, r *ir.Region, out []ir.ID) []ir.ID {
	for _, id := range r.Ops {
		switch o := f.Op(id); {
		case o.Code == ir.OpBreak:
			out = append(out, id)
		case o.X != nil && o.Code != ir.OpLoop:
			for i := range o.X.Regions {
				out = breaks(f, &o.X.Regions[i], out)
			}
		}
	}
	return out
}

// end adds the writes before the end of a region. It reports whether each path to the end has
// one, or the end is not reached.
func (s *search) end(fr *frame, r *ir.Region) bool {
	return leaves(fr.f, r) || s.before(fr, r, len(r.Ops))
}

// leaves reports whether the end of a region is not reached. Control may continue at a label:
// see jumps.
func leaves(f *ir.Func, r *ir.Region) bool {
	if len(r.Ops) == 0 {
		return false
	}
	o := f.Op(r.Ops[len(r.Ops)-1])
	switch o.Code {
	case ir.OpReturn, ir.OpThrow, ir.OpContinue, ir.OpGoto, ir.OpBreak:
		return true
	case ir.OpBlock:
		return leaves(f, &o.X.Regions[0])
	case ir.OpIf:
		return leaves(f, &o.X.Regions[0]) && leaves(f, &o.X.Regions[1])
	case ir.OpExternal:
		switch o.X.Name {
		case "exit", "abort", "_exit", "quick_exit", "terminate":
			return true
		}
	}
	return false
}

package state

// Refine adds to a state that a comparison has a truth value. It reports whether the comparison can
// have it. With fresh, the handle was made on the path: it equals nothing that was there before.
func (s *State) Refine(l Value, op Comparison, r Value, truth, fresh bool) bool {
	lb, rb := s.Know(l), s.Know(r)
	if _, ok := rb.Exact(); !ok {
		if _, ok := lb.Exact(); ok {
			l, r, lb, rb, op = r, l, rb, lb, op.Swapped()
		}
	}
	if k, ok := rb.Exact(); ok {
		b, ok := lb.Intersect(Compared(op, k, truth))
		if ok && l.Key != "" && l.Bounds == nil {
			s.Facts[l.Key] = b
		}
		return ok
	}
	if op != Equal && op != NotEqual {
		return s.refineKeys(l.Key, op, r.Key, truth)
	}
	same := (op == Equal) == truth
	if rb.IsNonzero() && r.Bounds != nil {
		if same { // equal to some error
			b, ok := lb.Intersect(Nonzero)
			if !ok {
				return false
			}
			if l.Key != "" {
				s.Facts[l.Key] = b
			}
		}
		if l.Key != "" {
			return true
		}
	}
	if l.Place != "" && r.Place != "" {
		switch left, right := s.Holds(l.Place), s.Holds(r.Place); {
		case left && right: // two copies of one handle
			return same
		case left != right && fresh && s.Status == Live:
			return !same
		}
	}
	return s.refineKeys(l.Key, op, r.Key, truth)
}

// refineKeys is Refine for two values of which only the keys are known. Both orders of the operands
// share one fact.
func (s *State) refineKeys(l string, op Comparison, r string, truth bool) bool {
	if l == "" || r == "" || len(l)+len(r) > 400 {
		return true
	}
	switch op {
	case NotEqual:
		op, truth = Equal, !truth
	case Greater:
		op, l, r = Less, r, l
	case LessEqual:
		op, l, r, truth = Less, r, l, !truth
	case GreaterEqual:
		op, truth = Less, !truth
	}
	if op == Equal && l > r {
		l, r = r, l
	}
	key := l + "<" + r
	if op == Equal {
		key = l + "==" + r
	}
	want := Zero
	if truth {
		want = One
	}
	if have, ok := s.Facts[key]; ok && have.Lo != want.Lo {
		return false
	}
	s.Facts[key] = want
	return true
}

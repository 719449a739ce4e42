package sema

// contains reports whether an object of class r is or has an object of class part. A class
// that contains itself is not C++, but occurs while someone types. Its bases and members must
// not form a cycle: many functions walk through them.
func (r *Record) contains(part *Record) bool {
	seen := map[*Record]bool{}
	var walk func(r *Record) bool
	walk = func(r *Record) bool {
		if r == part {
			return true
		}
		if r == nil || seen[r] {
			return false
		}
		seen[r] = true
		for _, b := range r.Bases {
			if b != nil && walk(b.Record) {
				return true
			}
		}
		for i := range r.Fields {
			if walk(r.Fields[i].Type.elementRecord()) {
				return true
			}
		}
		return false
	}
	return walk(r)
}

// elementRecord returns the class of a type or of the elements of an array, nil for none.
func (t *Type) elementRecord() *Record {
	for t != nil && t.Kind == Array {
		t = t.Elem
	}
	if t == nil || t.Kind != RecordKind {
		return nil
	}
	return t.Record
}

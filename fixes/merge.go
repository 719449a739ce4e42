package fixes

import "slices"

// A Refusal is the reason why Merge has refused a fix.
type Refusal struct {
	// Fix is the index of the refused fix among those given to Merge.
	Fix int
	// With is the index of the accepted fix that it conflicts with. It equals Fix if the fix
	// itself is invalid: two of its edits conflict, or one has a negative start or an end
	// before its start.
	With int
	// Edit is the conflicting edit of the refused fix.
	Edit Edit
}

// A Set is the result of Merge: fixes that can be applied together.
type Set struct {
	// Accepted are the indexes of the accepted fixes, ascending.
	Accepted []int
	// Refused has one entry for every other fix, in the order given.
	Refused []Refusal
	// Edits are the edits of the accepted fixes by path, for each file sorted
	// by place, free of conflicts and each only once: what Apply takes.
	Edits map[string][]Edit
}

// Merge takes fixes in order and accepts each as a whole, with all its edits
// in all files, if none of them conflicts with an edit accepted before.
// Edits conflict if they overlap or insert at one place; an edit identical to
// an accepted one (path, range and text) is shared instead, so that two fixes
// may both add one #include. Ranges are not checked against the files: Apply
// does that. Merge does not look at Safety; the caller chooses what to offer.
func Merge(fixes []Fix) Set {
	set := Set{Edits: map[string][]Edit{}}
	files := map[string]*placedEdits{}
	accepted := map[Edit][]Edit{} // by the first one
	for i, fix := range fixes {
		if len(fix.Edits) > 0 && slices.Equal(accepted[fix.Edits[0]], fix.Edits) { // many findings can share one large fix
			set.Accepted = append(set.Accepted, i)
			continue
		}
		edits, refusal := admit(files, fix, i)
		if refusal != nil {
			set.Refused = append(set.Refused, *refusal)
			continue
		}
		set.Accepted = append(set.Accepted, i)
		if len(fix.Edits) > 0 {
			accepted[fix.Edits[0]] = fix.Edits
		}
		for _, e := range edits {
			if files[e.Path] == nil {
				files[e.Path] = &placedEdits{}
			}
			files[e.Path].insert(e, i)
		}
	}
	for path, placed := range files {
		set.Edits[path] = placed.edits
	}
	return set
}

// admit returns the edits of a fix that are new, or why it cannot be accepted.
func admit(files map[string]*placedEdits, fix Fix, index int) ([]Edit, *Refusal) {
	own := map[string]*placedEdits{}
	var fresh []Edit
	for _, e := range fix.Edits {
		if !e.validRange() {
			return nil, &Refusal{Fix: index, With: index, Edit: e}
		}
		if own[e.Path] == nil {
			own[e.Path] = &placedEdits{}
		}
		if _, with, clash := own[e.Path].find(e); clash {
			return nil, &Refusal{Fix: index, With: with, Edit: e}
		}
		own[e.Path].insert(e, index)
		shared, with, clash := files[e.Path].find(e)
		if clash {
			return nil, &Refusal{Fix: index, With: with, Edit: e}
		}
		if !shared {
			fresh = append(fresh, e)
		}
	}
	return fresh, nil
}

// placedEdits are edits of one file that do not conflict, sorted by place, and
// the fix that each came from.
type placedEdits struct {
	edits  []Edit
	owners []int
}

// find reports whether e is among the edits, or else whether it conflicts with one, and the fix
// of that edit. As the edits do not conflict with each other, only the neighbours of e can
// conflict with it.
func (p *placedEdits) find(e Edit) (same bool, owner int, clash bool) {
	if p == nil {
		return false, 0, false
	}
	at, _ := slices.BinarySearchFunc(p.edits, e, compare)
	if at < len(p.edits) && p.edits[at] == e {
		return true, p.owners[at], false
	}
	for _, i := range []int{at - 1, at} {
		if 0 <= i && i < len(p.edits) && conflict(p.edits[i], e) {
			return false, p.owners[i], true
		}
	}
	return false, 0, false
}

// insert adds an edit that conflicts with no other, unless it is already there.
func (p *placedEdits) insert(e Edit, owner int) {
	at, there := slices.BinarySearchFunc(p.edits, e, compare)
	if there {
		return
	}
	p.edits = slices.Insert(p.edits, at, e)
	p.owners = slices.Insert(p.owners, at, owner)
}

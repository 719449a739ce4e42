package host

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// part returns the pointer in an element of an array of pointers, or in a part of one.
func (w *pointees) part(p place, same string) sema.PointerArg {
	all, element := elements(p)
	if element == "?" {
		same = ""
	}
	base := sema.PointerBase{Object: "elements of " + w.name(all), Element: element, Allocated: p.fr != nil && w.allocates(all)}
	return sema.PointerArg{Bases: []sema.PointerBase{base}, Same: same, OffsetKnown: true}
}

// elements returns the place of an array for the place of an element, and the element's
// indexes, "?" for an unknown one.
func elements(p place) (all place, element string) {
	var indexes []string
	rest := p.path
	for p.path = ""; ; {
		before, after, more := strings.Cut(rest, "[")
		if p.path += before; !more {
			break
		}
		index, tail, _ := strings.Cut(after, "]")
		indexes = append(indexes, index)
		p.path += "[]"
		rest = tail
	}
	if element = strings.Join(indexes, ","); strings.Contains(element, "?") {
		element = "?"
	}
	return p, element
}

// allocates reports whether every pointer that is written to an element of a local array points
// to newly allocated memory.
func (w *pointees) allocates(all place) bool {
	if w.e.shared(place{fr: all.fr, root: all.root}) || all.fr.f.Op(all.root.op).Code != ir.OpVar {
		return false
	}
	found := false
	for _, id := range all.fr.writes[all.root] {
		o := all.fr.f.Op(id)
		addresses := []ir.ID{o.A}
		if o.Code == ir.OpExternal {
			addresses = o.X.Args
		}
		for _, a := range addresses {
			if a == 0 || !isAddress(all.fr.f.Op(a)) {
				continue
			}
			p, ok := w.e.locate(all.fr, a)
			if p, _ = elements(p); !ok || !p.of(all) || !p.covers(all) {
				continue
			}
			switch {
			case o.Code == ir.OpExternal && p.path == all.path && allocates(o.X.Name):
				found = true
			case o.Code != ir.OpZero && o.Code != ir.OpVar:
				return false
			}
		}
	}
	return found
}

// element returns an index as a number, or "?" if it is unknown.
func (w *pointees) element(fr *frame, id ir.ID) string {
	if k := w.e.value(fr, id); k.known() {
		return fmt.Sprint(k.Int)
	}
	return "?"
}

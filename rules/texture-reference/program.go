package texturereference

import (
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

// A fact is what one unit tells the others of a reference that they can name.
type fact struct {
	at     lint.Place // its declaration
	extern bool       // declared, not defined
	uses   []use      // in the unit's own file
	more   int        // further uses, not kept
}

// A use is one place that uses a reference, of this unit or of another.
type use struct {
	kind texture.UseKind
	at   lint.Place
	does string
}

// far is what the other units have of a reference.
type far struct {
	defined bool // by one of them
	uses    []use
	more    int
}

// maxTold bounds the uses that one unit tells of one reference.
const maxTold = 200

// shared reports whether another unit can mean the same reference by its name.
func shared(r *texture.Reference) bool {
	return !r.Internal && (r.Role == texture.Global || r.Role == texture.Member)
}

func tell(pass *lint.Pass) error {
	index := references(pass)
	if index == nil {
		return nil
	}
	for _, r := range index.References {
		if !shared(r) {
			continue
		}
		f := fact{at: pass.Place(r.Node), extern: r.Extern}
		for _, u := range r.Uses {
			// What a header does is told by whoever includes it.
			switch {
			case u.Node.Origin().File() != pass.Unit.File:
			case len(f.uses) < maxTold:
				f.uses = append(f.uses, use{u.Kind, pass.Place(u.Node), does(r, u)})
			default:
				f.more++
			}
		}
		pass.Tell(r.QualifiedName(), f)
	}
	return nil
}

// elsewhere returns what the other units tell of a reference: of one that both
// declare at one place of a header, and of one that is declared extern here or
// there.
func elsewhere(pass *lint.Pass, r *texture.Reference) (out far) {
	if !shared(r) {
		return out
	}
	at := pass.Place(r.Node)
	for _, told := range pass.Ask(r.QualifiedName()) {
		f := told.(fact)
		if f.at != at && !f.extern && !r.Extern {
			continue // another reference of the same name
		}
		out.defined = out.defined || !f.extern
		out.uses = append(out.uses, f.uses...)
		out.more += f.more
	}
	return out
}

// uses returns every use once, those of this unit first, and how many more there
// are that are not listed. A source that another one includes is told of by both.
func uses(pass *lint.Pass, r *texture.Reference, far far) (out []use, more int) {
	for _, u := range r.Uses {
		out = append(out, use{u.Kind, pass.Place(u.Node), does(r, u)})
	}
	seen := map[lint.Place]bool{}
	for _, u := range out {
		seen[u.at] = true
	}
	for _, u := range far.uses {
		if !seen[u.at] {
			seen[u.at] = true
			out = append(out, u)
		}
	}
	return out, r.MoreUses + far.more
}

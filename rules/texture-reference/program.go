package texturereference

import (
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

// A fact describes a reference, and its uses in one unit, to other units.
type fact struct {
	at     lint.Place // its declaration
	extern bool       // declared, not defined
	uses   []use      // in the main file of the unit
	more   int        // how many further uses there are
}

// A use is one use of a reference, in this unit or another. does describes it.
type use struct {
	kind texture.UseKind
	at   lint.Place
	does string
}

// imported joins the facts of other units about a reference.
type imported struct {
	defined bool // one of them defines it
	uses    []use
	more    int
}

// maxExported bounds the uses of one reference in a fact.
const maxExported = 200

// shared reports whether other units can name a reference.
func shared(r *texture.Reference) bool {
	return !r.Internal && (r.Role == texture.Global || r.Role == texture.Member)
}

// exportFacts exports the references that other units can name.
func exportFacts(pass *lint.Pass) error {
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
			// Each unit that includes a header finds its uses by itself.
			switch {
			case u.Node.Origin().File() != pass.Unit.File:
			case len(f.uses) < maxExported:
				f.uses = append(f.uses, use{u.Kind, pass.Place(u.Node), does(r, u)})
			default:
				f.more++
			}
		}
		pass.Tell(r.QualifiedName(), f)
	}
	return nil
}

// importFacts returns the facts of other units about a reference. A fact of that name is
// about the same reference if both units declare it at one place of a header, or if one of
// the declarations is extern.
func importFacts(pass *lint.Pass, r *texture.Reference) (out imported) {
	if !shared(r) {
		return out
	}
	at := pass.Place(r.Node)
	for _, imported := range pass.Ask(r.QualifiedName()) {
		f := imported.(fact)
		if f.at != at && !f.extern && !r.Extern {
			continue // another reference of the same name
		}
		out.defined = out.defined || !f.extern
		out.uses = append(out.uses, f.uses...)
		out.more += f.more
	}
	return out
}

// uses returns every use of a reference once, those of this unit first; more counts the
// uses that are not listed. The units of a source and of one that includes it export the
// same uses.
func uses(pass *lint.Pass, r *texture.Reference, far imported) (out []use, more int) {
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

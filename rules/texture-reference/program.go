package texturereference

import (
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

// declarations are the references of a unit that others can name, by their qualified names.
var declarations = lint.NewFact[referenceName, declaration]()

type referenceName string

// A declaration is the declaration of a reference in one unit, with the uses there.
type declaration struct {
	At     lint.Place
	Extern bool  // declared, not defined
	Uses   []use // in the main file of the unit
	More   int   // how many further uses there are
}

// A use is one use of a reference, in this unit or another. Does describes it.
type use struct {
	Kind texture.UseKind
	At   lint.Place
	Does string
}

// imported joins the facts of other units about a reference.
type imported struct {
	defined bool // one of them defines it
	uses    []use
	more    int
}

// maxUses bounds the uses of one reference that a unit exports.
const maxUses = 200

// shared reports whether other units can name a reference.
func shared(r *texture.Reference) bool {
	return !r.Internal && (r.Role == texture.Global || r.Role == texture.Member)
}

// collect exports the references that other units can name.
func collect(pass *lint.CollectPass) error {
	index := references(pass.Pass)
	if index == nil {
		return nil
	}
	for _, r := range index.References {
		if !shared(r) {
			continue
		}
		d := declaration{At: pass.Place(r.Node), Extern: r.Extern}
		for _, u := range r.Uses {
			// Each unit that includes a header finds its uses by itself.
			switch {
			case u.Node.Origin().File() != pass.Unit.File:
			case len(d.Uses) < maxUses:
				d.Uses = append(d.Uses, use{u.Kind, pass.Place(u.Node), does(r, u)})
			default:
				d.More++
			}
		}
		declarations.Export(pass, referenceName(r.QualifiedName()), d)
	}
	return nil
}

// importFacts returns the facts of other units about a reference. A fact of that name is
// about the same reference if both units declare it at one place of a header, or if one of
// the declarations is extern.
func importFacts(pass *lint.CheckPass, r *texture.Reference) (out imported) {
	if !shared(r) {
		return out
	}
	at := pass.Place(r.Node)
	for _, d := range declarations.Of(pass, referenceName(r.QualifiedName())) {
		if d.At != at && !d.Extern && !r.Extern {
			continue // another reference of the same name
		}
		out.defined = out.defined || !d.Extern
		out.uses = append(out.uses, d.Uses...)
		out.more += d.More
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
		seen[u.At] = true
	}
	for _, u := range far.uses {
		if !seen[u.At] {
			seen[u.At] = true
			out = append(out, u)
		}
	}
	return out, r.MoreUses + far.more
}

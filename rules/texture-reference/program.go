package texturereference

import (
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

// declarations are the references of a unit that others can name, by their qualified names.
var declarations = lint.NewFact[referenceName, declaration]()

type referenceName string

// A declaration is one of a reference with what its unit does with it.
type declaration struct {
	At     lint.Place
	Extern bool  // declared, not defined
	Uses   []use // in the unit's own file
	More   int   // further uses, not listed
}

// A use is one place that uses a reference, of this unit or of another.
type use struct {
	Kind texture.UseKind
	At   lint.Place
	Does string
}

// far is what the other units have of a reference.
type far struct {
	defined bool // by one of them
	uses    []use
	more    int
}

// maxUses bounds the uses of one reference that a unit exports.
const maxUses = 200

// shared reports whether another unit can mean the same reference by its name.
func shared(r *texture.Reference) bool {
	return !r.Internal && (r.Role == texture.Global || r.Role == texture.Member)
}

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
			// The uses in a header are exported by who includes it.
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

// elsewhere returns what the other units have of a reference: of one that both declare at one
// place of a header, and of one that is declared extern here or there.
func elsewhere(pass *lint.CheckPass, r *texture.Reference) (out far) {
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

// uses returns every use once, those of this unit first, and how many more there
// are that are not listed. A source that another one includes has its uses in both.
func uses(pass *lint.Pass, r *texture.Reference, far far) (out []use, more int) {
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

package texturereference

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/texture"
)

// A fact is what one unit tells the others of a reference that they can name.
type fact struct {
	at      string // its declaration, "src/a.cuh:12"
	extern  bool   // declared, not defined
	inside  bool   // the declaration stands in the unit's own file
	counts  counts
	example string // the first use, "src/b.cu:7"
}

// far is what the other units have of a reference.
type far struct {
	defined bool // by one of them
	counts  counts
	places  []string
}

// shared reports whether another unit can mean the same reference by its name.
func shared(r *texture.Reference) bool {
	return !r.Internal && (r.Role == texture.Global || r.Role == texture.Member)
}

func tell(pass *lint.Pass) error {
	index := texture.References(pass.Unit)
	if index == nil {
		return nil
	}
	for _, r := range index.References {
		if !shared(r) {
			continue
		}
		f := fact{at: place(pass, r.Node), extern: r.Extern, inside: r.Node.Origin().File() == pass.Unit.File}
		own := r.Uses[:0:0]
		for _, u := range r.Uses {
			// What a header does is told by whoever includes it.
			if u.Node.Origin().File() == pass.Unit.File {
				own = append(own, u)
			}
		}
		if f.counts = count(own); len(own) > 0 {
			f.example = place(pass, own[0].Node)
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
	at := place(pass, r.Node)
	for _, told := range pass.Ask(r.QualifiedName()) {
		f := told.(fact)
		if f.at != at && !f.extern && !r.Extern {
			continue // another reference of the same name
		}
		out.defined = out.defined || !f.extern
		out.counts.add(f.counts)
		if f.example != "" {
			out.places = append(out.places, f.example)
		}
	}
	return out
}

// label says which other files use the reference.
func (f far) label() string {
	const most = 3
	if len(f.places) <= most {
		return strings.Join(f.places, ", ")
	}
	return fmt.Sprintf("%s and %d more files", strings.Join(f.places[:most], ", "), len(f.places)-most)
}

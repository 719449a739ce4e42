package sema

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/query"
)

// An expansionText is what a text expands to.
type expansionText struct {
	out  string
	ok   bool // false past the bounds
	work int  // steps that it took
}

// leastWork is how many steps an expansion takes that is worth being held: to compare the
// macros takes some time, too.
const leastWork = 64

// expansionTextSize is query.Policy.Size of expansions.
func expansionTextSize(text string, x expansionText) int {
	if x.work < leastWork {
		return 0
	}
	return len(text) + len(x.out)
}

// A macroWorld is what macros mean where a text stands.
type macroWorld func(name string) *Macro

// Holds implements query.World.
func (w macroWorld) Holds(in query.Input, was any) bool {
	return was.(*Macro).Same(w(string(in.(macroNamed))))
}

// text expands the macros in a text. What a header invokes at file scope expands to the
// same in nearly every unit that includes it.
func (c *Cache) text(text string, lookup macroWorld) expansionText {
	out, _ := c.texts.Ask(query.NewView(lookup), text, func(v *query.View) (expansionText, error) {
		macros := map[string]*Macro{}
		x := preproc.Expander{Lookup: func(name string) *Macro {
			m, known := macros[name]
			if !known {
				m = lookup(name)
				macros[name] = m
			}
			return m
		}}
		tokens, ok := x.Expand(preproc.Spell(text))
		out := expansionText{ok: ok, work: x.Work}
		if ok {
			out.out = preproc.Join(preproc.Trim(tokens))
		}
		if out.work >= leastWork { // else it is not held, and notes would be in vain
			for name, m := range macros {
				v.Note(macroNamed(name), m)
			}
		}
		return out, nil
	})
	return out
}

// expansion returns the tree of a text that macros expand to, nil for one that cannot be
// parsed. A header's macros expand to the same text in every unit that includes it, and to
// parse one takes much longer than to expand it.
func (c *Cache) expansion(key expansionKey) *ast.File {
	file, _ := c.expansions.Ask(nil, key, func(*query.View) (*ast.File, error) {
		file, _ := parseAs(key.text, key.at)
		return file, nil
	})
	return file
}

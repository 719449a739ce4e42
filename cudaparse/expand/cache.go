package expand

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/query"
)

// A Cache holds the expansions that units share. It is safe for concurrent use.
type Cache struct {
	// texts has the expansions of texts. A text has a variant for each meaning of its macros.
	texts *query.Kind[string, expansionText]
	// trees has the trees of expanded texts, nil for a text that cannot be parsed.
	trees *query.Kind[expansionKey, *ast.File]
}

// variantsHeld bounds the expansions that are held of one text.
const variantsHeld = 4

// The memory that an expansion takes with its tree: treeFactor for each byte of its text, and
// treeSize besides.
const (
	treeFactor = 10
	treeSize   = 1000
)

// NewCache returns a cache in a store.
func NewCache(s *query.Store) *Cache {
	return &Cache{
		texts: query.NewKind(s, query.Policy[string, expansionText]{Variants: variantsHeld, NoWait: true, Size: expansionTextSize}),
		trees: query.NewKind(s, query.Policy[expansionKey, *ast.File]{NoWait: true, Size: func(key expansionKey, _ *ast.File) int {
			return treeFactor*len(key.text) + treeSize
		}}),
	}
}

// An expansionKey is a text without macros, and what it is parsed as.
type expansionKey struct {
	text string
	at   Position
}

// An expansionText is the expansion of a text.
type expansionText struct {
	out  string
	ok   bool // false past the bounds
	work int  // steps that it took
}

// leastWork is how many steps an expansion takes at least to be cached: comparing the macros
// takes time, too.
const leastWork = 64

// expansionTextSize is query.Policy.Size of expansions.
func expansionTextSize(text string, x expansionText) int {
	if x.work < leastWork {
		return 0
	}
	return len(text) + len(x.out)
}

// macroNamed is the input of cached expansions: what a name means as a macro.
type macroNamed string

// A macroWorld gives the meaning of macros at the place of a text.
type macroWorld func(name string) *preproc.Macro

// Holds implements query.World.
func (w macroWorld) Holds(in query.Input, was any) bool {
	return was.(*preproc.Macro).Same(w(string(in.(macroNamed))))
}

// text expands the macros in a text. The invocations in a header have the same expansion in
// nearly every unit that includes it.
func (c *Cache) text(text string, lookup macroWorld) expansionText {
	out, _ := c.texts.Ask(query.NewView(lookup), text, func(v *query.View) (expansionText, error) {
		macros := map[string]*preproc.Macro{}
		x := preproc.Expander{Lookup: func(name string) *preproc.Macro {
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
		if out.work >= leastWork { // otherwise it is not cached and needs no dependencies
			for name, m := range macros {
				v.Note(macroNamed(name), m)
			}
		}
		return out, nil
	})
	return out
}

// expansion returns the tree of an expanded text, nil for a text that cannot be parsed. Parsing
// takes much longer than expanding, and the units that include a header have the same expansions.
func (c *Cache) expansion(key expansionKey) *ast.File {
	file, _ := c.trees.Ask(nil, key, func(*query.View) (*ast.File, error) {
		file, _ := parse(key.text, key.at)
		return file, nil
	})
	return file
}

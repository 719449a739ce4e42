package sema

import (
	"bytes"
	"strings"
	"sync"
	"weak"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/query"
)

// A Cache holds what units share: the files that they include, and the expansions of macros. It
// is safe for concurrent use.
type Cache struct {
	store *query.Store
	// outlines has the outlines of files by path, nil for a file that cannot be read.
	outlines *query.Kind[string, *preproc.Outline]
	// indexes has the indexes of files by path, nil for a file that cannot be parsed. A file
	// has a variant for each meaning of the macros that its parse asked for.
	indexes *query.Kind[string, *packedIndex]
	// texts has the expansions of texts. A text has a variant for each meaning of its macros.
	texts *query.Kind[string, expansionText]
	// expansions has the trees of expanded texts, nil for a text that cannot be parsed.
	expansions *query.Kind[expansionKey, *ast.File]
}

// defaultCache is the limit of a cache that is given none, in bytes.
const defaultCache = 40 << 20

// variantsHeld bounds the trees that are held of one file, and the expansions of one text.
const variantsHeld = 4

// The memory that an expansion takes with its tree: expansionFactor for each byte of its text,
// and expansionSize besides.
const (
	expansionFactor = 10
	expansionSize   = 1000
)

// NewCache returns a cache that takes about limit bytes of memory; 0 means 40 MB.
func NewCache(limit int) *Cache {
	if limit <= 0 {
		limit = defaultCache
	}
	s := query.NewStore(limit)
	return &Cache{
		store: s,
		outlines: query.NewKind(s, query.Policy[string, *preproc.Outline]{Size: func(path string, o *preproc.Outline) int {
			if o == nil {
				return len(path)
			}
			return len(path) + len(o.Text) + len(o.Text)/4
		}}),
		indexes: query.NewKind(s, query.Policy[string, *packedIndex]{Variants: variantsHeld, Size: func(path string, x *packedIndex) int {
			if x == nil {
				return len(path)
			}
			return len(path) + x.packed.Size()
		}}),
		texts: query.NewKind(s, query.Policy[string, expansionText]{Variants: variantsHeld, NoWait: true, Size: expansionTextSize}),
		expansions: query.NewKind(s, query.Policy[expansionKey, *ast.File]{NoWait: true, Size: func(key expansionKey, _ *ast.File) int {
			return expansionFactor*len(key.text) + expansionSize
		}}),
	}
}

// A packedIndex is the index of a file in a cache. Its tree is packed. It is unpacked while units
// use it, once for all of them.
type packedIndex struct {
	packed *ast.Packed

	mu    sync.Mutex
	index weak.Pointer[decl.File]
}

// pack returns the form of an index in a cache.
func pack(x *decl.File) *packedIndex {
	return &packedIndex{packed: x.Tree.Pack(), index: weak.Make(x)}
}

// unpack returns the index.
func (p *packedIndex) unpack() *decl.File {
	p.mu.Lock()
	defer p.mu.Unlock()
	x := p.index.Value()
	if x == nil {
		x = decl.Index(p.packed.File())
		p.index = weak.Make(x)
	}
	return x
}

// Forget drops the entries that depend on a file, which has changed.
func (c *Cache) Forget(path string) { c.store.Forget(onDisk(path)) }

// Clear drops all entries.
func (c *Cache) Clear() { c.store.Clear() }

// The inputs that cache entries depend on.
type (
	onDisk     string   // what the file of a path holds
	textOf     struct{} // the text of the file in a unit
	macroNamed string   // what a name means as a macro
	armAt      int      // whether the condition of the directive at an offset holds
)

// A fileWorld gives the inputs for a file of one unit.
type fileWorld struct{ file *preproc.File }

// Holds implements query.World.
func (w fileWorld) Holds(in query.Input, was any) bool {
	switch in := in.(type) {
	case textOf:
		return bytes.Equal(was.([]byte), w.file.Text)
	case macroNamed:
		return was.(*Macro).Same(w.file.Macro(string(in)))
	case armAt:
		return was.(bool) == w.file.Holds(int(in))
	}
	return false
}

// An outside answers what the parse of a file asks about its surroundings, and notes each answer
// as a dependency of the tree. It is a repair.Outside.
type outside struct {
	file   *preproc.File
	view   *query.View
	macros map[string]*Macro // those that were asked for, nil for a name that is no macro
}

// Macro returns what a name means in the file, nil for no macro.
func (o *outside) Macro(name string) *Macro {
	m, known := o.macros[name]
	if !known {
		m = o.file.Macro(name)
		name = strings.Clone(name) // it may be a piece of a whole text
		o.macros[name] = m
		o.view.Note(macroNamed(name), m)
	}
	return m
}

// Arm reports whether the condition of a directive holds.
func (o *outside) Arm(offset int) bool {
	holds := o.file.Holds(offset)
	o.view.Note(armAt(offset), holds)
	return holds
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

// A macroWorld gives the meaning of macros at the place of a text.
type macroWorld func(name string) *Macro

// Holds implements query.World.
func (w macroWorld) Holds(in query.Input, was any) bool {
	return was.(*Macro).Same(w(string(in.(macroNamed))))
}

// text expands the macros in a text. The invocations in a header have the same expansion in
// nearly every unit that includes it.
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
	file, _ := c.expansions.Ask(nil, key, func(*query.View) (*ast.File, error) {
		file, _ := parseAs(key.text, key.at)
		return file, nil
	})
	return file
}

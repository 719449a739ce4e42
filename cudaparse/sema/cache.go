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

// A Cache remembers what units share: the files that they include, and what macros expand
// to. It is safe for concurrent use.
type Cache struct {
	store *query.Store
	// outlines are those of files by path, nil for a file that cannot be read.
	outlines *query.Kind[string, *preproc.Outline]
	// indexes are those of files by path, nil for a file that cannot be parsed. What macros
	// mean makes variants of them.
	indexes *query.Kind[string, *packedIndex]
	// texts are what texts expand to. What macros mean makes variants of them.
	texts *query.Kind[string, expansionText]
	// expansions are the trees of texts that macros expand to, nil for one that cannot be
	// parsed.
	expansions *query.Kind[expansionKey, *ast.File]
}

// defaultCache is the limit of a cache that is given none, in bytes.
const defaultCache = 40 << 20

// variantsHeld bounds the trees that are held of one file, and the expansions of one text.
const variantsHeld = 4

// expansionFactor is what a byte of an expansion takes in memory with its tree; most
// expansions are short, and the tree of each takes expansionSize bytes besides.
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
		texts: query.NewKind(s, query.Policy[string, expansionText]{Variants: variantsHeld, Twice: true, Size: expansionTextSize}),
		expansions: query.NewKind(s, query.Policy[expansionKey, *ast.File]{Twice: true, Size: func(key expansionKey, _ *ast.File) int {
			return expansionFactor*len(key.text) + expansionSize
		}}),
	}
}

// A packedIndex is the index of a file in a cache. Its tree is packed, and out of it only
// while a unit has it: all units that have it at a time share one.
type packedIndex struct {
	packed *ast.Packed

	mu    sync.Mutex
	index weak.Pointer[decl.File]
}

// pack returns what a cache keeps of an index.
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

// Forget drops what is known of a file that has changed.
func (c *Cache) Forget(path string) { c.store.Forget(onDisk(path)) }

// Clear drops everything.
func (c *Cache) Clear() { c.store.Clear() }

// The inputs that answers depend on.
type (
	onDisk     string   // what the file of a path holds
	textOf     struct{} // the text of the file in a unit
	macroNamed string   // what a name means as a macro
	armAt      int      // whether the condition of the directive at an offset holds
)

// A fileWorld is what the inputs are for a file of one unit.
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

// An outside tells the parse of a file what stands outside of the file, and notes it as what
// the tree depends on. It is a repair.Outside.
type outside struct {
	file   *preproc.File
	view   *query.View
	macros map[string]*Macro // those that were asked for; nil for what is no macro
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

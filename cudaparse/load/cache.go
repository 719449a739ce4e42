// Package load reads and parses the files of a unit. Units share the outlines and trees of the files
// that they include, as long as the files and the macros in them are the same.
package load

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

// A Cache holds the files that units include. It is safe for concurrent use.
type Cache struct {
	// outlines has the outlines of files by path, nil for a file that cannot be read.
	outlines *query.Kind[string, *preproc.Outline]
	// indexes has the indexes of files by path, nil for a file that cannot be parsed. A file
	// has a variant for each meaning of the macros that its parse asked for.
	indexes *query.Kind[string, *packedIndex]
}

// variantsHeld bounds the trees that are held of one file.
const variantsHeld = 4

// NewCache returns a cache in a store.
func NewCache(s *query.Store) *Cache {
	return &Cache{
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

// OnDisk is the input of the entries that depend on what the file of a path holds.
type OnDisk string

// The other inputs that cache entries depend on.
type (
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
		return was.(*preproc.Macro).Same(w.file.Macro(string(in)))
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
	macros map[string]*preproc.Macro // those that were asked for, nil for a name that is no macro
}

// Macro returns what a name means in the file, nil for no macro.
func (o *outside) Macro(name string) *preproc.Macro {
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

package sema

import (
	"bytes"
	"container/list"
	"strings"
	"sync"
	"weak"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// A Cache keeps parsed files, so that units which include the same file, or are
// that file, parse it once. It is safe for concurrent use.
type Cache struct {
	mu    sync.Mutex
	files map[string]*list.Element // of *cached
	order *list.List               // the least recently used first
	bytes int
	limit int

	expansions expansionCache
}

// A cached is what is kept of one path.
type cached struct {
	path string
	size int // counted in the cache's

	mu      sync.Mutex // held while the file is read or parsed
	read    bool
	outline *preproc.Outline // nil for a file that cannot be read
	// variants are the trees of the file, the last one used first: macros may make
	// different ones of it.
	variants []*keptVariant
}

// A variant is the tree that a file has where macros mean what its parse was told.
type variant struct {
	index   *fileIndex // nil for a file that cannot be parsed
	answers *answers
}

// A keptVariant is a variant in a cache. Its tree is packed, and out of it only while a
// unit has it: all units that have it at a time share one.
type keptVariant struct {
	answers *answers
	packed  *ast.Packed // nil for a file that cannot be parsed
	index   weak.Pointer[fileIndex]
}

// keepVariant returns what a cache keeps of a variant.
func keepVariant(v *variant) *keptVariant {
	v.answers.file = nil // the unit is not to be kept with the tree
	k := &keptVariant{answers: v.answers}
	if v.index != nil {
		k.packed, k.index = v.index.file.Pack(), weak.Make(v.index)
	}
	return k
}

// get returns the index of the variant; the lock of its entry is held.
func (k *keptVariant) get() *fileIndex {
	x := k.index.Value()
	if x == nil && k.packed != nil {
		x = indexFile(k.packed.File())
		k.index = weak.Make(x)
	}
	return x
}

// maxTrees bounds the trees that are kept of one file.
const maxTrees = 4

// answers are what the parse of a file was told of what stands outside of it; it is a
// repair.Outside that takes notes.
type answers struct {
	file   *preproc.File
	macros map[string]*preproc.Macro // nil for what is no macro
	arms   map[int]bool
}

// Macro returns what a name means in the file, nil for no macro.
func (a *answers) Macro(name string) *preproc.Macro {
	m, known := a.macros[name]
	if !known {
		m = a.file.Macro(name)
		a.macros[strings.Clone(name)] = m // name may be a piece of a whole text
	}
	return m
}

// Arm reports whether the condition of a directive holds.
func (a *answers) Arm(offset int) bool {
	holds := a.file.Holds(offset)
	a.arms[offset] = holds
	return holds
}

// agrees reports whether a parse would be told the same in a file of another unit.
func (a *answers) agrees(f *preproc.File) bool {
	for name, m := range a.macros {
		if !m.Same(f.Macro(name)) {
			return false
		}
	}
	for offset, holds := range a.arms {
		if holds != f.Holds(offset) {
			return false
		}
	}
	return true
}

// emptyEntry is what a file that cannot be read counts for: probing for headers
// that are out of sight must not grow the cache without end.
const emptyEntry = 512

// NewCache returns a cache that holds about limit bytes of source text (with their
// packed trees they take some twice that); 0 means 8 MB.
func NewCache(limit int) *Cache {
	if limit <= 0 {
		limit = 8 << 20
	}
	return &Cache{files: map[string]*list.Element{}, order: list.New(), limit: limit}
}

// Forget drops a file that has changed.
func (c *Cache) Forget(path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.files[path]; e != nil {
		c.drop(e)
	}
}

// Clear drops all files.
func (c *Cache) Clear() {
	c.mu.Lock()
	defer c.mu.Unlock()
	clear(c.files)
	c.order.Init()
	c.bytes = 0
}

// drop removes an entry; c.mu is held.
func (c *Cache) drop(e *list.Element) {
	old := c.order.Remove(e).(*cached)
	c.bytes -= old.size
	delete(c.files, old.path)
}

// entry returns the entry of a file, made on first use.
func (c *Cache) entry(path string) *cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e := c.files[path]; e != nil {
		c.order.MoveToBack(e)
		return e.Value.(*cached)
	}
	e := &cached{path: path}
	c.files[path] = c.order.PushBack(e)
	return e
}

// count counts what an entry, whose lock is held, now holds, and makes room for it.
func (c *Cache) count(e *cached) {
	size := emptyEntry
	if e.outline != nil {
		size += len(e.outline.Text) / 8
		for _, v := range e.variants {
			if v.packed != nil {
				size += len(e.outline.Text)
			}
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if at := c.files[e.path]; at == nil || at.Value.(*cached) != e {
		return // dropped while it was being parsed
	}
	c.bytes += size - e.size
	e.size = size
	for c.bytes > c.limit && c.order.Len() > 1 {
		c.drop(c.order.Front())
	}
}

// outline returns the outline of a file, made by load when it is not there.
func (c *Cache) outline(path string, load func() *preproc.Outline) *preproc.Outline {
	e := c.entry(path)
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.read {
		e.outline, e.read = load(), true
		c.count(e)
	}
	return e.outline
}

// index returns the index of a file of a unit, made by parse when none is there that the
// unit would make, too. parse returns what it was told; an error is not kept.
func (c *Cache) index(f *preproc.File, parse func() (*variant, error)) (*fileIndex, error) {
	e := c.entry(f.Path)
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.read || e.outline == nil || !bytes.Equal(e.outline.Text, f.Text) {
		e.outline, e.read, e.variants = f.Outline, true, nil
	}
	for i, v := range e.variants {
		if v.answers.agrees(f) {
			copy(e.variants[1:i+1], e.variants[:i])
			e.variants[0] = v
			return v.get(), nil
		}
	}
	v, err := parse()
	if err != nil {
		return nil, err
	}
	e.variants = append([]*keptVariant{keepVariant(v)}, e.variants[:min(len(e.variants), maxTrees-1)]...)
	c.count(e)
	return v.index, nil
}

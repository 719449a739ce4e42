package sema

import (
	"bytes"
	"container/list"
	"context"
	"sync"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// A Cache keeps parsed files, so that units which include the same file, or are
// that file, parse it once. It is safe for concurrent use.
type Cache struct {
	mu    sync.Mutex
	files map[string]*cached
	order list.List // of *cached, the least recently used first
	bytes int
	limit int

	expansions expansionCache
}

type cached struct {
	path  string
	place *list.Element // in Cache.order
	mu    sync.Mutex    // held while the file is parsed
	done  bool
	index *fileIndex // nil for a file that cannot be read or parsed
	bytes int        // counted in the cache's
}

// emptyEntry is what a file that cannot be read counts for: probing for headers
// that are out of sight must not grow the cache without end.
const emptyEntry = 4 << 10

// NewCache returns a cache that holds about limit bytes of source text (with their
// trees and indexes they take some five times that); 0 means 8 MB.
func NewCache(limit int) *Cache {
	if limit <= 0 {
		limit = 8 << 20
	}
	return &Cache{files: map[string]*cached{}, limit: limit}
}

// Forget drops a file that has changed.
func (c *Cache) Forget(path string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.drop(path)
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
func (c *Cache) drop(path string) {
	if old := c.files[path]; old != nil {
		c.bytes -= old.bytes
		c.order.Remove(old.place)
		delete(c.files, path)
	}
}

// entry returns the entry of a file, made on first use.
func (c *Cache) entry(path string) *cached {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.files[path]
	if e == nil {
		e = &cached{path: path}
		e.place = c.order.PushBack(e)
		c.files[path] = e
	}
	c.order.MoveToBack(e.place)
	return e
}

// keep counts what an entry now holds and makes room for it.
func (c *Cache) keep(path string, e *cached) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.files[path] != e {
		return // dropped while it was being parsed
	}
	c.bytes -= e.bytes
	e.bytes = emptyEntry
	if e.index != nil {
		e.bytes += e.index.file.Source.Len()
	}
	c.bytes += e.bytes
	for c.bytes > c.limit && c.order.Len() > 1 {
		c.drop(c.order.Front().Value.(*cached).path)
	}
}

// get returns the index of a file, made by load when it is not there. final is
// false for a failure that says nothing about the file.
func (c *Cache) get(path string, load func() (index *fileIndex, final bool)) *fileIndex {
	e := c.entry(path)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.done {
		return e.index
	}
	index, final := load()
	if final {
		e.done, e.index = true, index
		c.keep(path, e)
	}
	return index
}

// Parse is cudaparse.Parse for a file that other units may include: its tree is
// the one they get. The text of the file counts, not what is in the cache. c may
// be nil.
func (c *Cache) Parse(ctx context.Context, file *source.File) (*ast.File, error) {
	if c == nil {
		return cudaparse.Parse(ctx, file)
	}
	e := c.entry(file.Path)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.done && e.index != nil && bytes.Equal(e.index.file.Source.Text, file.Text) {
		return e.index.file, nil
	}
	tree, err := cudaparse.Parse(ctx, file)
	if err != nil {
		return nil, err
	}
	e.done, e.index = true, indexFile(tree)
	c.keep(file.Path, e)
	return tree, nil
}

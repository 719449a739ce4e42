package sema

import (
	"github.com/cudalint/cudalint/cudaparse/expand"
	"github.com/cudalint/cudalint/cudaparse/load"
	"github.com/cudalint/cudalint/cudaparse/query"
)

// A Cache holds what units share: the files that they include, and the expansions of macros. It
// is safe for concurrent use.
type Cache struct {
	store      *query.Store
	files      *load.Cache
	expansions *expand.Cache
}

// defaultCache is the limit of a cache that is given none, in bytes.
const defaultCache = 40 << 20

// NewCache returns a cache that takes about limit bytes of memory; 0 means 40 MB.
func NewCache(limit int) *Cache {
	if limit <= 0 {
		limit = defaultCache
	}
	s := query.NewStore(limit)
	return &Cache{store: s, files: load.NewCache(s), expansions: expand.NewCache(s)}
}

// Forget drops the entries that depend on a file, which has changed.
func (c *Cache) Forget(path string) { c.store.Forget(load.OnDisk(path)) }

// Clear drops all entries.
func (c *Cache) Clear() { c.store.Clear() }

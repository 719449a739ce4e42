package sema

import (
	"path"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Bounds of inclusion.
const (
	maxIncludeDepth = 40
	maxIncludes     = 500
	maxHeaderBytes  = 8 << 20
)

// A Cache keeps parsed included files, so that units which include the same file
// parse it once. It is safe for concurrent use.
type Cache struct {
	mu    sync.Mutex
	files map[string]*cached
	bytes int
	limit int
	order []string // oldest first
}

type cached struct {
	once  sync.Once
	index *fileIndex // nil for a file that cannot be read or parsed
	bytes int
}

// NewCache returns a cache that holds about limit bytes of source text (their
// trees take some ten times that); 0 means 8 MB.
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
	old := c.files[path]
	if old == nil {
		return
	}
	c.bytes -= old.bytes
	delete(c.files, path)
	for i, name := range c.order {
		if name == path {
			c.order = append(c.order[:i:i], c.order[i+1:]...)
			break
		}
	}
}

// get returns the index of a file, made by load on first use.
func (c *Cache) get(name string, load func() *fileIndex) *fileIndex {
	c.mu.Lock()
	entry := c.files[name]
	if entry == nil {
		entry = &cached{}
		c.files[name] = entry
		c.order = append(c.order, name)
	}
	c.mu.Unlock()
	entry.once.Do(func() {
		entry.index = load()
		if entry.index == nil {
			return
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		entry.bytes = entry.index.file.Source.Len()
		if c.files[name] != entry {
			return // forgotten meanwhile
		}
		c.bytes += entry.bytes
		for c.bytes > c.limit && len(c.order) > 1 {
			oldest := c.order[0]
			c.order = c.order[1:]
			if old := c.files[oldest]; old != nil && old != entry {
				c.bytes -= old.bytes
				delete(c.files, oldest)
			}
		}
	})
	return entry.index
}

// include loads the file an #include names, unless it is out of sight or has
// been read before.
func (b *builder) include(n ast.Node, likely bool, depth int) {
	if b.u.opts.Read == nil || depth >= maxIncludeDepth || len(b.u.Files) >= maxIncludes || b.ctx.Err() != nil {
		return
	}
	target := n.Child(ast.FieldPath)
	name := target.Text()
	if target.Kind() == ast.Identifier {
		if m := b.u.macros.now(name); m != nil {
			name = m.Body
		}
	}
	if len(name) < 3 {
		return
	}
	quoted := name[0] == '"'
	if !quoted && name[0] != '<' {
		return
	}
	name = strings.ReplaceAll(name[1:len(name)-1], `\`, "/")
	var tries []string
	if path.IsAbs(name) {
		tries = []string{name}
	} else {
		if quoted {
			tries = append(tries, path.Join(path.Dir(n.Origin().File().Source.Path), name))
		}
		for _, dir := range b.u.opts.IncludeDirs {
			tries = append(tries, path.Join(dir, name))
		}
	}
	for _, p := range tries {
		if b.included[p] {
			return
		}
		if ix := b.read(p); ix != nil {
			b.included[p] = true
			b.load(ix, likely, depth+1)
			return
		}
	}
}

// read returns the index of a file, nil where there is none.
func (b *builder) read(p string) *fileIndex {
	load := func() *fileIndex {
		text, err := b.u.opts.Read(p)
		if err != nil || len(text) > maxHeaderBytes {
			return nil
		}
		file, err := cudaparse.Parse(b.ctx, source.NewFile(p, text))
		if err != nil {
			return nil
		}
		return indexFile(file)
	}
	if b.u.opts.Cache == nil {
		return load()
	}
	ix := b.u.opts.Cache.get(p, load)
	if ix == nil && b.ctx.Err() != nil {
		b.u.opts.Cache.Forget(p) // it was cut short, not unreadable
	}
	return ix
}

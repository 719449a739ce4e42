package sema

import (
	"sync"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// An expansionCache keeps the trees of texts that macros expand to. A header's
// macros expand to the same text in every unit that includes it, and to parse one
// takes much longer than to expand it.
//
// The zero value is an empty cache. It is safe for concurrent use.
type expansionCache struct {
	mu sync.Mutex
	// recent are the trees asked for since old ones were last dropped; old ones are
	// dropped all at once, which costs less than to know the order of all.
	recent, old map[expansionKey]*ast.File
	bytes       int // of the texts in recent
	// texts and oldTexts are what texts expand to, likewise; textBytes is about the size
	// of texts.
	texts, oldTexts map[string][]*expansionText
	textBytes       int
}

// maxExpansionCache bounds the text in one of the two generations of an
// expansionCache; the trees take some ten times that.
const maxExpansionCache = 2 << 20

// find returns the tree of a text, parsed when it is not there; nil for one that
// cannot be parsed.
func (c *expansionCache) find(key expansionKey) *ast.File {
	c.mu.Lock()
	file, ok := c.recent[key]
	if !ok {
		if file, ok = c.old[key]; ok {
			c.keep(key, file)
		}
	}
	c.mu.Unlock()
	if ok {
		return file
	}
	file, _ = parseAs(key.text, key.at)
	c.mu.Lock()
	defer c.mu.Unlock()
	if other, ok := c.recent[key]; ok {
		return other // another unit was first
	}
	c.keep(key, file)
	return file
}

// keep enters a tree; c.mu is held.
func (c *expansionCache) keep(key expansionKey, file *ast.File) {
	if c.recent == nil || c.bytes > maxExpansionCache {
		c.old, c.recent, c.bytes = c.recent, map[expansionKey]*ast.File{}, 0
	}
	c.recent[key] = file
	c.bytes += len(key.text) + expansionEntry
}

// expansionEntry is what an expansion counts for besides its text: most are short.
const expansionEntry = 100

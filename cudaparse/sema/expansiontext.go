package sema

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/preproc"
)

// An expansionText is what a text expands to where macros mean what its expansion was
// told.
type expansionText struct {
	out    string
	ok     bool // false past the bounds
	work   int  // steps that it took
	macros map[string]*Macro
}

const (
	// leastWork is how many steps an expansion takes that is worth keeping: to compare the
	// macros takes some time, too.
	leastWork = 64
	// maxTexts bounds the expansions that are kept of one text.
	maxTexts = 4
)

// text expands the macros in a text. What a header invokes at file scope expands to the
// same in nearly every unit that includes it.
func (c *expansionCache) text(text string, lookup func(name string) *Macro) *expansionText {
	c.mu.Lock()
	known, ok := c.texts[text]
	if !ok {
		if known, ok = c.oldTexts[text]; ok {
			c.keepTexts(text, known)
		}
	}
	c.mu.Unlock()
	for _, x := range known {
		if x.agrees(lookup) {
			return x
		}
	}
	x := expandedText(text, lookup)
	if x.work >= leastWork {
		c.mu.Lock()
		defer c.mu.Unlock()
		before := c.texts[text]
		c.keepTexts(strings.Clone(text), append([]*expansionText{x}, before[:min(len(before), maxTexts-1)]...))
	}
	return x
}

// keepTexts enters what a text expands to, the last one found first; c.mu is held.
func (c *expansionCache) keepTexts(text string, list []*expansionText) {
	if c.texts == nil || c.textBytes > maxExpansionCache {
		c.oldTexts, c.texts, c.textBytes = c.texts, map[string][]*expansionText{}, 0
	}
	c.texts[text] = list
	c.textBytes += len(text) + len(list[0].out) + expansionEntry*(1+len(list[0].macros))
}

// expandedText expands a text and takes notes of what it asks for.
func expandedText(text string, lookup func(name string) *Macro) *expansionText {
	out := &expansionText{macros: map[string]*Macro{}}
	x := preproc.Expander{Lookup: func(name string) *Macro {
		m, known := out.macros[name]
		if !known {
			m = lookup(name)
			out.macros[strings.Clone(name)] = m
		}
		return m
	}}
	tokens, ok := x.Expand(preproc.Spell(text))
	if out.work = x.Work; ok {
		out.out, out.ok = preproc.Join(preproc.Trim(tokens)), true
	}
	return out
}

// agrees reports whether the expansion would be told the same.
func (x *expansionText) agrees(lookup func(name string) *Macro) bool {
	for name, m := range x.macros {
		if !m.Same(lookup(name)) {
			return false
		}
	}
	return true
}

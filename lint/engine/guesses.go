package engine

import (
	"cmp"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// guesses are the files of a program that may be the wrong ones, and the macros that were expanded
// so that files parse. They are joined over the units at the first use: most checks of a session
// do not use them. They are not safe for concurrent use.
type guesses struct {
	found    [][]string                 // of each unit, see fileOutcome.Guessed
	expanded []map[string][]source.Span // of each unit, see fileOutcome.Expanded
	paths    map[string]bool
	spans    map[string][]source.Span
}

// guessed returns the paths of the included files that a unit found by searching, or beside such a
// file.
func (g *guesses) guessed() map[string]bool {
	if g.paths == nil {
		g.paths = map[string]bool{}
		for _, found := range g.found {
			for _, path := range found {
				g.paths[path] = true
			}
		}
	}
	return g.paths
}

// expandedIn returns the macro invocations of a file that were expanded so that it parses, in
// order.
func (g *guesses) expandedIn(path string) []source.Span {
	spans, known := g.spans[path]
	if known {
		return spans
	}
	for _, expanded := range g.expanded {
		spans = append(spans, expanded[path]...)
	}
	slices.SortFunc(spans, func(a, b source.Span) int { return cmp.Or(a.Start-b.Start, a.End-b.End) })
	if g.spans == nil {
		g.spans = map[string][]source.Span{}
	}
	g.spans[path] = slices.Compact(spans)
	return g.spans[path]
}

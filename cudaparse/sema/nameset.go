package sema

import (
	"hash/maphash"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// A nameSet is a set of names that may seem to have others, too.
type nameSet struct {
	mask   uint64 // a bit of each
	hashes []uint32
}

var nameSeed = maphash.MakeSeed()

func nameHash(name string) uint32 { return uint32(maphash.String(nameSeed, name)) }

func (s *nameSet) add(name string) { s.addHash(nameHash(name)) }

func (s *nameSet) addHash(h uint32) {
	s.mask |= 1 << (h & 63)
	s.hashes = append(s.hashes, h)
}

// close ends the adding of names.
func (s *nameSet) close() {
	slices.Sort(s.hashes)
	s.hashes = slices.Clip(slices.Compact(s.hashes))
}

func (s *nameSet) has(name string) bool { return s.hasHash(nameHash(name)) }

func (s *nameSet) hasHash(h uint32) bool {
	if s.mask&(1<<(h&63)) == 0 {
		return false
	}
	_, found := slices.BinarySearch(s.hashes, h)
	return found
}

// mayMention reports whether the text of a node has one of some names.
func mayMention(n ast.Node, names map[string]bool) bool {
	return mayHoldWord(n.File(), names) && Mentions(n, names)
}

type wordsKey struct{}

// mayHoldWord reports whether one of some names may stand in the text of a file.
func mayHoldWord(file *ast.File, names map[string]bool) bool {
	words := file.Source.Remember(wordsKey{}, func() any { return wordsIn(file.Source.Text) }).(*nameSet)
	for name := range names {
		if words.has(name) {
			return true
		}
	}
	return false
}

// wordsIn returns the words of a text.
func wordsIn(text []byte) *nameSet {
	s := &nameSet{}
	seen := map[uint32]bool{}
	for i := 0; i < len(text); {
		start := i
		for i < len(text) && source.WordByte(text[i]) {
			i++
		}
		if i == start {
			i++
			continue
		}
		if h := nameHash(string(text[start:i])); !seen[h] {
			seen[h] = true
			s.addHash(h)
		}
	}
	s.close()
	return s
}

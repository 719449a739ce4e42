package sema

import (
	"hash/maphash"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// A nameSet is a set of names, by their hashes in order: it may seem to have others, too.
type nameSet []uint32

var nameSeed = maphash.MakeSeed()

func nameHash(name string) uint32 { return uint32(maphash.String(nameSeed, name)) }

func (s *nameSet) add(name string) { *s = append(*s, nameHash(name)) }

// close ends the adding of names.
func (s *nameSet) close() {
	slices.Sort(*s)
	*s = slices.Clip(slices.Compact(*s))
}

func (s nameSet) has(name string) bool {
	_, found := slices.BinarySearch(s, nameHash(name))
	return found
}

func holdsAny(words nameSet, names map[string]bool) bool {
	for name := range names {
		if words.has(name) {
			return true
		}
	}
	return false
}

type wordsKey struct{}

// wordsOfFile returns the words in the text of a file.
func wordsOfFile(file *ast.File) nameSet {
	return file.Source.Cached(wordsKey{}, func() any { return wordsIn(file.Source.Text) }).(nameSet)
}

// wordsIn returns the words of a text.
func wordsIn(text []byte) nameSet {
	var s nameSet
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
			s = append(s, h)
		}
	}
	s.close()
	return s
}

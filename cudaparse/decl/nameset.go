package decl

import (
	"hash/maphash"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// A NameSet is a set of names: their hashes in order. It may seem to have other names, too.
type NameSet []uint32

var nameSeed = maphash.MakeSeed()

// HashName returns the entry of a name in a NameSet.
func HashName(name string) uint32 { return uint32(maphash.String(nameSeed, name)) }

func (s *NameSet) add(name string) { *s = append(*s, HashName(name)) }

// close ends the adding of names.
func (s *NameSet) close() {
	slices.Sort(*s)
	*s = slices.Clip(slices.Compact(*s))
}

func (s NameSet) has(name string) bool {
	_, found := slices.BinarySearch(s, HashName(name))
	return found
}

// HoldsAny reports whether a set may have one of some names.
func HoldsAny(words NameSet, names map[string]bool) bool {
	for name := range names {
		if words.has(name) {
			return true
		}
	}
	return false
}

type wordsKey struct{}

// WordsOfFile returns the words in the text of a file.
func WordsOfFile(file *ast.File) NameSet {
	return file.Source.Remember(wordsKey{}, func() any { return WordsIn(file.Source.Text) }).(NameSet)
}

// WordsIn returns the words of a text.
func WordsIn(text []byte) NameSet {
	var s NameSet
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
		if h := HashName(string(text[start:i])); !seen[h] {
			seen[h] = true
			s = append(s, h)
		}
	}
	s.close()
	return s
}

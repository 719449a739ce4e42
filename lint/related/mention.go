package related

import (
	"hash/fnv"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// A mentionIndex finds the files that have an identifier in their text, comments and strings
// included. It stores hashes, so that it may return a few files too many.
type mentionIndex struct {
	parts  [mentionParts]map[uint32][]int32 // files by the hash of an identifier, ascending
	unread []int32                          // files that cannot be read: they may have any identifier
}

// mentionParts is the number of parts of an index, which are built in parallel. It is a power of
// two.
const (
	mentionBits  = 6
	mentionParts = 1 << mentionBits
)

func mentionPart(hash uint32) int { return int(hash >> (32 - mentionBits)) }

// newMentionIndex returns the index of files, given the sorted hashes of the identifiers of each;
// nil for a file that cannot be read. each calls f with the numbers below n, in any order and
// concurrently.
func newMentionIndex(files [][]uint32, each func(n int, f func(i int))) *mentionIndex {
	x := &mentionIndex{}
	each(mentionParts, func(part int) {
		index := map[uint32][]int32{}
		for i, hashes := range files {
			from, _ := slices.BinarySearch(hashes, uint32(part)<<(32-mentionBits))
			for _, hash := range hashes[from:] {
				if mentionPart(hash) != part {
					break
				}
				index[hash] = append(index[hash], int32(i))
			}
		}
		x.parts[part] = index
	})
	for i, hashes := range files {
		if hashes == nil {
			x.unread = append(x.unread, int32(i))
		}
	}
	return x
}

// mentioning returns the indexes of the files that have one of the names.
func (x *mentionIndex) mentioning(names []string) map[int32]bool {
	out := map[int32]bool{}
	for _, i := range x.unread {
		out[i] = true
	}
	for _, name := range names {
		hash := hashIdentifier([]byte(name))
		for _, i := range x.parts[mentionPart(hash)][hash] {
			out[i] = true
		}
	}
	return out
}

// identifierHashes returns the hashes of the identifiers in a text, sorted, each
// once; the list of a text without any is empty, not nil.
func identifierHashes(text []byte) []uint32 {
	out := []uint32{}
	for i := 0; i < len(text); {
		start := i
		for i < len(text) && source.WordByte(text[i]) {
			i++
		}
		if i == start {
			i++
		} else if text[start] < '0' || text[start] > '9' {
			out = append(out, hashIdentifier(text[start:i]))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Identifiers returns the hashes of the identifiers in a text, comments and strings included, sorted
// and each once.
func Identifiers(text []byte) []uint32 { return identifierHashes(text) }

// Hash returns the hash of an identifier that Identifiers has for it.
func Hash(name string) uint32 { return hashIdentifier([]byte(name)) }

func hashIdentifier(name []byte) uint32 {
	h := fnv.New32a()
	h.Write(name)
	return h.Sum32()
}

package lint

import (
	"hash/fnv"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// A mentionIndex says which files have an identifier in their text, comments and
// strings included: whether a unit is worth opening for a fix. As it keeps hashes, it
// now and then names a file too many.
type mentionIndex struct {
	files  map[uint32][]int32 // by the hash of an identifier, ascending
	unread []int32            // files that cannot be read: they may have any
}

// newMentionIndex reads some files.
func newMentionIndex(paths []string, read func(path string) ([]byte, error)) *mentionIndex {
	x := &mentionIndex{files: map[uint32][]int32{}}
	for i, path := range paths {
		text, err := read(path)
		if err != nil {
			x.unread = append(x.unread, int32(i))
			continue
		}
		for _, hash := range identifierHashes(text) {
			x.files[hash] = append(x.files[hash], int32(i))
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
		for _, i := range x.files[hashIdentifier([]byte(name))] {
			out[i] = true
		}
	}
	return out
}

// identifierHashes returns the hashes of the identifiers in a text, sorted, each
// once.
func identifierHashes(text []byte) []uint32 {
	var out []uint32
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

func hashIdentifier(name []byte) uint32 {
	h := fnv.New32a()
	h.Write(name)
	return h.Sum32()
}

package changes

import (
	"bytes"
	"cmp"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Renames are detected like those of git diff -M: a file that is gone and a new one of which
// at least half is equal.
const (
	leastSimilar = 0.5
	// maxCandidates bounds the deleted files that are compared: those with the name of a
	// new file come first.
	maxCandidates = 1000
)

// extension returns the extension of a path in lower case.
func extension(p string) string { return strings.ToLower(path.Ext(p)) }

// gone returns the files of the commit that are no longer in the working tree and have the
// extension of a new file.
func (r *repository) gone(fresh []string) []string {
	extensions, names := map[string]bool{}, map[string]bool{}
	for _, p := range fresh {
		extensions[extension(p)], names[path.Base(p)] = true, true
	}
	var out []string
	for p, o := range r.files {
		if o.mode == symlink || o.mode == gitlink || !extensions[extension(p)] {
			continue
		}
		if _, err := os.Lstat(filepath.Join(r.top, filepath.FromSlash(p))); os.IsNotExist(err) {
			out = append(out, p)
		}
	}
	other := func(p string) int {
		if names[path.Base(p)] {
			return 0
		}
		return 1
	}
	slices.SortFunc(out, func(a, b string) int { return cmp.Or(other(a)-other(b), strings.Compare(a, b)) })
	return out[:min(len(out), maxCandidates)]
}

// renames returns the old paths of new files, by the new ones.
func (r *repository) renames(fresh map[string][]byte) (map[string]string, error) {
	var paths []string
	for p := range fresh {
		paths = append(paths, p)
	}
	slices.Sort(paths)
	gone := r.gone(paths)
	if len(gone) == 0 {
		return nil, nil
	}
	var names []string
	for _, p := range gone {
		names = append(names, r.files[p].name)
	}
	signatures := make([]signature, len(paths))
	for i, p := range paths {
		signatures[i] = signatureOf(fresh[p])
	}
	type pair struct {
		old, fresh int
		similarity float64
	}
	var pairs []pair
	err := r.git.blobs(names, func(i int, text []byte) {
		if text == nil {
			return
		}
		old := signatureOf(text)
		for j := range paths {
			if s := old.similarity(&signatures[j]); s >= leastSimilar && extension(gone[i]) == extension(paths[j]) {
				pairs = append(pairs, pair{i, j, s})
			}
		}
	})
	if err != nil {
		return nil, err
	}
	sameName := func(p pair) int {
		if path.Base(gone[p.old]) == path.Base(paths[p.fresh]) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.similarity, a.similarity), sameName(a)-sameName(b), cmp.Compare(a.fresh, b.fresh), cmp.Compare(a.old, b.old))
	})
	out, used := map[string]string{}, map[string]bool{}
	for _, p := range pairs {
		from, to := gone[p.old], paths[p.fresh]
		if out[to] == "" && !used[from] {
			out[to], used[from] = from, true
		}
	}
	return out, nil
}

// A signature counts the bytes of each distinct line of a text, without line ends.
type signature struct {
	lines map[string]int
	bytes int
}

func signatureOf(text []byte) signature {
	s := signature{lines: map[string]int{}}
	for _, line := range splitLines(text) {
		n := len(line) + 1
		s.lines[string(line)] += n
		s.bytes += n
	}
	return s
}

// similarity returns the share of the larger text that is in both, from 0 to 1.
func (s *signature) similarity(other *signature) float64 {
	size := max(s.bytes, other.bytes)
	if size == 0 || float64(min(s.bytes, other.bytes)) < leastSimilar*float64(size) {
		return 0
	}
	common := 0
	for line, n := range s.lines {
		common += min(n, other.lines[line])
	}
	return float64(common) / float64(size)
}

// isBlob reports whether a text is the content of an object, as it is or with the line ends
// that git stores.
func isBlob(text []byte, name string) bool {
	if blobName(text, len(name)) == name {
		return true
	}
	return bytes.Contains(text, []byte("\r\n")) && blobName(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")), len(name)) == name
}

// blobName returns the name of a blob: its hash with the given number of hexadecimal digits.
func blobName(text []byte, digits int) string {
	var h hash.Hash
	if h = sha1.New(); digits != hex.EncodedLen(sha1.Size) {
		h = sha256.New()
	}
	fmt.Fprintf(h, "blob %d\x00", len(text))
	h.Write(text)
	return hex.EncodeToString(h.Sum(nil))
}

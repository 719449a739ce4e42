package engine

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"

	"github.com/cudalint/cudalint/lint/discover"
)

// sizes returns how many bytes some files hold, as far as they will be read.
func (l *Linter) sizes(inputs []discover.Input) []int64 {
	out := make([]int64, len(inputs))
	for i, in := range inputs {
		if n := l.size(in); n <= l.opts.MaxFileSize {
			out[i] = n
		}
	}
	return out
}

// startOfFile is the length of the part of a file that is searched for includes, in bytes.
// Includes are at the top.
const startOfFile = 16 << 10

// costs estimates the time for each file, in bytes to parse: its own size plus the sizes of
// the headers in the same folder that it includes by "...". A small file that includes a
// large header must be begun early, too.
func (l *Linter) costs(inputs []discover.Input, sizes []int64) []int64 {
	costs := slices.Clone(sizes)
	if l.session != nil {
		return costs // a keystroke must not read every file
	}
	l.spread(len(inputs), func(i int) {
		for _, name := range quotedIncludes(l.start(inputs[i])) {
			header := l.size(discover.Input{Path: filepath.Join(filepath.Dir(inputs[i].Path), filepath.FromSlash(name))})
			if header <= l.opts.MaxFileSize {
				costs[i] += header
			}
		}
	})
	return costs
}

// start returns the first startOfFile bytes of a file, nil where it cannot be read.
func (l *Linter) start(in discover.Input) []byte {
	if in.HasText {
		return in.Text[:min(len(in.Text), startOfFile)]
	}
	// Opening a pipe would wait for its writer.
	if info, err := os.Stat(l.onDisk(in)); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(l.onDisk(in))
	if err != nil {
		return nil
	}
	defer f.Close()
	text := make([]byte, startOfFile)
	n, _ := io.ReadFull(f, text)
	return text[:n]
}

var quotedInclude = []byte(`include "`)

// quotedIncludes returns the names in the #include "..." lines of a text.
func quotedIncludes(text []byte) (names []string) {
	for {
		_, after, found := bytes.Cut(text, quotedInclude)
		if !found {
			return names
		}
		if name, rest, closed := bytes.Cut(after, []byte(`"`)); closed && !bytes.Contains(name, []byte("\n")) {
			names, after = append(names, string(name)), rest
		}
		text = after
	}
}

func (l *Linter) size(in discover.Input) int64 {
	if in.HasText {
		return int64(len(in.Text))
	}
	if len(l.opts.Texts) > 0 {
		if text, ok := l.opts.Texts[l.display(in.Path)]; ok {
			return int64(len(text))
		}
	}
	if l.session != nil {
		return l.session.size(l.display(in.Path), func() int64 { return l.sizeOnDisk(in) })
	}
	return l.sizeOnDisk(in)
}

// onDisk returns the path under which a file is opened.
func (l *Linter) onDisk(in discover.Input) string {
	if !filepath.IsAbs(in.Path) && l.opts.Dir != "" {
		return filepath.Join(l.opts.Dir, in.Path)
	}
	return in.Path
}

func (l *Linter) sizeOnDisk(in discover.Input) int64 {
	info, err := os.Stat(l.onDisk(in))
	if err != nil || !info.Mode().IsRegular() {
		return 0 // a problem when it is its turn
	}
	return info.Size()
}

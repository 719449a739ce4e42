package report

import (
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
)

// maxSources bounds the bytes of source held in memory while a result is written.
const maxSources = 64 << 20

// sources holds the texts of the files that fixes edit. Edits have offsets; formats need lines
// and columns.
type sources struct {
	text      func(path string) ([]byte, bool)
	files     map[string]*source.File
	heldBytes int
}

func newSources(opts Options) *sources {
	return &sources{text: opts.Text, files: map[string]*source.File{}}
}

// file returns a file, nil if its text is not available.
func (s *sources) file(path string) *source.File {
	if f, ok := s.files[path]; ok {
		return f
	}
	var f *source.File
	if s.text != nil {
		if text, ok := s.text(path); ok {
			f = source.NewFile(path, text)
			if s.heldBytes += len(text); s.heldBytes > maxSources {
				clear(s.files)
				s.heldBytes = len(text)
			}
		}
	}
	s.files[path] = f
	return f
}

// A replacement is one change of a file.
type replacement struct {
	start, end source.Position
	text       string
}

// replacement returns a fix as one change of the file at path, from its first edit to its last
// and with the text between them. One change cannot be applied in part. ok is false if the fix
// edits another file or the change is longer than most bytes.
func (s *sources) replacement(fix *fixes.Fix, path string, most int) (r replacement, ok bool) {
	f := s.file(path)
	if f == nil || len(fix.Edits) == 0 {
		return r, false
	}
	start, end := f.Len(), 0
	for _, e := range fix.Edits {
		if e.Path != path || e.Start < 0 || e.End < e.Start || e.End > f.Len() {
			return r, false
		}
		start, end = min(start, e.Start), max(end, e.End)
	}
	if end-start > most {
		return r, false
	}
	// The new text takes the line ends of the lines around it.
	from := source.LineStart(f.Text, max(source.LineStart(f.Text, start)-1, 0))
	to := min(source.LineEnd(f.Text, end)+len("\r\n"), f.Len())
	edits := make([]fixes.Edit, len(fix.Edits))
	for i, e := range fix.Edits {
		e.Start, e.End = e.Start-from, e.End-from
		edits[i] = e
	}
	text, err := fixes.Apply(f.Text[from:to], edits)
	if err != nil {
		return r, false
	}
	text = text[start-from : len(text)-(to-end)]
	if len(text) > most {
		return r, false
	}
	return replacement{f.Position(start), f.Position(end), string(text)}, true
}

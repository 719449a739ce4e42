package engine

import (
	"bytes"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/related"
)

// mentions are the identifiers in the files of units that are not parsed. They tell which of the
// units may say anything about a name.
type mentions struct {
	files map[string]*mentioned // by path
}

// A mentioned is one file.
type mentioned struct {
	names    []uint32 // see words
	kernels  []uint32 // those that may be declared as kernels
	macros   []uint32 // the macros that may declare kernels
	launches bool     // it may start a kernel
	pastes   bool     // its macros may make names of parts
	code     bool     // findings in it are possible
}

// add adds files that are not known yet. text returns what a file holds; each calls a function with
// the numbers below n.
func (m *mentions) add(texts map[string][]byte, each func(n int, f func(i int))) {
	var paths []string
	for path := range texts {
		if m.files[path] == nil {
			paths = append(paths, path)
		}
	}
	found := make([]*mentioned, len(paths))
	each(len(paths), func(i int) {
		text := texts[paths[i]]
		declared, macros := kernelWords(text)
		found[i] = &mentioned{names: words(text), kernels: declared, macros: macros, pastes: bytes.Contains(text, []byte("##")),
			launches: bytes.Contains(text, []byte("<<<")) || bytes.Contains(text, []byte("aunch")),
			code:     bytes.IndexByte(text, '(') >= 0 && bytes.IndexByte(text, '{') >= 0 || discover.HoldsCUDA(text)}
	})
	for i, path := range paths {
		m.files[path] = found[i]
	}
}

// words returns the identifiers in a text, without those in comments and literals, sorted and each
// once.
func words(text []byte) (hashes []uint32) {
	x := preproc.NewLexer(text, 0)
	for t, ok := x.Next(); ok; t, ok = x.Next() {
		if t.Kind == preproc.Word {
			hashes = append(hashes, related.Hash(t.In(text)))
		}
	}
	slices.Sort(hashes)
	return slices.Compact(hashes)
}

// kernelWords returns identifiers that a text may declare as kernels, and the macros that may do so
// where they are used. The name of a kernel is behind __global__, before the body or the end of the
// declaration.
func kernelWords(text []byte) (declared, macros []uint32) {
	const qualifier = "__global__"
	for from := 0; ; {
		at := bytes.Index(text[from:], []byte(qualifier))
		if at < 0 {
			return declared, macros
		}
		at += from
		from = at + len(qualifier)
		behind := text[from:]
		if end := bytes.IndexAny(behind, "{;"); end >= 0 {
			behind = behind[:end]
		}
		declared = append(declared, related.Identifiers(behind)...)
		if macro := macroAround(text, at); macro != "" {
			macros = append(macros, related.Hash(macro))
		}
	}
}

var define = regexp.MustCompile(`^\s*#\s*define\s+([A-Za-z_]\w*)`)

// macroAround returns the macro in whose definition an offset is, "" for none.
func macroAround(text []byte, offset int) string {
	start := bytes.LastIndexByte(text[:offset], '\n') + 1
	for start > 1 && bytes.HasSuffix(bytes.TrimRight(text[:start-1], "\r"), []byte{'\\'}) {
		start = bytes.LastIndexByte(text[:start-1], '\n') + 1
	}
	if found := define.FindSubmatch(text[start:offset]); found != nil {
		return string(found[1])
	}
	return ""
}

// any reports whether one of some files is of a kind.
func (m *mentions) any(paths []string, kind func(*mentioned) bool) bool {
	return slices.ContainsFunc(paths, func(path string) bool { return kind(m.files[path]) })
}

// A vocabulary tells which names the files of a unit may say.
type vocabulary struct {
	words  map[uint32]bool
	pastes bool // ## may make names of words
}

// vocabularies returns the names in some files, and those that they may declare as kernels.
func (m *mentions) vocabularies(paths []string) (all, kernels *vocabulary) {
	all, kernels = &vocabulary{words: map[uint32]bool{}}, &vocabulary{words: map[uint32]bool{}}
	var macros []uint32
	for _, path := range paths {
		f := m.files[path]
		all.pastes = all.pastes || f.pastes
		all.add(f.names)
		kernels.add(f.kernels)
		macros = append(macros, f.macros...)
	}
	for _, path := range paths {
		f := m.files[path]
		uses := func(macro uint32) bool { _, found := slices.BinarySearch(f.names, macro); return found }
		if slices.ContainsFunc(macros, uses) {
			kernels.pastes = all.pastes
			kernels.add(f.names)
		}
	}
	return all, kernels
}

func (v *vocabulary) add(hashes []uint32) {
	for _, hash := range hashes {
		v.words[hash] = true
	}
}

// has reports whether a name may be said: it is in a file, or ## may make it of words there.
func (v *vocabulary) has(name string) bool {
	return v.words[related.Hash(name)] || v.pastes && v.spells(name)
}

// spells reports whether a name is a sequence of words in the files and of digits.
func (v *vocabulary) spells(name string) bool {
	ends := make([]bool, len(name)+1) // whether a sequence of words ends at an offset
	ends[0] = true
	for to := 1; to <= len(name); to++ {
		for from := range to {
			if ends[from] && (digits(name[from:to]) || v.words[related.Hash(name[from:to])]) {
				ends[to] = true
				break
			}
		}
	}
	return ends[len(name)]
}

func digits(s string) bool { return strings.Trim(s, "0123456789") == "" }

var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

// namesInKey returns what a unit has if it exports a fact under a key: an identifier of each name in
// the key, and the files of the paths in it. A text of several words, such as a signature, can be
// spelled in many ways and says nothing.
func namesInKey(key string, isFile func(path string) bool) (f factWanted) {
	for _, text := range quoted.FindAllString(key, -1) {
		text, err := strconv.Unquote(text)
		switch {
		case err != nil:
		case isFile(text):
			f.files = append(f.files, text)
		case !strings.ContainsAny(text, " ,/."):
			if word := identifier.FindString(text[strings.LastIndex(text, ":")+1:]); word != "" {
				f.words = append(f.words, word)
			}
		}
	}
	return f
}

var identifier = regexp.MustCompile(`[A-Za-z_]\w*`)

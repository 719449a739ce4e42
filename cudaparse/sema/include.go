package sema

import (
	"bytes"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Bounds of inclusion.
const (
	maxIncludeDepth = 40
	maxIncludes     = 500
	maxHeaderBytes  = 8 << 20
)

// systemHeaders are the headers of the C library: a file of that name beside the source
// is not what <...> means. Those of the C++ library have no extension; a file without
// one is hardly a source.
var systemHeaders = func() map[string]bool {
	m := map[string]bool{}
	for _, name := range strings.Fields(`assert complex ctype errno fenv float inttypes iso646 limits locale math memory malloc setjmp
		signal stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string strings tgmath threads time uchar
		unistd wchar wctype values pthread omp mpi`) {
		m[name+".h"] = true
	}
	return m
}()

// include loads the file an #include names, unless it is out of sight or has
// been read before.
func (b *builder) include(n ast.Node, likely bool, depth int) {
	if depth >= maxIncludeDepth {
		return
	}
	target := n.Child(ast.FieldPath)
	name := target.Text()
	if target.Kind() == ast.Identifier {
		if m := b.u.macros.now(name); m != nil {
			name = m.Body
		}
	}
	if len(name) < 3 {
		return
	}
	quoted := name[0] == '"'
	if !quoted && name[0] != '<' {
		return
	}
	name = strings.ReplaceAll(name[1:len(name)-1], `\`, "/")
	from := n.Origin().File()
	// What is beside a system header, or named by one with its whole path, is one, too.
	beside := candidate{path.Join(path.Dir(from.Source.Path), name), b.u.system[from]}
	var tries []candidate
	if path.IsAbs(name) {
		tries = []candidate{{name, beside.system}}
	} else {
		if quoted {
			tries = append(tries, beside)
		}
		for _, dir := range b.u.opts.IncludeDirs {
			tries = append(tries, candidate{path.Join(dir, name), slices.Contains(b.u.opts.SystemDirs, dir)})
		}
		if !quoted && !systemHeaders[name] && path.Ext(name) != "" {
			// Builds that include a file beside this one by <...> have its folder among
			// the include directories, of which nobody may have told.
			tries = append(tries, beside)
		}
	}
	b.first(tries, likely, depth+1)
}

// A candidate is a file that an #include may mean.
type candidate struct {
	path   string
	system bool // it is a system header there
}

// first loads the first file there is, unless it has been read before.
func (b *builder) first(tries []candidate, likely bool, depth int) {
	if b.u.opts.Read == nil || len(b.u.Files) >= maxIncludes || b.ctx.Err() != nil {
		return
	}
	for _, t := range tries {
		if b.included[t.path] {
			return
		}
		if ix := b.read(t.path); ix != nil {
			b.included[t.path] = true
			b.u.system[ix.file] = t.system || saysSystem(ix.file.Source.Text)
			b.load(ix, likely, depth)
			return
		}
	}
}

// saysSystem reports whether a header says that it is a system header, wherever it is
// found.
func saysSystem(text []byte) bool {
	return bytes.Contains(text, []byte("system_header")) && systemPragma.Match(text)
}

var systemPragma = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*pragma[ \t]+(GCC|clang)[ \t]+system_header\b`)

// System reports whether a file of the unit is a system header: one that was found in
// one of Options.SystemDirs or beside another one, or that says so itself
// (#pragma GCC system_header), as compilers have it.
func (u *Unit) System(file *ast.File) bool { return u.system[file] }

// read returns the index of a file, nil where there is none.
func (b *builder) read(p string) *fileIndex {
	if b.u.opts.Looked != nil {
		b.u.opts.Looked(p)
	}
	load := func() (index *fileIndex, final bool) {
		text, err := b.u.opts.Read(p)
		if err != nil || len(text) > maxHeaderBytes {
			return nil, true
		}
		file, err := cudaparse.Parse(b.ctx, source.NewFile(p, text))
		if err != nil {
			return nil, b.ctx.Err() == nil
		}
		return indexFile(file), true
	}
	if b.u.opts.Cache == nil {
		index, _ := load()
		return index
	}
	return b.u.opts.Cache.get(p, load)
}

package sema

import (
	"path"
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
	if b.u.opts.Read == nil || depth >= maxIncludeDepth || len(b.u.Files) >= maxIncludes || b.ctx.Err() != nil {
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
	var tries []string
	if path.IsAbs(name) {
		tries = []string{name}
	} else {
		if quoted {
			tries = append(tries, path.Join(path.Dir(n.Origin().File().Source.Path), name))
		}
		for _, dir := range b.u.opts.IncludeDirs {
			tries = append(tries, path.Join(dir, name))
		}
		if !quoted && !systemHeaders[name] && path.Ext(name) != "" {
			// Builds that include a file beside this one by <...> have its folder among
			// the include directories, of which nobody may have told.
			tries = append(tries, path.Join(path.Dir(n.Origin().File().Source.Path), name))
		}
	}
	for _, p := range tries {
		if b.included[p] {
			return
		}
		if ix := b.read(p); ix != nil {
			b.included[p] = true
			b.load(ix, likely, depth+1)
			return
		}
	}
}

// read returns the index of a file, nil where there is none.
func (b *builder) read(p string) *fileIndex {
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

package load

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/query"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// maxHeaderBytes bounds the included files that are read.
const maxHeaderBytes = 8 << 20

// A Loader loads the files of one unit, from the cache if it has them.
type Loader struct {
	Ctx   context.Context
	Cache *Cache
	// Read returns the content of an included file. Nil if there are none in sight.
	Read func(path string) ([]byte, error)
	// Looked, if any, is called with every path that an #include is searched under.
	Looked func(path string)
	// MayRead, if any, reports whether a path may be read, even from the cache.
	MayRead func(path string) bool
	// Parse makes the tree of the unit's source. Where it is nil, the tree is kept in Cache.
	Parse ParseFunc

	// ahead has the indexes of included files that Prefetch loaded.
	ahead map[*preproc.File]*decl.File
}

// A ParseFunc parses a file, like cudaparse.ParseWith.
type ParseFunc = func(context.Context, *source.File, cudaparse.Options) (*ast.File, error)

// Outline returns the outline of an included file, nil where it cannot be read.
func (l *Loader) Outline(path string) *preproc.Outline {
	if l.Read == nil {
		return nil
	}
	if l.Looked != nil {
		l.Looked(path)
	}
	if l.MayRead != nil && !l.MayRead(path) {
		return nil
	}
	outline, _ := l.Cache.outlines.Ask(nil, path, func(v *query.View) (*preproc.Outline, error) {
		v.Depend(OnDisk(path))
		text, err := l.Read(path)
		if err != nil || len(text) > maxHeaderBytes {
			return nil, nil
		}
		if p := cudaparse.Check(text); p != nil && p.Fatal {
			return nil, nil
		}
		return preproc.NewOutline(path, text), nil
	})
	return outline
}

// Source returns the index of the unit's source.
func (l *Loader) Source(file *source.File, f *preproc.File) (*decl.File, error) {
	if l.Parse != nil {
		return l.parse(nil, file, f, l.Parse)
	}
	return l.shared(f, func(v *query.View) (*decl.File, error) { return l.parse(v, file, f, cudaparse.ParseWith) })
}

// shared returns the index of a file from the cache. Units share it if the macros that its parse
// asks for mean the same in them.
func (l *Loader) shared(f *preproc.File, parse func(*query.View) (*decl.File, error)) (*decl.File, error) {
	var parsed *decl.File
	packed, err := l.Cache.indexes.Ask(query.NewView(fileWorld{f}), f.Path, func(v *query.View) (*packedIndex, error) {
		v.Depend(OnDisk(f.Path))
		v.Note(textOf{}, f.Text)
		index, err := parse(v)
		if err != nil || index == nil {
			return nil, err
		}
		parsed = index
		return pack(index), nil
	})
	switch {
	case err != nil || packed == nil:
		return nil, err
	case parsed != nil:
		return parsed, nil
	}
	return packed.unpack(), nil
}

// Prefetch parses included files on all processors. Included returns them.
func (l *Loader) Prefetch(files []*preproc.File) {
	indexes := make([]*decl.File, len(files))
	var wg sync.WaitGroup
	var next atomic.Int64
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := int(next.Add(1)) - 1; i < len(files) && l.Ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				indexes[i] = l.fetch(files[i])
			}
		}()
	}
	wg.Wait()
	l.ahead = make(map[*preproc.File]*decl.File, len(files))
	for i, index := range indexes {
		if index != nil {
			l.ahead[files[i]] = index
		}
	}
}

// fetch parses one file. A panic is dropped here: Included parses the file again and panics.
func (l *Loader) fetch(f *preproc.File) *decl.File {
	parsing <- struct{}{}
	defer func() {
		<-parsing
		_ = recover()
	}()
	return l.Included(f)
}

// parsing bounds the headers that are parsed at a time, for all units together, by the number of
// processors.
var parsing = make(chan struct{}, runtime.GOMAXPROCS(0))

// Included returns the index of an included file, nil where it cannot be parsed.
func (l *Loader) Included(f *preproc.File) *decl.File {
	if index := l.ahead[f]; index != nil {
		return index
	}
	index, _ := l.shared(f, func(v *query.View) (*decl.File, error) {
		index, err := l.parse(v, source.NewFile(f.Path, f.Text), f, cudaparse.ParseWith)
		if err != nil && l.Ctx.Err() == nil {
			return nil, nil // cached: it will not be parsed the next time either
		}
		return index, err
	})
	return index
}

// parse parses a file with the unit's meaning of its macros, and indexes it.
func (l *Loader) parse(v *query.View, file *source.File, f *preproc.File, parse ParseFunc) (*decl.File, error) {
	tree, err := parse(l.Ctx, file, cudaparse.Options{Outside: &outside{f, v, map[string]*preproc.Macro{}}})
	if err != nil {
		return nil, err
	}
	return decl.Index(tree), nil
}

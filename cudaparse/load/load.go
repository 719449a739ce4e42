package sema

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

// A loader loads the files of one unit, from the cache if it has them.
type loader struct {
	ctx  context.Context
	opts *Options
	// ahead has the indexes of included files that prefetch loaded.
	ahead map[*preproc.File]*decl.File
}

// outline returns the outline of an included file, nil where it cannot be read.
func (l *loader) outline(path string) *preproc.Outline {
	if l.opts.Read == nil {
		return nil
	}
	if l.opts.Looked != nil {
		l.opts.Looked(path)
	}
	if l.opts.MayRead != nil && !l.opts.MayRead(path) {
		return nil
	}
	outline, _ := l.opts.Cache.outlines.Ask(nil, path, func(v *query.View) (*preproc.Outline, error) {
		v.Depend(onDisk(path))
		text, err := l.opts.Read(path)
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

// source returns the index of the unit's source.
func (l *loader) source(file *source.File, f *preproc.File) (*decl.File, error) {
	if l.opts.Parse != nil {
		return l.parse(nil, file, f, l.opts.Parse)
	}
	return l.shared(f, func(v *query.View) (*decl.File, error) { return l.parse(v, file, f, cudaparse.ParseWith) })
}

// shared returns the index of a file from the cache. Units share it if the macros that its parse
// asks for mean the same in them.
func (l *loader) shared(f *preproc.File, parse func(*query.View) (*decl.File, error)) (*decl.File, error) {
	var parsed *decl.File
	packed, err := l.opts.Cache.indexes.Ask(query.NewView(fileWorld{f}), f.Path, func(v *query.View) (*packedIndex, error) {
		v.Depend(onDisk(f.Path))
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

// prefetch parses included files on all processors. The builder uses them one after the other.
func (l *loader) prefetch(files []*preproc.File) {
	indexes := make([]*decl.File, len(files))
	var wg sync.WaitGroup
	var next atomic.Int64
	for range min(runtime.GOMAXPROCS(0), len(files)) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := int(next.Add(1)) - 1; i < len(files) && l.ctx.Err() == nil; i = int(next.Add(1)) - 1 {
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

// fetch parses one file. A panic is dropped here: the builder parses the file again and panics.
func (l *loader) fetch(f *preproc.File) *decl.File {
	parsing <- struct{}{}
	defer func() {
		<-parsing
		_ = recover()
	}()
	return l.included(f)
}

// parsing bounds the headers that are parsed at a time, for all units together, by the number of
// processors.
var parsing = make(chan struct{}, runtime.GOMAXPROCS(0))

// included returns the index of an included file, nil where it cannot be parsed.
func (l *loader) included(f *preproc.File) *decl.File {
	if index := l.ahead[f]; index != nil {
		return index
	}
	index, _ := l.shared(f, func(v *query.View) (*decl.File, error) {
		index, err := l.parse(v, source.NewFile(f.Path, f.Text), f, cudaparse.ParseWith)
		if err != nil && l.ctx.Err() == nil {
			return nil, nil // cached: it will not be parsed the next time either
		}
		return index, err
	})
	return index
}

// parse parses a file with the unit's meaning of its macros, and indexes it.
func (l *loader) parse(v *query.View, file *source.File, f *preproc.File, parse parseFunc) (*decl.File, error) {
	tree, err := parse(l.ctx, file, cudaparse.Options{Outside: &outside{f, v, map[string]*Macro{}}})
	if err != nil {
		return nil, err
	}
	return decl.Index(tree), nil
}

// A parseFunc is what Options.Parse is.
type parseFunc = func(context.Context, *source.File, cudaparse.Options) (*ast.File, error)

package sema

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// maxHeaderBytes bounds the included files that are read.
const maxHeaderBytes = 8 << 20

// A loader gets the files of one unit, out of the cache where there is one.
type loader struct {
	ctx  context.Context
	opts *Options
	// ahead are the indexes of included files that were fetched before they are asked for.
	ahead map[*preproc.File]*fileIndex
}

// outline returns the outline of an included file, nil where it is out of sight.
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
	load := func() *preproc.Outline {
		text, err := l.opts.Read(path)
		if err != nil || len(text) > maxHeaderBytes {
			return nil
		}
		if p := cudaparse.Check(text); p != nil && p.Fatal {
			return nil
		}
		return preproc.NewOutline(path, text)
	}
	if l.opts.Cache == nil {
		return load()
	}
	return l.opts.Cache.outline(path, load)
}

// source returns the index of the unit's source.
func (l *loader) source(file *source.File, f *preproc.File) (*fileIndex, error) {
	if l.opts.Shared && l.opts.Cache != nil {
		return l.opts.Cache.index(f, func() (*variant, error) { return l.parse(file, f, cudaparse.ParseWith) })
	}
	parse := l.opts.Parse
	if parse == nil {
		parse = cudaparse.ParseWith
	}
	v, err := l.parse(file, f, parse)
	if err != nil {
		return nil, err
	}
	return v.index, nil
}

// prefetch parses included files on all processors: the builder takes them one after the
// other. It needs a cache, where the units that include a file find what one has parsed.
func (l *loader) prefetch(files []*preproc.File) {
	if l.opts.Cache == nil {
		return
	}
	indexes := make([]*fileIndex, len(files))
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
	l.ahead = make(map[*preproc.File]*fileIndex, len(files))
	for i, index := range indexes {
		if index != nil {
			l.ahead[files[i]] = index
		}
	}
}

// fetch parses one file. A panic is left to the builder, which comes to the same place.
func (l *loader) fetch(f *preproc.File) *fileIndex {
	parsing <- struct{}{}
	defer func() {
		<-parsing
		_ = recover()
	}()
	return l.included(f)
}

// parsing holds a place for each processor: however many units are made at a time, no more
// of their headers are parsed.
var parsing = make(chan struct{}, runtime.GOMAXPROCS(0))

// included returns the index of an included file, nil where it cannot be parsed.
func (l *loader) included(f *preproc.File) *fileIndex {
	if index := l.ahead[f]; index != nil {
		return index
	}
	parse := func() (*variant, error) {
		v, err := l.parse(source.NewFile(f.Path, f.Text), f, cudaparse.ParseWith)
		if err != nil && l.ctx.Err() == nil {
			return &variant{answers: &answers{}}, nil // nor will it be parsed the next time
		}
		return v, err
	}
	if l.opts.Cache == nil {
		v, err := parse()
		if err != nil {
			return nil
		}
		return v.index
	}
	index, _ := l.opts.Cache.index(f, parse)
	return index
}

// parse makes the tree of a file of the unit with what its macros mean.
func (l *loader) parse(file *source.File, f *preproc.File, parse parseFunc) (*variant, error) {
	asked := &answers{f, map[string]*preproc.Macro{}, map[int]bool{}}
	tree, err := parse(l.ctx, file, cudaparse.Options{Outside: asked})
	if err != nil {
		return nil, err
	}
	return &variant{indexFile(tree), asked}, nil
}

// A parseFunc is what Options.Parse is.
type parseFunc = func(context.Context, *source.File, cudaparse.Options) (*ast.File, error)

package sema

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/load"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Preprocess returns what the preprocessor makes of a translation unit, which costs a small part of
// what NewUnit does: nothing is parsed. The result is the Unit.Preprocessed of NewUnit with the same
// options. It fails only when ctx is done.
func Preprocess(ctx context.Context, file *source.File, opts Options) (*preproc.Unit, error) {
	opts.complete()
	loader := load.Loader{Ctx: ctx, Cache: opts.Cache.files, Read: opts.Read, Looked: opts.Looked, MayRead: opts.MayRead}
	return opts.preprocess(ctx, file, &loader), ctx.Err()
}

// complete sets the options that have no value to their defaults.
func (o *Options) complete() {
	if o.Arch == 0 {
		o.Arch = 900
	}
	if o.Cache == nil {
		o.Cache = NewCache(0)
	}
}

// preprocess runs the preprocessor over a unit. loader loads the files that it includes.
func (o *Options) preprocess(ctx context.Context, file *source.File, loader *load.Loader) *preproc.Unit {
	return preproc.Process(ctx, preproc.NewOutline(file.Path, file.Text), &preproc.Options{
		Defines: o.Defines, Undefines: o.Undefines, Arch: o.Arch, Toolkit: o.Toolkit,
		IncludeDirs: o.IncludeDirs, SystemDirs: o.SystemDirs, Includes: o.Includes,
		Load: loader.Outline, Search: o.Search,
	})
}

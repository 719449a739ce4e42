package sema

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/expand"
	"github.com/cudalint/cudalint/cudaparse/load"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// unitState has the fields of a Unit that are not exported.
type unitState struct {
	opts     Options
	pre      *preproc.Unit
	spaces   map[string]*space
	declared bool // all declarations have been read: what a name means stays the same
	moment   int  // counts the namespaces and variables read, to keep their order
	// bodies has the record of each class body. bodiesMu guards it, and the naming of members.
	// No other lock is taken while it is held.
	bodies   map[bodyKey]*Record
	bodiesMu sync.Mutex
	// classes are the classes at file and namespace scope, in the order in which they are read.
	// classesIn has them by file, in the order of their places. free are the functions that are
	// no members of a class.
	classes   []*class
	classesIn map[*ast.File][]*class
	free      []*Function
	methods   sync.Map // name -> [][]Param, see methodParams
	// freeByName has the functions of free by name.
	freeByName map[string][]*Function
	freeOnce   sync.Once
	// freeRuns and classRuns say which ranges of free and of classes belong to which file.
	freeRuns, classRuns []run
	runsOnce            sync.Once
	// byFunction, byStatic and byRecord find classes by the names that they declare.
	byFunction, byStatic, byRecord classNames
	// instances has the instances of class templates by template and arguments.
	instances map[string]*Record
	// closures has the classes of the lambda expressions in host code by hostSurroundings.key.
	closures map[string]*Closure
	// mu guards the completion of records after the unit was built.
	mu sync.Mutex

	constants  sync.Map // *Variable -> Const
	onlySpaces sync.Map // spaceQuestion -> *space
	locals     sync.Map // block -> localNames

	launches    []launchPlace
	order       map[*ast.File]int
	definitions map[*ast.File][]definition // in source order
	indexes     []*decl.File               // of Files
	calls       sync.Map                   // name -> []ast.Node, see callsNamed
	macrosWith  map[string][]string        // macros that are called and whose text has a name
	macrosOnce  sync.Once

	expandedCalls sync.Map // name -> []ast.Node, see Calls

	returned      sync.Map // returnQuestion -> returnAnswer
	returnedCount atomic.Int64

	specials      sync.Map // specialQuestion -> specialAnswer
	specialsCount atomic.Int64
	built         bool // all files are read: no declaration is added at file or namespace scope

	busyRecords int // records being completed, under mu
	completed   int // listed records that were completed, under mu

	writtenNames map[string]bool
	hasMain      bool

	globalFunctions []*Function // see globals
	globalsOnce     sync.Once
}

// A bodyKey is the node of a class body and the class, or the instance of a template, around it.
type bodyKey struct {
	node  ast.Node
	owner *Record
}

// NewUnit builds the index of a translation unit.
func NewUnit(ctx context.Context, file *source.File, opts Options) (*Unit, error) {
	if p := cudaparse.Check(file.Text); p != nil && p.Fatal {
		return nil, p
	}
	opts.complete()
	b := &builder{u: &Unit{}, ctx: ctx, loader: load.Loader{
		Ctx: ctx, Cache: opts.Cache.files, Read: opts.Read, Looked: opts.Looked, MayRead: opts.MayRead, Parse: opts.Parse,
	}, certain: true}
	u := b.u
	u.opts = opts
	u.pre = opts.preprocess(ctx, file, &b.loader)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	main := u.pre.Files[0]
	b.loaded = map[*preproc.File]bool{main: true}
	b.loader.Prefetch(u.pre.Files[1:])
	parsed, err := b.loader.Source(file, main)
	if err != nil {
		return nil, err
	}
	u.File = parsed.Tree
	u.Macros = expand.New(u.pre.Macros, opts.Cache.expansions)
	u.spaces = map[string]*space{}
	u.bodies = map[bodyKey]*Record{}
	u.instances = map[string]*Record{}
	u.closures = map[string]*Closure{}
	u.Global = u.space("").scope
	for _, in := range main.Includes {
		if in.Offset < 0 && in.File != nil { // -include
			b.load(in.File)
		}
	}
	b.enterFile(main, parsed)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	// The source comes first, even if -include puts files before it.
	i := slices.Index(u.Files, u.File)
	u.Files = slices.Insert(slices.Delete(u.Files, i, i+1), 0, u.File)
	u.indexes = slices.Insert(slices.Delete(u.indexes, i, i+1), 0, parsed)
	b.finish()
	u.built = true
	return u, ctx.Err()
}

// System reports whether a file of the unit is a system header, as compilers define it: it was
// found in one of Options.SystemDirs or beside another system header, or it has #pragma GCC
// system_header.
func (u *Unit) System(file *ast.File) bool {
	f := u.PreprocessedFile(file)
	return f != nil && f.System
}

// Guessed reports whether a file of the unit was found by Options.Search, or is included by such a
// file. The build may include another file in its place.
func (u *Unit) Guessed(file *ast.File) bool {
	f := u.PreprocessedFile(file)
	return f != nil && f.Guess
}

// Preprocessed returns what the preprocessor made of the unit.
func (u *Unit) Preprocessed() *preproc.Unit { return u.pre }

// Options returns the options that the unit was built with. They must not be changed.
func (u *Unit) Options() *Options { return &u.opts }

// Arch returns the target compute capability times ten: the value of __CUDA_ARCH__.
func (u *Unit) Arch() int { return u.opts.Arch }

// space returns the table of a namespace, made on first use.
func (u *Unit) space(path string) *space {
	if sp := u.spaces[path]; sp != nil {
		return sp
	}
	scope := &Scope{Unit: u, Namespace: path}
	sp := newSpace(path, scope)
	u.moment++
	sp.seq = u.moment
	scope.space = sp
	u.spaces[path] = sp
	if path != "" {
		outer, name := splitPath(path)
		parent := u.space(outer)
		scope.Outer = parent.scope
		parent.spaces[name] = sp
	}
	return sp
}

// splitPath splits a qualified name into the last name and what comes before it.
func splitPath(path string) (outer, name string) {
	for i := len(path) - 2; i > 0; i-- {
		if path[i:i+2] == "::" {
			return path[:i], path[i+2:]
		}
	}
	return "", path
}

package sema

import (
	"context"
	"sort"
	"sync"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// unitState is what a Unit keeps to itself.
type unitState struct {
	opts     Options
	macros   *macroTable
	spaces   map[string]*space
	declared bool // all declarations have been read: what a name means stays the same
	moment   int  // counts the namespaces and variables read, to keep their order
	// bodies finds the record of a class body: keyed by its node and the class
	// (instance) around it.
	bodies map[bodyKey]*Record
	// instances of class templates by template and arguments.
	instances map[string]*Record
	// mu guards the completion of records after the unit was built.
	mu sync.Mutex

	openMacros map[string]bool    // see Macro.open
	system     map[*ast.File]bool // see System

	expanded      sync.Map        // node and position -> ast.Node
	expansions    *expansionCache // those of Options.Cache, if any
	expandedCount atomic.Int64
	constants     sync.Map // *Variable -> Const
	locals        sync.Map // block -> localNames

	launchesOf map[*Function][]*Launch
	order      map[*ast.File]int
	byFile     map[*ast.File][]*Function // with bodies, in source order
	indexes    []*fileIndex              // of Files
	calls      sync.Map                  // name -> []ast.Node, see callsNamed
	macrosWith map[string][]string       // macros that are called and whose text has a name
	macrosOnce sync.Once

	expandedCalls sync.Map // name -> []ast.Node, see Calls
	packings      sync.Map // *ast.File -> []packing

	returned      sync.Map // returnQuestion -> returnAnswer
	returnedCount atomic.Int64

	busyRecords int // records being completed, under mu
	completed   int // listed records that were completed, under mu
	records     recordIndex
	recordsOnce sync.Once

	writtenNames map[string]bool
	hasMain      bool
}

type bodyKey struct {
	node  ast.Node
	owner *Record
}

// NewUnit builds the index of a translation unit.
func NewUnit(ctx context.Context, file *source.File, opts Options) (*Unit, error) {
	parsed, err := cudaparse.Parse(ctx, file)
	if err != nil {
		return nil, err
	}
	return NewUnitOf(ctx, parsed, opts)
}

// NewUnitOf builds the index of the translation unit of a file that has been
// parsed.
func NewUnitOf(ctx context.Context, file *ast.File, opts Options) (*Unit, error) {
	if opts.Arch == 0 {
		opts.Arch = 900
	}
	u := &Unit{File: file}
	u.opts = opts
	u.expansions = &expansionCache{}
	if opts.Cache != nil {
		u.expansions = &opts.Cache.expansions
	}
	u.macros = newMacroTable()
	u.spaces = map[string]*space{}
	u.openMacros = map[string]bool{}
	u.system = map[*ast.File]bool{}
	u.bodies = map[bodyKey]*Record{}
	u.instances = map[string]*Record{}
	u.Global = u.space("").scope
	for name, m := range predefined {
		u.macros.events[name] = []macroEvent{{0, m}}
	}
	for _, m := range toolkitMacros(opts.Toolkit) {
		u.macros.events[m.Name] = []macroEvent{{0, m}}
	}
	for _, name := range opts.Undefines {
		u.macros.events[name] = []macroEvent{{0, nil}}
	}
	for _, option := range opts.Defines {
		m := define(option)
		u.macros.events[m.Name] = []macroEvent{{0, m}}
		if m.open() {
			u.openMacros[m.Name] = true
		}
	}
	b := &builder{u: u, ctx: ctx, included: map[string]bool{file.Source.Path: true}, certain: true}
	u.Files = []*ast.File{file}
	for _, name := range opts.Includes {
		b.first([]candidate{{path: name}}, true, 1)
	}
	u.macros.mark(file, 0)
	index := indexFile(file)
	u.indexes = append([]*fileIndex{index}, u.indexes...) // in the order of Files
	b.items(index, true, 0)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	b.finish()
	return u, ctx.Err()
}

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

// splitPath cuts the last name off a path.
func splitPath(path string) (outer, name string) {
	for i := len(path) - 2; i > 0; i-- {
		if path[i:i+2] == "::" {
			return path[:i], path[i+2:]
		}
	}
	return "", path
}

// Kernels returns the kernels with a body in source order, those of included
// files included.
func (u *Unit) Kernels() []*Function {
	var out []*Function
	for _, f := range u.Functions {
		if f.Kernel() && f.Body.Valid() {
			out = append(out, f)
		}
	}
	return out
}

// LaunchesOf returns the launches seen of a kernel.
func (u *Unit) LaunchesOf(f *Function) []*Launch { return u.launchesOf[f] }

// FunctionAt returns the function whose body holds a node, nil for none.
func (u *Unit) FunctionAt(n ast.Node) *Function {
	n = n.Origin()
	functions := u.byFile[n.File()]
	index := n.Index()
	// The last function that starts at or before the node, or one around it.
	i := sort.Search(len(functions), func(i int) bool { return functions[i].Body.Index() > index })
	for i--; i >= 0; i-- {
		f := functions[i]
		if index < f.Body.End() {
			return f
		}
		if f.Body.Parent().Parent().Index() == 0 {
			break // nothing before it can reach further
		}
	}
	return nil
}

package sema

import (
	"context"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// Most launches of a header's kernels are of no interest to a unit. Where they stand is
// known once the unit is built; what one says is found when its kernel is asked about, as
// that may take following many callers.

// A launcher finds what launches say.
type launcher struct {
	u      *Unit
	places []launchPlace

	mu  sync.Mutex // guards what follows
	ctx context.Context
	e   *eval
	h   *hostEval
	// listed is set once the places are pending.
	listed  bool
	pending []pendingLaunch
	// byName are the pending launches of kernels of a name, indirect those of kernels that
	// their text does not name; numbers in pending, ascending.
	byName   map[string][]int
	indirect []int
	of       map[*Function][]*Launch // what was asked
	// variables are the names of the unit's variables that are no members.
	variables map[string]bool
	// instantiated are the functions of which it is known whether the unit makes them.
	instantiated map[*Function]bool
	mentioned    map[string]bool // see mentionsInSource

	// known are the frames of functions, by how far from a launch they are: many
	// launches are reached through the same callers. whole are those of functions all of
	// whose callers were followed, bare those without callers.
	known map[framesQuestion]framesAnswer
	whole map[*Function]framesAnswer
	bare  map[*Function]*frame
	calls map[enterQuestion]*hostCall
}

// A pendingLaunch is a place that starts a kernel.
type pendingLaunch struct {
	node  ast.Node
	parts launchParts
	in    *Function
	// found are the launches that it stands for, once it is done.
	done  bool
	found []*Launch
}

// Within sets the context of what the unit finds out when it is asked, in place of that
// in which it was built.
func (u *Unit) Within(ctx context.Context) {
	l := u.launcher()
	defer l.mu.Unlock()
	l.ctx = ctx
}

// launcher returns that of the unit, locked; one that finds nothing for a unit that was not
// built.
func (u *Unit) launcher() *launcher {
	l := u.launching
	if l == nil {
		l = &launcher{u: u, ctx: context.Background(), listed: true, of: map[*Function][]*Launch{}}
	}
	l.mu.Lock()
	return l
}

// Launches returns all launches of the unit, in the order of their files.
func (u *Unit) Launches() []*Launch {
	l := u.launcher()
	defer l.mu.Unlock()
	l.list()
	for i := range l.pending {
		l.find(i)
	}
	return l.found()
}

// LaunchesFound returns those launches of the unit that somebody asked for.
func (u *Unit) LaunchesFound() []*Launch {
	l := u.launcher()
	defer l.mu.Unlock()
	return l.found()
}

// LaunchesOf returns the launches seen of a kernel.
func (u *Unit) LaunchesOf(f *Function) []*Launch {
	l := u.launcher()
	defer l.mu.Unlock()
	if out, known := l.of[f]; known {
		return out
	}
	var out []*Launch
	for _, i := range l.mayLaunch(f.Name) {
		l.find(i)
		for _, launch := range l.pending[i].found {
			for _, k := range launch.Kernels {
				if k == f {
					out = append(out, launch)
				}
			}
		}
	}
	if l.ctx.Err() == nil {
		l.of[f] = out
	}
	return out
}

// LaunchesOfSome returns the launches of the kernels that are wanted, in the order of their
// files; others may be among them.
func (u *Unit) LaunchesOfSome(wanted func(*Function) bool) []*Launch {
	l := u.launcher()
	defer l.mu.Unlock()
	asked := map[string]bool{}
	for _, f := range u.globals() {
		if !asked[f.Name] && wanted(f) {
			asked[f.Name] = true
			for _, i := range l.mayLaunch(f.Name) {
				l.find(i)
			}
		}
	}
	return l.found()
}

// Launching returns the functions of the unit that have launches in their bodies, in the
// order of the launches.
func (u *Unit) Launching() []*Function {
	l := u.launcher()
	defer l.mu.Unlock()
	l.list()
	var out []*Function
	seen := map[*Function]bool{}
	for i := range l.pending {
		if f := l.pending[i].in; f.Body.Valid() && !seen[f] {
			seen[f] = true
			out = append(out, f)
		}
	}
	return out
}

// found returns the launches of what is done.
func (l *launcher) found() (out []*Launch) {
	for i := range l.pending {
		out = append(out, l.pending[i].found...)
	}
	return out
}

// list makes the places pending.
func (l *launcher) list() {
	if l.listed {
		return
	}
	l.listed = true
	l.known, l.whole, l.bare = map[framesQuestion]framesAnswer{}, map[*Function]framesAnswer{}, map[*Function]*frame{}
	l.calls, l.of = map[enterQuestion]*hostCall{}, map[*Function][]*Launch{}
	l.byName, l.instantiated = map[string][]int{}, map[*Function]bool{}
	for _, p := range l.places {
		l.add(p.node, p.sp)
	}
	l.places = nil
	l.macroLaunches()
	if len(l.pending) == 0 {
		return
	}
	l.variables = map[string]bool{}
	for _, v := range l.u.Variables {
		l.variables[v.Name] = true
	}
	for i := range l.pending {
		p := &l.pending[i]
		names, direct := l.named(p.parts.kernel, p.in, nil, 0)
		if !direct || slices.ContainsFunc(names, func(name string) bool { return !l.u.namesFunction(name) }) {
			l.indirect = append(l.indirect, i)
			continue
		}
		for _, name := range names {
			l.byName[name] = append(l.byName[name], i)
		}
	}
}

// add makes a place pending, unless it is none or is not compiled.
func (l *launcher) add(n ast.Node, sp *space) {
	parts, ok := takeApart(n)
	if !ok {
		return
	}
	fn := l.u.FunctionAt(n)
	if fn != nil && (dead(l.u, n) || launchFunctions[fn.Name] != 0) {
		return
	}
	if fn == nil {
		fn = &Function{Scope: sp.scope}
	}
	l.pending = append(l.pending, pendingLaunch{node: n, parts: parts, in: fn})
}

// mayLaunch returns the pending launches that may be of a kernel of a name.
func (l *launcher) mayLaunch(name string) []int {
	l.list()
	direct := slices.Compact(slices.Clone(l.byName[name]))
	if len(l.indirect) == 0 {
		return direct
	}
	out := slices.Concat(direct, l.indirect)
	slices.Sort(out)
	return out
}

// find finds out what a pending launch says, unless the context is done.
func (l *launcher) find(i int) {
	p := &l.pending[i]
	if p.done || l.ctx.Err() != nil {
		return
	}
	l.ensure()
	if l.h == nil || l.h.steps > maxHostSteps/2 {
		l.h = l.h.next(l.e)
	}
	l.h.steps = 0
	p.found, p.done = l.launch(p), true
}

// ensure begins a question anew.
func (l *launcher) ensure() {
	if l.e == nil {
		l.e = &eval{u: l.u}
	}
	l.e.depth, l.e.steps = 0, 0
}

// named adds the names that the functions have which an expression in a function can mean
// that names a kernel; direct is false where the text does not tell.
func (l *launcher) named(n ast.Node, in *Function, names []string, depth int) (out []string, direct bool) {
	if depth > 10 {
		return nil, false
	}
	switch n.Kind() {
	case ast.ParenthesizedExpression:
		return l.named(n.FirstChild(), in, names, depth+1)
	case ast.CastExpression:
		return l.named(n.Child(ast.FieldValue), in, names, depth+1)
	case ast.PointerExpression:
		return l.named(n.Child(ast.FieldArgument), in, names, depth+1)
	case ast.ConditionalExpression:
		if names, direct = l.named(n.Child(ast.FieldConsequence), in, names, depth+1); !direct {
			return nil, false
		}
		return l.named(n.Child(ast.FieldAlternative), in, names, depth+1)
	case ast.Identifier:
		if m, _ := l.u.macroInvoked(n); m != nil {
			return nil, false
		}
	case ast.TemplateFunction, ast.QualifiedIdentifier:
	default:
		return nil, false
	}
	name := lastName(n)
	if name == "" || l.variables[name] || len(l.u.StaticsNamed(name)) > 0 || l.mayBeLocal(name, in) {
		return nil, false
	}
	return append(names, name), true
}

// mayBeLocal reports whether a name may be that of a parameter, of a template parameter or
// of a variable in a function: it stands in its body where no function is called or passed.
func (l *launcher) mayBeLocal(name string, in *Function) bool {
	for sc := in.Scope; sc != nil; sc = sc.Outer {
		if sc.Bindings != nil {
			if _, bound := sc.Bindings.Lookup(name); bound {
				return true
			}
		}
	}
	if slices.ContainsFunc(in.Params, func(p Param) bool { return p.Name == name }) {
		return true
	}
	if !in.Body.Valid() {
		return false
	}
	for n := range in.Body.Descendants() {
		if n.Kind() != ast.Identifier || n.Text() != name {
			continue
		}
		switch n.Parent().Kind() {
		case ast.CallExpression, ast.ArgumentList, ast.TemplateFunction, ast.QualifiedIdentifier, ast.PointerExpression, ast.CastExpression,
			ast.ParenthesizedExpression, ast.ConditionalExpression:
		default:
			return true
		}
	}
	return false
}

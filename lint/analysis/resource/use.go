package resource

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
)

// levels are the functions that give arrays which go with a mipmapped array.
var levels = map[string]bool{"cudaGetMipmappedArrayLevel": true, "cuMipmappedArrayGetLevel": true}

// An object is a texture or surface object that is made of an array, or (kind is
// nil) a level of it.
type object struct {
	kind *Kind
	call ir.ID
	v    *variable
}

// uses finds what the handle is used by.
func (b *mender) uses(first *analysis) (why string) {
	if why := b.calls(); why != "" {
		return why
	}
	b.names = map[string]bool{}
	work := []*variable{b.v}
	holders := first.holders()
	for v := range holders {
		if v != b.v {
			work = append(work, v)
		}
	}
	slices.SortFunc(work[1:], func(x, y *variable) int { return cmp.Compare(x.id, y.id) })
	for i := 0; i < len(work) && len(work) < 50; i++ {
		v := work[i]
		if v.scope != b.s.f.node && !within(b.s.f.node, v.scope) {
			return "a variable outside of the lambda leads to it"
		}
		b.names[v.name] = true
		more, why := b.usesOf(v)
		if why != "" {
			return why
		}
		for _, w := range more {
			if !slices.Contains(work, w) {
				work = append(work, w)
			}
		}
	}
	return ""
}

// usesOf notes where a variable is used, and returns those that what it holds is stored in.
func (b *mender) usesOf(v *variable) (more []*variable, why string) {
	f := b.s.f
	for _, id := range f.users[v.id] {
		if !f.initializes(id, v) {
			b.spots = append(b.spots, f.at(id))
		}
	}
	f.derived(v.id, func(id ir.ID, o *ir.Op) {
		switch {
		case o.Code == ir.OpStore || o.Code == ir.OpCopy || o.Code == ir.OpForget:
			if f.lambdaOf(o.A) {
				why = "a lambda uses it"
			}
			if w := f.variableOf(f.root(o.A)); w != nil && w.name != "" && w != v {
				more = append(more, w)
			}
		case b.arrays() && (o.Code == ir.OpExternal || o.Code == ir.OpCall):
			made, not := b.madeOf(v, id, o)
			why = cmp.Or(why, not)
			if made != nil && !slices.ContainsFunc(b.objects, func(o object) bool { return o.v == made.v }) {
				more = append(more, made.v)
				if made.kind != nil {
					b.objects = append(b.objects, *made)
				}
			}
		}
	})
	return more, why
}

// calls looks at what the function calls besides.
func (b *mender) calls() (why string) {
	create := b.s.call().Origin()
	looped := create.Enclosing(ast.ForStatement, ast.ForRangeLoop, ast.WhileStatement, ast.DoStatement).Index() > b.s.f.node.Index()
	for n := range b.s.f.node.Descendants() {
		if !n.Is(ast.CallExpression) {
			continue
		}
		switch name := calleeName(n); {
		case strings.HasPrefix(name, "cu") && (strings.Contains(name, "Graph") && !strings.Contains(name, "Graphics") || strings.Contains(name, "BeginCapture")):
			return "a graph may keep it"
		case name == "cudaSetDevice", name == "cuCtxSetCurrent", name == "cuCtxPushCurrent", name == "cuCtxPopCurrent":
			b.switches = b.switches || looped || n.Index() > create.Index()
		}
	}
	return ""
}

func (b *mender) arrays() bool { return b.u.kind == Array || b.u.kind == MipmappedArray }

// madeOf returns the object that a call makes of an array that a variable leads to; why
// says what keeps the array in use otherwise.
func (b *mender) madeOf(v *variable, id ir.ID, o *ir.Op) (made *object, why string) {
	f, name := b.s.f, b.s.f.callee(o)
	var kind *Kind
	switch {
	case binding[name]:
		return nil, "the array stays bound to a texture reference"
	case slices.Contains(TextureObject.Acquire, name):
		kind = TextureObject
	case slices.Contains(SurfaceObject.Acquire, name):
		kind = SurfaceObject
	case levels[name]:
	case o.Code == ir.OpCall && makesObjects(b.u, o.X.Callee, 0), o.Code == ir.OpExternal && !isAPI(name) && roleOf(name) == plain:
		return nil, fmt.Sprintf("%s() may make an object of the array", name)
	default:
		return nil, ""
	}
	target := f.root(o.X.Args[0])
	if target == v.id {
		return nil, ""
	}
	w := f.variableOf(target)
	if w == nil || w.static || w.reference() || w.name == "" || f.code.Op(f.written(o.X.Args[0])).Code != ir.OpAddress {
		return nil, "an object that is made of the array may live on"
	}
	return &object{kind, id, w}, ""
}

// binding are the functions after which kernels read an array through a reference.
var binding = map[string]bool{
	"cudaBindTextureToArray": true, "cudaBindTextureToMipmappedArray": true, "cudaBindSurfaceToArray": true,
	"cuTexRefSetArray": true, "cuTexRefSetMipmappedArray": true, "cuSurfRefSetArray": true,
}

// makesObjects reports whether a function may make texture or surface objects of what it is
// given, or bind references.
func makesObjects(u *unit, inst *ir.Instance, depth int) bool {
	g := u.function(inst)
	if g == nil || depth > maxDepth {
		return true
	}
	given := map[string]bool{"this": true}
	for _, p := range g.code.Params {
		given[g.code.Op(p).X.Name] = true
	}
	for i := range g.code.Len() {
		o := g.code.Op(ir.ID(i))
		name := g.callee(o)
		switch {
		case o.Code != ir.OpExternal && o.Code != ir.OpCall:
		case slices.Contains(TextureObject.Acquire, name), slices.Contains(SurfaceObject.Acquire, name), binding[name]:
			return true
		case !g.usesAny(o.X.Args, given):
		case o.Code == ir.OpExternal && !isAPI(name) && roleOf(name) == plain, o.Code == ir.OpCall && makesObjects(u, o.X.Callee, depth+1):
			return true
		}
	}
	return false
}

// afterObjects says why an array cannot be released at the points of a plan: an
// object that is made of it is not released before.
func (b *mender) afterObjects(a *analysis) string {
	for _, o := range b.objects {
		u := newUnit(b.u.sema, o.kind, b.u.opts)
		g := u.function(b.s.f.code.Instance)
		if g == nil {
			return "an object that is made of the array may live on"
		}
		p := &plan{place: o.v.place(), scope: a.plan.scope, overwrites: a.plan.overwrites, keep: true, ends: a.plan.ends,
			tallies: map[spot]*tally{}, made: map[ir.ID]bool{}}
		e := newAnalysis(u, g, o.call)
		e.plan = p
		if !e.run(newState()) {
			return "an object that is made of the array may live on"
		}
		if len(p.lost) > 0 {
			return fmt.Sprintf("what becomes of %s, made of the array, is not in sight", o.v.name)
		}
		for at, t := range p.tallies {
			if mine := a.plan.tallies[at]; mine != nil && mine.live > 0 && t.live+t.other > 0 {
				return fmt.Sprintf("%s, made of the array, is not %s before", o.v.name, past(o.kind.Destroy))
			}
		}
	}
	return ""
}

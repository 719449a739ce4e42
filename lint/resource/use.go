package resource

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// levels are the functions that give arrays which go with a mipmapped array.
var levels = map[string]bool{"cudaGetMipmappedArrayLevel": true, "cuMipmappedArrayGetLevel": true}

// An object is a texture or surface object that is made of an array, or (kind is
// nil) a level of it.
type object struct {
	kind *Kind
	call ast.Node
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
		for _, n := range b.s.f.mentions(v) {
			b.spots = append(b.spots, n)
			if w := b.s.f.storedIn(n); w != nil && !slices.Contains(work, w) {
				work = append(work, w)
			}
			if l := n.Enclosing(ast.LambdaExpression); l.Valid() && l.Index() > b.s.f.node.Index() && l.Index() < b.s.f.node.End() {
				return "a lambda uses it"
			}
			if !b.arrays() {
				continue
			}
			o, why := b.madeOf(n)
			if why != "" {
				return why
			}
			if o == nil || slices.Contains(work, o.v) {
				continue
			}
			if o.kind != nil {
				b.objects = append(b.objects, *o)
			}
			work = append(work, o.v)
		}
	}
	return ""
}

// calls looks at what the function calls besides.
func (b *mender) calls() (why string) {
	create := b.s.node.Origin()
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

// madeOf returns the object that a call makes of an array that a node names; why
// says what keeps the array in use otherwise.
func (b *mender) madeOf(n ast.Node) (o *object, why string) {
	call := n.Enclosing(ast.CallExpression, ast.CompoundStatement)
	for call.Is(ast.CallExpression) {
		if _, ok := b.u.expand(call); ok {
			call = call.Enclosing(ast.CallExpression, ast.CompoundStatement)
			continue
		}
		name := calleeName(call)
		switch {
		case binding[name]:
			return nil, "the array stays bound to a texture reference"
		case contains(TextureObject.Acquire, name), contains(SurfaceObject.Acquire, name), levels[name]:
			kind := TextureObject
			switch {
			case contains(SurfaceObject.Acquire, name):
				kind = SurfaceObject
			case levels[name]:
				kind = nil
			}
			target := arguments(call)[0]
			if !target.Is(ast.PointerExpression) || !target.Child(ast.FieldArgument).Is(ast.Identifier) {
				return nil, "an object that is made of the array may live on"
			}
			if within(target, n) {
				return nil, ""
			}
			v := b.s.f.variable(target.Child(ast.FieldArgument).Text(), target)
			if v == nil || v.static || v.reference() {
				return nil, "an object that is made of the array may live on"
			}
			return &object{kind, call, v}, ""
		case roleOf(name) == passes:
		case call.ChildOf(ast.KernelCallSyntax).Valid(), isAPI(name), roleOf(name) != plain:
			return nil, ""
		case b.u.makesObjects(name, 0):
			return nil, fmt.Sprintf("%s() may make an object of the array", name)
		default:
			return nil, ""
		}
		call = call.Enclosing(ast.CallExpression, ast.CompoundStatement)
	}
	return nil, ""
}

// binding are the functions after which kernels read an array through a reference.
var binding = map[string]bool{
	"cudaBindTextureToArray": true, "cudaBindTextureToMipmappedArray": true, "cudaBindSurfaceToArray": true,
	"cuTexRefSetArray": true, "cuTexRefSetMipmappedArray": true, "cuSurfRefSetArray": true,
}

// makesObjects reports whether a function of a name may make texture or surface
// objects, or bind references.
func (u *unit) makesObjects(name string, depth int) bool {
	bodies := u.named[name]
	if len(bodies) == 0 || depth > maxDepth {
		return true
	}
	for _, f := range bodies {
		given := map[string]bool{}
		for _, p := range f.Params {
			given[p.Name] = true
		}
		for n := range f.Body.Descendants() {
			if !n.Is(ast.CallExpression) || n.ChildOf(ast.KernelCallSyntax).Valid() {
				continue
			}
			callee := calleeName(n)
			switch {
			case contains(TextureObject.Acquire, callee), contains(SurfaceObject.Acquire, callee), binding[callee]:
				return true
			case isAPI(callee), roleOf(callee) != plain, callee == name, !namesOutside(n, given):
				continue
			}
			if _, ok := u.expand(n); !ok && u.makesObjects(callee, depth+1) {
				return true
			}
		}
	}
	return false
}

// afterObjects says why an array cannot be released at the points of a plan: an
// object that is made of it is not released before.
func (b *mender) afterObjects(a *analysis) string {
	for _, o := range b.objects {
		u := newUnit(b.u.sema, o.kind, b.u.opts)
		g := u.bodyAt(b.s.f.node, b.s.f.sema)
		if g == nil {
			return "an object that is made of the array may live on"
		}
		p := &plan{place: o.v.place(), scope: a.plan.scope, overwrites: a.plan.overwrites, keep: true, ends: a.plan.ends,
			tallies: map[spot]*tally{}, made: map[ast.Node]bool{}}
		e := newAnalysis(g, o.call)
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

package repair

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/lint/analysis/resource/body"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
	"github.com/cudalint/cudalint/lint/analysis/resource/state"
)

// levels are the functions that return arrays which live as long as a mipmapped array.
var levels = map[string]bool{"cudaGetMipmappedArrayLevel": true, "cuMipmappedArrayGetLevel": true}

// An object is a texture or surface object that is made of an array, or (kind is
// nil) a level of it.
type object struct {
	kind *handle.Kind
	call ir.ID
	v    *body.Variable
}

// uses finds the uses of the handle.
func (b *finder) uses(first *follow.Analysis) (why string) {
	if why := b.calls(); why != "" {
		return why
	}
	b.names = map[string]bool{}
	work := []*body.Variable{b.v}
	holders := first.Holders()
	for v := range holders {
		if v != b.v {
			work = append(work, v)
		}
	}
	slices.SortFunc(work[1:], func(x, y *body.Variable) int { return cmp.Compare(x.Id, y.Id) })
	for i := 0; i < len(work) && len(work) < 50; i++ {
		v := work[i]
		if v.Scope != b.s.Function.Node && !body.Within(b.s.Function.Node, v.Scope) {
			return "a variable outside of the lambda leads to it"
		}
		b.names[v.Name] = true
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

// usesOf records the uses of a variable, and returns the variables that its value is stored in.
func (b *finder) usesOf(v *body.Variable) (more []*body.Variable, why string) {
	f := b.s.Function
	for _, id := range f.Users[v.Id] {
		if !f.Initializes(id, v) {
			b.spots = append(b.spots, f.SourceNode(id))
		}
	}
	f.Derived(v.Id, func(id ir.ID, o *ir.Op) {
		switch {
		case o.Code == ir.OpStore || o.Code == ir.OpCopy || o.Code == ir.OpForget:
			if f.LambdaOf(o.A) {
				why = "a lambda uses it"
			}
			if w := f.VariableOf(f.Root(o.A)); w != nil && w.Name != "" && w != v {
				more = append(more, w)
			}
		case b.arrays() && (o.Code == ir.OpExternal || o.Code == ir.OpCall):
			obj, not := b.objectOf(v, id, o)
			why = cmp.Or(why, not)
			if obj != nil && !slices.ContainsFunc(b.objects, func(o object) bool { return o.v == obj.v }) {
				more = append(more, obj.v)
				if obj.kind != nil {
					b.objects = append(b.objects, *obj)
				}
			}
		}
	})
	return more, why
}

// calls checks the other calls of the function.
func (b *finder) calls() (why string) {
	create := b.s.Call().Origin()
	looped := create.Enclosing(ast.ForStatement, ast.ForRangeLoop, ast.WhileStatement, ast.DoStatement).Index() > b.s.Function.Node.Index()
	for n := range b.s.Function.Node.Descendants() {
		if !n.Is(ast.CallExpression) {
			continue
		}
		switch name := body.CalleeName(n); {
		case strings.HasPrefix(name, "cu") && (strings.Contains(name, "Graph") && !strings.Contains(name, "Graphics") || strings.Contains(name, "BeginCapture")):
			return "a graph may keep it"
		case name == "cudaSetDevice", name == "cuCtxSetCurrent", name == "cuCtxPushCurrent", name == "cuCtxPopCurrent":
			b.switches = b.switches || looped || n.Index() > create.Index()
		}
	}
	return ""
}

func (b *finder) arrays() bool { return b.u.Kind == handle.Array || b.u.Kind == handle.MipmappedArray }

// objectOf returns the object that a call creates from the array in a variable; why says what else
// keeps the array in use.
func (b *finder) objectOf(v *body.Variable, id ir.ID, o *ir.Op) (obj *object, why string) {
	f, name := b.s.Function, b.s.Function.Callee(o)
	var kind *handle.Kind
	switch {
	case binding[name]:
		return nil, "the array stays bound to a texture reference"
	case slices.Contains(handle.TextureObject.Acquire, name):
		kind = handle.TextureObject
	case slices.Contains(handle.SurfaceObject.Acquire, name):
		kind = handle.SurfaceObject
	case levels[name]:
	case o.Code == ir.OpCall && makesObjects(b.u, o.X.Callee, 0), o.Code == ir.OpExternal && !handle.IsAPI(name) && handle.RoleOf(name) == handle.Unlisted:
		return nil, fmt.Sprintf("%s() may make an object of the array", name)
	default:
		return nil, ""
	}
	target := f.Root(o.X.Args[0])
	if target == v.Id {
		return nil, ""
	}
	w := f.VariableOf(target)
	if w == nil || w.Static || w.Reference() || w.Name == "" || f.Code.Op(f.Written(o.X.Args[0])).Code != ir.OpAddress {
		return nil, "an object made of the array may live longer"
	}
	return &object{kind, id, w}, ""
}

// binding are the functions after which kernels read an array through a reference.
var binding = map[string]bool{
	"cudaBindTextureToArray": true, "cudaBindTextureToMipmappedArray": true, "cudaBindSurfaceToArray": true,
	"cuTexRefSetArray": true, "cuTexRefSetMipmappedArray": true, "cuSurfRefSetArray": true,
}

// makesObjects reports whether a function may create texture or surface objects from its
// arguments, or bind references.
func makesObjects(u *follow.Unit, inst *ir.Instance, depth int) bool {
	g := u.Function(inst)
	if g == nil || depth > follow.MaxDepth {
		return true
	}
	given := map[string]bool{"this": true}
	for _, p := range g.Code.Params {
		given[g.Code.Op(p).X.Name] = true
	}
	for i := range g.Code.Len() {
		o := g.Code.Op(ir.ID(i))
		name := g.Callee(o)
		switch {
		case o.Code != ir.OpExternal && o.Code != ir.OpCall:
		case slices.Contains(handle.TextureObject.Acquire, name), slices.Contains(handle.SurfaceObject.Acquire, name), binding[name]:
			return true
		case !g.UsesAny(o.X.Args, given):
		case o.Code == ir.OpExternal && !handle.IsAPI(name) && handle.RoleOf(name) == handle.Unlisted, o.Code == ir.OpCall && makesObjects(u, o.X.Callee, depth+1):
			return true
		}
	}
	return false
}

// afterObjects says why an array cannot be released at the points of a plan: an object that uses
// it is not released before it.
func (b *finder) afterObjects(a *follow.Analysis) string {
	for _, o := range b.objects {
		u := follow.NewUnit(b.u.Sema, o.kind, b.u.Opts)
		g := u.Function(b.s.Function.Code.Instance)
		if g == nil {
			return "an object made of the array may live longer"
		}
		p := &follow.Plan{Function: g, Place: o.v.Place(), Scope: a.Plan.Scope, Overwrites: a.Plan.Overwrites, Keep: true, Ends: a.Plan.Ends,
			Tallies: map[follow.Spot]*follow.Tally{}, Acquisitions: map[ir.ID]bool{}}
		e := follow.NewAnalysis(follow.Task{Unit: u, Function: g, Origin: o.call, Plan: p})
		if !e.Run(state.NewState()) {
			return "an object made of the array may live longer"
		}
		if len(p.Lost) > 0 {
			return fmt.Sprintf("what becomes of %s, made of the array, is not known", o.v.Name)
		}
		for at, t := range p.Tallies {
			if mine := a.Plan.Tallies[at]; mine != nil && mine.Live > 0 && t.Live+t.Other > 0 {
				return fmt.Sprintf("%s, made of the array, is not %s before", o.v.Name, handle.PastTense(o.kind.Destroy))
			}
		}
	}
	return ""
}

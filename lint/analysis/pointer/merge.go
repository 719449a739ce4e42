package pointer

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A Merge is a load through a pointer that is chosen among parameters of a kernel at run time.
// nvcc sends it through the read-only path where one of them is __restrict__ and never written,
// even if another one is written (measured with nvcc 13.0 for sm_90, ld.global.nc in the PTX of the
// kernels in testdata/rules/ldg-of-written/merged.cu).
type Merge struct {
	Load *Access
	// ReadOnly is the parameter that nvcc takes the memory to be read-only from, Written the one
	// that is written, Write a write through it.
	ReadOnly, Written int
	Write             *Access
}

// MayMerge reports whether a kernel may have a Merge. It costs much less than Effects.
func MayMerge(k *sema.Function) bool {
	if !slices.ContainsFunc(k.Params, restricted) {
		return false
	}
	assigned := map[string]bool{}
	note := func(n ast.Node) {
		for n.Is(ast.ParenthesizedExpression) {
			n = n.FirstChild()
		}
		for n.Is(ast.BinaryExpression) {
			n = n.Child(ast.FieldLeft)
		}
		if n.Is(ast.Identifier) {
			assigned[n.Text()] = true
		}
	}
	for n := range k.Body.Descendants() {
		switch n.Kind() {
		case ast.AssignmentExpression:
			note(n.Child(ast.FieldRight))
		case ast.InitDeclarator:
			note(n.Child(ast.FieldValue))
		case ast.ConditionalExpression:
			note(n.Child(ast.FieldConsequence))
			note(n.Child(ast.FieldAlternative))
		}
	}
	pointers := 0
	for _, p := range k.Params {
		if assigned[p.Name] && p.Node.Child(ast.FieldDeclarator).Is(ast.PointerDeclarator) {
			pointers++
		}
	}
	return pointers > 1
}

// Merges returns the merged loads of a kernel, one for each expression.
func (e *Effects) Merges() (out []Merge) {
	written := make([]*Access, len(e.Params))
	for i := range e.Accesses {
		if a := &e.Accesses[i]; a.Kind != Load {
			for _, p := range a.Params {
				written[p] = a
			}
		}
	}
	for i := range e.Accesses {
		a := &e.Accesses[i]
		if !a.Plain || a.Other || a.in != e.ir || len(a.Params) < 2 {
			continue
		}
		m := Merge{Load: a, ReadOnly: -1, Written: -1}
		for _, p := range e.reaching(a) {
			switch {
			case written[p] != nil:
				m.Written, m.Write = p, written[p]
			case e.Params[p].Restrict && !e.Params[p].Escapes:
				m.ReadOnly = p
			}
		}
		if m.ReadOnly >= 0 && m.Written >= 0 && !slices.ContainsFunc(out, func(o Merge) bool { return o.Load.Node == a.Node }) {
			out = append(out, m)
		}
	}
	return out
}

// reaching returns the parameters that the pointer of a load may be derived from when the load is
// executed.
func (e *Effects) reaching(a *Access) []int {
	r := reach{e: e, frame: a.frame}
	r.pointer(a.address, a.op)
	return r.found
}

// A reach collects the parameters that a pointer may be derived from.
type reach struct {
	e     *Effects
	frame *frame
	found []int
	seen  []ir.ID
}

// pointer adds those of an address. at is the operation that uses it.
func (r *reach) pointer(id, at ir.ID) {
	f := r.frame.ir
	for {
		o := f.Op(id)
		switch o.Code {
		case ir.OpIndex, ir.OpMember, ir.OpConvert, ir.OpAddress, ir.OpBase:
			id = o.A
			continue
		case ir.OpChoose:
			r.pointer(o.X.Regions[0].Value, id)
			r.pointer(o.X.Regions[1].Value, id)
		case ir.OpLoad:
			r.variable(o.A, id)
		}
		return
	}
}

// variable adds those that a variable may hold at an operation.
func (r *reach) variable(v, at ir.ID) {
	f := r.frame.ir
	switch o := f.Op(v); {
	case o.Code == ir.OpParam:
		if !r.assigned(v) {
			for _, l := range r.frame.vals[v] {
				for _, e := range l.obj.content {
					if e.to.obj.kind == paramObject {
						r.found = appendNew(r.found, e.to.obj.param)
					}
				}
			}
		}
	case o.Code == ir.OpVar && !slices.Contains(r.seen, at):
		r.seen = append(r.seen, at)
		path := armsAround(f, &f.Body, at)
		for i := len(path); i >= 0; i-- {
			in, before := &f.Body, at
			if i > 0 {
				in = &f.Op(path[i-1].branch).X.Regions[path[i-1].region]
			}
			if i < len(path) {
				before = path[i].branch
			}
			if r.definite(in, v, before) {
				return
			}
			if i > 0 && f.Op(path[i-1].branch).Code == ir.OpLoop {
				for j := range f.Op(path[i-1].branch).X.Regions {
					r.within(&f.Op(path[i-1].branch).X.Regions[j], v)
				}
			}
		}
	}
}

// assigned reports whether the function assigns to a parameter.
func (r *reach) assigned(v ir.ID) bool {
	f := r.frame.ir
	for id := ir.ID(1); int(id) < f.Len(); id++ {
		if o := f.Op(id); o.Code == ir.OpStore && o.A == v {
			return true
		}
	}
	return false
}

// definite adds what the operations of a region before one of them may assign to a variable, from
// the last to the first. It returns true where one surely does.
func (r *reach) definite(in *ir.Region, v, before ir.ID) bool {
	f := r.frame.ir
	for i := len(in.Ops) - 1; i >= 0; i-- {
		id := in.Ops[i]
		if id >= before {
			continue
		}
		o := f.Op(id)
		if o.Code == ir.OpStore && o.A == v {
			r.pointer(o.B, id)
			return true
		}
		if o.X != nil {
			for j := range o.X.Regions {
				r.within(&o.X.Regions[j], v)
			}
		}
		if surelyAssigns(f, o, v) {
			return true
		}
	}
	return false
}

// surelyAssigns reports whether a block, or both arms of a branch, surely assign to a variable.
func surelyAssigns(f *ir.Func, o *ir.Op, v ir.ID) bool {
	if o.Code != ir.OpIf && o.Code != ir.OpBlock {
		return false
	}
	for i := range o.X.Regions {
		if !slices.ContainsFunc(o.X.Regions[i].Ops, func(id ir.ID) bool {
			in := f.Op(id)
			return in.Code == ir.OpStore && in.A == v || surelyAssigns(f, in, v)
		}) {
			return false
		}
	}
	return true
}

// within adds all that a region may assign to a variable.
func (r *reach) within(in *ir.Region, v ir.ID) {
	f := r.frame.ir
	for _, id := range in.Ops {
		o := f.Op(id)
		if o.Code == ir.OpStore && o.A == v {
			r.pointer(o.B, id)
		}
		if o.X != nil {
			for j := range o.X.Regions {
				r.within(&o.X.Regions[j], v)
			}
		}
	}
}

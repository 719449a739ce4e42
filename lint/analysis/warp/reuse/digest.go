package reuse

import (
	"encoding/binary"
	"hash/maphash"
	"math"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/types"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
)

// A Digester makes digests of lowered bodies: two bodies with one digest are the same to an
// analysis, be they of different units. It is of one unit.
type Digester struct {
	builder *ir.Builder
	bodies  map[*ir.Func]uint64
	files   map[*ast.File]uint64
	records map[recordKey]uint64
	// places has the variables by the hash of their declaration. Two variables with one
	// declaration (instances of a template) cannot be told apart by a digest.
	places map[uint64]*sema.Variable
	// open is set once something is met that a digest cannot describe.
	open bool
	b    []byte
}

// NewDigester returns a digester for the bodies that a builder lowers.
func NewDigester(builder *ir.Builder) *Digester {
	return &Digester{builder: builder, bodies: map[*ir.Func]uint64{}, files: map[*ast.File]uint64{},
		records: map[recordKey]uint64{}, places: map[uint64]*sema.Variable{}}
}

// digestSeed makes digests differ from run to run.
var digestSeed = maphash.MakeSeed()

// body returns the digest of a body; ok is false where something in it cannot be described.
func (d *Digester) body(f *ir.Func) (digest uint64, ok bool) {
	if digest, known := d.bodies[f]; known {
		return digest, digest != 0
	}
	d.b, d.open = d.b[:0], false
	d.function(f.Instance.Function)
	d.function(textOwner(f))
	d.typ(f.Instance.This, maxPointers)
	d.typ(f.Result, maxPointers)
	d.text(f.Incomplete)
	d.ids(f.Params)
	d.region(&f.Body)
	for id := 1; id < f.Len(); id++ {
		d.op(f.Op(ir.ID(id)))
	}
	if !d.open {
		digest = max(maphash.Bytes(digestSeed, d.b), 1)
	}
	d.bodies[f] = digest
	return digest, digest != 0
}

// key returns the digest of a question about the function of a result.
func (d *Digester) key(unit *sema.Unit, res *warp.Result, q *Question) uint64 {
	d.b = d.b[:0]
	d.function(res.Kernel)
	d.typ(types.Predeclared("dim3"), maxPointers)
	w := keyWriter{b: d.b}
	w.question(q)
	w.int(int64(unit.Arch()), int64(res.Block.Source), int64(res.Block.Dim[0]), int64(res.Block.Dim[1]), int64(res.Block.Dim[2]))
	d.b = w.b
	return maphash.Bytes(digestSeed, d.b)
}

func (d *Digester) int(numbers ...int64) {
	for _, n := range numbers {
		d.b = binary.AppendVarint(d.b, n)
	}
}

func (d *Digester) text(s string) {
	d.int(int64(len(s)))
	d.b = append(d.b, s...)
}

func (d *Digester) bool(v bool) {
	if v {
		d.b = append(d.b, 1)
	} else {
		d.b = append(d.b, 0)
	}
}

func (d *Digester) ids(ids []ir.ID) {
	d.int(int64(len(ids)))
	for _, id := range ids {
		d.int(int64(id))
	}
}

func (d *Digester) region(r *ir.Region) {
	d.ids(r.Ops)
	d.int(int64(r.Value))
}

// node adds the place of a node, and what its file holds.
func (d *Digester) node(n ast.Node) {
	d.bool(n.Valid())
	if !n.Valid() {
		return
	}
	span := n.Span()
	d.int(int64(d.file(n.File())), int64(n.Kind()), int64(n.Index()), int64(span.Start), int64(span.End))
	if o := n.Origin(); o != n {
		d.node(o)
	}
}

func (d *Digester) file(f *ast.File) uint64 {
	h, known := d.files[f]
	if !known {
		var sum maphash.Hash
		sum.SetSeed(digestSeed)
		sum.WriteString(f.Source.Path)
		sum.WriteByte(0)
		sum.Write(f.Source.Text)
		h = sum.Sum64()
		d.files[f] = h
	}
	return h
}

// function adds what an analysis asks of a function besides its body.
func (d *Digester) function(f *sema.Function) {
	d.bool(f != nil)
	if f == nil {
		return
	}
	d.text(f.Name)
	d.text(f.Namespace)
	d.node(f.Node)
	d.int(int64(f.Qualifiers))
	d.bool(f.Body.Valid())
	d.bool(f.Closure != nil)
}

func (d *Digester) op(o *ir.Op) {
	d.int(int64(o.Code), int64(o.Flags), int64(o.Operator), int64(o.A), int64(o.B), o.Int)
	d.typ(o.Type, maxPointers)
	d.node(o.Node)
	if o.Code == ir.OpIf {
		d.bool(opgraph.Predicated(o.Node))
	}
	d.bool(o.X != nil)
	if o.X != nil {
		d.extra(o.X)
	}
}

func (d *Digester) extra(x *ir.Extra) {
	d.ids(x.Args)
	d.int(int64(len(x.Regions)), int64(math.Float64bits(x.Float)))
	for i := range x.Regions {
		d.region(&x.Regions[i])
	}
	d.text(x.Name)
	d.field(&x.Field, maxPointers)
	d.variable(x.Variable)
	d.bool(x.Callee != nil)
	if x.Callee != nil {
		d.function(x.Callee.Function)
	}
	d.int(int64(len(x.Candidates)))
	for _, c := range x.Candidates {
		d.function(c.Function)
	}
	d.int(int64(len(x.Templates)))
	for _, a := range x.Templates {
		d.argument(a, maxPointers)
	}
	d.int(int64(len(x.Cases)))
	for i := range x.Cases {
		c := &x.Cases[i]
		d.int(int64(c.Value))
		d.bool(c.Default)
		d.node(c.Node)
		d.region(&c.Test)
		d.region(&c.Body)
	}
	d.node(x.From)
}

// variable adds what an analysis asks of a variable besides the body of its initializer.
func (d *Digester) variable(v *sema.Variable) {
	d.bool(v != nil)
	if v == nil {
		return
	}
	from := len(d.b)
	d.text(v.Name)
	d.text(v.Namespace)
	d.node(v.Node)
	place := maphash.Bytes(digestSeed, d.b[from:])
	if other := d.places[place]; other != nil && other != v {
		d.open = true
	}
	d.places[place] = v
	d.int(int64(v.Qualifiers), int64(v.Space))
	d.typ(v.Type, maxPointers)
	d.node(v.Init)
}

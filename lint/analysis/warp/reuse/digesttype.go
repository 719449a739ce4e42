package reuse

import (
	"hash/maphash"
	"math"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// maxPointers is how many pointers of a type a digest follows. Of types behind more pointers it
// has the name and the size: an operation that reaches such an object has a type of its own.
const maxPointers = 2

// typ adds a type, with the layout of the classes in it. pointers is how many are followed.
func (d *Digester) typ(t *sema.Type, pointers int) {
	d.bool(t != nil)
	if t == nil {
		return
	}
	d.int(int64(t.Kind), t.Size, t.Align, t.Len, int64(t.Qualifiers), int64(len(t.Args)))
	d.bool(t.Signed)
	d.text(t.Name)
	d.bool(t.Record != nil)
	if t.Kind == sema.Pointer || t.Kind == sema.Reference {
		pointers--
	}
	if pointers < 0 {
		return
	}
	d.typ(t.Elem, pointers)
	for _, a := range t.Args {
		d.argument(a, pointers)
	}
	if t.Record != nil {
		d.int(int64(d.record(t.Record, pointers)))
	}
}

func (d *Digester) argument(a sema.TemplateArg, pointers int) {
	d.typ(a.Type, pointers-1)
	d.int(a.Const.Int, int64(math.Float64bits(a.Const.Float)), int64(len(a.Pack)))
	d.typ(a.Const.Type, pointers-1)
	for _, p := range a.Pack {
		d.argument(p, pointers)
	}
}

// A recordKey is a class and how much of it was known when its digest was made.
type recordKey struct {
	record   *sema.Record
	pointers int
	fields   int
	size     int64
}

// record returns the digest of the layout of a class, as far as it is known by now.
func (d *Digester) record(r *sema.Record, pointers int) uint64 {
	key := recordKey{r, pointers, len(r.Fields), r.Size}
	digest, known := d.records[key]
	if known {
		return digest
	}
	d.records[key] = 1 // no class is part of itself, in a correct program
	keep := d.b
	d.b = nil
	d.text(r.Name)
	d.text(r.Namespace)
	d.node(r.Node)
	d.int(r.Size, r.Align, int64(len(r.Fields)), int64(len(r.Bases)))
	d.bool(r.Union)
	d.bool(sema.ClosureOf(r) != nil)
	for i := range r.Fields {
		d.field(&r.Fields[i], pointers)
	}
	for _, b := range r.Bases {
		d.typ(b, pointers)
	}
	digest = maphash.Bytes(digestSeed, d.b)
	d.b = keep
	d.records[key] = digest
	return digest
}

func (d *Digester) field(f *sema.Field, pointers int) {
	d.text(f.Name)
	d.int(f.Offset)
	d.typ(f.Type, pointers)
}

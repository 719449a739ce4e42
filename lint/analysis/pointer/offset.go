package pointer

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A variation says how far apart the values of a number may be in one launch.
type variation uint8

const (
	uniform  variation = iota // one value in all threads, all the time
	byThread                  // computed from threadIdx and blockIdx alone
	byLoop                    // the counter of a loop
	byData                    // loaded from memory
	anyhow                    // all else
)

// An offset is a number of bytes or elements as a sum: base plus the terms. A term is a product of
// numbers that the source does not give, with a factor.
type offset struct {
	base  int64
	terms map[string]term // by the names of the numbers, such as "blockDim.x*blockIdx.x"
}

// A term is one summand of an offset.
type term struct {
	factor    int64
	variation variation
	// scaled is set where the product contains a uniform number that is not known, such as the
	// length of a row. positive is set where the product is never negative.
	scaled, positive bool
}

// Bounds of offsets.
const (
	maxTerms       = 12
	maxOffsetSteps = 2000
	maxName        = 400
)

func exact(v int64) offset { return offset{base: v} }

// one returns an offset that is one number.
func one(name string, t term) offset {
	t.factor = 1
	return offset{terms: map[string]term{name: t}}
}

// plus returns o + factor * p.
func (o offset) plus(p offset, factor int64) offset {
	out := offset{base: o.base + factor*p.base, terms: map[string]term{}}
	for name, t := range o.terms {
		out.terms[name] = t
	}
	for name, t := range p.terms {
		t.factor = t.factor*factor + out.terms[name].factor
		if out.terms[name] = t; t.factor == 0 {
			delete(out.terms, name)
		}
	}
	return out
}

// times returns o * p.
func (o offset) times(p offset) offset {
	out := exact(o.base * p.base)
	out = out.plus(offset{terms: p.terms}, o.base).plus(offset{terms: o.terms}, p.base)
	for a, s := range o.terms {
		for b, t := range p.terms {
			names := append(strings.Split(a, "*"), strings.Split(b, "*")...)
			slices.Sort(names)
			product := term{factor: s.factor * t.factor, variation: max(s.variation, t.variation), scaled: s.scaled || t.scaled, positive: s.positive && t.positive}
			out = out.plus(offset{terms: map[string]term{strings.Join(names, "*"): product}}, 1)
		}
	}
	return out
}

// String returns a text that two offsets share only if they are equal.
func (o offset) String() string {
	var words []string
	for name, t := range o.terms {
		words = append(words, fmt.Sprintf("%d*%s", t.factor, name))
	}
	slices.Sort(words)
	return fmt.Sprintf("%d+%s", o.base, strings.Join(words, "+"))
}

// is returns the common variation of all terms, and whether no term is ever negative.
func (o offset) is() (v variation, positive bool) {
	positive = o.base >= 0
	for _, t := range o.terms {
		v, positive = max(v, t.variation), positive && t.positive && t.factor > 0
	}
	return v, positive
}

// An offsets computes the offsets of accesses.
type offsets struct {
	steps int
	chain map[*frame]site // the call that each frame is taken to be
	index map[*ir.Func]*extents
	// visiting are the variables that holdsData looks at, to end cycles.
	visiting map[ir.ID]bool
}

// assigned returns the operations that assign to a variable. alone is set if nothing else may.
func (x *offsets) assigned(f *ir.Func, v ir.ID) (stores []ir.ID, alone bool) {
	e := x.index[f]
	if e == nil {
		e = &extents{f: f}
		e.assignments()
		x.index[f] = e
	}
	return e.stores[v], !e.shared[v]
}

// value returns the value of an operation: a number, or an address relative to the memory that it
// is derived from.
func (x *offsets) value(fr *frame, id ir.ID) offset {
	if x.steps++; x.steps > maxOffsetSteps || id == 0 {
		return x.opaque(fr, id, anyhow)
	}
	out := x.compute(fr, id, fr.ir.Op(id))
	if len(out.terms) > maxTerms || out.base > maxIndex || out.base < -maxIndex || len(out.String()) > maxName {
		v, _ := out.is()
		return x.opaque(fr, id, v)
	}
	return out
}

// opaque returns a number that is known by the operation that yields it.
func (x *offsets) opaque(fr *frame, id ir.ID, v variation) offset {
	return one(fmt.Sprintf("%d.%d", fr.id, id), term{variation: v, scaled: v == uniform})
}

func (x *offsets) compute(fr *frame, id ir.ID, o *ir.Op) offset {
	switch o.Code {
	case ir.OpConst:
		if o.X == nil {
			return exact(o.Int)
		}
	case ir.OpGlobal, ir.OpNull:
		return exact(0)
	case ir.OpSpecial:
		return x.special(ir.Special(o.Int))
	case ir.OpTemplateValue:
		return one(o.X.Name, term{scaled: true})
	case ir.OpConvert:
		if a := fr.ir.Op(o.A); o.Type != nil && (o.Type.Kind == sema.Pointer || o.Type.Kind == sema.Int && o.Type.Size >= 4 && (a.Type == nil || a.Type.Kind == sema.Int)) {
			return x.value(fr, o.A)
		}
		return x.function(fr, id, o)
	case ir.OpAddress, ir.OpBind:
		return x.value(fr, o.A)
	case ir.OpBase:
		return x.value(fr, o.A).plus(exact(o.Int), 1)
	case ir.OpMember:
		if o.X.Field.Offset >= 0 {
			return x.value(fr, o.A).plus(exact(o.X.Field.Offset), 1)
		}
	case ir.OpIndex:
		if size := sizeOf(o.Type); size > 0 {
			return x.value(fr, o.A).plus(x.value(fr, o.B), size)
		}
	case ir.OpParam:
		return x.argument(fr, id, o)
	case ir.OpLoad:
		return x.load(fr, id, o)
	case ir.OpUnary, ir.OpBinary:
		return x.function(fr, id, o)
	}
	return x.opaque(fr, id, anyhow)
}

func (x *offsets) special(s ir.Special) offset {
	if s == ir.WarpSize {
		return exact(32)
	}
	t := term{positive: true}
	if s < ir.BlockDimX {
		t.variation = byThread
	}
	return one(s.String(), t)
}

// function returns what an operator yields.
func (x *offsets) function(fr *frame, id ir.ID, o *ir.Op) offset {
	a := x.value(fr, o.A)
	if o.Code == ir.OpUnary && o.Operator == ast.Sub {
		return exact(0).plus(a, -1)
	}
	v, positive := a.is()
	name := fmt.Sprintf("(%d %d %s", o.Code, o.Operator, a)
	if o.Code == ir.OpBinary {
		b := x.value(fr, o.B)
		switch {
		case o.Operator == ast.Add:
			return a.plus(b, 1)
		case o.Operator == ast.Sub:
			return a.plus(b, -1)
		case o.Operator == ast.Mul:
			return a.times(b)
		case o.Operator == ast.Shl && len(b.terms) == 0 && b.base >= 0 && b.base < 32:
			return a.times(exact(1 << b.base))
		}
		w, nonnegative := b.is()
		v, positive, name = max(v, w), positive && nonnegative, name+" "+b.String()
	}
	if v == byLoop {
		v = anyhow // it may alternate between two halves
	}
	return one(strings.ReplaceAll(name+")", "*", "."), term{variation: v, positive: positive && o.Code == ir.OpBinary, scaled: v == uniform})
}

// argument returns the address that a reference parameter stands for.
func (x *offsets) argument(fr *frame, id ir.ID, o *ir.Op) offset {
	if at, ok := x.chain[fr]; ok && o.Type != nil && o.Type.Kind == sema.Reference {
		if given, ok := argumentOf(at, fr, int(o.Int)); ok {
			return x.value(at.frame, given)
		}
	}
	return x.opaque(fr, id, anyhow)
}

// argumentOf returns the operation that yields argument i of a call.
func argumentOf(at site, callee *frame, i int) (ir.ID, bool) {
	o := at.frame.ir.Op(at.call)
	if o.Code == ir.OpExternal && callee.ir.Instance.This != nil {
		if i--; i < 0 {
			return o.A, true
		}
	}
	if o.X == nil || i >= len(o.X.Args) {
		return 0, false
	}
	return o.X.Args[i], true
}

// load returns what a load reads: a variable, a parameter, or data.
func (x *offsets) load(fr *frame, id ir.ID, o *ir.Op) offset {
	v := variableOf(fr.ir, o.A)
	if v == 0 {
		return x.opaque(fr, id, byData)
	}
	stores, alone := x.assigned(fr.ir, v)
	of := fr.ir.Op(v)
	at, called := x.chain[fr]
	switch {
	case of.Code == ir.OpParam && len(stores) == 0 && alone && v == o.A:
		if called {
			if given, ok := argumentOf(at, fr, int(of.Int)); ok {
				return x.value(at.frame, given)
			}
			return x.opaque(fr, v, anyhow)
		}
		if o.Type != nil && o.Type.Kind == sema.Pointer {
			return exact(0)
		}
		return one("param "+of.X.Name, term{scaled: true})
	case of.Code == ir.OpParam && !called && len(stores) == 0:
		return one("member "+x.value(fr, o.A).String(), term{scaled: true}) // of a struct
	case of.Code == ir.OpVar && len(stores) == 1 && alone && v == o.A:
		return x.value(fr, fr.ir.Op(stores[0]).B)
	case of.Code == ir.OpVar && v == o.A && alone && counts(fr.ir, stores):
		return x.opaque(fr, v, byLoop)
	case of.Code == ir.OpVar && x.holdsData(fr, v):
		return x.opaque(fr, id, byData)
	}
	return x.opaque(fr, v, anyhow)
}

// holdsData reports whether a local variable, or all elements of a local array, hold nothing but
// data: what is assigned to it was loaded, or a function fills it.
func (x *offsets) holdsData(fr *frame, v ir.ID) bool {
	if x.visiting[v] {
		return false
	}
	x.visiting[v] = true
	defer delete(x.visiting, v)
	x.assigned(fr.ir, v) // makes the index
	index := x.index[fr.ir]
	t := fr.ir.Op(v).Type
	array := t != nil && t.Kind == sema.Array
	some := array && index.shared[v]
	for address, stores := range index.stores {
		if variableOf(fr.ir, address) != v {
			continue
		}
		for _, s := range stores {
			if is, _ := x.value(fr, fr.ir.Op(s).B).is(); is != byData {
				return false
			}
			some = true
		}
	}
	return some && (array || !index.shared[v])
}

// sizeOf returns the size of a type in bytes, 0 if it is not known. Each template parameter counts
// as dependentSize bytes, which is right as long as no other type is involved; see sameType.
func sizeOf(t *sema.Type) int64 {
	switch {
	case t == nil:
		return 0
	case t.Kind == sema.Dependent:
		return dependentSize
	}
	return max(t.Size, 0)
}

const dependentSize = 8

// sameType reports whether the sizes of two types can be compared.
func sameType(a, b *sema.Type) bool {
	if a == nil || b == nil || a.Kind != sema.Dependent && b.Kind != sema.Dependent {
		return true
	}
	return a.Kind == b.Kind && a.Name == b.Name
}

// counts reports whether one of two stores is in the update of a loop.
func counts(f *ir.Func, stores []ir.ID) bool {
	if len(stores) != 2 {
		return false
	}
	for id := stores[1]; int(id) < f.Len(); id++ {
		if loop := f.Op(id); loop.Code == ir.OpLoop && slices.Contains(loop.X.Regions[2].Ops, stores[1]) {
			return true
		}
	}
	return false
}

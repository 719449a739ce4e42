package lanes

import (
	"encoding/binary"
	"hash/maphash"
	"math"
)

// A key identifies what a derived symbol was computed from, so that computing it
// again gives the same symbol.
type key struct {
	op   string
	a, b uint64
}

func mix(h, x uint64) uint64 {
	h ^= x + 0x9e3779b97f4a7c15 + h<<6 + h>>2
	h ^= h >> 31
	h *= 0xbf58476d1ce4e5b9
	return h ^ h>>29
}

// hash returns a number that is the same for equal values only (up to a chance
// of about 2^-64).
func (d *Domain) hash(v *Value) uint64 {
	var h maphash.Hash
	h.SetSeed(d.seed)
	var buf [8]byte
	put := func(x uint64) {
		binary.LittleEndian.PutUint64(buf[:], x)
		h.Write(buf[:])
	}
	put(uint64(v.Type.Bits))
	if v.unknown {
		// Two unknown values are never known to be equal.
		d.symbols++
		put(uint64(d.symbols))
		put(1)
	}
	for _, x := range v.offset {
		put(uint64(x))
	}
	for _, x := range v.floats {
		put(math.Float64bits(x))
	}
	for _, t := range v.terms {
		put(uint64(t.sym.id))
		put(uint64(len(t.coef)))
		for _, c := range t.coef {
			put(uint64(c))
		}
	}
	if v.choice != nil {
		put(uint64(v.choice.id))
		for _, a := range v.alts {
			put(d.hash(a))
		}
	}
	return h.Sum64()
}

// threadKeys returns a number per thread; threads with equal numbers have equal
// values. uniform is set if all threads have.
func (d *Domain) threadKeys(values ...*Value) (keys []uint64, uniform bool) {
	uniform = true
	for _, v := range values {
		uniform = uniform && v.IsUniform()
	}
	if uniform {
		return nil, true
	}
	keys = make([]uint64, d.threads)
	for _, v := range values {
		d.mixThreads(keys, v)
	}
	return keys, false
}

func (d *Domain) mixThreads(keys []uint64, v *Value) {
	for i := range keys {
		switch {
		case v.unknown:
			keys[i] = mix(keys[i], uint64(i))
		case len(v.floats) > 1:
			keys[i] = mix(keys[i], math.Float64bits(v.floats[i]))
		case len(v.offset) > 1:
			keys[i] = mix(keys[i], uint64(v.offset[i]))
		}
	}
	for _, t := range v.terms {
		for i := range keys {
			c := at(t.coef, i)
			keys[i] = mix(keys[i], uint64(c))
			if t.sym.class != nil && c != 0 {
				keys[i] = mix(keys[i], uint64(t.sym.class[i]))
			}
		}
	}
	for _, a := range v.alts {
		d.mixThreads(keys, a)
	}
}

// classes numbers the threads by the values: equal values, equal class.
func (d *Domain) classes(values ...*Value) (class []int32, uniform bool) {
	keys, uniform := d.threadKeys(values...)
	if uniform {
		return nil, true
	}
	return classesOf(keys), false
}

func classesOf(keys []uint64) []int32 {
	class := make([]int32, len(keys))
	seen := make(map[uint64]int32, len(keys))
	for i, k := range keys {
		c, ok := seen[k]
		if !ok {
			c = int32(len(seen))
			seen[k] = c
		}
		class[i] = c
	}
	return class
}

// derive returns the value of an operation that is not linear: a symbol in
// [lo, hi] that is uniform if the operands are, and shared by the threads whose
// operands agree. The same operation on the same operands gives the same symbol.
func (d *Domain) derive(op string, t Type, lo, hi int64, operands ...*Value) *Value {
	if lo == hi && !t.Float {
		return d.Const(t, lo)
	}
	k := key{op: op, a: uint64(t.Bits)}
	data := false
	for i, v := range operands {
		if v.IsUnknown() {
			return d.Unknown(t)
		}
		k.a = mix(k.a, d.hash(v))
		k.b = mix(k.b, d.hash(v)+uint64(i))
		data = data || v.IsData()
	}
	s := d.derived[k]
	if s == nil {
		class, _ := d.classes(operands...)
		s = d.newSymbol(Symbol{lo: lo, hi: hi, class: class, data: data})
		d.derived[k] = s
	}
	return d.ofSymbol(t, s)
}

package lanes

import (
	"math"
	"math/bits"
	"slices"
)

// A key identifies what a derived symbol was computed from, so that computing it
// again gives the same symbol.
type key struct{ a, b uint64 }

// keyOf returns the key of an operation, a number that is part of it, and no operands yet.
func keyOf(op string, with uint64) key {
	h := uint64(14695981039346656037) // FNV-1a
	for i := range len(op) {
		h = (h ^ uint64(op[i])) * 1099511628211
	}
	return key{mix(h, with), h}
}

// with returns the key with one more operand, by its hash.
func (k key) with(h uint64) key {
	a := mix(k.a, h)
	return key{a, mix(k.b, h^a)}
}

func mix(h, x uint64) uint64 {
	h ^= x + 0x9e3779b97f4a7c15 + h<<6 + h>>2
	h ^= h >> 31
	h *= 0xbf58476d1ce4e5b9
	return h ^ h>>29
}

func (t Type) hash() uint64 {
	h := uint64(t.Bits) << 2
	if t.Signed {
		h |= 1
	}
	if t.Float {
		h |= 2
	}
	return h
}

// hash returns a number that is the same for equal values only (up to a chance
// of about 2^-64), and the same in every run. Two unknown values are never equal.
func (d *Domain) hash(v *Value) uint64 {
	if v.hashed != 0 && !v.unknown {
		return v.hashed
	}
	h := mix(0, v.Type.hash())
	if v.unknown {
		d.symbols++
		return mix(h, uint64(d.symbols))
	}
	// Lengths go first, so that no two lists run into one another.
	h = mix(h, uint64(len(v.offset))<<32+uint64(len(v.floats())))
	for _, x := range v.offset {
		h = mix(h, uint64(x))
	}
	for _, x := range v.floats() {
		h = mix(h, math.Float64bits(x))
	}
	for _, t := range v.terms {
		h = mix(h, uint64(t.sym.id))
		h = mix(h, uint64(len(t.coef)))
		for _, c := range t.coef {
			h = mix(h, uint64(c))
		}
	}
	for _, c := range v.choices() {
		h = mix(h, uint64(c.id))
	}
	for _, a := range v.alts() {
		h = mix(h, d.hash(a))
	}
	v.hashed = h
	return h
}

// threadKeys returns a number per thread; threads with equal numbers have equal
// values. uniform is set if all threads have. The numbers are good until the next
// call.
func (d *Domain) threadKeys(values ...*Value) (keys []uint64, uniform bool) {
	uniform = true
	for _, v := range values {
		uniform = uniform && v.IsUniform()
	}
	if uniform {
		return nil, true
	}
	d.keys = append(d.keys[:0], make([]uint64, d.threads)...)
	keys = d.keys
	for _, v := range values {
		if !v.IsUniform() {
			d.mixThreads(keys, v)
		}
	}
	return keys, false
}

func (d *Domain) mixThreads(keys []uint64, v *Value) {
	switch {
	case v.unknown:
		for i := range keys {
			keys[i] = mix(keys[i], uint64(i))
		}
	case len(v.floats()) > 1:
		for i := range keys {
			keys[i] = mix(keys[i], math.Float64bits(v.floats()[i]))
		}
	case len(v.offset) > 1:
		for i := range keys {
			keys[i] = mix(keys[i], uint64(v.offset[i]))
		}
	}
	for _, t := range v.terms {
		if len(t.coef) > 1 {
			for i := range keys {
				keys[i] = mix(keys[i], uint64(t.coef[i]))
			}
		}
		if t.sym.class != nil {
			for i := range keys {
				if at(t.coef, i) != 0 {
					keys[i] = mix(keys[i], uint64(t.sym.class[i]))
				}
			}
		}
	}
	for _, a := range v.alts() {
		d.mixThreads(keys, a)
	}
}

// classes numbers the threads by the values: equal values, equal class.
func (d *Domain) classes(values ...*Value) (class []int32, uniform bool) {
	for _, v := range values {
		if d.allDiffer(v) || len(v.offset) == d.threads && d.threads > 1 && monotonic(v.offset) {
			return d.everyThread, false
		}
	}
	keys, uniform := d.threadKeys(values...)
	if uniform {
		return nil, true
	}
	class, n := d.classesOf(keys)
	switch n {
	case 1:
		return nil, true
	case d.threads:
		return d.everyThread, false
	}
	return d.shared(class), false
}

// monotonic reports whether numbers only grow, or only shrink: no two are the same.
func monotonic(x []int64) bool {
	up := x[len(x)-1] > x[0]
	for i := 1; i < len(x); i++ {
		if up && x[i] <= x[i-1] || !up && x[i] >= x[i-1] {
			return false
		}
	}
	return true
}

// shared returns a slice equal to class that symbols of the same classes have in
// common: there are few ways in which threads fall into classes, and many symbols.
func (d *Domain) shared(class []int32) []int32 {
	h := uint64(len(class))
	for _, c := range class {
		h = mix(h, uint64(c))
	}
	known, ok := d.partitions[h]
	if !ok {
		known = slices.Clone(class)
		d.partitions[h] = known
	}
	return known
}

// allDiffer reports whether a value depends on a symbol of which every thread has
// its own: what is computed from it has a class per thread, too. Numbers derived
// from data are nearly all of this kind.
func (d *Domain) allDiffer(v *Value) bool {
	for _, tm := range v.terms {
		if len(tm.coef) == 1 && len(tm.sym.class) == d.threads && &tm.sym.class[0] == &d.everyThread[0] {
			return true
		}
	}
	return false
}

// classesOf numbers the keys in order of appearance and returns how many differ.
// The numbers are good until the next call.
func (d *Domain) classesOf(keys []uint64) (class []int32, n int) {
	// An open hash table of the first thread of each class; a map costs ten times
	// as much.
	size := 1 << bits.Len(uint(2*len(keys)))
	d.numbers = append(d.numbers[:0], make([]int32, len(keys)+size)...)
	class, first := d.numbers[:len(keys)], d.numbers[len(keys):]
	for i, k := range keys {
		at := mix(k, 0) & uint64(size-1)
		for first[at] != 0 && keys[first[at]-1] != k {
			at = (at + 1) & uint64(size-1)
		}
		if first[at] == 0 {
			first[at] = int32(i + 1)
			class[i] = int32(n)
			n++
			continue
		}
		class[i] = class[first[at]-1]
	}
	return class, n
}

// derive returns the value of an operation that is not linear: a symbol in
// [lo, hi] that is uniform if the operands are, and shared by the threads whose
// operands agree. The same operation on the same operands gives the same symbol,
// so the bounds must follow from these alone.
func (d *Domain) derive(op string, t Type, lo, hi int64, operands ...*Value) *Value {
	return d.deriveAs(Symbol{lo: lo, hi: hi}, op, t, operands...)
}

// deriveAs is derive for a symbol of which more is known; it fills in the rest.
func (d *Domain) deriveAs(s Symbol, op string, t Type, operands ...*Value) *Value {
	if s.lo == s.hi && !t.Float {
		return d.Const(t, s.lo)
	}
	k := keyOf(op, t.hash())
	for _, v := range operands {
		if v.IsUnknown() {
			return d.Unknown(t)
		}
		h := d.hash(v)
		k = k.with(h)
		s.data, s.read = s.data || v.IsData(), s.read || v.IsRead()
	}
	sym := d.derived[k]
	if sym == nil {
		uniform := false
		s.class, uniform = d.classes(operands...)
		for _, v := range operands {
			s.onData = s.onData || v.FromMemory()
			s.fromCount = s.fromCount || v.dependsOnCount()
			s.data = s.data || uniform && s.onData
		}
		if s.class != nil {
			s.origin = originOf(op, operands)
		}
		sym = d.newSymbol(t, s)
		d.derived[k] = sym
		d.derivedKeys = append(d.derivedKeys, k)
		if d.trace != nil {
			d.trace(sym, nil, op, t, append([]*Value(nil), operands...))
		}
	}
	return &sym.value
}

// ordered returns two operands of a commutative operation in an order that does
// not depend on how they were written.
func (d *Domain) ordered(a, b *Value) (*Value, *Value) {
	if d.hash(a) > d.hash(b) {
		return b, a
	}
	return a, b
}

// oneToOne reports whether threads that classes tells apart have different values
// for certain.
func (v *Value) oneToOne() bool {
	if v.unknown || len(v.choices()) > 0 || v.Type.Float || !v.rigid() {
		return false
	}
	varying := 0
	for _, t := range v.terms {
		if t.sym.class != nil {
			varying++
			if !t.sym.injective || t.sym.data || len(v.offset) > 1 {
				return false
			}
		}
	}
	return varying <= 1
}

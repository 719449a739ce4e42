// Package lanes is the abstract domain of the analysis: what is known of one
// value in every thread of a block.
//
// A value is a linear form
//
//	value[t] = offset[t] + sum over i of coefficient_i[t] * symbol_i[t]
//
// with known numbers per thread for offsets and coefficients. A symbol stands
// for something that is not known: uniform (one value for the whole block, such
// as blockIdx.x or a kernel argument) or varying (a value per thread, such as
// loaded data; threads of one class share it). So "threadIdx.x + 256 *
// blockIdx.x" keeps its exact distances between lanes, and "data[i] * 32 +
// lane" keeps that lanes never meet.
//
// Where the next operation depends on a small property of a uniform symbol (its
// remainder, or the outcome of a branch), the value splits into alternatives,
// one per case; alternatives of one choice stay correlated. What fits none of
// this becomes a fresh symbol, whose classes still say which threads must
// agree, or Unknown.
//
// The order of the lattice is by sets of possible values per thread: a known
// number is below a symbol whose range holds it, a symbol below one with a wider
// range or finer classes, and everything below Unknown. Every operation returns
// a value above the set of the exact results, under these assumptions:
//
//   - Signed arithmetic does not overflow. Unsigned arithmetic on something
//     unknown does not exceed its largest number, unless it multiplies by a large
//     odd constant, as hashes do. Numbers known in every thread wrap exactly.
//   - Conversion of something unknown to 32 or more bits keeps the number.
//   - A number of unknown sign that is divided is not negative, and a difference
//     in unsigned arithmetic that is divided, shifted right or widened has not
//     gone below zero. (Comparisons, minima and bit operations allow for it.)
//   - Numbers of 64 bits that are not known stay within plus and minus 2^60.
package lanes

import (
	"math"
)

// A Type is the machine type of a value.
type Type struct {
	Bits   uint8 // 1 (bool), 8, 16, 32, 64; 16, 32, 64 for floating point
	Signed bool
	Float  bool
}

// Common types.
var (
	Bool    = Type{Bits: 1}
	Int32   = Type{Bits: 32, Signed: true}
	Uint32  = Type{Bits: 32}
	Int64   = Type{Bits: 64, Signed: true}
	Uint64  = Type{Bits: 64}
	Float32 = Type{Bits: 32, Signed: true, Float: true}
	Float64 = Type{Bits: 64, Signed: true, Float: true}
)

// limit stands for infinity in ranges; sums of a few limits still fit int64.
const limit = int64(1) << 60

// Range returns the smallest and largest value of an integer type; 64-bit types
// are cut at plus and minus 2^60.
func (t Type) Range() (lo, hi int64) {
	switch {
	case t.Float || t.Bits >= 62:
		if t.Signed {
			return -limit, limit
		}
		return 0, limit
	case t.Signed:
		return -(1 << (t.Bits - 1)), 1<<(t.Bits-1) - 1
	}
	return 0, 1<<t.Bits - 1
}

// Wrap returns x reduced to the type as the machine does; 64-bit values are kept
// as their bits.
func (t Type) Wrap(x int64) int64 {
	if t.Bits >= 64 || t.Float {
		return x
	}
	if t.Bits == 1 {
		if x != 0 {
			return 1
		}
		return 0
	}
	shift := 64 - t.Bits
	if t.Signed {
		return x << shift >> shift
	}
	return int64(uint64(x) << shift >> shift)
}

// A Domain holds the number of threads and the symbols of one analysis. It is
// not safe for concurrent use.
type Domain struct {
	threads     int
	symbols     int
	choices     int
	derived     map[key]*Symbol
	derivedKeys []key // those of derived, in order
	chosen      map[key]*Choice
	// everyThread is the class of symbols of which each thread has its own; it is
	// shared, so that it is recognised by its address.
	everyThread []int32
	partitions  map[uint64][]int32 // see shared
	small       [smallTypes][]*Value
	// Buffers that calls reuse.
	truths  []Truth
	keys    []uint64
	numbers []int32
	warp    warpLanes
	vectors vectorCache
	spreads map[key]Spread // see cachedSpread
	// warps are the warps of the last footprint.
	warps warpsOf
	// trace, where set, learns what each derived symbol or choice stands for.
	trace func(s *Symbol, c *Choice, op string, t Type, operands []*Value)
}

// NewDomain returns a domain for blocks of a number of threads.
func NewDomain(threads int) *Domain {
	d := &Domain{threads: threads, derived: map[key]*Symbol{}, chosen: map[key]*Choice{}, spreads: map[key]Spread{}, partitions: map[uint64][]int32{}}
	for i := range threads {
		d.everyThread = append(d.everyThread, int32(i))
	}
	return d
}

// Mark returns a point in time for Forget.
func (d *Domain) Mark() int { return len(d.derivedKeys) }

// minForgotten is the least number of symbols for which Forget does anything.
const minForgotten = 1 << 12

// Forget drops the table of how symbols were derived since a mark, if they are many, so that
// trials do not take up ever more memory. Deriving one of them again gives another symbol.
func (d *Domain) Forget(mark int) {
	if len(d.derivedKeys)-mark < minForgotten {
		return
	}
	for _, k := range d.derivedKeys[mark:] {
		delete(d.derived, k)
	}
	d.derivedKeys = d.derivedKeys[:mark]
}

// Threads returns the number of threads of the block.
func (d *Domain) Threads() int { return d.threads }

// A Symbol stands for a number that the source does not determine.
type Symbol struct {
	id int
	// class is nil for a uniform symbol; else threads of one class share a value.
	class []int32
	// injective says that different classes have different values.
	injective bool
	// data says that the value comes from memory, or is computed from such a value.
	data bool
	// read says that the value comes from memory, but which threads read the same is not
	// known: nothing is expected of it, unlike of data.
	read bool
	// onData says that the value depends on data, be it the same for all threads.
	onData bool
	// asTyped says that no more is known of the range than the type gives.
	asTyped bool
	// origin, where set, says what a varying symbol was computed from.
	origin *origin
	// turn, where set, says which function of a uniform symbol this one is.
	turn *turn
	// fromCount says that the value is computed from a symbol that is counted, in another way
	// than as a linear form.
	fromCount bool
	// iterations, where set, says that the symbol is each number from 0 up to it, without it,
	// equally often.
	iterations int64
	// counter says that the symbol is the number of the iteration that is being executed.
	counter bool
	// lo and hi bound integer symbols, flo and fhi floating-point ones.
	lo, hi   int64
	flo, fhi float64
	// value is the value that is this symbol alone, with alone as its form: many values are.
	value Value
	alone [1]term
}

// A term is coefficient times symbol; the coefficient has one entry, or one per
// thread.
type term struct {
	sym  *Symbol
	coef []int64
	// pitch says where the source gives the coefficient.
	pitch pitch
}

// Small constants are shared: smallCount values of each of smallTypes types.
const smallTypes, smallCount = 5, 65

// smallType returns the number of a type that small constants often have.
func smallType(t Type) (int, bool) {
	switch t {
	case Bool:
		return 0, true
	case Int32:
		return 1, true
	case Uint32:
		return 2, true
	case Int64:
		return 3, true
	case Uint64:
		return 4, true
	}
	return 0, false
}

// Const returns the value that is x in every thread.
func (d *Domain) Const(t Type, x int64) *Value {
	if i, ok := smallType(t); ok && x >= 0 && x < smallCount && (t != Bool || x < 2) {
		if d.small[i] == nil {
			d.small[i] = make([]*Value, smallCount)
		}
		v := d.small[i][x]
		if v == nil {
			v = &Value{Type: t, offset: single(x)}
			d.small[i][x] = v
		}
		return v
	}
	return &Value{Type: t, offset: single(t.Wrap(x))}
}

// PerThread returns the value that is x[i] in thread i; x has an entry for each, and is the
// value's from here on.
func (d *Domain) PerThread(t Type, x []int64) *Value {
	return finish(t, x, nil)
}

// Unknown returns the value nothing is known of.
func (d *Domain) Unknown(t Type) *Value { return &Value{Type: t, unknown: true} }

// Uniform returns a fresh number in [lo, hi] that all threads share.
func (d *Domain) Uniform(t Type, lo, hi int64) *Value {
	return d.fresh(t, Symbol{lo: lo, hi: hi})
}

// UniformOf returns a fresh number of a type that all threads share.
func (d *Domain) UniformOf(t Type) *Value {
	lo, hi := t.Range()
	return d.Uniform(t, lo, hi)
}

// Loaded returns a number read from memory: threads for which all of the values
// by agree read the same one.
func (d *Domain) Loaded(t Type, by ...*Value) *Value {
	lo, hi := t.Range()
	return d.LoadedIn(t, lo, hi, by...)
}

// LoadedIn is Loaded for a number known to be in [lo, hi].
func (d *Domain) LoadedIn(t Type, lo, hi int64, by ...*Value) *Value {
	s := Symbol{lo: lo, hi: hi, data: true}
	if least, most := t.Range(); lo == least && hi == most {
		s.asTyped = true
	}
	if class, uniform := d.classes(by...); !uniform {
		s.class = class
	}
	return d.fresh(t, s)
}

// Separates reports whether v differs between threads for which by is the same; a nil v may.
func (d *Domain) Separates(by, v *Value) bool {
	if v == nil {
		return true
	}
	before := d.countClasses(by)
	return before < d.threads && d.countClasses(by, v) > before
}

// countClasses returns how many classes the threads fall into by some values.
func (d *Domain) countClasses(by ...*Value) int {
	keys, uniform := d.threadKeys(by...)
	if uniform {
		return 1
	}
	_, n := d.classesOf(keys)
	return n
}

// Opaque returns a number of a type that may differ from thread to thread in a
// way the source does not tell; data says whether to take it for data, equally likely to be anything.
func (d *Domain) Opaque(t Type, data bool) *Value {
	lo, hi := t.Range()
	return d.fresh(t, Symbol{lo: lo, hi: hi, class: d.everyThread, data: data, asTyped: true})
}

// Read returns a number of a type that comes from memory, from where is not known: it may be
// the same for all threads, or differ.
func (d *Domain) Read(t Type) *Value {
	lo, hi := t.Range()
	return d.fresh(t, Symbol{lo: lo, hi: hi, class: d.everyThread, read: true, asTyped: true})
}

// fresh returns the value of a new symbol.
func (d *Domain) fresh(t Type, s Symbol) *Value { return &d.newSymbol(t, s).value }

// newSymbol returns a new symbol, for numbers of a type.
func (d *Domain) newSymbol(t Type, s Symbol) *Symbol {
	d.symbols++
	s.id = d.symbols
	if s.flo == 0 && s.fhi == 0 {
		s.flo, s.fhi = math.Inf(-1), math.Inf(1)
	}
	s.alone[0] = term{sym: &s, coef: one}
	s.value = Value{Type: t, offset: zero, terms: s.alone[:]}
	return &s
}

// smallest and largest bound the numbers whose vectors are shared by all values: most
// constants are small.
const smallest, largest = -16, 1024

var smallNumbers = func() (all [largest - smallest + 1]int64) {
	for i := range all {
		all[i] = int64(i) + smallest
	}
	return all
}()

// single returns the vector of a number that all threads share.
func single(x int64) []int64 {
	if x < smallest || x > largest {
		return []int64{x}
	}
	i := x - smallest
	return smallNumbers[i : i+1 : i+1]
}

var zero, one = single(0), single(1)

// compress returns x, or its one value where all entries agree.
func compress(x []int64) []int64 {
	if len(x) == 1 {
		return x
	}
	for _, v := range x {
		if v != x[0] {
			return x
		}
	}
	return single(x[0])
}

func at(x []int64, i int) int64 {
	if len(x) == 1 {
		return x[0]
	}
	return x[i]
}

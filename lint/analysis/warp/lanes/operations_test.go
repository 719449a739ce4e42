package lanes

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// A pair is a value and what the machine has for it.
type pair struct {
	v     *Value
	x     numbers
	exact bool
	text  string
}

// A source of decisions: random or from the fuzzer.
type decide func(n int) int

// builder applies random operations to what it has built so far.
type builder struct {
	*world
	pick decide
	ints []pair // of types Int32, Uint32, Int64
	bool []pair
}

var types = []Type{Int32, Uint32, Int64}

func newBuilder(w *world, pick decide) *builder {
	b := &builder{world: w, pick: pick}
	thread := make([]int64, w.n)
	for i := range thread {
		thread[i] = int64(i)
	}
	warp, lane := each1(thread, func(x int64) int64 { return x / 16 }), each1(thread, func(x int64) int64 { return x % 16 })
	for _, t := range types {
		b.add(w.d.PerThread(t, thread), thread, "tid")
		b.add(w.d.PerThread(t, warp), warp, "ty")
		b.add(w.d.PerThread(t, lane), lane, "tx")
		b.uniform(t, 0, 200, "bx")
		b.uniform(t, 1, 9, "n")
		if t.Signed {
			b.uniform(t, -20, 50, "s")
			b.uniform(t, math.MinInt32, math.MaxInt32, "any")
		}
		b.loaded(t, 0, 30, "data")
	}
	return b
}

func (b *builder) uniform(t Type, lo, hi int64, text string) {
	v := b.d.Uniform(t, lo, hi)
	k := lo + int64(b.pick(int(min(hi-lo+1, 1<<31))))
	x := make([]int64, b.n)
	for i := range x {
		x[i] = k
	}
	b.set(v.terms[0].sym, x)
	b.add(v, x, text)
}

func (b *builder) loaded(t Type, lo, hi int64, text string) {
	by := b.ints[0].v
	v := b.d.LoadedIn(t, lo, hi, by)
	x := make([]int64, b.n)
	for i := range x {
		x[i] = lo + int64(b.pick(int(hi-lo+1)))
	}
	b.set(v.terms[0].sym, x)
	b.add(v, x, text)
}

func (b *builder) add(v *Value, x numbers, text string) {
	x = append(numbers(nil), x...)
	exact := b.check(v, x)
	p := pair{v, x, exact, text}
	if b.failure != "" && !strings.Contains(b.failure, "in ") {
		b.failure += fmt.Sprintf(" in %s of %v", text, v.Type)
	}
	if v.IsUnknown() || len(text) > 300 {
		return
	}
	if v.Type == Bool {
		b.bool = append(b.bool, p)
	} else {
		b.ints = append(b.ints, p)
	}
}

func (b *builder) anyInt(t Type) pair {
	if b.pick(4) == 0 {
		c := []int64{0, 1, 2, 3, 4, 7, 8, 16, 31, 32, 33, 64, 100, 255, 256, 1000, -1, -8}[b.pick(18)]
		x := make(numbers, b.n)
		for i := range x {
			x[i] = t.Wrap(c)
		}
		return pair{b.d.Const(t, c), x, true, fmt.Sprint(c)}
	}
	for range 20 {
		if p := b.ints[b.pick(len(b.ints))]; p.v.Type == t {
			return p
		}
	}
	return b.ints[0]
}

func (b *builder) anyBool() (pair, bool) {
	if len(b.bool) == 0 {
		return pair{}, false
	}
	return b.bool[b.pick(len(b.bool))], true
}

// fits reports whether exact results stay in the type (signed arithmetic must,
// unsigned arithmetic on unknowns may only go below zero).
func fits(t Type, known bool, x numbers) bool {
	lo, hi := t.Range()
	for _, y := range x {
		if y > hi && (t.Signed || !known) || y < lo && t.Signed || y < -1<<40 || y > 1<<50 {
			return false
		}
	}
	return true
}

func zipNumbers(a, b numbers, f func(x, y int64) int64) numbers {
	return zip(a, b, f)
}

// step applies one operation, where the assumptions of the package hold.
func (b *builder) step() {
	t := types[b.pick(len(types))]
	p, q := b.anyInt(t), b.anyInt(t)
	if p.v.Type != t || q.v.Type != t {
		return
	}
	d := b.d
	known := p.v.Known() && q.v.Known()
	ring := func(name string, f func(x, y int64) int64, op func(Type, *Value, *Value) *Value) {
		for i, y := range q.x {
			if name == "*" && math.Abs(float64(p.x[i])*float64(y)) > 1<<50 {
				return
			}
		}
		x := zipNumbers(p.x, q.x, f)
		if !fits(t, known, x) || name == "*" && !known && !fits(t, false, zipNumbers(b.form(p), b.form(q), f)) {
			return
		}
		b.add(op(t, p.v, q.v), each1(x, t.Wrap), "("+p.text+name+q.text+")")
	}
	bits := func(name string, f func(x, y int64) int64, op func(Type, *Value, *Value) *Value) {
		if !b.below(p) || !b.below(q) {
			return
		}
		b.add(op(t, p.v, q.v), each1(zipNumbers(p.x, q.x, f), t.Wrap), "("+p.text+name+q.text+")")
	}
	compare := func(name string, f func(x, y int64) bool, op func(Type, *Value, *Value) *Value) {
		bits(name, func(x, y int64) int64 { return truth(f(x, y)) }, func(t Type, v, w *Value) *Value { return op(t, v, w) })
	}
	positive := func() bool {
		lo, hi := d.BlockBounds(p.v)
		for i, x := range p.x {
			if q.x[i] <= 0 || x < 0 && hi > 0 && lo < 0 && !p.v.Known() {
				return false
			}
		}
		return p.exact && q.exact
	}
	switch b.pick(22) {
	case 0, 1:
		ring("+", func(x, y int64) int64 { return x + y }, d.Add)
	case 2:
		ring("-", func(x, y int64) int64 { return x - y }, d.Sub)
	case 3, 4:
		ring("*", func(x, y int64) int64 { return x * y }, d.Mul)
	case 5, 6:
		if positive() {
			b.add(d.Div(t, p.v, q.v), zipNumbers(p.x, q.x, divide(t)), "("+p.text+"/"+q.text+")")
		}
	case 7, 8:
		if positive() {
			b.add(d.Rem(t, p.v, q.v), zipNumbers(p.x, q.x, remainder(t)), "("+p.text+"%"+q.text+")")
		}
	case 9:
		bits("&", func(x, y int64) int64 { return x & y }, d.And)
	case 10:
		bits("|", func(x, y int64) int64 { return x | y }, d.Or)
	case 11:
		bits("^", func(x, y int64) int64 { return x ^ y }, d.Xor)
	case 12:
		bits("min", func(x, y int64) int64 { return min(x, y) }, d.Min)
	case 13:
		bits("max", func(x, y int64) int64 { return max(x, y) }, d.Max)
	case 14:
		compare("<", func(x, y int64) bool { return x < y }, d.Less)
		compare("<=", func(x, y int64) bool { return x <= y }, d.LessEqual)
		compare("==", func(x, y int64) bool { return x == y }, d.Equal)
	case 15:
		b.shift(t, p)
	case 16:
		b.logic()
	case 17, 18:
		if c, ok := b.anyBool(); ok {
			x := make(numbers, b.n)
			for i := range x {
				x[i] = q.x[i]
				if c.x[i] != 0 {
					x[i] = p.x[i]
				}
			}
			b.add(d.Select(c.v, p.v, q.v), x, "("+c.text+"?"+p.text+":"+q.text+")")
		}
	case 19:
		b.convert(p)
	case 20:
		b.exchange(p)
	case 21:
		v := d.Neg(t, p.v)
		x := each1(p.x, func(x int64) int64 { return -x })
		if fits(t, known, x) {
			b.add(v, each1(x, t.Wrap), "(-"+p.text+")")
		}
		b.add(d.Complement(t, p.v), each1(p.x, func(x int64) int64 { return t.Wrap(^x) }), "(~"+p.text+")")
		b.add(d.Merge(p.v), p.x, "merge"+p.text)
		if p.exact && p.v.Type.Signed {
			b.add(d.Map("square", t, -96, 96, p.v, func(x int64) int64 { return x * x % 97 }), each1(p.x, func(x int64) int64 { return x * x % 97 }), "sq("+p.text+")")
		}
	}
}

func (b *builder) form(p pair) numbers { return b.eval(p.v) }

// below reports whether a form has the machine's number, or one that unsigned
// arithmetic took below zero.
func (b *builder) below(p pair) bool {
	form := b.form(p)
	for i, x := range p.x {
		if form[i] != x && (form[i] >= 0 || form[i] < -1<<32) {
			return false
		}
	}
	return true
}

func (b *builder) shift(t Type, p pair) {
	k := int64(b.pick(7))
	x := each1(p.x, func(x int64) int64 { return x << k })
	if fits(t, p.v.Known(), x) && fits(t, false, each1(b.form(p), func(x int64) int64 { return x << k })) {
		b.add(b.d.Shl(t, p.v, b.d.Const(Int32, k)), each1(x, t.Wrap), fmt.Sprintf("(%s<<%d)", p.text, k))
	}
	if p.exact || b.d.madeUnsigned(t, p.v) && b.below(p) {
		b.add(b.d.Shr(t, p.v, b.d.Const(Int32, k)), each1(p.x, func(x int64) int64 { return x >> k }), fmt.Sprintf("(%s>>%d)", p.text, k))
	}
}

func (b *builder) logic() {
	p, ok := b.anyBool()
	if !ok {
		return
	}
	q, _ := b.anyBool()
	b.add(b.d.LogicalAnd(p.v, q.v), zipNumbers(p.x, q.x, func(x, y int64) int64 { return x & y }), "("+p.text+"&&"+q.text+")")
	b.add(b.d.LogicalOr(p.v, q.v), zipNumbers(p.x, q.x, func(x, y int64) int64 { return x | y }), "("+p.text+"||"+q.text+")")
	b.add(b.d.Not(p.v), each1(p.x, func(x int64) int64 { return 1 - x }), "!"+p.text)
	b.add(b.d.Convert(Int32, p.v), p.x, "int"+p.text)
}

func (b *builder) convert(p pair) {
	t := []Type{Int32, Uint32, Int64, {Bits: 8}, {Bits: 8, Signed: true}, {Bits: 16}, {Bits: 16, Signed: true}, Bool}[b.pick(8)]
	lo, hi := t.Range()
	for _, x := range p.x {
		if t.Bits >= 32 && (x > hi || x < lo && t.Signed) {
			return
		}
	}
	if t.Bits > p.v.Type.Bits && !p.exact && !(b.d.madeUnsigned(p.v.Type, p.v) && b.below(p)) || !b.below(p) {
		return
	}
	if t.Bits == 32 && !p.exact {
		return
	}
	x := each1(p.x, t.Wrap)
	c := b.d.Convert(t, p.v)
	text := fmt.Sprintf("%v(%s)", t, p.text)
	if c.IsUnknown() || t == Bool {
		b.add(c, x, text)
		return
	}
	b.check(c, x)
	if t.Bits < 32 {
		c = b.d.Convert(Int32, c)
	}
	b.add(c, x, text)
	f := b.d.Convert(Float64, p.v)
	if p.exact {
		b.add(b.d.Convert(p.v.Type, f), p.x, "int(float("+p.text+"))")
	}
}

func (b *builder) exchange(p pair) {
	from := make([]int, b.n)
	mask := b.pick(32)
	x := make(numbers, b.n)
	for i := range from {
		from[i] = i ^ mask
		if from[i] >= b.n {
			from[i] = i
		}
		x[i] = p.x[from[i]]
	}
	b.add(b.d.Permute(p.v, from), x, "shfl("+p.text+")")
	if p.exact {
		size := []int{8, 16, 32}[b.pick(3)]
		for i := range x {
			x[i] = 0
			for j := i / size * size; j < i/size*size+size && j < b.n; j++ {
				x[i] += p.x[j]
			}
			x[i] = floorMod(x[i], 1000)
		}
		b.add(b.d.PerGroup("sum", p.v.Type, 0, 999, size, p.v), x, "sum("+p.text+")")
	}
}

// Every operation stands for what the machine computes: random expressions over
// thread indices, uniform numbers and data, evaluated for one assignment each.
func TestOperationsAreSound(t *testing.T) {
	runs := 2000
	for seed := range runs {
		n := []int{32, 32, 64, 96}[seed%4]
		w := newWorld(int64(seed), n)
		b := newBuilder(w, w.r.Intn)
		for range 40 {
			b.step()
			if b.failure != "" {
				t.Fatalf("seed %d: %s", seed, b.failure)
			}
		}
	}
}

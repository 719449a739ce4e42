package lanes

import (
	"fmt"
	"math"
	"math/rand"
	"testing"
)

// A world is one concrete run: it gives every symbol a number per thread and
// every choice a case. Derived ones get theirs from what they stand for.
type world struct {
	d       *Domain
	n       int
	r       *rand.Rand
	ints    map[*Symbol][]int64
	floats  map[*Symbol][]float64
	cases   map[*Choice]int
	failure string
}

func newWorld(seed int64, threads int) *world {
	w := &world{d: NewDomain(threads), n: threads, r: rand.New(rand.NewSource(seed)),
		ints: map[*Symbol][]int64{}, floats: map[*Symbol][]float64{}, cases: map[*Choice]int{}}
	w.d.trace = w.define
	return w
}

func (w *world) fail(format string, args ...any) {
	if w.failure == "" {
		w.failure = fmt.Sprintf(format, args...)
	}
}

// set gives a symbol its numbers and checks what the domain says of it.
func (w *world) set(s *Symbol, x []int64) {
	w.ints[s] = x
	for i := range x {
		if x[i] < s.lo || x[i] > s.hi {
			w.fail("thread %d: %d outside [%d, %d]", i, x[i], s.lo, s.hi)
		}
		for j := range i {
			same := s.class == nil || s.class[i] == s.class[j]
			if same && x[i] != x[j] {
				w.fail("threads %d and %d share a class, not the number: %d, %d", i, j, x[i], x[j])
			}
			if !same && s.injective && x[i] == x[j] {
				w.fail("threads %d and %d differ in class, not in number: %d", i, j, x[i])
			}
		}
		if u := s.turn; u != nil {
			m := at(u.at, i) + u.by*w.ints[u.of][i]
			want := m % u.modulus
			if u.carry {
				want = truth(m >= u.modulus)
			}
			if x[i] != want {
				w.fail("turn is %d, want %d", x[i], want)
			}
			if carries := w.ints[u.of][i] >= u.from(i); carries != (m >= u.modulus) {
				w.fail("carry starts at %d, k %d", u.from(i), w.ints[u.of][i])
			}
		}
	}
}

// eval returns the numbers of an integer value, before reduction to its type.
func (w *world) eval(v *Value) []int64 {
	if v.choices() != nil {
		cases := make([]int, len(v.choices()))
		for i, c := range v.choices() {
			cases[i] = w.cases[c]
		}
		return w.eval(v.in(v.choices(), cases))
	}
	out := make([]int64, w.n)
	for i := range out {
		out[i] = at(v.offset, i)
		for _, t := range v.terms {
			out[i] += at(t.coef, i) * w.ints[t.sym][i]
		}
	}
	return out
}

func (w *world) evalFloat(v *Value) []float64 {
	if v.choices() != nil {
		cases := make([]int, len(v.choices()))
		for i, c := range v.choices() {
			cases[i] = w.cases[c]
		}
		return w.evalFloat(v.in(v.choices(), cases))
	}
	out := make([]float64, w.n)
	for i := range out {
		if len(v.terms) > 0 {
			out[i] = w.floats[v.terms[0].sym][i]
		} else {
			out[i] = v.floatAt(i)
		}
	}
	return out
}

// define is the trace of the domain.
func (w *world) define(s *Symbol, c *Choice, op string, t Type, operands []*Value) {
	x := make([][]int64, len(operands))
	f := make([][]float64, len(operands))
	for i, v := range operands {
		if v.Type.Float {
			f[i] = w.evalFloat(v)
		} else {
			x[i] = w.eval(v)
		}
	}
	if c != nil {
		switch op {
		case "residue":
			w.cases[c] = int(floorMod(x[0][0], x[1][0]) / x[2][0])
		case "?:":
			w.cases[c] = int(1 - x[0][0]&1)
		default:
			w.fail("choice %q", op)
		}
		return
	}
	if t.Float {
		w.defineFloat(s, op, t, x, f)
		return
	}
	out := make([]int64, w.n)
	for i := range out {
		p := func(k int) int64 { return x[k][i] }
		u := func(k int) int64 { return operands[k].Type.Wrap(x[k][i]) }
		var y int64
		switch op {
		case "*":
			y = p(0) * p(1)
		case "hash*":
			y = t.Wrap(p(0) * p(1))
		case "/":
			y = t.Wrap(divide(t)(u(0), u(1)))
		case "%":
			y = t.Wrap(remainder(t)(u(0), u(1)))
		case "floor/":
			y = floorDiv(p(0), p(1))
		case "floor%":
			y = floorMod(p(0), p(1))
		case "residue":
			y = floorMod(p(0), p(1)) / p(2)
		case "carry":
			y = truth(p(0)+p(1)*p(3) >= p(2))
		case "rotate":
			y = (p(0) + p(1)*p(3)) % p(2)
		case "<<":
			y = t.Wrap(u(0) << uint64(u(1)))
		case ">>":
			y = u(0) >> uint64(u(1))
		case "&":
			y = t.Wrap(p(0) & p(1))
		case "|":
			y = t.Wrap(p(0) | p(1))
		case "^":
			y = t.Wrap(p(0) ^ p(1))
		case "&&":
			y = p(0) & p(1)
		case "||":
			y = p(0) | p(1)
		case "min":
			y = min(u(0), u(1))
		case "max":
			y = max(u(0), u(1))
		case "<":
			y = truth(p(0) < 0)
		case "u<":
			y = truth(u(0) < u(1))
		case "==":
			y = truth(p(0) == 0)
		case "u==":
			y = truth(p(0)&(1<<32-1) == 0)
		case "?:":
			y = p(2)
			if p(0) != 0 {
				y = p(1)
			}
			if operands[0].TruthAt(i) != Maybe {
				y = min(max(0, s.lo), s.hi) // not used here
			}
		case "merge", "form":
			y = p(0)
		case "narrow", "widen", "square":
			y = t.Wrap(u(0))
			if op == "square" {
				y = u(0) * u(0) % 97
			}
		case "permute":
			y = x[0][x[1][i]]
		case "lost":
			y = w.r.Int63n(100)
		case "sum":
			size := int(p(0))
			for j := i / size * size; j < i/size*size+size && j < w.n; j++ {
				y += t.Wrap(x[1][j])
			}
			y = floorMod(y, 1000)
		case "trunc":
			y = t.saturate(math.Trunc(f[0][i]))
		case "f<":
			y = truth(f[0][i] < f[1][i])
		default:
			w.fail("no meaning for %q", op)
		}
		if y < s.lo && !t.Signed && t.Bits == 32 {
			y += 1 << 32
		}
		if y > s.hi && !t.Signed && t.Bits == 32 {
			y -= 1 << 32
		}
		out[i] = y
	}
	w.set(s, out)
	if w.failure != "" && !testing.Short() {
		w.failure += " (" + op + ")"
	}
}

func (w *world) defineFloat(s *Symbol, op string, t Type, x [][]int64, f [][]float64) {
	out := make([]float64, w.n)
	for i := range out {
		switch op {
		case "float":
			out[i] = t.round(float64(x[0][i]))
		case "round":
			out[i] = t.round(f[0][i])
		case "half":
			out[i] = t.round(f[0][i] * 0.5)
		case "floor":
			out[i] = math.Floor(f[0][i])
		case "min":
			out[i] = math.Min(f[0][i], f[1][i])
		case "max":
			out[i] = math.Max(f[0][i], f[1][i])
		case "?:":
			out[i] = f[2][i]
			if x[0][i] != 0 {
				out[i] = f[1][i]
			}
		default:
			w.fail("no float meaning for %q", op)
		}
		if s.class == nil && out[i] != out[0] {
			w.fail("float %q: not uniform", op)
		}
	}
	w.floats[s] = out
}

// numbers returns what the machine computes in a thread where the domain has v.
type numbers []int64

// check returns what is wrong with v standing for the machine's numbers x, and
// whether the form has the very number (rather than one congruent to it).
func (w *world) check(v *Value, x numbers) (exact bool) {
	if v.IsUnknown() {
		return false
	}
	exact = true
	t := v.Type
	form := w.eval(v)
	for i := range x {
		if form[i] != x[i] {
			exact = false
			if t.Signed || t.Bits != 32 || uint32(form[i]) != uint32(x[i]) {
				w.fail("thread %d: the value has %d, the machine %d", i, form[i], x[i])
			}
		}
		lo, hi := v.Bounds(i)
		if t != Uint64 && (form[i] < lo || form[i] > hi) {
			w.fail("thread %d: %d outside [%d, %d]", i, form[i], lo, hi)
		}
		if at, ok := v.At(i); ok && at != x[i] {
			w.fail("thread %d: known to be %d, is %d", i, at, x[i])
		}
		if t == Bool && (v.TruthAt(i) == True && x[i] == 0 || v.TruthAt(i) == False && x[i] != 0) {
			w.fail("thread %d: truth %v, is %d", i, v.TruthAt(i), x[i])
		}
		if v.IsUniform() && x[i] != x[0] {
			w.fail("not uniform: %d, %d", x[i], x[0])
		}
	}
	return exact
}

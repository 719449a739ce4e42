package machine_test

import (
	"fmt"
	"math/rand"
)

// This file generates random kernels in a small language whose meaning
// evaluate_test.go knows, too: an int language with the control flow, calls,
// references, arrays and lambdas of C++.

// A chooser decides every step of the generation.
type chooser interface {
	// pick returns a number in [0, n).
	pick(n int) int
}

type randomChooser struct{ *rand.Rand }

func (r randomChooser) pick(n int) int { return r.Intn(n) }

// bytesChooser takes its decisions from fuzz input; after its end it goes on in a
// fixed way.
type bytesChooser struct {
	rest []byte
	tail uint32
}

func (b *bytesChooser) pick(n int) int {
	if len(b.rest) == 0 {
		b.tail = b.tail*1664525 + 1013904223
		return int(b.tail>>8) % n
	}
	x := int(b.rest[0])
	b.rest = b.rest[1:]
	return x % n
}

// A variable is a local name. Its slot in a frame holds a pointer to its number,
// which references and pointers share with what they refer to.
type variable struct {
	slot     int
	text     string // as written: "v1", "*q", "s.a"
	name     string // as declared
	unsigned bool
	array    int // elements, 0 for a scalar
	lambda   *lambdaExpr
	pointer  bool
	fixed    bool // never assigned to: a loop counter most of the time
}

type lambdaExpr struct {
	param *variable
	body  *expr
	byRef bool
}

// A stmt is a statement.
type stmt struct {
	op           string
	v, to, other *variable
	e            []*expr
	body, alt    []*stmt
	cases        []int64 // of a switch: labels, -1 for default
	sections     [][]*stmt
	site         int
	byStep       int64
}

// A function has int parameters by value, then by reference; the kernel none.
type function struct {
	name    string
	params  []*variable
	refs    []*variable
	body    []*stmt
	slots   int
	hasSite bool
}

// A program is a kernel, the functions it calls, and how it is launched.
type program struct {
	functions []*function
	kernel    *function
	block     [2]int
	grid      int
	n         int64 // the launch argument, -1 for one the source does not give
	// open is set where a figure may depend on something unknown, big where a loop
	// may be too long to be run iteration by iteration.
	open, big, data bool
	// pointers is set where a pointer may point to two variables: which of them a
	// thread's does is not followed.
	pointers bool
	text     string
	sites    []int // offsets of the accesses
}

type generator struct {
	c       chooser
	p       *program
	fn      *function
	visible []*variable
	names   int
	loops   int // depth of loops around, of which a continue needs one
	breaks  int // loops and switches around
	size    int
	inCall  bool
	nested  int
}

const maxProgramSize = 60

func generate(c chooser) *program {
	g := &generator{c: c, p: &program{}}
	g.p.block = [][2]int{{32, 1}, {64, 1}, {48, 1}, {8, 8}, {40, 1}, {5, 3}, {96, 1}}[c.pick(7)]
	g.p.grid = 1 + 2*(c.pick(3)/2)
	g.p.n = []int64{-1, -1, 0, 1, 4, 7, 20, 33}[c.pick(8)]
	for i := range c.pick(3) {
		g.function(fmt.Sprintf("f%d", i))
	}
	g.fn = &function{name: "k"}
	g.p.kernel = g.fn
	g.visible = nil
	g.size = 0
	g.fn.body = append(g.stmts(0, 4+c.pick(9)), g.access())
	g.p.print()
	return g.p
}

func (g *generator) function(name string) {
	g.fn = &function{name: name}
	g.visible, g.size, g.inCall = nil, maxProgramSize/2, true
	for range 1 + g.c.pick(2) {
		g.fn.params = append(g.fn.params, g.declare(g.c.pick(4) == 0))
	}
	for range g.c.pick(2) {
		g.fn.refs = append(g.fn.refs, g.declare(false))
	}
	g.fn.body = append(g.stmts(0, 1+g.c.pick(3)), &stmt{op: "return", e: []*expr{g.expr(2)}})
	g.inCall = false
	g.p.functions = append(g.p.functions, g.fn)
}

// declare returns a new variable that is in sight from here.
func (g *generator) declare(unsigned bool) *variable {
	name := fmt.Sprintf("v%d", g.names)
	g.names++
	v := &variable{slot: g.fn.slots, text: name, name: name, unsigned: unsigned}
	g.fn.slots++
	g.visible = append(g.visible, v)
	return v
}

// scalars lists the visible variables that hold a number.
func (g *generator) scalars(writable bool) []*variable {
	var out []*variable
	for _, v := range g.visible {
		if v.array == 0 && v.lambda == nil && !(writable && v.fixed) {
			out = append(out, v)
		}
	}
	return out
}

func (g *generator) having(f func(v *variable) bool) *variable {
	var out []*variable
	for _, v := range g.visible {
		if f(v) {
			out = append(out, v)
		}
	}
	if len(out) == 0 {
		return nil
	}
	return out[g.c.pick(len(out))]
}

func (g *generator) block(depth, n int) []*stmt {
	keep := len(g.visible)
	out := g.stmts(depth, n)
	g.visible = g.visible[:keep:keep]
	return out
}

func (g *generator) stmts(depth, n int) []*stmt {
	var out []*stmt
	for range n {
		if g.size++; g.size > maxProgramSize {
			break
		}
		out = append(out, g.stmt(depth))
	}
	return out
}

func (g *generator) access() *stmt {
	g.fn.hasSite = true
	op := "store"
	if g.c.pick(3) == 0 {
		op = "load"
	}
	s := &stmt{op: op, e: []*expr{g.expr(2)}, site: g.newSite()}
	if op == "load" {
		if vs := g.scalars(true); len(vs) > 0 && g.c.pick(3) == 0 {
			g.p.data, g.p.open = true, true
			s.op, s.v = "assignload", vs[g.c.pick(len(vs))]
		}
	}
	return s
}

func (g *generator) newSite() int {
	g.p.sites = append(g.p.sites, -1)
	return len(g.p.sites) - 1
}

func (g *generator) stmt(depth int) *stmt {
	switch g.c.pick(24) {
	case 0, 1, 2:
		e := g.whole()
		return &stmt{op: "declare", e: []*expr{e}, v: g.declare(g.c.pick(5) == 0)}
	case 3, 4:
		return g.access()
	case 5, 6:
		if vs := g.scalars(true); len(vs) > 0 {
			return &stmt{op: []string{"=", "+=", "-=", "^=", "=", "+=", "|=", "*="}[g.c.pick(8)], v: vs[g.c.pick(len(vs))], e: []*expr{g.whole()}}
		}
	case 7, 8, 9:
		if depth < 3 {
			s := &stmt{op: "if", e: []*expr{g.condition()}, body: g.block(depth+1, 1+g.c.pick(3))}
			if g.c.pick(2) == 0 {
				s.alt = g.block(depth+1, 1+g.c.pick(2))
			}
			return s
		}
	case 10, 11, 12:
		if depth < 3 && g.nested < 2 {
			return g.loop(depth)
		}
	case 13:
		if depth < 3 {
			return g.switchStmt(depth)
		}
	case 14:
		if g.breaks > 0 {
			return &stmt{op: "if", e: []*expr{g.condition()}, body: append(g.block(3, g.c.pick(2)), &stmt{op: "break"})}
		}
	case 15:
		if g.loops > 0 {
			return &stmt{op: "if", e: []*expr{g.condition()}, body: append(g.block(3, g.c.pick(2)), &stmt{op: "continue"})}
		}
	case 16:
		ret := &stmt{op: "return"}
		if g.inCall {
			ret.e = []*expr{g.expr(1)}
		}
		return &stmt{op: "if", e: []*expr{g.condition()}, body: append(g.block(3, g.c.pick(2)), ret)}
	case 17:
		s := &stmt{op: "array", e: []*expr{g.expr(1), g.expr(1), g.expr(1), g.expr(1)}}
		s.v = g.declare(false)
		s.v.array = 4
		return s
	case 18:
		if a := g.having(func(v *variable) bool { return v.array > 0 }); a != nil {
			return &stmt{op: "element", v: a, e: []*expr{g.masked(3), g.expr(2)}}
		}
	case 19:
		return g.alias()
	case 20:
		e := g.expr(1)
		s := &stmt{op: "struct", e: []*expr{e, g.expr(1)}, v: g.declare(false), other: g.declare(false)}
		s.other.name = s.v.name
		s.v.text, s.other.text = s.v.name+".a", s.v.name+".b"
		return s
	case 21:
		param := &variable{slot: g.fn.slots, text: fmt.Sprintf("v%d", g.names), name: fmt.Sprintf("v%d", g.names)}
		g.names++
		g.fn.slots++
		keep := g.visible
		g.visible = append(keep[:len(keep):len(keep)], param)
		l := &lambdaExpr{param: param, body: g.expr(2), byRef: g.c.pick(2) == 0}
		g.visible = keep
		v := g.declare(false)
		v.lambda = l
		return &stmt{op: "lambda", v: v}
	}
	return &stmt{op: "declare", e: []*expr{g.expr(2)}, v: g.declare(false)}
}

// alias declares a reference or a pointer to a variable, or moves a pointer.
func (g *generator) alias() *stmt {
	vs := []*variable{}
	for _, v := range g.scalars(true) {
		if !v.unsigned {
			vs = append(vs, v)
		}
	}
	if len(vs) == 0 {
		return g.access()
	}
	a, b := vs[g.c.pick(len(vs))], vs[g.c.pick(len(vs))]
	cond := g.condition()
	if q := g.having(func(v *variable) bool { return v.pointer }); q != nil && q.slot > a.slot && q.slot > b.slot {
		// To what lives at least as long.
		return &stmt{op: "repoint", v: q, to: a, other: b, e: []*expr{cond}}
	}
	s := &stmt{op: "reference", to: a, v: g.declare(false)}
	if g.c.pick(2) == 0 {
		s.op, s.other, s.e = "pointer", b, []*expr{cond}
		g.p.pointers = true
		s.v.text, s.v.pointer = "(*"+s.v.name+")", true
	}
	return s
}

func (g *generator) loop(depth int) *stmt {
	g.loops++
	g.breaks++
	g.nested++
	defer func() { g.loops--; g.breaks--; g.nested-- }()
	keep := len(g.visible)
	var s *stmt
	limit := &expr{op: "const", n: int64(1 + g.c.pick(7))}
	switch g.c.pick(8) {
	case 0:
		limit = &expr{op: "n"}
		g.p.open = g.p.open || g.p.n < 0
	case 1:
		limit = &expr{op: "&", kids: []*expr{g.expr(1), {op: "const", n: 7}}}
	case 2:
		limit.n = 70
		g.p.big = true
	}
	start := &expr{op: "const", n: int64(g.c.pick(3))}
	if g.c.pick(4) == 0 {
		start = &expr{op: "&", kids: []*expr{g.expr(1), {op: "const", n: 3}}}
	}
	v := g.declare(false)
	v.fixed = g.c.pick(6) > 0
	s = &stmt{op: []string{"for", "for", "while", "do"}[g.c.pick(4)], v: v, e: []*expr{start, limit}, byStep: int64(1 + g.c.pick(3))}
	s.body = g.block(depth+1, 1+g.c.pick(3))
	if s.op != "for" {
		g.visible = g.visible[:keep+1]
		s.body = withoutContinue(s.body)
	} else {
		g.visible = g.visible[:keep]
	}
	return s
}

// withoutContinue takes the continue statements out of a while loop's body, which
// would never end.
func withoutContinue(body []*stmt) []*stmt {
	for _, s := range body {
		switch s.op {
		case "for", "while", "do":
			continue
		case "continue":
			s.op = "empty"
		}
		withoutContinue(s.body)
		withoutContinue(s.alt)
		for _, section := range s.sections {
			withoutContinue(section)
		}
	}
	return body
}

func (g *generator) switchStmt(depth int) *stmt {
	g.breaks++
	defer func() { g.breaks-- }()
	s := &stmt{op: "switch", e: []*expr{g.masked(3)}}
	labels := []int64{0, 1, 2, 3}[:1+g.c.pick(4)]
	s.cases = append(s.cases, labels...)
	if g.c.pick(2) == 0 {
		at := g.c.pick(len(s.cases) + 1)
		s.cases = append(s.cases[:at:at], append([]int64{-1}, s.cases[at:]...)...)
	}
	for range s.cases {
		section := g.block(depth+1, 1+g.c.pick(2))
		if g.c.pick(3) > 0 {
			section = append(section, &stmt{op: "break"})
		}
		s.sections = append(s.sections, section)
	}
	return s
}

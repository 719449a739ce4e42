package machine_test

// An expr is an expression; op says how kids combine.
type expr struct {
	op   string
	kids []*expr
	v    *variable
	n    int64
	fn   *function
	refs []*variable // of a call: arguments passed by reference
	site int         // of an access
}

// masked returns an expression in [0, mask].
func (g *generator) masked(mask int64) *expr {
	return &expr{op: "&", kids: []*expr{g.expr(1), {op: "const", n: mask}}}
}

func (g *generator) condition() *expr {
	if g.c.pick(6) == 0 {
		return &expr{op: []string{"&&", "||"}[g.c.pick(2)], kids: []*expr{g.condition(), g.condition()}}
	}
	if g.c.pick(8) == 0 {
		return &expr{op: "!", kids: []*expr{g.condition()}}
	}
	op := []string{"<", "<=", "==", "!=", ">", ">="}[g.c.pick(6)]
	return &expr{op: op, kids: []*expr{g.expr(1), {op: "const", n: int64(g.c.pick(20))}}}
}

func (g *generator) expr(depth int) *expr {
	if depth == 0 || g.c.pick(4) == 0 {
		return g.leaf()
	}
	two := func(op string) *expr { return &expr{op: op, kids: []*expr{g.expr(depth - 1), g.expr(depth - 1)}} }
	by := func(op string, n int64) *expr {
		return &expr{op: op, kids: []*expr{g.expr(depth - 1), {op: "const", n: n}}}
	}
	switch g.c.pick(16) {
	case 0, 1, 2:
		return two("+")
	case 3:
		return two("-")
	case 4:
		return by("*", int64(1+g.c.pick(9)))
	case 5:
		return &expr{op: []string{"/", "%", ">>"}[g.c.pick(3)], kids: []*expr{g.masked(63), {op: "const", n: int64(1 + g.c.pick(6))}}}
	case 6:
		return by("<<", int64(g.c.pick(4)))
	case 7:
		return by("&", []int64{1, 3, 7, 15, 31}[g.c.pick(5)])
	case 8:
		return by([]string{"^", "|"}[g.c.pick(2)], int64(g.c.pick(32)))
	case 9:
		return &expr{op: "?:", kids: []*expr{g.condition(), g.expr(depth - 1), g.expr(depth - 1)}}
	case 10:
		return two([]string{"min", "max"}[g.c.pick(2)])
	case 12:
		if a := g.having(func(v *variable) bool { return v.array > 0 }); a != nil {
			return &expr{op: "element", v: a, kids: []*expr{g.masked(3)}}
		}
	case 13:
		if l := g.having(func(v *variable) bool { return v.lambda != nil }); l != nil {
			return &expr{op: "apply", v: l, kids: []*expr{g.expr(depth - 1)}}
		}
	case 14:
		return &expr{op: "table", kids: []*expr{g.masked(7)}}
	}
	return g.leaf()
}

// whole returns an expression that may be a call. Calls are no operands, since
// C++ leaves open in which order they and the others are evaluated.
func (g *generator) whole() *expr {
	if len(g.p.functions) > 0 && !g.inCall && g.c.pick(4) == 0 {
		return g.callExpr(2)
	}
	return g.expr(2)
}

func (g *generator) callExpr(depth int) *expr {
	f := g.p.functions[g.c.pick(len(g.p.functions))]
	e := &expr{op: "call", fn: f, site: g.names}
	g.names++
	for range f.params {
		e.kids = append(e.kids, g.expr(depth-1))
	}
	for range f.refs {
		var vs []*variable
		for _, v := range g.scalars(true) {
			if !v.unsigned {
				vs = append(vs, v)
			}
		}
		if len(vs) == 0 {
			return g.leaf()
		}
		e.refs = append(e.refs, vs[g.c.pick(len(vs))])
	}
	return e
}

func (g *generator) leaf() *expr {
	switch g.c.pick(10) {
	case 0, 1, 2:
		return &expr{op: "threadIdx.x"}
	case 3:
		return &expr{op: "const", n: int64(g.c.pick(40))}
	case 4:
		if g.p.block[1] > 1 {
			return &expr{op: "threadIdx.y"}
		}
		return &expr{op: "blockDim.x"}
	case 5:
		if g.p.grid > 1 {
			g.p.open = true
		}
		return &expr{op: "blockIdx.x"}
	case 6:
		if g.p.n < 0 {
			g.p.open = true
		}
		return &expr{op: "n"}
	}
	if vs := g.scalars(false); len(vs) > 0 {
		return &expr{op: "variable", v: vs[g.c.pick(len(vs))]}
	}
	return &expr{op: "threadIdx.x"}
}

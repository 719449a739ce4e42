package machine_test

// This file runs programs of program_test.go thread by thread and counts what the
// warps' accesses touch. Threads of a warp that come to an access in the same
// iteration of every loop around it, by the same calls, execute it together.

// A number is a value with its type.
type number struct {
	x        int64
	unsigned bool
}

type closure struct {
	l     *lambdaExpr
	frame *evalFrame
}

type evalFrame struct {
	slots   []*int64
	arrays  map[int][]int64
	lambdas map[int]*closure
}

func newEvalFrame(n int) *evalFrame {
	return &evalFrame{slots: make([]*int64, n), arrays: map[int][]int64{}, lambdas: map[int]*closure{}}
}

// copied returns a frame with variables of its own of the same values.
func (f *evalFrame) copied() *evalFrame {
	g := newEvalFrame(len(f.slots))
	for i, s := range f.slots {
		if s != nil {
			x := *s
			g.slots[i] = &x
		}
	}
	for i, a := range f.arrays {
		g.arrays[i] = append([]int64(nil), a...)
	}
	for i, l := range f.lambdas {
		g.lambdas[i] = l
	}
	return g
}

// An execution is one warp instruction: an access, where control came from, and
// the warp.
type execution struct {
	site int
	path uint64
	warp int
}

// An evaluator runs one thread after the other.
type evaluator struct {
	p         *program
	n, block  int64
	thread    int
	frame     *evalFrame
	path      uint64
	steps     int
	undefined bool // the program has no meaning, or none the analysis promises
	touched   map[execution]map[int]int64
}

const maxEvalSteps = 20000

func (ev *evaluator) run() {
	ev.touched = map[execution]map[int]int64{}
	for ev.thread = range ev.p.block[0] * ev.p.block[1] {
		ev.steps, ev.path = 0, 0
		ev.frame = newEvalFrame(ev.p.kernel.slots)
		ev.exec(ev.p.kernel.body)
		if ev.undefined {
			return
		}
	}
}

type outcome uint8

const (
	goesOn outcome = iota
	breaks
	continues
	returns
)

type result struct {
	how outcome
	val number
}

func (ev *evaluator) touch(site int, address int64) int64 {
	e := execution{site, ev.path, ev.thread / 32}
	if ev.touched[e] == nil {
		ev.touched[e] = map[int]int64{}
	}
	ev.touched[e][ev.thread%32] = address
	return int64(hash(uint64(address), 12345)) & 255
}

func (ev *evaluator) exec(list []*stmt) result {
	for _, s := range list {
		if r := ev.stmt(s); r.how != goesOn || ev.undefined {
			return r
		}
	}
	return result{}
}

func (ev *evaluator) set(v *variable, x number) { *ev.frame.slots[v.slot] = ev.wrap(x.x, v.unsigned).x }

func (ev *evaluator) stmt(s *stmt) result {
	if ev.steps++; ev.steps > maxEvalSteps {
		ev.undefined = true
	}
	if ev.undefined {
		return result{}
	}
	f := ev.frame
	switch s.op {
	case "declare":
		x := ev.eval(s.e[0])
		f.slots[s.v.slot] = new(int64)
		ev.set(s.v, x)
	case "=":
		ev.set(s.v, ev.eval(s.e[0]))
	case "+=", "-=", "^=", "|=", "*=":
		right := ev.eval(s.e[0])
		ev.set(s.v, ev.binary(s.op[:1], number{*f.slots[s.v.slot], s.v.unsigned}, right))
	case "store", "load":
		ev.touch(s.site, ev.eval(s.e[0]).x)
	case "assignload":
		ev.set(s.v, number{x: ev.touch(s.site, ev.eval(s.e[0]).x)})
	case "if":
		if ev.eval(s.e[0]).x != 0 {
			return ev.exec(s.body)
		}
		return ev.exec(s.alt)
	case "for", "while", "do":
		return ev.loop(s)
	case "switch":
		return ev.switchStmt(s)
	case "break":
		return result{how: breaks}
	case "continue":
		return result{how: continues}
	case "return":
		r := result{how: returns}
		if len(s.e) > 0 {
			r.val = ev.eval(s.e[0])
		}
		return r
	case "array":
		a := make([]int64, 4)
		for i, e := range s.e {
			a[i] = ev.wrap(ev.eval(e).x, false).x
		}
		f.arrays[s.v.slot] = a
	case "element":
		i := ev.eval(s.e[0]).x
		f.arrays[s.v.slot][i] = ev.wrap(ev.eval(s.e[1]).x, false).x
	case "reference":
		f.slots[s.v.slot] = f.slots[s.to.slot]
	case "pointer", "repoint":
		to := s.to
		if ev.eval(s.e[0]).x == 0 {
			to = s.other
		}
		f.slots[s.v.slot] = f.slots[to.slot]
	case "struct":
		a, b := ev.eval(s.e[0]), ev.eval(s.e[1])
		f.slots[s.v.slot], f.slots[s.other.slot] = new(int64), new(int64)
		ev.set(s.v, a)
		ev.set(s.other, b)
	case "lambda":
		c := &closure{s.v.lambda, f}
		if !s.v.lambda.byRef {
			c.frame = f.copied()
		}
		f.lambdas[s.v.slot] = c
	}
	return result{}
}

func (ev *evaluator) loop(s *stmt) result {
	start := ev.eval(s.e[0])
	ev.frame.slots[s.v.slot] = new(int64)
	ev.set(s.v, start)
	outer := ev.path
	defer func() { ev.path = outer }()
	for i := 0; !ev.undefined; i++ {
		ev.path = hash(outer, uint64(i)+1000)
		test := func() bool {
			limit := ev.eval(s.e[1])
			return ev.binary("<", number{x: *ev.frame.slots[s.v.slot]}, limit).x != 0
		}
		if s.op != "do" && !test() {
			break
		}
		switch r := ev.exec(s.body); r.how {
		case breaks:
			return result{}
		case returns:
			return r
		}
		ev.set(s.v, ev.binary("+", number{x: *ev.frame.slots[s.v.slot]}, number{x: s.byStep}))
		if s.op == "do" && !test() {
			break
		}
		if ev.steps++; ev.steps > maxEvalSteps {
			ev.undefined = true
		}
	}
	return result{}
}

func (ev *evaluator) switchStmt(s *stmt) result {
	x := ev.eval(s.e[0]).x
	at := -1
	for i, c := range s.cases {
		if c == x || c < 0 && at < 0 {
			at = i
		}
	}
	if at < 0 {
		return result{}
	}
	outer := ev.path
	ev.path = hash(outer, uint64(at)+5000)
	defer func() { ev.path = outer }()
	for _, section := range s.sections[at:] {
		switch r := ev.exec(section); r.how {
		case breaks:
			return result{}
		case continues, returns:
			return r
		}
	}
	return result{}
}

func (ev *evaluator) eval(e *expr) number {
	kid := func(i int) number { return ev.eval(e.kids[i]) }
	switch e.op {
	case "const":
		return number{x: e.n}
	case "variable":
		return number{*ev.frame.slots[e.v.slot], e.v.unsigned}
	case "threadIdx.x":
		return number{x: int64(ev.thread % ev.p.block[0])}
	case "threadIdx.y":
		return number{x: int64(ev.thread / ev.p.block[0])}
	case "blockIdx.x":
		return number{x: ev.block}
	case "blockDim.x":
		return number{x: int64(ev.p.block[0])}
	case "n":
		return number{x: ev.n}
	case "!":
		return number{x: bit(kid(0).x == 0)}
	case "&&":
		return number{x: bit(kid(0).x != 0 && kid(1).x != 0)}
	case "||":
		return number{x: bit(kid(0).x != 0 || kid(1).x != 0)}
	case "?:":
		u := ev.isUnsigned(e.kids[1]) || ev.isUnsigned(e.kids[2])
		if kid(0).x != 0 {
			return ev.wrap(kid(1).x, u)
		}
		return ev.wrap(kid(2).x, u)
	case "min", "max":
		a, b := ev.wrap(kid(0).x, false), ev.wrap(kid(1).x, false)
		if (e.op == "min") == (a.x < b.x) {
			return a
		}
		return b
	case "element":
		return number{x: ev.frame.arrays[e.v.slot][kid(0).x]}
	case "table":
		return number{x: tableContent[kid(0).x]}
	case "apply":
		return ev.apply(e)
	case "call":
		return ev.call(e)
	}
	return ev.binary(e.op, kid(0), kid(1))
}

func (ev *evaluator) apply(e *expr) number {
	x := ev.wrap(ev.eval(e.kids[0]).x, false)
	c := ev.frame.lambdas[e.v.slot]
	keep := ev.frame
	ev.frame = c.frame
	c.frame.slots[c.l.param.slot] = &x.x
	r := ev.eval(c.l.body)
	ev.frame = keep
	return number{x: r.x, unsigned: ev.isUnsigned(c.l.body)}
}

func (ev *evaluator) call(e *expr) number {
	f := newEvalFrame(e.fn.slots)
	for i, v := range e.fn.params {
		x := ev.wrap(ev.eval(e.kids[i]).x, v.unsigned).x
		f.slots[v.slot] = &x
	}
	for i, v := range e.fn.refs {
		f.slots[v.slot] = ev.frame.slots[e.refs[i].slot]
	}
	keep, path := ev.frame, ev.path
	ev.frame, ev.path = f, hash(ev.path, uint64(e.site)+9000)
	r := ev.exec(e.fn.body)
	ev.frame, ev.path = keep, path
	return ev.wrap(r.val.x, false)
}

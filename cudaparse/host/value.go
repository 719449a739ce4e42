package host

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// An evaluator computes values of host code, as far as the source determines them, by following
// them backwards.
type evaluator struct {
	ctx     context.Context
	unit    *sema.Unit
	builder *ir.Builder
	flows   map[*ir.Func]*flow
	callees map[question]*frame
	answers answers[question, answer]
	depth   int                 // of nested questions
	members map[memberKey]value // results of member
	// mayInstantiate reports whether the unit may instantiate a function.
	mayInstantiate func(*sema.Function) bool
	// Results of bare, frames and lambda.
	bares   map[*sema.Function]*frame
	called  map[callersQuestion][]*frame
	lambdas map[question][]*frame
	// Results of preservesPointers and writersOf. filling are the members and variables whose pointers
	// are being computed.
	preserving      map[*flow]bool
	preservingDepth int // nested calls of preservesPointers
	writing         map[string][]*sema.Function
	filling         map[memberKey]bool

	// open is set if a value depends on a parameter of a function without known callers.
	open bool
	// pointers is set while the frames are for pointers.
	pointers bool

	// With branching, the first variable or expression that may have one of several known
	// values has the value of choice; any other is unknown.
	branching bool
	choice    choice
	// around are the results of assumptions; assumed are those for the launch that is being
	// evaluated.
	around  map[question]map[place]sema.Const
	assumed map[place]sema.Const
}

// A choice is one of the known values that a variable or an expression may have.
type choice struct {
	at    string
	index int
	count int
}

const (
	maxFrames = 12 // nested calls that are followed
	maxChoice = 4  // known values of one choice
)

func newEvaluator(ctx context.Context, unit *sema.Unit, builder *ir.Builder) *evaluator {
	return &evaluator{ctx: ctx, unit: unit, builder: builder, flows: map[*ir.Func]*flow{}, callees: map[question]*frame{}, answers: newAnswers[question, answer](),
		members: map[memberKey]value{}, around: map[question]map[place]sema.Const{},
		bares: map[*sema.Function]*frame{}, called: map[callersQuestion][]*frame{}, lambdas: map[question][]*frame{},
		preserving: map[*flow]bool{}, writing: map[string][]*sema.Function{}, filling: map[memberKey]bool{}}
}

// flow returns the flow of an instance, nil if that cannot be lowered.
func (e *evaluator) flow(inst *ir.Instance) *flow {
	f := e.builder.Lower(inst)
	if f == nil {
		return nil
	}
	return e.flowOf(f)
}

func (e *evaluator) flowOf(f *ir.Func) *flow {
	w := e.flows[f]
	if w == nil {
		w = newFlow(f)
		e.flows[f] = w
	}
	return w
}

// callee returns the frame of the function that an operation calls, nil for none.
func (e *evaluator) callee(fr *frame, id ir.ID) *frame {
	q := question{fr: fr, op: id}
	if c, ok := e.callees[q]; ok {
		return c
	}
	var c *frame
	if o := fr.f.Op(id); o.X.Callee != nil && fr.depth < maxFrames {
		if w := e.flow(o.X.Callee); w != nil {
			c = &frame{flow: w, caller: fr, call: id, depth: fr.depth + 1}
		}
	}
	e.callees[q] = c
	return c
}

// compute computes the number that an operation yields.
func (e *evaluator) compute(fr *frame, id ir.ID) value {
	o := fr.f.Op(id)
	switch o.Code {
	case ir.OpConst:
		k := sema.Const{Type: o.Type, Int: o.Int}
		if o.X != nil {
			k = sema.Const{Type: o.Type, Float: o.X.Float}
		}
		return value{Const: k}
	case ir.OpNull:
		return value{Const: sema.Const{Type: o.Type}}
	case ir.OpConvert, ir.OpTruth:
		return e.value(fr, o.A).convert(o.Type)
	case ir.OpUnary:
		return value{Const: types.UnaryConst(o.Operator, e.value(fr, o.A).Const)}
	case ir.OpBinary:
		return binary(o.Operator, e.value(fr, o.A), e.value(fr, o.B))
	case ir.OpLogical:
		return e.logical(fr, o)
	case ir.OpChoose:
		return e.choose(fr, id, o, o.Type)
	case ir.OpLoad:
		return e.load(fr, id, o)
	case ir.OpCall:
		if in, at, ok := e.returned(fr, id); ok {
			return e.value(in, in.f.Op(at).A).convert(o.Type)
		}
	case ir.OpExternal:
		return e.external(fr, o)
	}
	return value{}
}

func (e *evaluator) logical(fr *frame, o *ir.Op) value {
	a := e.value(fr, o.A)
	if a.known() && (a.Int != 0) == (o.Operator == ast.LogicalOr) {
		return a
	}
	b := e.value(fr, o.X.Regions[0].Value)
	if a.known() || b.known() && (b.Int != 0) == (o.Operator == ast.LogicalOr) {
		return b
	}
	return value{}
}

// choose evaluates c ? a : b.
func (e *evaluator) choose(fr *frame, id ir.ID, o *ir.Op, t *sema.Type) value {
	if c := e.value(fr, o.A); c.known() {
		return e.read(fr, o.X.Regions[flag(c.Int == 0)].Value, t)
	}
	return e.meet(func() string { return fmt.Sprintf("%p %d", fr, id) }, 2, func(i int) value {
		return e.read(fr, o.X.Regions[i].Value, t)
	})
}

// meet returns the value that all of n values have or, if they are known but differ, the one
// that is chosen. name returns a name for the variable or expression with these values.
func (e *evaluator) meet(name func() string, n int, at func(i int) value) value {
	if n == 0 {
		return value{}
	}
	values := make([]value, n)
	same, known := true, true
	for i := range values {
		values[i] = at(i)
		known = known && values[i].known()
		same = same && values[i].Int == values[0].Int && values[i].Float == values[0].Float
	}
	switch {
	case known && same:
		return values[0]
	case known && n <= maxChoice:
		if i, ok := e.chosen(name(), n); ok {
			return values[i]
		}
	}
	return most(values)
}

// chosen returns the index of the chosen value of a variable or expression; ok is false for
// none.
func (e *evaluator) chosen(at string, n int) (i int, ok bool) {
	if e.branching && e.choice.at == "" {
		e.choice.at, e.choice.count = at, n
	}
	return e.choice.index, e.choice.at == at
}

// load returns the number that an operation reads.
func (e *evaluator) load(fr *frame, id ir.ID, o *ir.Op) value {
	p, ok := e.locate(fr, o.A)
	if !ok {
		return value{}
	}
	return e.at(fr, id, p, o.Type)
}

// at returns the number of a type in a place at an operation.
func (e *evaluator) at(fr *frame, id ir.ID, p place, t *sema.Type) value {
	if k, ok := e.assume(fr, p); ok {
		return value{Const: k}
	}
	if p.fr == nil {
		return e.global(p, t)
	}
	if e.shared(p) {
		return value{}
	}
	found := e.reaching(fr, id, p)
	switch {
	case found.unknown && t == distanceType && !slices.ContainsFunc(found.writes, write.isInternal):
		return start
	case found.unknown:
		return value{by: found.by}
	}
	name := func() string {
		var s strings.Builder
		for _, w := range found.writes {
			fmt.Fprintf(&s, "%p %d,", w.fr, w.op)
		}
		return s.String()
	}
	return e.meet(name, len(found.writes), func(i int) value { return e.written(found.writes[i], p, t) })
}

// written returns the number that a write stores in a place.
func (e *evaluator) written(w write, p place, t *sema.Type) value {
	if w.entry {
		return e.entering(p, t)
	}
	o := w.fr.f.Op(w.op)
	switch o.Code {
	case ir.OpStore:
		return e.read(w.fr, o.B, t)
	case ir.OpZero:
		if t != nil && t.Object().Arithmetic() {
			return value{Const: sema.Const{Type: t.Without()}}
		}
	case ir.OpCopy:
		if q, ok := e.source(w, p); ok {
			return e.at(w.fr, w.op, q, t)
		}
	}
	return value{}
}

// entering returns the number in a place when its function is entered.
func (e *evaluator) entering(p place, t *sema.Type) value {
	o := p.fr.f.Op(p.root.op)
	if o.Code != ir.OpParam {
		return value{}
	}
	a := p.fr.arg(o.Int)
	switch {
	case a == 0 && t == distanceType:
		return start
	case a == 0:
		v := e.member(p, t)
		e.open = e.open || !v.known()
		return v
	case p.path == "":
		return e.read(p.fr.caller, a, t)
	}
	q, ok := e.locate(p.fr.caller, a)
	if !ok {
		return value{}
	}
	return e.at(p.fr.caller, p.fr.call, q.part(p.path), t)
}

// global returns the number in a variable of the unit, if nothing writes to it.
func (e *evaluator) global(p place, t *sema.Type) value {
	v := p.root.variable
	if t == distanceType {
		return start
	}
	if v.Type == nil || v.Type.Qualifiers&ast.Const == 0 && v.Qualifiers&ast.Constexpr == 0 && !e.unit.NeverWritten(v) {
		return value{}
	}
	return e.initial(e.builder.LowerInitializer(v), p.path, t)
}

// initial returns the number that a function, which initialises the object at its first
// parameter, stores in a part of the object.
func (e *evaluator) initial(f *ir.Func, path string, t *sema.Type) value {
	if f == nil || e.depth > maxDepth {
		e.answers.cut()
		return value{}
	}
	fr := &frame{flow: e.flowOf(f)}
	p := place{fr: fr, root: root{op: f.Params[0]}, path: path}
	s := &search{e: e, to: p, candidates: map[*frame][]ir.ID{}}
	if !s.inCallee(fr) || s.unknown || e.shared(p) {
		return value{}
	}
	e.depth += 10
	defer func() { e.depth -= 10 }()
	return e.meet(func() string { return fmt.Sprintf("%p", fr) }, len(s.writes), func(i int) value { return e.written(s.writes[i], p, t) })
}

// returned returns the only return of a called function, and its frame.
func (e *evaluator) returned(fr *frame, id ir.ID) (in *frame, at ir.ID, ok bool) {
	in = e.callee(fr, id)
	if in == nil {
		return nil, 0, false
	}
	for _, ret := range in.returns {
		switch taken, known := e.runs(in, ret); {
		case known && !taken:
		case !known || at != 0:
			return nil, 0, false
		default:
			if in.f.Op(ret).A == 0 {
				return nil, 0, false
			}
			return in, ret, true
		}
	}
	return nil, 0, false
}

// runs reports whether an operation runs; known is false if a condition around it is unknown.
func (e *evaluator) runs(fr *frame, id ir.ID) (yes, known bool) {
	yes, known = true, true
	for {
		where := fr.spots[id]
		if id = fr.holders[where.in]; id == 0 {
			return yes, known
		}
		o := fr.f.Op(id)
		switch o.Code {
		case ir.OpBlock:
		case ir.OpIf:
			c := e.value(fr, o.A)
			if !c.known() {
				known = false
			} else if (c.Int != 0) != (where.in == &o.X.Regions[0]) {
				return false, true
			}
		default:
			known = false
		}
	}
}

// external evaluates calls of external functions.
func (e *evaluator) external(fr *frame, o *ir.Op) value {
	if o.A != 0 || o.X.Name == "" {
		return value{}
	}
	args := make([]value, len(o.X.Args))
	consts := make([]sema.Const, len(o.X.Args))
	for i, a := range o.X.Args {
		if i == 3 {
			return value{}
		}
		args[i] = e.value(fr, a)
		consts[i] = args[i].Const
	}
	if k := types.LibraryConst(o.X.Name, consts); k.Known() {
		return value{Const: k}
	}
	if len(args) == 2 && (o.X.Name == "min" || o.X.Name == "max") {
		out := most(args)
		for _, a := range args {
			if a.known() {
				a.most = a.Const
			}
			if o.X.Name == "min" && a.most.Known() && !out.most.Known() {
				out.most = a.most
			}
		}
		return out
	}
	return value{by: o.X.Name}
}

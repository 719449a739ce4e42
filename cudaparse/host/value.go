package host

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// An evaluator finds the values that host code has at an operation, as far as the text
// determines them: what it asks for, it follows backwards.
type evaluator struct {
	ctx     context.Context
	unit    *sema.Unit
	builder *ir.Builder
	flows   map[*ir.Func]*flow
	callees map[question]*frame
	answers answers[question, answer]
	depth   int                 // of calls of the evaluator inside each other
	members map[memberKey]value // see member
	// made reports whether the unit makes a function, or may.
	made func(*sema.Function) bool
	// bares, called and lambdas are what bare, frames and lambda found.
	bares   map[*sema.Function]*frame
	called  map[callersQuestion][]*frame
	lambdas map[question][]*frame
	// settles and writing are what settled and writersOf found, filling the members and
	// variables of which it is being found what is written to them.
	settles  map[*flow]bool
	settling int // calls of settled inside each other
	writing  map[string][]*sema.Function
	filling  map[memberKey]bool

	// open is set where a value depends on how a function is called of whose callers nothing
	// is known.
	open bool
	// pointers is set where callers are asked for what pointers point into.
	pointers bool

	// A variable that was assigned one of several known values, or an expression that
	// chooses between such, has the value that choice says, where branching is set: the first
	// one that is met is chosen, others are not known.
	branching bool
	choice    choice
	// around are the values that conditions around calls say, assumed what those around the
	// launch say that is evaluated.
	around  map[question]map[place]sema.Const
	assumed map[place]sema.Const
}

// A choice is one of the values that a place where they meet may have.
type choice struct {
	at    string
	index int
	count int
}

const (
	maxFrames = 12 // calls inside each other that are followed
	maxChoice = 4  // values of one place that are told apart
)

func newEvaluator(ctx context.Context, unit *sema.Unit, builder *ir.Builder) *evaluator {
	return &evaluator{ctx: ctx, unit: unit, builder: builder, flows: map[*ir.Func]*flow{}, callees: map[question]*frame{}, answers: newAnswers[question, answer](),
		members: map[memberKey]value{}, around: map[question]map[place]sema.Const{},
		bares: map[*sema.Function]*frame{}, called: map[callersQuestion][]*frame{}, lambdas: map[question][]*frame{},
		settles: map[*flow]bool{}, writing: map[string][]*sema.Function{}, filling: map[memberKey]bool{}}
}

// flow returns that of an instance, nil where it cannot be lowered.
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

// compute finds the number that an operation yields.
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
		return value{Const: sema.UnaryConst(o.Operator, e.value(fr, o.A).Const)}
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

// meet returns what all of some values are, or, of values that are known, the one that is
// chosen. name names the place where they meet.
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

// chosen returns which of some values is chosen where they meet; ok is false where none is.
func (e *evaluator) chosen(at string, n int) (i int, ok bool) {
	if e.branching && e.choice.at == "" {
		e.choice.at, e.choice.count = at, n
	}
	return e.choice.index, e.choice.at == at
}

// load evaluates what an operation reads.
func (e *evaluator) load(fr *frame, id ir.ID, o *ir.Op) value {
	p, ok := e.locate(fr, o.A)
	if !ok {
		return value{}
	}
	return e.at(fr, id, p, o.Type)
}

// at returns the number of a type at a place where an operation runs.
func (e *evaluator) at(fr *frame, id ir.ID, p place, t *sema.Type) value {
	if k, ok := e.assume(fr, id, p); ok {
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
	case found.unknown && t == distanceType && !slices.ContainsFunc(found.writes, write.inSight):
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

// written returns what a write puts at a place.
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

// entering returns what a place holds when the function is entered that it belongs to.
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

// global returns what a variable of the unit holds that nothing writes to.
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

// initial returns what a function that initialises the object that its first parameter is
// leaves in a part of it.
func (e *evaluator) initial(f *ir.Func, path string, t *sema.Type) value {
	if f == nil || e.depth > maxDepth {
		e.answers.cut()
		return value{}
	}
	fr := &frame{flow: e.flowOf(f)}
	p := place{fr: fr, root: root{op: f.Params[0]}, path: path}
	s := &search{e: e, to: p, candidates: map[*frame][]ir.ID{}}
	if !s.whole(fr) || s.unknown || e.shared(p) {
		return value{}
	}
	e.depth += 10
	defer func() { e.depth -= 10 }()
	return e.meet(func() string { return fmt.Sprintf("%p", fr) }, len(s.writes), func(i int) value { return e.written(s.writes[i], p, t) })
}

// returned returns the one return of a call, and the frame of the function that is called.
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

// runs reports whether an operation runs, as far as the conditions around it are known.
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

// external evaluates functions out of sight.
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
	if k := sema.LibraryConst(o.X.Name, consts); k.Known() {
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

package host

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// Limits for the pointers of one launch.
const (
	maxPointerRows  = 16   // ways in which the function around it is called
	maxPointerSteps = 4000 // in one of them
	maxPointerDepth = 40
	maxFields       = 32 // of a class
	maxForgets      = 4  // external calls in a row that may have changed a pointer
	maxPointees     = 64 // objects that a pointer may point into
)

// Pointers returns the objects that the arguments of a launch point into: one row for each way
// in which the function around the launch is called in the unit, with one entry for each
// argument.
func (a *Analysis) Pointers(l *sema.Launch) [][]sema.PointerArg {
	if !l.Node.Valid() {
		return l.Pointers
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	i, found := a.at[l]
	if !found {
		return nil
	}
	p := &a.pending[i]
	return a.rowsOf(l.Node, p.function(), p.site, func(w *flow) (out []ir.ID) {
		for _, id := range p.launches(w) {
			if l.Node == p.site || l.Node == w.f.Op(id).Node {
				out = append(out, id)
			}
		}
		return out
	})
}

// PointersOfCall is Pointers for a call of a function.
func (a *Analysis) PointersOfCall(call ast.Node) [][]sema.PointerArg {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list()
	fn := a.e.unit.FunctionAt(call)
	if fn == nil {
		return nil
	}
	return a.rowsOf(call, fn, call.Origin(), func(w *flow) (out []ir.ID) {
		for id := ir.ID(1); int(id) < w.f.Len(); id++ {
			if o := w.f.Op(id); (o.Code == ir.OpCall || o.Code == ir.OpExternal) && o.Node.Origin() == call.Origin() {
				out = append(out, id)
			}
		}
		return out
	})
}

// rowsOf returns the rows of a launch or a call. They are cached.
func (a *Analysis) rowsOf(n ast.Node, fn *sema.Function, site ast.Node, at func(*flow) []ir.ID) [][]sema.PointerArg {
	if rows, known := a.rows[n]; known {
		return rows
	}
	rows := a.e.rows(fn, site, at)
	if a.ctx.Err() == nil {
		a.rows[n] = rows
	}
	return rows
}

// rows returns one row for each frame of a function, or a single one if they do not differ. at
// returns the operations whose arguments the rows describe.
func (e *evaluator) rows(fn *sema.Function, site ast.Node, at func(*flow) []ir.ID) (out [][]sema.PointerArg) {
	e.pointers = true
	defer func() { e.pointers = false }()
	add := func(fr *frame) (open bool) {
		for _, in := range e.bodies(fr, []ast.Node{site}) {
			for _, id := range at(in.flow) {
				if len(out) < maxPointerRows {
					row, params := e.row(in, id)
					out, open = append(out, row), open || params
				}
			}
		}
		return open
	}
	if bare := e.bare(fn); bare == nil || !add(bare) || !mayDiffer(fn) {
		return out
	}
	first := out
	out = nil
	for _, fr := range e.used(fn) {
		add(fr)
	}
	if len(out) == 0 {
		return first
	}
	return out
}

// row returns the pointers among the arguments of a launch or a call. open is set if they
// depend on a parameter of a function without known callers.
func (e *evaluator) row(fr *frame, id ir.ID) (row []sema.PointerArg, open bool) {
	e.reset()
	e.choice, e.assumed, e.branching = choice{}, nil, false
	w := &pointees{e: e, answers: newAnswers[pointeeQuestion, sema.PointerArg]()}
	o := fr.f.Op(id)
	args := o.X.Args
	if o.Code == ir.OpLaunch {
		args = args[4:]
		if o.Flags.Has(ir.Packed) {
			for _, c := range e.cells(fr, id, args[0]) {
				a := sema.PointerArg{}
				if c.ok && mayPoint(c.t) {
					a = w.argument(w.held(fr, id, c.to, c.t))
				}
				row = append(row, a)
			}
			return row, w.open
		}
	}
	row = make([]sema.PointerArg, len(args))
	for i, a := range args {
		if a == 0 {
			continue
		}
		switch o := fr.f.Op(a); {
		case o.Code == ir.OpIndex && !o.Node.Is(ast.SubscriptExpression): // p + n
			row[i] = w.argument(w.value(fr, a))
		case !mayPoint(o.Type):
		case ir.IsKind(o.Type, sema.RecordKind):
			row[i] = w.argument(w.members(fr, id, a))
		default:
			row[i] = w.argument(w.value(fr, a))
		}
	}
	return row, w.open
}

// mayPoint reports whether a value of a type may be or contain a pointer.
func mayPoint(t *sema.Type) bool {
	t = t.Object()
	return t == nil || t.Kind == sema.Int || !t.Arithmetic()
}

// argument sorts the objects of an argument.
func (w *pointees) argument(out sema.PointerArg) sema.PointerArg {
	out.Pointer = true
	slices.SortFunc(out.Bases, compareBases)
	out.Bases = slices.Compact(out.Bases)
	return out
}

func compareBases(a, b sema.PointerBase) int {
	if c := strings.Compare(a.Object, b.Object); c != 0 {
		return c
	}
	return strings.Compare(a.Element, b.Element)
}

// members returns the union of the pointers in an object.
func (w *pointees) members(fr *frame, at, object ir.ID) (out sema.PointerArg) {
	p, ok := w.e.locate(fr, object)
	r := ir.Strip(fr.f.Op(object).Type).Record
	if !ok || r == nil {
		return out
	}
	for i, f := range r.Complete().Fields {
		if i < maxFields && ir.IsKind(f.Type, sema.Pointer) {
			out.Bases = append(out.Bases, w.held(fr, at, p.part("."+f.Name), f.Type).Bases...)
		}
	}
	return out
}

// A cell is an element of the array of pointers to the arguments of a launch.
type cell struct {
	write write
	node  ast.Node
	t     *sema.Type // of the argument, nil where it is unknown
	to    place
	ok    bool // whether the place is known
}

// maxPacked limits the number of arguments in an array.
const maxPacked = 64

// cells returns the elements of an array of pointers, nil if they are unknown.
func (e *evaluator) cells(fr *frame, id, array ir.ID) (out []cell) {
	if array == 0 {
		return nil
	}
	p, ok := e.locate(fr, array)
	if !ok || p.fr == nil {
		return nil
	}
	t := p.fr.f.Op(p.root.op).Type
	if p.path != "" || t == nil || t.Kind != sema.Array || t.Len > maxPacked {
		return nil
	}
	for i := range t.Len {
		at := p.part("[" + strconv.FormatInt(int64(i), 10) + "]")
		w, ok := e.only(fr, id, at)
		if !ok {
			return nil
		}
		c := cell{write: w}
		if !w.entry && w.fr.f.Op(w.op).Code == ir.OpStore {
			pointer := w.fr.f.Op(w.fr.f.Op(w.op).B)
			for pointer.Code == ir.OpConvert {
				pointer = w.fr.f.Op(pointer.A)
			}
			if pointer.Code == ir.OpAddress {
				c.node, c.t = pointer.Node.Child(ast.FieldArgument), w.fr.f.Op(pointer.A).Type
			}
		}
		c.to, c.ok = e.pointed(w, at)
		out = append(out, c)
	}
	return out
}

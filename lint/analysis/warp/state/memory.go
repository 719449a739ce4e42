package warp

import (
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// A memory is the state of the threads of a block: which of them are active, and what the
// objects hold that they see.
type memory struct {
	evaluator
	rec *recorder
	// mask says which threads are active; threads is how many of those that the domain
	// has are threads of the block.
	mask    mask
	threads int
	// nobody is the mask without threads; maskValues and actives are what the last masks
	// are as values.
	nobody     mask
	maskValues maskCache[*lanes.Value]
	actives    maskCache[[]bool]
	// share is the part of the warps that have an active thread in the mask of shareOf.
	shareOf *lanes.Truth
	share   float64

	journals []recording
	// spareJournals is room of journals that are done.
	spareJournals []journal
	// away are the departures whose threads have not come back, by age.
	away    []*departure
	objects int // how many were made
	// exposed are the variables whose address was taken.
	exposed []*object
	// pointees are the objects that pointers of unknown origin point to, by where
	// the pointer was read.
	pointees map[pointee]*object

	// dry counts the trial runs under way, during which no access is recorded; trying
	// counts those that look for stores and barriers, which go to stored and barriers.
	dry, trying int
	stored      []*object
	barriers    int
	// events is a hash of what decides the figures since a trial began: see note.
	events uint64
	steps  int // that were taken so far
}

// An object is a piece of memory: a variable, a parameter, or what a pointer of
// unknown origin points to. The content of variables of a thread is tracked;
// that of other memory is data.
type object struct {
	storage
	typ   *sema.Type
	state *state
	// content gives what an offset holds before anything is stored there; nil
	// for a variable that starts undefined.
	content func(off int64, t *sema.Type) value
	// table is the content of a constant table, nil for other objects.
	table *object
	// savedIn is the number of the innermost journal under way that has the object's state
	// from before, 0 for none.
	savedIn int
	// exposed is set once the address was taken (see expose).
	exposed bool
	// birth are the threads that were active when it was declared; no others see it.
	birth []lanes.Truth
	// declared is where a variable is declared in a loop that is followed abstractly.
	declared declaration
	// restrict is set where no other pointer reaches it, version is the node of what
	// it holds as far as stores go.
	restrict bool
	version  ref
	// here is the place of the object; first is its first state, and room that of its cells:
	// most objects have one of each.
	here  [1]target
	first state
	room  [1]cell
}

// A state is the tracked content of an object.
type state struct {
	cells []cell
	// kept is set while someone else has the state, too: it is copied before it changes.
	kept bool
	// smeared is set once something was stored at an unknown offset: what is not
	// in cells is then a number that no store explains.
	smeared bool
	// varied is set unless everything ever stored was uniform, at a uniform place.
	varied bool
}

// A cell is a value at a byte offset of an object.
type cell struct {
	off int64
	val value
}

func (s *state) find(off int64) int {
	for i := range s.cells {
		if s.cells[i].off == off {
			return i
		}
	}
	return -1
}

func (s *state) clone() *state {
	c := *s
	c.kept = false
	c.cells = append(make([]cell, 0, len(s.cells)+1), s.cells...)
	return &c
}

// maxCells bounds the tracked content of one object.
const maxCells = 1024

// newObject returns an object of a thread whose content is tracked.
func (m *memory) newObject(name string, t *sema.Type) *object {
	size := int64(-1)
	if t != nil {
		size = t.Size
	}
	m.objects++
	o := &object{storage: storage{id: m.objects, name: name, space: sema.LocalSpace, size: size}, typ: t, birth: m.mask.truth}
	o.first.cells, o.state = o.room[:0], &o.first
	o.here[0] = target{o, m.d.Const(lanes.Int64, 0)}
	return o
}

func (o *object) tracked() bool { return o.state != nil }

// loadCell returns what a tracked object holds at an offset.
func (m *memory) loadCell(o *object, off int64, t *sema.Type) value {
	if i := o.state.find(off); i >= 0 {
		v := o.state.cells[i].val
		if sameShape(v.typ, t) {
			return v
		}
		return m.reinterpret(v, t)
	}
	switch {
	case o.state.smeared:
		return m.smear(o, m.d.Const(lanes.Int64, off), t)
	case o.content != nil:
		v := o.content(off, t)
		if len(o.state.cells) < maxCells {
			// What was there is the same at the next read; this is no store.
			o.state.cells = append(o.state.cells, cell{off, v})
		}
		return v
	case m.overlaps(o, off, t):
		return m.unknown(t)
	}
	return value{typ: t, undefined: true}
}

func (m *memory) overlaps(o *object, off int64, t *sema.Type) bool {
	end := off + sizeOf(t)
	for _, c := range o.state.cells {
		if c.off < end && off < c.off+sizeOf(c.val.typ) {
			return true
		}
	}
	return false
}

// smear returns what an object holds at off after stores to unknown offsets.
func (m *memory) smear(o *object, off *lanes.Value, t *sema.Type) value {
	n, ok := machineType(t)
	if !ok {
		return m.unknown(t)
	}
	if o.state.varied || !off.IsUniform() {
		return value{typ: t, num: m.d.Opaque(n, false)}
	}
	return value{typ: t, num: m.d.UniformOf(n)}
}

// sameShape reports whether a stored value can be read as type t unchanged.
func sameShape(stored, t *sema.Type) bool {
	stored, t = ir.Strip(stored), ir.Strip(t)
	if stored == nil || t == nil || ir.Opaque(t) || ir.Opaque(stored) {
		return true
	}
	return stored.Kind == t.Kind && (stored.Size == t.Size || stored.Size < 0 || t.Size < 0) && stored.Signed == t.Signed ||
		stored.Kind == sema.Pointer && t.Kind == sema.Pointer
}

// reinterpret returns a stored value read as another type.
func (e *evaluator) reinterpret(v value, t *sema.Type) value {
	from, ok1 := numeric(v.typ)
	to, ok2 := numeric(t)
	if v.undefined || v.num == nil || !ok1 || !ok2 {
		if v.undefined {
			return value{typ: t, undefined: true}
		}
		if v.ptr != nil && ir.IsKind(t, sema.Pointer) {
			return value{typ: t, ptr: v.ptr, op: v.op}
		}
		return e.unknown(t)
	}
	if !from.Float && !to.Float && from.Bits == to.Bits {
		return value{typ: t, num: e.d.Convert(to, v.num), op: e.converted(v, to)}
	}
	return value{typ: t, num: e.d.Derived("bits", to, v.num), op: v.op}
}

// storeCell stores v at an offset of a tracked object for the active threads.
func (m *memory) storeCell(o *object, off int64, v value) {
	s := m.writable(o)
	i := s.find(off)
	if i < 0 {
		old := value{undefined: true}
		if s.smeared || o.content != nil || m.overlaps(o, off, v.typ) {
			old = m.loadCell(o, off, v.typ)
			s = o.state
		}
		if i = s.find(off); i < 0 {
			if len(s.cells) >= maxCells {
				m.smearAll(o, v)
				return
			}
			m.dropOverlapping(s, off, v.typ)
			s.cells = append(s.cells, cell{off, m.underIn(o, v, old)})
			return
		}
	}
	s.cells[i].val = m.underIn(o, v, s.cells[i].val)
}

// dropOverlapping forgets cells that a store partly overwrites.
func (m *memory) dropOverlapping(s *state, off int64, t *sema.Type) {
	kept := s.cells[:0]
	end := off + sizeOf(t)
	for _, c := range s.cells {
		if c.off >= end || off >= c.off+sizeOf(c.val.typ) {
			kept = append(kept, c)
		}
	}
	s.cells = kept
}

// smearAll records a store at an unknown offset.
func (m *memory) smearAll(o *object, v value) {
	s := m.writable(o)
	for _, c := range s.cells {
		if c.val.num == nil || !c.val.num.IsUniform() {
			s.varied = s.varied || !c.val.undefined
		}
	}
	if v.num == nil || !v.num.IsUniform() || !m.mask.full(m) {
		s.varied = true
	}
	s.cells, s.smeared = nil, true
}

// A declaration is where a variable is declared: see loopKey.
type declaration struct {
	op   *ir.Op
	path uint64
}

type pointee struct {
	obj *object
	off int64
}

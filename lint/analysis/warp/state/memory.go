package state

import (
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/access"
	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
)

// A memory is the state of the threads of a block: which of them are active, and what the
// objects hold that they see.
type Memory struct {
	evaluator
	Recorder *access.Recorder
	// mask says which threads are active; threads is how many of those that the domain
	// has are threads of the block.
	Mask    Mask
	Threads int
	// nobody is the mask without threads; maskValues and actives are what the last masks
	// are as values.
	nobody     Mask
	maskValues maskCache[*lanes.Value]
	actives    maskCache[[]bool]
	// share is the part of the warps that have an active thread in the mask of shareOf.
	shareOf *lanes.Truth
	share   float64

	Journals []recording
	// spareJournals is room of journals that are done.
	spareJournals []Journal
	// away are the departures whose threads have not come back, by age.
	Departures []*Departure
	Objects    int // how many were made
	// exposed are the variables whose address was taken.
	exposed []*Object
	// pointees are the objects that pointers of unknown origin point to, by where
	// the pointer was read.
	Pointees map[Pointee]*Object

	// dry counts the trial runs under way, during which no access is recorded; trying
	// counts those that look for stores and barriers, which go to stored and barriers.
	Trials, Watching int
	Stored           []*Object
	Barriers         int
	// events is a hash of what decides the figures since a trial began: see note.
	Fingerprint uint64
	Steps       int // that were taken so far
}

// An object is a piece of memory: a variable, a parameter, or what a pointer of
// unknown origin points to. The content of variables of a thread is tracked;
// that of other memory is data.
type Object struct {
	access.Storage
	Type     *sema.Type
	Contents *Contents
	// content gives what an offset holds before anything is stored there; nil
	// for a variable that starts undefined.
	Content func(off int64, t *sema.Type) Value
	// table is the content of a constant table, nil for other objects.
	Table *Object
	// savedIn is the number of the innermost journal under way that has the object's state
	// from before, 0 for none.
	savedIn int
	// exposed is set once the address was taken (see expose).
	exposed bool
	// birth are the threads that were active when it was declared; no others see it.
	birth []lanes.Truth
	// declared is where a variable is declared in a loop that is followed abstractly.
	Declared Declaration
	// restrict is set where no other pointer reaches it, version is the node of what
	// it holds as far as stores go.
	Restrict bool
	Version  opgraph.Ref
	// here is the place of the object; first is its first state, and room that of its cells:
	// most objects have one of each.
	here  [1]Target
	first Contents
	room  [1]Cell
}

// A state is the tracked content of an object.
type Contents struct {
	Cells []Cell
	// kept is set while someone else has the state, too: it is copied before it changes.
	Shared bool
	// smeared is set once something was stored at an unknown offset: what is not
	// in cells is then a number that no store explains.
	Smashed bool
	// varied is set unless everything ever stored was uniform, at a uniform place.
	Varied bool
}

// A cell is a value at a byte offset of an object.
type Cell struct {
	Offset int64
	Value  Value
}

func (s *Contents) Find(off int64) int {
	for i := range s.Cells {
		if s.Cells[i].Offset == off {
			return i
		}
	}
	return -1
}

func (s *Contents) clone() *Contents {
	c := *s
	c.Shared = false
	c.Cells = append(make([]Cell, 0, len(s.Cells)+1), s.Cells...)
	return &c
}

// maxCells bounds the tracked content of one object.
const maxCells = 1024

// newObject returns an object of a thread whose content is tracked.
func (m *Memory) NewObject(name string, t *sema.Type) *Object {
	size := int64(-1)
	if t != nil {
		size = t.Size
	}
	m.Objects++
	o := &Object{Storage: access.Storage{ID: m.Objects, Name: name, Space: sema.LocalSpace, Size: size}, Type: t, birth: m.Mask.Truth}
	o.first.Cells, o.Contents = o.room[:0], &o.first
	o.here[0] = Target{o, m.Lanes.Const(lanes.Int64, 0)}
	return o
}

func (o *Object) Tracked() bool { return o.Contents != nil }

// loadCell returns what a tracked object holds at an offset.
func (m *Memory) loadCell(o *Object, off int64, t *sema.Type) Value {
	if i := o.Contents.Find(off); i >= 0 {
		v := o.Contents.Cells[i].Value
		if SameShape(v.Type, t) {
			return v
		}
		return m.reinterpret(v, t)
	}
	switch {
	case o.Contents.Smashed:
		return m.loadSmashed(o, m.Lanes.Const(lanes.Int64, off), t)
	case o.Content != nil:
		v := o.Content(off, t)
		if len(o.Contents.Cells) < maxCells {
			// What was there is the same at the next read; this is no store.
			o.Contents.Cells = append(o.Contents.Cells, Cell{off, v})
		}
		return v
	case m.overlaps(o, off, t):
		return m.Unknown(t)
	}
	return Value{Type: t, Undefined: true}
}

func (m *Memory) overlaps(o *Object, off int64, t *sema.Type) bool {
	end := off + ctype.SizeOf(t)
	for _, c := range o.Contents.Cells {
		if c.Offset < end && off < c.Offset+ctype.SizeOf(c.Value.Type) {
			return true
		}
	}
	return false
}

// smear returns what an object holds at off after stores to unknown offsets.
func (m *Memory) loadSmashed(o *Object, off *lanes.Value, t *sema.Type) Value {
	n, ok := ctype.MachineType(t)
	if !ok {
		return m.Unknown(t)
	}
	if o.Contents.Varied || !off.IsUniform() {
		return Value{Type: t, Num: m.Lanes.Opaque(n, false)}
	}
	return Value{Type: t, Num: m.Lanes.UniformOf(n)}
}

// sameShape reports whether a stored value can be read as type t unchanged.
func SameShape(stored, t *sema.Type) bool {
	stored, t = ir.Strip(stored), ir.Strip(t)
	if stored == nil || t == nil || ir.Opaque(t) || ir.Opaque(stored) {
		return true
	}
	return stored.Kind == t.Kind && (stored.Size == t.Size || stored.Size < 0 || t.Size < 0) && stored.Signed == t.Signed ||
		stored.Kind == sema.Pointer && t.Kind == sema.Pointer
}

// reinterpret returns a stored value read as another type.
func (e *evaluator) reinterpret(v Value, t *sema.Type) Value {
	from, ok1 := ctype.Numeric(v.Type)
	to, ok2 := ctype.Numeric(t)
	if v.Undefined || v.Num == nil || !ok1 || !ok2 {
		if v.Undefined {
			return Value{Type: t, Undefined: true}
		}
		if v.Ptr != nil && ir.IsKind(t, sema.Pointer) {
			return Value{Type: t, Ptr: v.Ptr, Node: v.Node}
		}
		return e.Unknown(t)
	}
	if !from.Float && !to.Float && from.Bits == to.Bits {
		return Value{Type: t, Num: e.Lanes.Convert(to, v.Num), Node: e.Converted(v, to)}
	}
	return Value{Type: t, Num: e.Lanes.Derived("bits", to, v.Num), Node: v.Node}
}

// storeCell stores v at an offset of a tracked object for the active threads.
func (m *Memory) StoreCell(o *Object, off int64, v Value) {
	s := m.Writable(o)
	i := s.Find(off)
	if i < 0 {
		old := Value{Undefined: true}
		if s.Smashed || o.Content != nil || m.overlaps(o, off, v.Type) {
			old = m.loadCell(o, off, v.Type)
			s = o.Contents
		}
		if i = s.Find(off); i < 0 {
			if len(s.Cells) >= maxCells {
				m.smashAll(o, v)
				return
			}
			m.dropOverlapping(s, off, v.Type)
			s.Cells = append(s.Cells, Cell{off, m.underIn(o, v, old)})
			return
		}
	}
	s.Cells[i].Value = m.underIn(o, v, s.Cells[i].Value)
}

// dropOverlapping forgets cells that a store partly overwrites.
func (m *Memory) dropOverlapping(s *Contents, off int64, t *sema.Type) {
	kept := s.Cells[:0]
	end := off + ctype.SizeOf(t)
	for _, c := range s.Cells {
		if c.Offset >= end || off >= c.Offset+ctype.SizeOf(c.Value.Type) {
			kept = append(kept, c)
		}
	}
	s.Cells = kept
}

// smearAll records a store at an unknown offset.
func (m *Memory) smashAll(o *Object, v Value) {
	s := m.Writable(o)
	for _, c := range s.Cells {
		if c.Value.Num == nil || !c.Value.Num.IsUniform() {
			s.Varied = s.Varied || !c.Value.Undefined
		}
	}
	if v.Num == nil || !v.Num.IsUniform() || !m.Mask.full(m) {
		s.Varied = true
	}
	s.Cells, s.Smashed = nil, true
}

// A declaration is where a variable is declared: see loopKey.
type Declaration struct {
	Op   *ir.Op
	Path uint64
}

type Pointee struct {
	obj *Object
	off int64
}

// Package state is the state of the threads of a block while a function is executed: the
// values of expressions, the objects in memory and what they hold, and which threads are active.
// It evaluates operators, loads and stores, and merges what the sides of a branch leave behind.
// Accesses of memory are given to package access, operations to package opgraph.
package state

import (
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp/access"
	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
)

// A Memory is the memory of the threads of a block, and which of these are active.
type Memory struct {
	evaluator
	Recorder *access.Recorder
	// Mask says which threads are active; threads is how many of those that the domain
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
	// Departures are the departures whose threads have not come back, by age.
	Departures []*Departure
	Objects    int // how many were made
	// exposed are the variables whose address was taken.
	exposed []*Object
	// Pointees are the objects that pointers of unknown origin point to, by where
	// the pointer was read.
	Pointees map[Pointee]*Object

	// Trials counts the trial runs under way, during which no access is recorded; trying
	// counts those that look for stores and barriers, which go to stored and barriers.
	Trials, Watching int
	Stored           []*Object
	Barriers         int
	// Fingerprint is a hash of what decides the figures of accesses since a trial began: see Mix.
	Fingerprint uint64
	Steps       int // that were taken so far
}

// An Object is a piece of memory: a variable, a parameter, or what a pointer of
// unknown origin points to. The content of variables of a thread is tracked;
// that of other memory is data.
type Object struct {
	access.Storage
	Type     *sema.Type
	Contents *Contents
	// Content gives what an offset holds before anything is stored there; nil
	// for a variable that starts undefined.
	Content func(off int64, t *sema.Type) Value
	// Table is the content of a constant table, nil for other objects.
	Table *Object
	// savedIn is the number of the innermost journal under way that has the object's state
	// from before, 0 for none.
	savedIn int
	// exposed is set once the address was taken (see expose).
	exposed bool
	// birth are the threads that were active when it was declared; no others see it.
	birth []lanes.Truth
	// Declared is where a variable is declared in a loop that is followed abstractly.
	Declared Declaration
	// Restrict is set where no other pointer reaches it, version is the node of what
	// it holds as far as stores go.
	Restrict bool
	Version  opgraph.Ref
	// from is the object that a pointer to it was loaded from, nil for others.
	from *Object
	// here, first and room are the storage of the place of the object, of its first contents and
	// of its first cell: most objects need no more.
	here  [1]Target
	first Contents
	room  [1]Cell
}

// A Contents is the tracked content of an object.
type Contents struct {
	Cells []Cell
	// Shared is set while a journal or a departure has the contents, too: they are copied before
	// they change.
	Shared bool
	// Smashed is set once something was stored at an unknown offset: of what is not in cells
	// nothing is known but Varied.
	Smashed bool
	// Varied is set where something stored, or the place of a store, differed between threads.
	Varied bool
}

// A Cell is a value at a byte offset of an object.
type Cell struct {
	Offset int64
	Value  Value
}

// Find returns the index of the cell at an offset, -1 for none.
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

// NewObject returns an object of a thread whose content is tracked.
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

// Tracked reports whether the content of an object is known as far as values are.
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
			// The next read gives the same value. This is no store.
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

// loadSmashed returns what a smashed object holds at an offset.
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

// SameShape reports whether a stored value can be read as type t unchanged.
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

// StoreCell stores v at an offset of a tracked object for the active threads.
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

// dropOverlapping drops cells that a store partly overwrites.
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

// smashAll smashes an object for a store of a value at an unknown offset.
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

// A Declaration is where a variable is declared: see loopKey.
type Declaration struct {
	Op   *ir.Op
	Path uint64
}

// A Pointee is the place in memory that a pointer of unknown origin was read from.
type Pointee struct {
	obj *Object
	off int64
}

package query

import (
	"container/list"
	"errors"
	"sync/atomic"
)

// An Input identifies something that answers depend on. It is comparable: a small struct or a
// string, of a type of its own so that inputs of different sorts are never equal.
type Input any

// A World knows the values of the local inputs for one asker. It must not ask questions.
type World interface {
	// Holds reports whether an input has the value was in this world.
	Holds(in Input, was any) bool
}

// ErrCycle is returned by Ask for a question whose answer is being computed for the asker.
// The asker may do without, but its answer then depends on which question of the cycle was
// asked first: it is not stored, nor is any answer computed from it.
var ErrCycle = errors.New("the question needs its own answer")

// A View is one asker's access to the inputs: it has the asker's World, and records the inputs
// that a computation looks at. It serves one goroutine. A nil View has no world, and records
// nothing.
type View struct {
	world World
	// asker is the View of the question that asked this one, nil for the outermost.
	asker *View
	// question is the question being answered, a comparable value; nil outside of questions.
	question any
	// inCycle is set where a question that this one asked, directly or not, got ErrCycle.
	inCycle bool
	// forgets is the value of Store.forgets when the computation began.
	forgets int64
	// waits is the computation that the goroutine waits for; set in outermost views only.
	waits *computation

	shared []Input
	local  []dependency
	noted  map[Input]struct{} // the inputs in shared and local
}

// A dependency is a local input that an answer depends on, and its value then.
type dependency struct {
	in  Input
	was any
}

// NewView returns the View of an asker in a world, which may be nil.
func NewView(world World) *View { return &View{world: world} }

// Depend records that the answer being computed depends on a shared input. Call it before
// reading the input.
func (v *View) Depend(in Input) {
	if v.records(in) {
		v.shared = append(v.shared, in)
	}
}

// Note records that the answer being computed depends on a local input, which has the value
// was in the asker's world.
func (v *View) Note(in Input, was any) {
	if v.records(in) {
		v.local = append(v.local, dependency{in, was})
	}
}

// records reports whether an input has yet to be recorded.
func (v *View) records(in Input) bool {
	if v == nil || v.question == nil {
		return false
	}
	if _, known := v.noted[in]; known {
		return false
	}
	if v.noted == nil {
		v.noted = map[Input]struct{}{}
	}
	v.noted[in] = struct{}{}
	return true
}

// inherit records the dependencies of an answer that the one being computed uses.
func (v *View) inherit(shared []Input, local []dependency) {
	if v == nil || v.question == nil {
		return
	}
	for _, in := range shared {
		v.Depend(in)
	}
	for _, d := range local {
		v.Note(d.in, d.was)
	}
}

// inner returns the View for the answer to a question that v asks.
func (v *View) inner(question any) *View {
	if v == nil {
		return &View{question: question}
	}
	return &View{world: v.world, asker: v, question: question}
}

// cycle reports whether a question is being answered for v. If so, it marks all views of the
// cycle.
func (v *View) cycle(question any) bool {
	at := v
	for at != nil && at.question != question {
		at = at.asker
	}
	for ; at != nil && v != nil; v = v.asker {
		v.inCycle = true
	}
	return at != nil
}

// outermost returns the View that no question made: that of the goroutine.
func (v *View) outermost() *View {
	for v.asker != nil {
		v = v.asker
	}
	return v
}

// A record is the part that answers of all kinds have in common.
type record struct {
	size   int // in bytes
	shared []Input
	local  []dependency
	used   atomic.Bool // since Store.add or oldest last looked
	place  *list.Element
}

func (r *record) common() *record { return r }

// holds reports whether all local dependencies have the same values in a View's world.
func (r *record) holds(v *View) bool {
	for _, d := range r.local {
		if v == nil || v.world == nil || !v.world.Holds(d.in, d.was) {
			return false
		}
	}
	return true
}

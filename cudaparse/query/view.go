package query

import (
	"container/list"
	"errors"
	"sync/atomic"
)

// An Input is something that answers depend on. It identifies what was looked at and must be
// comparable; a small struct or string of a type of its own keeps inputs apart.
type Input any

// A World is what the local inputs are for one asker. It must not ask questions.
type World interface {
	// Holds reports whether an input is in this world what it was when it was noted.
	Holds(in Input, was any) bool
}

// ErrCycle is what the function of a question gets when it asks, directly or not, what it is
// computing. It may return an answer without that; but this answer, and what makes use of it,
// depends on which question of the cycle was asked first, and is not held.
var ErrCycle = errors.New("the question needs its own answer")

// A View is how one asker looks at the inputs: it has the asker's World, and records what is
// looked at while an answer is computed. It serves one goroutine. A nil View has no world,
// and records nothing.
type View struct {
	world World
	// asker is the View of the question that asked this one, nil for the outermost.
	asker *View
	// question is what is being answered, as a comparable value; nil outside of questions.
	question any
	// cut is set where something got ErrCycle on the way.
	cut bool
	// forgets is Store.forgets as the answer was begun.
	forgets int64
	// waits is the computation that the goroutine waits for; set in outermost views only.
	waits *computation

	shared []Input
	local  []dependency
	noted  map[Input]struct{} // those in shared and local
}

// A dependency is a local input that an answer looked at, and what it was.
type dependency struct {
	in  Input
	was any
}

// NewView returns the View of an asker in a world, which may be nil.
func NewView(world World) *View { return &View{world: world} }

// Depend records that the answer being computed depends on a shared input. It is called
// before the input is read.
func (v *View) Depend(in Input) {
	if v.records(in) {
		v.shared = append(v.shared, in)
	}
}

// Note records that the answer being computed depends on a local input, and what that is in
// the asker's world.
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

// inherit records the dependencies of an answer that the one being computed makes use of.
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

// cycle reports whether a question is being answered for v.
func (v *View) cycle(question any) bool {
	at := v
	for at != nil && at.question != question {
		at = at.asker
	}
	for ; at != nil && v != nil; v = v.asker {
		v.cut = true
	}
	return at != nil
}

// outermost returns the View that stands for the goroutine.
func (v *View) outermost() *View {
	for v.asker != nil {
		v = v.asker
	}
	return v
}

// A record is what answers of all kinds have.
type record struct {
	size   int // in bytes
	shared []Input
	local  []dependency
	used   atomic.Bool // since the store last looked at it
	place  *list.Element
}

func (r *record) common() *record { return r }

// holds reports whether the local dependencies are in a View's world what they were.
func (r *record) holds(v *View) bool {
	for _, d := range r.local {
		if v == nil || v.world == nil || !v.world.Holds(d.in, d.was) {
			return false
		}
	}
	return true
}

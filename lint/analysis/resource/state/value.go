package state

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ir"
)

// LastError is the key of what cudaGetLastError would return right after the
// acquisition.
const LastError = "last'"

// A Way is how a value leads to the handle: from the value itself, or from what
// it points to, by steps.
type Way struct {
	Rest    string
	Pointer bool
	Place   string // of the handle
	Inner   bool   // by a pointer inside of an object
}

// LeadsTo reports whether a value holds a place, or points to what does, and by which
// steps.
func (v Value) LeadsTo(place string) (rest string, pointer, ok bool) {
	if rest, ok = Covers(v.Place, place); !ok && v.Pointer != nil {
		rest, ok = Covers(v.Pointer.To, place)
		return rest, true, ok
	}
	return rest, false, ok
}

// Target returns the place that a pointer points to.
func (v Value) Target() string {
	if v.Pointer != nil {
		if v.Pointer.Array {
			return v.Pointer.To + "[0]"
		}
		return v.Pointer.To
	}
	if v.Place != "" {
		return v.Place + "^"
	}
	return ""
}

// A Value is what an operation yields.
type Value struct {
	Place  string  // where it has been read, "" for a value without a place
	Key    string  // what facts about it are kept under
	Bounds *Bounds // what is known by the expression itself
	// Pointer is set for the address of a place.
	Pointer *Pointer
}

// MaxPlace bounds the length of a place: what is behind so many steps is out of sight.
const MaxPlace = 500

// Constant returns a value of which no more than its bounds is known.
func Constant(b Bounds) Value { return Value{Bounds: &b} }

// Address returns the address of a place.
func Address(place string) Value { return Value{Pointer: &Pointer{To: place}} }

// Temporary returns the root of the places in the result of a call.
func Temporary(id ir.ID) string { return fmt.Sprintf("r%d'", id) }

// Allocation returns the root of the places in memory that a call allocates.
func Allocation(id ir.ID) string { return fmt.Sprintf("h%d'", id) }

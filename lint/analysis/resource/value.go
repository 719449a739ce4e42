package resource

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ir"
)

// lastError is the key of what cudaGetLastError would return right after the
// acquisition.
const lastError = "last'"

// A way is how a value leads to the handle: from the value itself, or from what
// it points to, by steps.
type way struct {
	rest    string
	pointer bool
	place   string // of the handle
	inner   bool   // by a pointer inside of an object
}

// leadsTo reports whether a value holds a place, or points to what does, and by which
// steps.
func (v value) leadsTo(place string) (rest string, pointer, ok bool) {
	if rest, ok = covers(v.place, place); !ok && v.pointer != nil {
		rest, ok = covers(v.pointer.to, place)
		return rest, true, ok
	}
	return rest, false, ok
}

// A value is what an operation yields.
type value struct {
	place string  // where it has been read, "" for a value without a place
	key   string  // what facts about it are kept under
	con   *bounds // what is known by the expression itself
	// pointer is set for the address of a place.
	pointer *pointer
}

// maxPlace bounds the length of a place: what is behind so many steps is out of sight.
const maxPlace = 500

func constant(b bounds) value { return value{con: &b} }

func address(place string) value { return value{pointer: &pointer{to: place}} }

func temporary(id ir.ID) string { return fmt.Sprintf("r%d'", id) }

func allocation(id ir.ID) string { return fmt.Sprintf("h%d'", id) }

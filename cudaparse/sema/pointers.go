package sema

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/decl"
)

// A PointerArg is what is known of one argument of a launch that is a pointer.
type PointerArg struct {
	// Pointer is set where the argument is, or may be, a pointer; Null where it is
	// a null pointer.
	Pointer, Null bool
	// Bases are the objects that it may point into.
	Bases []PointerBase
	// Same names the pointer that the argument is computed from: arguments of one
	// launch with the same name are computed from one value. It is "" where it is
	// not known. Offset is how many bytes further on the argument points, where
	// OffsetKnown is set.
	Same        string
	Offset      int64
	OffsetKnown bool
}

// A PointerBase is an object that a pointer may point into.
type PointerBase struct {
	// Object names it within one way of a launch.
	Object string
	// Element is the index, for an element of an array of pointers: two elements
	// are apart if their indexes are different numbers; "?" is any of them.
	Element string
	// Allocated is set for memory of its own: an allocation, a variable. It is
	// apart from every other such object. What is not may be the same under
	// another name.
	Allocated bool
	// Function is the qualified name of the function of which it is parameter
	// number Param, where no call of that function is in sight.
	Function string
	Param    int
}

// Overlap returns the pairs of arguments that may point into one object, as far
// as the source tells, the smaller index first.
func Overlap(rows [][]PointerArg) [][2]int {
	var out [][2]int
	for _, row := range rows {
		for j := range row {
			for i := range j {
				if meet, _ := row[i].Overlaps(row[j]); meet && !slices.Contains(out, [2]int{i, j}) {
					out = append(out, [2]int{i, j})
				}
			}
		}
	}
	return out
}

// Overlaps reports whether a and b may point into one object, as far as the source
// tells; apart is set where they certainly do not.
func (a PointerArg) Overlaps(b PointerArg) (overlaps, apart bool) {
	apart = true
	for _, x := range a.Bases {
		for _, y := range b.Bases {
			if x.Object == y.Object && x.Object != "?" && (x.Element == y.Element || x.Element == "?" || y.Element == "?") {
				return true, false
			}
			apart = apart && x.Allocated && y.Allocated
		}
	}
	return false, apart
}

// QualifiedName returns the name of a function with those of the namespaces around it.
func (f *Function) QualifiedName() string { return decl.Join(f.Namespace, f.Name) }

// QualifiedName returns the name of a variable with those of the namespaces around it.
func (v *Variable) QualifiedName() string { return decl.Join(v.Namespace, v.Name) }

// Package localarray finds arrays of threads that nvcc keeps in local memory, because an index is
// not a constant once loops are unrolled. It gets lowered functions and the loop nests of a kernel.
//
// What nvcc 13.0 keeps in registers all the same was measured by the stack frames that ptxas -v
// reports, for sm_80, sm_90 and sm_120, which agree but for one element here and there:
//
//   - an array of 4-byte numbers that straight code indexes by unknown numbers: up to 80 elements if
//     there are two reads or updates, or four writes; then 32 for three reads, 16 for four, 14 for
//     five, 10 for six, 9 for eight, 7 for twelve and 6 for sixteen; 20, 10, 7 and 5 for three, four,
//     six and eight updates; 28 and 14 for six and eight writes;
//   - one that a loop which is left after unrolling indexes by such numbers, and keeps from one iteration
//     to the next: up to 12 if it reads, 17 if it writes, 12 if it does both; if the iteration itself fills
//     it at known places the limits are those of straight code;
//   - one that a loop of unknown length indexes by its counter: up to 33 if loops read it or write it, by
//     unrolling the loop as often as the array is long; up to 16 if they do both; more if the condition or a
//     break has a constant bound, too;
//   - loops of constant length that index it are unrolled up to some 128 iterations of ten
//     instructions, or 300 of few; two nested ones up to 32 iterations each;
//   - no array of 1-byte, 2-byte or 8-byte numbers that is indexed by an unknown number.
//
// It reports an array only beyond these limits. Where an index or a limit is not known, it is silent.
package localarray

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
)

// A Kind is what nvcc knows of an index.
type Kind uint8

// The kinds.
const (
	Known   Kind = iota // a constant, once loops are unrolled
	Counter             // the counter of a loop of unknown length
	Rolled              // the counter of a loop that is not to be unrolled
	Unclear             // it cannot be told
	Dynamic             // anything else
)

// An Array is an array of a thread that a kernel indexes.
type Array struct {
	Function *ir.Func
	// Node is its declaration, Name its name.
	Node ast.Node
	Name string
	// Bytes is its size, Element that of the numbers in it, as far as accesses show.
	Bytes, Element int64
	// Indexed are the accesses whose index is no known constant.
	Indexed []Access
	// Reads and Writes are how often a thread accesses it per run of the kernel, by any index.
	Reads, Writes float64
	loops         int // around its declaration
	// filled are the loops left after unrolling in which elements are written at known places.
	filled map[variable]bool
}

// An Access is an access of an array.
type Access struct {
	Node  ast.Node
	Write bool
	Kind  Kind
	// Loop is set where it stands in a loop that is left after unrolling; Times is how many copies of
	// it unrolling makes.
	Loop  bool
	Times float64
	inner variable // the innermost such loop
}

// length returns the number of elements.
func (a *Array) length() int64 { return a.Bytes / max(a.Element, 1) }

// Limits of arrays that nvcc keeps in registers, see the package.
const (
	least  = 4
	always = 104 // elements that no array in registers has
)

// keptLimits are the most elements of an array that a loop left after unrolling keeps from one
// iteration to the next, countedLimits those of one that a loop of unknown length indexes by its counter.
var (
	keptLimits    = loopLimits{read: 12, written: 17, both: 12}
	countedLimits = loopLimits{read: 33, written: 33, both: 16}
)

// loopLimits are limits for an array that loops read, write, or both.
type loopLimits struct{ read, written, both int64 }

// beyond reports whether an array is too long.
func (l loopLimits) beyond(read, written bool, elements int64) bool {
	return read && elements > l.read || written && elements > l.written || read && written && elements > l.both
}

// readLimits, updateLimits and writeLimits are the most elements for so many accesses or more.
var (
	readLimits   = []limit{{16, 6}, {12, 7}, {8, 9}, {6, 10}, {5, 14}, {4, 16}, {3, 32}}
	updateLimits = []limit{{8, 5}, {6, 7}, {4, 10}, {3, 20}}
	writeLimits  = []limit{{8, 14}, {6, 28}}
)

type limit struct{ accesses, elements int64 }

// beyond reports whether an array is too long for a number of accesses.
func beyond(limits []limit, accesses, elements int64) bool {
	for _, l := range limits {
		if accesses >= l.accesses {
			return elements > l.elements
		}
	}
	return false
}

// InMemory reports whether nvcc keeps an array in local memory for certain.
func (a *Array) InMemory() bool {
	n := a.length()
	if n < least {
		return false
	}
	var reads, writes int64
	var kept, counted struct{ read, written bool }
	for _, x := range a.Indexed {
		in := &kept
		switch x.Kind {
		case Counter:
			in = &counted
		case Unclear, Known:
			continue
		default:
			if a.Element != 4 || n >= always {
				return true
			}
			if x.Write {
				writes += int64(min(x.Times, 64))
			} else {
				reads += int64(min(x.Times, 64))
			}
		}
		if x.Loop && !a.filled[x.inner] {
			in.read, in.written = in.read || !x.Write, in.written || x.Write
		}
	}
	return keptLimits.beyond(kept.read, kept.written, n) || countedLimits.beyond(counted.read, counted.written, n) ||
		beyond(readLimits, reads, n) || beyond(updateLimits, min(reads, writes), n) || beyond(writeLimits, writes, n)
}

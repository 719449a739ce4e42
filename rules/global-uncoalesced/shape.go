package globaluncoalesced

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/rules/internal/traffic"
)

// A shape says why lanes are far apart, which decides on the remedy.
type shape string

// The shapes.
const (
	repeated     shape = "repeated"      // a loop stores to one address again and again
	pieces       shape = "pieces"        // each lane accesses the elements of a short vector one by one
	structMember shape = "struct-member" // lanes read one member of each element of an array of structs
	ownRow       shape = "own-row"       // each lane walks along a row of its own
	transposed   shape = "transposed"    // as exchanged, while another array is accessed row by row
	exchanged    shape = "exchanged"     // threadIdx.x selects the row, threadIdx.y the place in it
	narrowBlock  shape = "narrow-block"  // a row of the block is shorter than a warp
	apart        shape = "strided"       // anything else
)

// shapeOf returns the shape of an access that is not coalesced.
func shapeOf(kernel *warp.Result, a *warp.Access) shape {
	x, step := kernel.Block.Dim[0], step(a)
	rows := kernel.Block.Dim[1] > 1
	switch {
	case a.Kind == warp.Store && a.Repeats >= 2:
		return repeated
	case vector(a) != "" && parts(kernel, a) >= 2:
		return pieces
	case member(a) && step > a.Bytes:
		return structMember
	case rows && a.StrideY != 0 && abs(a.StrideY) <= 2*a.Bytes && (step == 0 || abs(a.StrideY) < step):
		if partner(kernel, a) != nil {
			return transposed
		}
		return exchanged
	case rows && x < 32 && step != 0 && step <= 2*a.Bytes:
		return narrowBlock
	case walks(a):
		return ownRow
	}
	return apart
}

// step returns the bytes between threads that are neighbours in x, 0 if they are not known.
func step(a *warp.Access) int64 {
	if a.Stride != 0 {
		return abs(a.Stride)
	}
	return abs(a.StrideX)
}

// member reports whether an access is of a member of an element.
func member(a *warp.Access) bool { return a.Node.Is(ast.FieldExpression) }

// vector names what holds all that is between two lanes, "" if no vector type does.
func vector(a *warp.Access) string {
	all := step(a)
	if n := all / max(1, a.Bytes); n != 2 && n != 4 || all > 16 || all%a.Bytes != 0 {
		return ""
	}
	switch {
	case a.Floating && a.Bytes == 4:
		return fmt.Sprintf("float%d", all/4)
	case a.Floating && a.Bytes == 8:
		return "double2"
	}
	return fmt.Sprintf("vector of %d bytes", all)
}

// parts returns how many accesses differ from this one in a number or in the member only.
func parts(kernel *warp.Result, a *warp.Access) int {
	texts := map[string]bool{}
	for i := range kernel.Accesses {
		if b := &kernel.Accesses[i]; b.Object == a.Object && b.Kind == a.Kind && b.Function == a.Function && b.Bytes == a.Bytes && step(b) == step(a) && traffic.Form(b.Node) == traffic.Form(a.Node) {
			texts[traffic.OneLine(b.Node.Text())] = true
		}
	}
	return len(texts)
}

// partner returns an access of another array of global memory whose lanes are neighbours, nil if there
// is none: it would not be coalesced any more if threadIdx.x and threadIdx.y changed places.
func partner(kernel *warp.Result, a *warp.Access) *warp.Access {
	for i := range kernel.Accesses {
		b := &kernel.Accesses[i]
		if b.Space == sema.GlobalSpace && b.Object != a.Object && b.StrideX != 0 && abs(b.StrideX) <= 2*b.Bytes && b.Sectors.Known() && !uncoalesced(b) {
			return b
		}
	}
	return nil
}

func abs(x int64) int64 { return max(x, -x) }

// reason returns why the lanes are apart, as the end of a sentence.
func (s shape) reason(a *warp.Access) string {
	switch {
	case s == narrowBlock:
		return "a warp spans several rows of the block"
	case s == structMember:
		return fmt.Sprintf("the elements are %d bytes long", step(a))
	case step(a) != 0:
		return fmt.Sprintf("lanes are %d bytes apart", step(a))
	case a.Pattern == warp.DataDependent:
		return "the index depends on data"
	case s == ownRow:
		return "each lane walks along its own row"
	}
	return "each lane accesses another row"
}

// help returns the next step for an access.
func (s shape) help(kernel *warp.Result, a *warp.Access) string {
	text := traffic.Expression(a)
	switch s {
	case repeated:
		return fmt.Sprintf("the loop stores to one address again and again: keep the value of %s in a local variable and store it once, after the loop", text)
	case pieces:
		return fmt.Sprintf("%s the %d neighbouring elements of a lane at once, as one %s; its address has to be a multiple of %d", verb(a), step(a)/a.Bytes, vector(a), step(a))
	case structMember:
		name := a.Node.Child(ast.FieldField).Text()
		return fmt.Sprintf("store the member %[1]s of all elements in a separate array (%[1]s[i]); or, if the kernel needs most of an element, "+
			"load all of it at once, as vectors of 8 or 16 bytes", name)
	case transposed:
		return fmt.Sprintf("threadIdx.x selects neighbouring elements of %s, but a row in %s: copy through a tile in shared memory (32 rows of 33 elements), "+
			"so that a warp accesses both arrays along their rows", traffic.Expression(partner(kernel, a)), text)
	case exchanged:
		return fmt.Sprintf("exchange threadIdx.x and threadIdx.y in the index of %s: lanes of a warp differ in threadIdx.x, which has to select neighbouring elements", text)
	case narrowBlock:
		return "launch blocks of at least 32 threads in x, so that a warp accesses one row"
	case ownRow:
		return fmt.Sprintf("let neighbouring lanes access neighbouring elements: exchange the loop and the lane in the index of %s, store the array transposed, "+
			"or load tiles of it to shared memory row by row", text)
	}
	return fmt.Sprintf("the lanes of a warp go down a column of %s: let threadIdx.x select the column, and a loop, threadIdx.y or blockIdx the row; "+
		"or store the array transposed", traffic.Object(a))
}

// verb says what an access does.
func verb(a *warp.Access) string {
	if a.Kind == warp.Store {
		return "store"
	}
	return "load"
}

// merged reports whether an access is of one of the members that nvcc accesses together: the kernel
// accesses all members of an element, and the type aligns it to its size, as float2 and float4 do.
func merged(unit *sema.Unit, kernel *warp.Result, a *warp.Access) bool {
	return member(a) && vector(a) != "" && int64(parts(kernel, a))*a.Bytes == step(a) && alignment(unit, a.Node) == step(a)
}

// alignment returns the alignment of the elements that an access of a member reaches by a pointer with a
// name, 0 if that is not known.
func alignment(unit *sema.Unit, n ast.Node) int64 {
	for n.Is(ast.FieldExpression, ast.SubscriptExpression, ast.PointerExpression) {
		n = n.Child(ast.FieldArgument)
	}
	if !pointer(unit, n) {
		return 0
	}
	if elem := unit.LocalAt(n, n.Text()).Type.Elem; elem != nil {
		return elem.Align
	}
	return 0
}

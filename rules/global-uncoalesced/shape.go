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
	structMember shape = "struct-member" // lanes read one member of each element of an array of structs
	ownRow       shape = "own-row"       // each lane walks along a row of its own
	exchanged    shape = "exchanged"     // threadIdx.x selects the row, threadIdx.y the place in it
	narrowBlock  shape = "narrow-block"  // a row of the block is shorter than a warp
	apart        shape = "strided"       // anything else
)

// shapeOf returns the shape of an access that is not coalesced.
func shapeOf(kernel *warp.Result, a *warp.Access) shape {
	switch x := kernel.Block.Dim[0]; {
	case member(a) && a.Stride != 0:
		return structMember
	case kernel.Block.Dim[1] > 1 && a.StrideY != 0 && abs(a.StrideY) <= 2*a.Bytes && abs(a.StrideY) < abs(a.Stride):
		return exchanged
	case kernel.Block.Dim[1] > 1 && x < 32 && inRows(a, x):
		return narrowBlock
	case walks(a):
		return ownRow
	}
	return apart
}

// member reports whether an access is of a member of an element.
func member(a *warp.Access) bool {
	return a.Node.Is(ast.FieldExpression) && a.Stride > a.Bytes
}

// inRows reports whether lanes of one row of the block are neighbours.
func inRows(a *warp.Access, x int) bool {
	if a.Lanes == nil || x < 2 {
		return false
	}
	for i := 1; i < len(a.Lanes); i++ {
		if i%x != 0 && a.Lanes[i] >= 0 && a.Lanes[i-1] >= 0 && abs(a.Lanes[i]-a.Lanes[i-1]) > a.Bytes {
			return false
		}
	}
	return true
}

func abs(x int64) int64 { return max(x, -x) }

// reason returns why the lanes are apart, as the end of a sentence.
func (s shape) reason(a *warp.Access) string {
	switch {
	case s == narrowBlock:
		return "the lanes of a warp lie in several rows of the block"
	case s == structMember:
		return fmt.Sprintf("the elements are %d bytes long", abs(a.Stride))
	case a.Stride != 0:
		return fmt.Sprintf("lanes are %d bytes apart", abs(a.Stride))
	case a.Pattern == warp.DataDependent:
		return "the index depends on data"
	case s == ownRow:
		return "each lane has a row of its own"
	}
	return "lanes are far apart"
}

// help returns the next step for an access.
func (s shape) help(a *warp.Access) string {
	text := traffic.Expression(a)
	switch s {
	case structMember:
		name := a.Node.Child(ast.FieldField).Text()
		return fmt.Sprintf("keep the member %[1]s of all elements in an array of its own (%[1]s[i]), or, if the kernel needs most of an element, "+
			"load the whole of it at once, as a vector type of 8 or 16 bytes", name)
	case exchanged:
		return fmt.Sprintf("exchange threadIdx.x and threadIdx.y in the index of %s: lanes of a warp differ in threadIdx.x, which has to select neighbouring elements", text)
	case narrowBlock:
		return "launch blocks of at least 32 threads in x, so that a warp accesses one row"
	case ownRow:
		return fmt.Sprintf("let neighbouring lanes access neighbouring elements: exchange the loop and the lane in the index of %s, store the array transposed, "+
			"or load tiles of it to shared memory row by row", text)
	}
	return fmt.Sprintf("let neighbouring lanes access neighbouring elements of %s", traffic.Object(a))
}

// guessed reports whether the distance between lanes is a number that the source does not determine,
// and may well be small: a stride, as in p[i * stride]. In p[row * width + column] it is the length
// of a row, and so it is where a loop walks on from there.
func guessed(unit *sema.Unit, a *warp.Access) bool {
	if r := a.Ranges.Sectors; !r.Known() || float64(r.Least) >= 2*a.IdealSectors() || walks(a) {
		return false
	}
	const most = 6 // pointers and indexes that are followed, one after the other
	return !inRow(unit, a.Node, most)
}

// walks reports whether the block uses neighbouring elements in other iterations.
func walks(a *warp.Access) bool {
	return a.SectorBytes >= 2*float64(a.Bytes) && a.Fresh < 0.9
}

// inRow reports whether an address is a place in a row: a sum with a product and something else than
// a number or the pointer itself.
func inRow(unit *sema.Unit, n ast.Node, steps int) bool {
	if steps == 0 || !n.Valid() {
		return false
	}
	switch n.Kind() {
	case ast.SubscriptExpression:
		return inRow(unit, n.Child(ast.FieldIndices), steps-1) || inRow(unit, n.Child(ast.FieldArgument), steps-1)
	case ast.FieldExpression, ast.PointerExpression:
		return inRow(unit, n.Child(ast.FieldArgument), steps)
	case ast.ParenthesizedExpression, ast.ArgumentList, ast.SubscriptArgumentList:
		return inRow(unit, n.FirstChild(), steps)
	case ast.CastExpression:
		return inRow(unit, n.Child(ast.FieldValue), steps)
	case ast.Identifier:
		l := unit.LocalAt(n, n.Text())
		return l != nil && !l.Param && inRow(unit, l.Init, steps-1)
	case ast.BinaryExpression:
		return sumInRow(unit, n, steps)
	}
	return false
}

// sumInRow is inRow for a sum.
func sumInRow(unit *sema.Unit, sum ast.Node, steps int) bool {
	products, others, inside := 0, 0, false
	var add func(n ast.Node)
	add = func(n ast.Node) {
		switch {
		case n.Is(ast.BinaryExpression) && (n.Op() == ast.Add || n.Op() == ast.Sub):
			add(n.Child(ast.FieldLeft))
			add(n.Child(ast.FieldRight))
		case product(n):
			products++
		case !n.Is(ast.NumberLiteral) && !pointer(unit, n):
			others++
			inside = inside || inRow(unit, n, steps-1)
		default:
			inside = inside || inRow(unit, n, steps-1)
		}
	}
	add(sum)
	return inside || products > 1 || products > 0 && others > 0
}

// pointer reports whether an expression is the name of a pointer.
func pointer(unit *sema.Unit, n ast.Node) bool {
	if !n.Is(ast.Identifier) {
		return false
	}
	l := unit.LocalAt(n, n.Text())
	return l != nil && l.Type != nil && l.Type.Kind == sema.Pointer
}

func product(n ast.Node) bool {
	for n.Is(ast.ParenthesizedExpression) {
		n = n.FirstChild()
	}
	return n.Is(ast.BinaryExpression) && n.Op() == ast.Mul
}

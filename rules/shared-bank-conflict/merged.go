package sharedbankconflict

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/rules/internal/traffic"
)

// apart reports whether an access takes twice the ideal number of wavefronts even if the compiler
// accesses neighbouring elements with one instruction, as far as they could be: a vector of 16
// bytes takes 4 wavefronts, where its elements one by one would have a 4-way conflict each.
func apart(kernel *warp.Result, a *warp.Access) bool {
	return conflict(a) >= 2 && a.BankConflict.Mean/max(1, a.Vector, float64(mergeable(kernel, a))) >= 2
}

// mergeable returns how many neighbouring elements one instruction may access, at most: as many as
// the alignment of the lanes allows, and as the kernel accesses there.
func mergeable(kernel *warp.Result, a *warp.Access) int {
	const longest = 16 // bytes of a vector
	aligned := int64(longest)
	for _, at := range a.Lanes {
		for at > 0 && at%aligned != 0 {
			aligned /= 2
		}
	}
	most := min(int(aligned/max(1, a.Bytes)), neighbours(kernel, a))
	n := 1
	for 2*n <= most {
		n *= 2
	}
	return n
}

// neighbours returns how many accesses of a kernel are like this one but for a number or a member in
// their text. In a loop that steps by one there are as many as one likes.
func neighbours(kernel *warp.Result, a *warp.Access) int {
	const many = 16
	if stepsByOne(a.Node) {
		return many
	}
	texts := map[string]bool{}
	for i := range kernel.Accesses {
		b := &kernel.Accesses[i]
		if b.Object == a.Object && b.Kind == a.Kind && b.Function == a.Function && b.Stride == a.Stride && form(b.Node) == form(a.Node) {
			texts[traffic.OneLine(b.Node.Text())] = true
		}
	}
	return len(texts)
}

// form returns the text of an access without its numbers and its member.
func form(n ast.Node) string {
	for n.Is(ast.FieldExpression) {
		n = n.Child(ast.FieldArgument)
	}
	return strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == ' ' || r == '\n' || r == '\t' {
			return -1
		}
		return r
	}, n.Text())
}

// stepsByOne reports whether an access names the variable of a loop around it that is incremented.
func stepsByOne(n ast.Node) bool {
	names := map[string]bool{}
	for d := range n.Descendants() {
		if d.Is(ast.Identifier) {
			names[d.Text()] = true
		}
	}
	for loop := n.Enclosing(ast.ForStatement); loop.Valid(); loop = loop.Enclosing(ast.ForStatement) {
		for d := range loop.Child(ast.FieldUpdate).Descendants() {
			if d.Is(ast.Identifier) && names[d.Text()] && strings.Contains(loop.Child(ast.FieldUpdate).Text(), "++") {
				return true
			}
		}
	}
	return false
}

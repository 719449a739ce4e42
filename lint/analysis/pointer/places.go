package pointer

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A choice is an arm of a preprocessor conditional: the first arm, or the #else or #elif part.
type choice struct {
	conditional ast.Node
	first       bool
}

// places returns how many of the nodes one compilation can contain at most: of arms that
// exclude each other only the arm with the most nodes counts.
func places(nodes []ast.Node) int {
	all := make([][]choice, len(nodes))
	for i, n := range nodes {
		all[i] = choices(n)
	}
	return count(all)
}

// count counts nodes, each given by the conditional arms around it, from the outermost to the
// innermost.
func count(all [][]choice) int {
	total := 0
	arms := map[choice][][]choice{}
	for _, of := range all {
		if len(of) == 0 {
			total++
			continue
		}
		arms[of[0]] = append(arms[of[0]], of[1:])
	}
	for c, in := range arms {
		n, others := count(in), 0
		if rest := arms[choice{c.conditional, !c.first}]; rest != nil {
			if !c.first {
				continue // counted together with the first arm
			}
			others = count(rest)
		}
		total += max(n, others)
	}
	return total
}

// choices returns the conditional arms around a node, the outermost first.
func choices(n ast.Node) []choice {
	var out []choice
	for n = n.Origin(); n.Valid(); n = n.Parent() {
		if p := n.Parent(); p.Is(ast.PreprocIf, ast.PreprocIfdef, ast.PreprocElif, ast.PreprocElifdef) {
			out = append(out, choice{p, n.Field() != ast.FieldAlternative})
		}
	}
	slices.Reverse(out)
	return out
}

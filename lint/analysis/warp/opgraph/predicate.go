package opgraph

import "github.com/cudalint/cudalint/cudaparse/ast"

// maxPredicated is how many nodes of the syntax tree the arms of a branch have for
// which the compiler executes both under predicates.
const maxPredicated = 30

// Predicated reports whether the compiler is assumed to execute the arms of an if under
// predicates: they are short, and have no call, loop or jump.
func Predicated(n ast.Node) bool {
	size := 0
	for _, f := range [...]ast.Field{ast.FieldConsequence, ast.FieldAlternative} {
		arm := n.Child(f)
		if !arm.Valid() {
			continue
		}
		for d := range arm.Descendants() {
			size++
			if size > maxPredicated || d.Is(ast.CallExpression, ast.ForStatement, ast.WhileStatement, ast.DoStatement, ast.ReturnStatement,
				ast.BreakStatement, ast.ContinueStatement, ast.SwitchStatement, ast.GotoStatement) {
				return false
			}
		}
	}
	return true
}

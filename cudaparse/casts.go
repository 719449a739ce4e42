package cudaparse

import "github.com/cudalint/cudalint/cudaparse/ast"

// withCasts returns a copy of f in which (T)(x) is a cast where the file shows that T is a
// type; the grammar takes it for a call of T.
func withCasts(f *ast.File, names *declaredNames) *ast.File {
	var casts []ast.Node
	for i := range f.Len() {
		if n := f.At(i); n.Kind() == ast.CallExpression && names.isCast(n) {
			casts = append(casts, n)
		}
	}
	if len(casts) == 0 {
		return f
	}
	return f.Amended(func(records []ast.Record) {
		for _, n := range casts {
			head := n.FirstChild()
			name := head.FirstChild()
			t := &records[head.Index()]
			t.Kind, t.Field = ast.TypeDescriptor, ast.FieldType
			t.Start, t.End = records[name.Index()].Start, records[name.Index()].End
			records[n.Index()].Kind = ast.CastExpression
			records[name.Index()].Kind, records[name.Index()].Field = ast.TypeIdentifier, ast.FieldType
			value := &records[head.Next().Index()]
			value.Kind, value.Field = ast.ParenthesizedExpression, ast.FieldValue
		}
	})
}

// isCast reports whether a call is (T)(x), where T is the name of a type.
func (names *declaredNames) isCast(call ast.Node) bool {
	head := call.FirstChild()
	if head.Kind() != ast.ParenthesizedExpression || call.HasError() {
		return false
	}
	name, arguments := head.FirstChild(), head.Next()
	if name.Kind() != ast.Identifier || name.Next().Valid() || arguments.Kind() != ast.ArgumentList || arguments.ChildCount() != 1 ||
		arguments.FirstChild().Is(ast.ParameterPackExpansion, ast.InitializerList) {
		return false
	}
	names.collect()
	w := name.Text()
	return names.types[w] && !names.values[w] && !names.localsAt(call)[w]
}

// Package cudaparse turns the bytes of a CUDA C++ source into a syntax tree.
//
// Nothing of the parser shows outside this package: its tree is copied once
// into an ast.File.
package cudaparse

import (
	"context"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Parse returns the syntax tree of a source file. Source that the grammar does
// not accept is in the tree's Errors and costs the statement it is in, not the
// file. The error is that of ctx when parsing was cut short, or says that the
// nesting is too deep to analyse.
//
// Parse is safe for concurrent use.
func Parse(ctx context.Context, src *source.File) (*ast.File, error) {
	return parseText(ctx, src, src.Text)
}

// parseText parses text, which is as long as that of src and differs from it in
// repaired places only.
func parseText(ctx context.Context, src *source.File, text []byte) (*ast.File, error) {
	parser := sitter.NewParser()
	defer parser.Close()
	parser.SetLanguage(grammar().language)
	tree, err := parser.ParseCtx(ctx, nil, text)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	return copyTree(tree.RootNode(), src)
}

// Package cudaparse turns the bytes of a CUDA C++ source into a syntax tree.
//
// Nothing of the parser shows outside this package: its tree is copied once
// into an ast.File.
package cudaparse

import (
	"context"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/repair"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Options guide a parse. The zero value is a good default.
type Options struct {
	// Macro tells about macros that are not defined in the file itself, such as
	// those of its headers. It is asked only where the source does not parse.
	Macro repair.Macros
	// NoRepair leaves the text as it is, errors and all.
	NoRepair bool
}

// Parse returns the syntax tree of a source file. Source that the grammar does
// not accept is repaired in a copy where that is possible without moving a byte
// (see ast.File.Repairs); what remains is in the tree's Errors and costs the
// statement it is in, not the file. The error is that of ctx when parsing was
// cut short, or says that the nesting is too deep to analyse.
//
// Parse is safe for concurrent use.
func Parse(ctx context.Context, src *source.File) (*ast.File, error) {
	return ParseWith(ctx, src, Options{})
}

// ParseWith is Parse with options.
func ParseWith(ctx context.Context, src *source.File, options Options) (*ast.File, error) {
	file, _, err := parseText(ctx, src, src.Text)
	if err != nil || options.NoRepair || len(file.Errors) == 0 && len(suspects(file)) == 0 {
		return file, err
	}
	return repaired(ctx, src, file, options), nil
}

// parseText parses text, which is as long as that of src and differs from it in
// repaired places only.
func parseText(ctx context.Context, src *source.File, text []byte) (*ast.File, []ast.Record, error) {
	parser := sitter.NewParser()
	defer parser.Close()
	parser.SetLanguage(grammar().language)
	tree, err := parser.ParseCtx(ctx, nil, text)
	if err != nil {
		return nil, nil, err
	}
	defer tree.Close()
	return copyTree(tree.RootNode(), src)
}

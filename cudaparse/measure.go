package cudaparse

import (
	"context"

	sitter "github.com/smacker/go-tree-sitter"
)

// ParserAlone runs the parser over a text and drops its tree: what any tool that
// uses the same grammar pays. Benchmarks compare the rest of the work with it.
func ParserAlone(ctx context.Context, text []byte) error {
	limitArenas()
	parser := sitter.NewParser()
	defer parser.Close()
	parser.SetLanguage(grammar().language)
	tree, err := parser.ParseCtx(ctx, nil, text)
	if err != nil {
		return err
	}
	tree.Close()
	return nil
}

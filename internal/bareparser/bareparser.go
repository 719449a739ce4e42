// Package bareparser runs tree-sitter and the CUDA grammar alone: what any tool that uses
// the same grammar pays. Tests and benchmarks compare cudalint with it.
package bareparser

import (
	"context"
	"sync"

	"github.com/alexaandru/go-sitter-forest/cuda"
	sitter "github.com/smacker/go-tree-sitter"
)

var language = sync.OnceValue(func() *sitter.Language { return sitter.NewLanguage(cuda.GetLanguage()) })

// Parse parses a text and drops its tree.
func Parse(ctx context.Context, text []byte) error {
	parser := sitter.NewParser()
	defer parser.Close()
	parser.SetLanguage(language())
	tree, err := parser.ParseCtx(ctx, nil, text)
	if err != nil {
		return err
	}
	tree.Close()
	return nil
}

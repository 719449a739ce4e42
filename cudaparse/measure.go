package cudaparse

import (
	"context"
	"sync/atomic"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// ParserAlone runs the parser over a text and drops its tree. Benchmarks compare other work
// with this, which every user of the grammar has to do.
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

// A Meter is called for each text that the parser is given, with the file, the size of the
// text in bytes, and whether the parser starts from the tree of a similar text.
type Meter func(src *source.File, bytes int, incremental bool)

var meter atomic.Pointer[Meter]

// Measure sets the Meter, nil for none. Calls of it may be concurrent.
func Measure(m Meter) {
	if m == nil {
		meter.Store(nil)
		return
	}
	meter.Store(&m)
}

// meterText calls the Meter, if there is one.
func meterText(src *source.File, bytes int, incremental bool) {
	if m := meter.Load(); m != nil {
		(*m)(src, bytes, incremental)
	}
}

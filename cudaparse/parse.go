// Package cudaparse turns the bytes of a CUDA C++ source into a syntax tree.
//
// Nothing of the parser shows outside this package: its tree is copied once
// into an ast.File.
package cudaparse

import (
	"bytes"
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	sitter "github.com/smacker/go-tree-sitter"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/repair"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// Options guide a parse. The zero value is a good default.
type Options struct {
	// Outside tells about macros that are not defined in the file itself, such as
	// those of its headers, and which code is compiled. It is asked only where the source
	// does not parse. Where it is nil, nothing but the file is in sight.
	Outside repair.Outside
	// NoRepair leaves the text as it is, errors and all.
	NoRepair bool
}

// Errors of a source that is not analysed, for all that it may be C++.
var (
	// ErrTooDeep is returned for source whose nesting would exhaust the stack
	// of a later pass.
	ErrTooDeep = errors.New("nested too deeply to analyse")
	// ErrTooSlow is returned for source that takes the parser far longer than
	// any real source of its size.
	ErrTooSlow = errors.New("takes too long to parse")
)

var givenUp atomic.Int64

// GivenUp counts the texts so far that took too long to parse, those of headers and of
// what macros expand to included: what was made without them is another result on a
// faster machine.
func GivenUp() int64 { return givenUp.Load() }

// Parse returns the syntax tree of a source file. Source that the grammar does
// not accept is repaired in a copy where that is possible without moving a byte
// (see ast.File.Repairs); what remains is in the tree's Errors and costs the
// statement it is in, not the file. The error is that of ctx when parsing was
// cut short by it, an *InputProblem for a text that is no source (see Check),
// ErrTooDeep or ErrTooSlow.
//
// Parse is safe for concurrent use.
func Parse(ctx context.Context, src *source.File) (*ast.File, error) {
	return ParseWith(ctx, src, Options{})
}

// alone answers what the preprocessor makes of a file that includes nothing.
type alone struct {
	ctx  context.Context
	src  *source.File
	file *preproc.File // made when it is first asked
}

func (a *alone) read() *preproc.File {
	switch {
	case a.file != nil:
	case bytes.IndexByte(a.src.Text, '#') < 0:
		a.file = withoutDirectives()
	default:
		a.file = preproc.Process(a.ctx, preproc.NewOutline(a.src.Path, a.src.Text), &preproc.Options{Arch: 900}).Files[0]
	}
	return a.file
}

// withoutDirectives stands for all texts that have none, as most expansions of macros.
var withoutDirectives = sync.OnceValue(func() *preproc.File {
	return preproc.Process(context.Background(), preproc.NewOutline("", nil), &preproc.Options{Arch: 900}).Files[0]
})

// Macro is that of repair.Outside.
func (a *alone) Macro(name string) *preproc.Macro { return a.read().Macro(name) }

// Arm is that of repair.Outside.
func (a *alone) Arm(offset int) bool { return a.read().Holds(offset) }

// ParseWith is Parse with options.
func ParseWith(ctx context.Context, src *source.File, options Options) (*ast.File, error) {
	var once texts
	defer trimArenas(len(src.Text))
	return once.parse(ctx, src, options)
}

// The time a text may take: real sources parse at more than 1 MB/s, so that
// these are reached on hostile ones only.
const (
	minTime     = 2 * time.Second
	timePerByte = 4 * time.Microsecond
)

// ParseObserver, if it is set, is called for each text that the parser gets: with the file,
// the length of the text, and whether the parser starts from the tree of an earlier text of
// that file. Calls may be concurrent. Tests count and measure with it.
var ParseObserver atomic.Pointer[func(src *source.File, bytes int, incremental bool)]

// A parse is what the parser made of one text.
type parse struct {
	flatTree
	// tree is the parser's own, to be closed when it is no longer needed.
	tree *sitter.Tree
	text []byte
	// lined is text with its lines, nil until it is needed.
	lined *source.File
}

// parseFrom parses text, which is as long as that of src and differs from it in repaired
// places only. It starts from a tree, unless that is nil, in which what may not be taken
// over is marked as edited: see reparse for the rest.
func parseFrom(ctx context.Context, src *source.File, text []byte, tree *sitter.Tree, keepIDs bool, old *parse, d difference) (*parse, error) {
	limitArenas()
	if observe := ParseObserver.Load(); observe != nil {
		(*observe)(src, len(text), tree != nil)
	}
	parser := sitter.NewParser()
	defer parser.Close()
	parser.SetLanguage(grammar().language)
	parser.SetOperationLimit(int((minTime + time.Duration(len(text))*timePerByte) / time.Microsecond))
	parsed, err := parser.ParseCtx(ctx, tree, text)
	if errors.Is(err, sitter.ErrOperationLimit) {
		err = ErrTooSlow
		givenUp.Add(1)
	}
	if err != nil {
		return nil, err
	}
	p := &parse{tree: parsed, text: text}
	var earlier *flatTree
	if tree != nil {
		earlier = &old.flatTree
	}
	// A tree with errors is one that repaired ones will start from.
	root := parsed.RootNode()
	if p.flatTree, err = copyFrom(root, src, keepIDs || root.HasError(), earlier, d); err != nil {
		parsed.Close()
		return nil, err
	}
	return p, nil
}

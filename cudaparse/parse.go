// Package cudaparse parses the text of a CUDA C++ file into a syntax tree, an ast.File.
//
// It runs tree-sitter over the text, and again over repaired copies of it where the grammar
// does not accept it (package repair). The parser's tree is copied, so that no type of the
// parser is visible outside of this package.
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

// Options are options of a parse. The zero value is a good default.
type Options struct {
	// Outside knows the macros of other files, and which arms of conditionals are compiled.
	// It is used only where the source does not parse. If it is nil, only the file itself
	// is used.
	Outside repair.Outside
	// NoRepair turns repairs off.
	NoRepair bool
}

// Errors for source that is not analysed, though it may be C++.
var (
	// ErrTooDeep is returned for a tree so deep that recursive passes could exhaust the
	// stack.
	ErrTooDeep = errors.New("nested too deeply to analyse")
	// ErrTooSlow is returned for source that takes far longer to parse than real source of
	// its size.
	ErrTooSlow = errors.New("takes too long to parse")
)

var tooSlowCount atomic.Int64

// TooSlowCount returns the number of texts so far that took too long to parse, with headers
// and expansions of macros. A result that such a text is missing from must not be cached: it
// would be different on a faster machine.
func TooSlowCount() int64 { return tooSlowCount.Load() }

// Parse returns the syntax tree of a source file. Where the grammar does not accept the text,
// a copy of it is repaired (see ast.File.Repairs and Expanded); what remains is in the tree's
// Errors. The error is that of ctx if it ended the parse, an *InputProblem for a text that is
// not source (see Check), ErrTooDeep or ErrTooSlow.
//
// Parse is safe for concurrent use.
func Parse(ctx context.Context, src *source.File) (*ast.File, error) {
	return ParseWith(ctx, src, Options{})
}

// A standalone is the repair.Outside of a file without its headers.
type standalone struct {
	ctx  context.Context
	src  *source.File
	file *preproc.File // see preprocessed
}

// preprocessed returns the file after the preprocessor, which runs on the first call.
func (a *standalone) preprocessed() *preproc.File {
	switch {
	case a.file != nil:
	case bytes.IndexByte(a.src.Text, '#') < 0:
		a.file = withoutDirectives()
	default:
		a.file = preproc.Process(a.ctx, preproc.NewOutline(a.src.Path, a.src.Text), &preproc.Options{Arch: 900}).Files[0]
	}
	return a.file
}

// withoutDirectives is shared by all texts without directives, such as most expansions.
var withoutDirectives = sync.OnceValue(func() *preproc.File {
	return preproc.Process(context.Background(), preproc.NewOutline("", nil), &preproc.Options{Arch: 900}).Files[0]
})

// Macro implements repair.Outside.
func (a *standalone) Macro(name string) *preproc.Macro { return a.preprocessed().Macro(name) }

// Arm implements repair.Outside.
func (a *standalone) Arm(offset int) bool { return a.preprocessed().Holds(offset) }

// ParseWith is Parse with options.
func ParseWith(ctx context.Context, src *source.File, options Options) (*ast.File, error) {
	var once parseSet
	defer trimArenas(len(src.Text))
	return once.parse(ctx, src, options)
}

// The time limit for one text. Real sources parse at more than 1 MB/s.
const (
	minTime     = 2 * time.Second
	timePerByte = 4 * time.Microsecond
)

// ParseObserver, if it is set, is called for each text that the parser gets: with the file,
// the length of the text, and whether the parser starts from the tree of an earlier text of
// that file. Calls may be concurrent. Tests count and measure with it.
var ParseObserver atomic.Pointer[func(src *source.File, bytes int, incremental bool)]

// A parse is the result of one run of the parser.
type parse struct {
	flatTree
	tree     *sitter.Tree // the parser's own, to be closed
	text     []byte
	lineFile *source.File // see linesOf
}

// parseFrom parses text, a prepared or repaired copy of the text of src. Unless tree is nil,
// the parser reuses those parts of it that are not marked as edited; old is the parse that
// tree is from, and d the difference of its text.
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
		tooSlowCount.Add(1)
	}
	if err != nil {
		return nil, err
	}
	p := &parse{tree: parsed, text: text}
	var earlier *flatTree
	if tree != nil {
		earlier = &old.flatTree
	}
	// Parses of repaired texts start from a tree with errors.
	root := parsed.RootNode()
	if p.flatTree, err = flatCopy(root, src, keepIDs || root.HasError(), earlier, d); err != nil {
		parsed.Close()
		return nil, err
	}
	return p, nil
}

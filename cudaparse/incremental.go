package cudaparse

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/repair"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// An Incremental parses one text again and again as it changes, as in an editor.
// It is not safe for concurrent use.
type Incremental struct{ texts texts }

// NewIncremental returns an Incremental that knows no text yet. Close frees the
// memory that it keeps between texts.
func NewIncremental() *Incremental { return &Incremental{texts{keep: true}} }

// Parse returns what the function Parse returns for the same source, errors
// included; sooner where the text resembles that of the last call. The tree is
// the caller's and does not change with later calls.
func (p *Incremental) Parse(ctx context.Context, src *source.File) (*ast.File, error) {
	return p.ParseWith(ctx, src, Options{})
}

// ParseWith returns what the function ParseWith returns for the same source and options.
func (p *Incremental) ParseWith(ctx context.Context, src *source.File, options Options) (*ast.File, error) {
	return p.texts.parse(ctx, src, options)
}

// Close frees what is kept of the last text. An Incremental may be used again
// after it, and starts afresh.
func (p *Incremental) Close() { p.texts.close() }

// texts are the parses of one source: of the source as it is, and of what repairs made
// of it. Those of the last source are kept for the next where keep is set.
type texts struct {
	keep       bool
	last, made []*parse
}

// maxKept bounds how many parses of a source are kept, and maxKeptBytes how much text
// that is: a tree takes some 50 times its text.
const (
	maxKept      = 8
	maxKeptBytes = 2 << 20
)

// parse is ParseWith.
func (t *texts) parse(ctx context.Context, src *source.File, options Options) (*ast.File, error) {
	if p := Check(src.Text); p != nil && p.Fatal {
		return nil, p
	}
	if options.Outside == nil {
		options.Outside = &alone{ctx: ctx, src: src}
	}
	text, unclosed := withoutUnclosed(prepare(src.Text))
	var edits []repair.Edit
	if !options.NoRepair {
		if edits = repair.Qualifiers(text, options.Outside); len(edits) > 0 {
			text = repair.Apply(text, edits)
		}
	}
	p, err := t.similar(ctx, src, text, nil, difference{})
	if err != nil {
		return nil, err
	}
	file := p.file
	if options.NoRepair || len(edits) == 0 && cost(file, options.Outside) == 0 {
		t.discard(p)
	} else {
		file = repaired(ctx, src, t, p, edits, options)
		err = ctx.Err() // with more time there would be more repairs
	}
	t.turn()
	if err != nil {
		return nil, err
	}
	return tellUnclosed(meant(file), unclosed), nil
}

// repaired parses the text that edits make of that of p.
func (t *texts) repaired(ctx context.Context, src *source.File, text []byte, p *parse, edits []repair.Edit) (*parse, error) {
	return t.similar(ctx, src, text, p, repairs(edits))
}

// similar parses a text, starting from the parse that differs least: base, unless it is
// nil, which differs as d says, or one of the last source.
func (t *texts) similar(ctx context.Context, src *source.File, text []byte, base *parse, d difference) (*parse, error) {
	for _, p := range t.last {
		if other := differ(p.text, text); base == nil || other.size() < d.size() {
			base, d = p, other
		}
	}
	var p *parse
	var err error
	if base == nil {
		p, err = parseFrom(ctx, src, text, nil, t.keep, nil, d)
	} else {
		p, err = reparse(ctx, src, text, t.keep, base, d)
	}
	if err == nil && t.keep {
		t.made = append(t.made, p)
	}
	return p, err
}

// discard frees a parse that is of no more use for this source, unless it is kept for the
// next one.
func (t *texts) discard(p *parse) {
	if !t.keep {
		p.tree.Close()
	}
}

// turn makes the parses of this source those of the last one.
func (t *texts) turn() {
	if len(t.made) == 0 {
		return
	}
	release(t.last)
	if n := max(1, min(maxKept, maxKeptBytes/max(1, len(t.made[0].text)))); len(t.made) > n {
		release(t.made[n:])
		t.made = t.made[:n]
	}
	t.last, t.made = t.made, nil
}

// close frees all that is kept.
func (t *texts) close() {
	release(t.last)
	release(t.made)
	t.last, t.made = nil, nil
}

func release(parses []*parse) {
	for _, p := range parses {
		p.tree.Close()
	}
}

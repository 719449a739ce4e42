package cudaparse

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/repair"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// An Incremental parses the successive texts of one file, as in an editor. It is not safe
// for concurrent use.
type Incremental struct{ parses parseSet }

// NewIncremental returns an Incremental without a text. Close frees the memory that it
// needs between texts.
func NewIncremental() *Incremental { return &Incremental{parseSet{retain: true}} }

// Parse returns exactly what the function Parse returns, but faster if the text is similar
// to that of the last call.
func (p *Incremental) Parse(ctx context.Context, src *source.File) (*ast.File, error) {
	return p.ParseWith(ctx, src, Options{})
}

// ParseWith is Parse with options.
func (p *Incremental) ParseWith(ctx context.Context, src *source.File, options Options) (*ast.File, error) {
	return p.parses.parse(ctx, src, options)
}

// Close frees the parses of the last text. The Incremental can still be used.
func (p *Incremental) Close() { p.parses.close() }

// A parseSet is the parses of one source: of its text, and of repaired copies of it.
type parseSet struct {
	// retain is set to keep the parses of the previous source, which those of the current
	// one can start from.
	retain            bool
	previous, current []*parse
}

// maxRetained limits the number of parses of a source that are retained, and
// maxRetainedBytes the size of their texts. A tree is about 50 times as large as its text.
const (
	maxRetained      = 8
	maxRetainedBytes = 2 << 20
)

// parse is ParseWith. It uses the parses of the previous source, and replaces them.
func (t *parseSet) parse(ctx context.Context, src *source.File, options Options) (*ast.File, error) {
	if p := Check(src.Text); p != nil && p.Fatal {
		return nil, p
	}
	if options.Outside == nil {
		options.Outside = &standalone{ctx: ctx, src: src}
	}
	text, unclosed := withoutUnclosed(prepare(src.Text))
	var edits []repair.Edit
	if !options.NoRepair {
		if edits = repair.Qualifiers(text, options.Outside); len(edits) > 0 {
			text = repair.Apply(text, edits)
		}
	}
	p, err := t.parseText(ctx, src, text, nil, difference{})
	if err != nil {
		return nil, err
	}
	file := p.file
	var found problems
	if !options.NoRepair {
		found = problemsOf(file, options.Outside)
	}
	if len(edits) == 0 && found.cost == 0 {
		t.discard(p)
	} else {
		file = repairErrors(ctx, src, t, p, found, edits, options)
		err = ctx.Err() // with more time there would be more repairs
	}
	t.retainCurrent()
	if err != nil {
		return nil, err
	}
	return withUnclosedErrors(resolveAmbiguities(file), unclosed), nil
}

// parseEdited parses text, which is that of p after some edits.
func (t *parseSet) parseEdited(ctx context.Context, src *source.File, text []byte, p *parse, edits []repair.Edit) (*parse, error) {
	return t.parseText(ctx, src, text, p, editsDifference(edits))
}

// parseText parses a text. It starts from the parse with the most similar text: one of the
// previous source, or base unless that is nil; d is the difference from base.
func (t *parseSet) parseText(ctx context.Context, src *source.File, text []byte, base *parse, d difference) (*parse, error) {
	for _, p := range t.previous {
		if other := differ(p.text, text); base == nil || other.size() < d.size() {
			base, d = p, other
		}
	}
	var p *parse
	var err error
	if base == nil {
		p, err = parseFrom(ctx, src, text, nil, t.retain, nil, d)
	} else {
		p, err = reparse(ctx, src, text, t.retain, base, d)
	}
	if err == nil && t.retain {
		t.current = append(t.current, p)
	}
	return p, err
}

// discard frees a parse that this source no longer needs, unless parses are retained.
func (t *parseSet) discard(p *parse) {
	if !t.retain {
		p.tree.Close()
	}
}

// retainCurrent replaces the previous parses by the current ones, within the limits.
func (t *parseSet) retainCurrent() {
	if len(t.current) == 0 {
		return
	}
	release(t.previous)
	if n := max(1, min(maxRetained, maxRetainedBytes/max(1, len(t.current[0].text)))); len(t.current) > n {
		release(t.current[n:])
		t.current = t.current[:n]
	}
	t.previous, t.current = t.current, nil
}

// close frees all parses.
func (t *parseSet) close() {
	release(t.previous)
	release(t.current)
	t.previous, t.current = nil, nil
}

func release(parses []*parse) {
	for _, p := range parses {
		p.tree.Close()
	}
}

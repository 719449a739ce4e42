package engine

import (
	"context"
	"crypto/sha256"
	"maps"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/discover"
)

// A Trial checks the inputs of a run over texts that no file holds, again and again, with the
// fixes of the findings: package autofix tries fixes so. It is not safe for concurrent use.
type Trial struct {
	linter Linter
	inputs []discover.Input
	run    func(context.Context) *Result
	parse  func(context.Context, *source.File) (*ast.File, error)
	close  func()
}

// Trial returns a trial over some inputs.
func (l *Linter) Trial(inputs []discover.Input) *Trial {
	t := &Trial{linter: *l, inputs: slices.Clone(inputs), parse: cudaparse.Parse, close: func() {}}
	t.linter.opts.Fixes = true
	t.run = func(ctx context.Context) *Result { return t.linter.Check(ctx, t.inputs) }
	return t
}

// Close ends the trial.
func (t *Trial) Close() { t.close() }

// Texts returns the texts that take the place of what files hold at first, by reported path. The
// caller may change the map.
func (t *Trial) Texts() map[string][]byte {
	texts := map[string][]byte{}
	maps.Copy(texts, t.linter.opts.Texts)
	for _, in := range t.inputs {
		if in.HasText {
			texts[t.Reported(in.Path)] = in.Text
		}
	}
	return texts
}

// Check runs the rules over the inputs, where texts take the place of what files hold. The map
// must not be changed before the next call.
func (t *Trial) Check(ctx context.Context, texts map[string][]byte) (*Result, *ReadTexts) {
	read := &ReadTexts{sums: map[string][sha256.Size]byte{}, unsteady: map[string]bool{}}
	t.linter.opts.Texts, t.linter.sums = texts, read
	for i := range t.inputs {
		if in := &t.inputs[i]; in.HasText {
			in.Text = texts[t.Reported(in.Path)]
		}
	}
	return t.run(ctx), read
}

// Parse parses a file by itself, within the time limit of a file.
func (t *Trial) Parse(ctx context.Context, path string, text []byte) (*ast.File, error) {
	ctx, cancel := context.WithTimeout(ctx, t.linter.opts.FileTimeout)
	defer cancel()
	return t.parse(ctx, source.NewFile(path, text))
}

// Read returns what a file holds on disk.
func (t *Trial) Read(path string) ([]byte, error) {
	disk := t.linter
	disk.opts.Texts, disk.sums = nil, nil
	return disk.load(path)
}

// Reported returns the path under which a file is reported.
func (t *Trial) Reported(path string) string { return t.linter.display(path) }

// ReadTexts are the texts of the files that a check read from disk, as checksums by reported
// path. They are safe for concurrent use.
type ReadTexts struct {
	mu   sync.Mutex
	sums map[string][sha256.Size]byte
	// unsteady are the files that held different texts when they were read twice.
	unsteady map[string]bool
}

func (r *ReadTexts) add(path string, text []byte) {
	sum := sha256.Sum256(text)
	r.mu.Lock()
	defer r.mu.Unlock()
	if old, known := r.sums[path]; known && old != sum {
		r.unsteady[path] = true
	}
	r.sums[path] = sum
}

// Has reports whether the check read this text of a file, and no other.
func (r *ReadTexts) Has(path string, text []byte) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sums[path] == sha256.Sum256(text) && !r.unsteady[path]
}

package engine

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/cudalint/cudalint/cudaparse"
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
)

// maxRounds bounds how often Fix applies the fixes of what is then found. A round in
// which fixes had to wait for others does not count, up to maxWaits such rounds.
const (
	maxRounds = 10
	maxWaits  = 90
)

// FixOptions say which fixes are applied.
type FixOptions struct {
	// Filter chooses the findings of which the fixes are wanted; nil wants those of all.
	// It is asked anew for the result of each round.
	Filter Filter
	// Unsafe allows unsafe fixes as well as safe ones.
	Unsafe bool
	// Only, unless it is "", names the only file that may change.
	Only string
}

// Fixed is what became of some inputs by fixing them in memory.
type Fixed struct {
	// First is the result over the inputs as they are, Last that over the fixed texts.
	First, Last *Result
	// Files are those that changed, by path.
	Files []FixedFile
	// Applied are the fixes of which the texts are made, one for each finding, in the
	// order they were applied.
	Applied []AppliedFix
	// Waited are fixes that could not be applied in some round as they conflicted with
	// others; most are among Applied, too.
	Waited []Conflict
	// Problems are what went wrong with fixes; those of the checks are in First and
	// Last.
	Problems []lint.Problem
	// Unsafe and Display count the findings of Last, among those that Filter keeps, that
	// an unsafe fix would mend, or for which a fix is only shown.
	Unsafe, Display int
}

// A FixedFile is what fixing made of one file.
type FixedFile struct {
	Path          string
	Before, After []byte
}

// An AppliedFix is the fix of one finding.
type AppliedFix struct {
	// Rule and Place are those of the finding, the place in the text that the fix was
	// applied to, of which earlier fixes may have moved the lines.
	Rule string
	lint.Place
	Title  string
	Safety fixes.Safety
	// Paths are the files it edits, sorted.
	Paths []string
}

func (a *AppliedFix) String() string {
	return fmt.Sprintf("the fix of %s at %s:%d", a.Rule, a.Path, a.Start.Line)
}

// A Conflict is a fix that could not be applied together with another.
type Conflict struct{ Fix, With AppliedFix }

// Fix checks the inputs, applies the fixes of the findings to the texts in memory, and
// repeats both until there are none left to apply: no file is written. For each finding
// it takes the first of its fixes that may be applied; of fixes that conflict, the first
// by path, offset and rule, and the others in the next round if they are still wanted.
//
// A fix is taken back, not tried again, and reported as an internal problem if it leaves
// source that does not parse or cannot be checked, if its finding is still there
// afterwards, or if it brings back a text that the file has had. There are no more than
// maxRounds rounds besides those in which fixes wait for others.
//
// When ctx is done nothing is fixed; the problems of Last say so.
func (l *Linter) Fix(ctx context.Context, inputs []discover.Input, opts FixOptions) *Fixed {
	return newFixing(l, inputs, opts).run(ctx)
}

func (f *fixing) run(ctx context.Context) *Fixed {
	result := f.check(ctx)
	out := &Fixed{First: result}
	for rounds, waits := 0, 0; ctx.Err() == nil; {
		offers := f.offers(result)
		if len(offers) == 0 {
			break
		}
		if rounds == maxRounds {
			out.Problems = append(out.Problems, notSettled(offers))
			break
		}
		waited := len(out.Waited)
		result = f.round(ctx, result, offers, out)
		if len(out.Waited) > waited && waits < maxWaits {
			waits++
		} else {
			rounds++
		}
	}
	out.Last = result
	if ctx.Err() != nil {
		out.Applied, out.Waited = nil, nil
		return out
	}
	out.Files, out.Problems = f.files(), lint.MergeProblems(out.Problems)
	f.count(out)
	return out
}

// notSettled says that there are still fixes after maxRounds rounds.
func notSettled(offers []offer) lint.Problem {
	first := offers[0]
	return lint.Problem{Kind: lint.Internal, Path: first.Path, Line: first.Start.Line, Message: fmt.Sprintf(
		"there is more to fix after %d rounds, such as this by %s; run --fix again, and report it if that does not end", maxRounds, first.Rule)}
}

// A fixing is one run of Fix.
type fixing struct {
	opts   FixOptions
	linter Linter // with the texts as they are now
	inputs []discover.Input
	// again, if any, checks the inputs in place of the linter, parse parses a file in place
	// of the parser.
	again func(context.Context) *Result
	parse func(context.Context, *source.File) (*ast.File, error)
	// texts hold the files as they are now, before what they held on disk; both only
	// of files that a fix edited.
	texts, before map[string][]byte
	// had are the checksums of the texts that a file has had.
	had map[string]map[checksum]bool
	// refused are fixes that were taken back.
	refused map[fixKey]bool
}

// A fixKey identifies a fix as long as its finding is there.
type fixKey struct {
	rule, fingerprint string
	alternative       int // its index among the fixes of the finding
}

// An offer is a fix of a finding that may be applied.
type offer struct {
	AppliedFix
	fix         fixes.Fix
	finding     int // its index in the result
	fingerprint string
	alternative int
}

func (o *offer) key() fixKey { return fixKey{o.Rule, o.fingerprint, o.alternative} }

func newFixing(l *Linter, inputs []discover.Input, opts FixOptions) *fixing {
	f := &fixing{opts: opts, linter: *l, inputs: slices.Clone(inputs), before: map[string][]byte{},
		had: map[string]map[checksum]bool{}, refused: map[fixKey]bool{}, parse: cudaparse.Parse}
	f.linter.opts.Fixes = true
	if opts.Only != "" {
		f.opts.Only = l.display(opts.Only)
	}
	f.texts = maps.Clone(l.opts.Texts)
	if f.texts == nil {
		f.texts = map[string][]byte{}
	}
	for _, in := range inputs {
		if in.HasText {
			f.texts[l.display(in.Path)] = in.Text
		}
	}
	return f
}

// check runs the rules over the texts as they are now.
func (f *fixing) check(ctx context.Context) *Result {
	f.set(f.texts, f.before, &checksums{})
	for i := range f.inputs {
		if in := &f.inputs[i]; in.HasText {
			in.Text = f.texts[f.linter.display(in.Path)]
		}
	}
	again := f.again
	if again == nil {
		again = func(ctx context.Context) *Result { return f.linter.Check(ctx, f.inputs) }
	}
	result := again(ctx)
	result.Edited = f.files()
	return result
}

// offers returns the fixes to apply to what was checked, in the order of the findings.
func (f *fixing) offers(r *Result) []offer {
	var out []offer
	keep := f.opts.Filter.keep(r)
	for i := range r.Findings {
		d := &r.Findings[i]
		if !keep(d) {
			continue
		}
		if alternative := f.choose(d, f.opts.Unsafe); alternative >= 0 {
			fix := d.Fixes[alternative]
			out = append(out, offer{
				AppliedFix: AppliedFix{Rule: d.Rule, Place: d.Place, Title: fix.Title, Safety: fix.Safety, Paths: pathsOf(fix)},
				fix:        fix, finding: i, fingerprint: d.Fingerprint, alternative: alternative,
			})
		}
	}
	return out
}

// choose returns the index of the fix of a finding that is to be applied, -1 for none.
func (f *fixing) choose(d *lint.Diagnostic, unsafe bool) int {
	elsewhere := func(e fixes.Edit) bool { return e.Path != f.opts.Only }
	for i := range d.Fixes {
		switch {
		case !lint.MayApply(&d.Fixes[i], unsafe) || f.refused[fixKey{d.Rule, d.Fingerprint, i}]:
		case f.opts.Only != "" && slices.ContainsFunc(d.Fixes[i].Edits, elsewhere):
		default:
			return i
		}
	}
	return -1
}

// pathsOf returns the files that a fix edits, sorted.
func pathsOf(f fixes.Fix) []string {
	var paths []string
	for _, e := range f.Edits {
		paths = append(paths, e.Path)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// files returns what changed.
func (f *fixing) files() []FixedFile {
	var out []FixedFile
	for _, path := range slices.Sorted(maps.Keys(f.before)) {
		if before, after := f.before[path], f.texts[path]; string(before) != string(after) {
			out = append(out, FixedFile{path, before, after})
		}
	}
	return out
}

// count counts what is left to fix.
func (f *fixing) count(out *Fixed) {
	keep := f.opts.Filter.keep(out.Last)
	for i := range out.Last.Findings {
		d := &out.Last.Findings[i]
		switch {
		case !keep(d) || f.choose(d, f.opts.Unsafe) >= 0:
		case f.choose(d, true) >= 0:
			out.Unsafe++
		case slices.ContainsFunc(d.Fixes, func(f fixes.Fix) bool { return f.Safety == fixes.Display }):
			out.Display++
		}
	}
}

// Groups returns the changed files in groups of those that fixes tie together: the
// files of a group belong on disk all or none.
func (f *Fixed) Groups() [][]FixedFile {
	parent := map[string]string{}
	var root func(path string) string
	root = func(path string) string {
		if up, ok := parent[path]; ok && up != path {
			parent[path] = root(up)
			return parent[path]
		}
		return path
	}
	for _, a := range f.Applied {
		for _, path := range a.Paths[1:] {
			parent[root(path)] = root(a.Paths[0])
		}
	}
	files := slices.Clone(f.Files)
	slices.SortStableFunc(files, func(a, b FixedFile) int { return cmp.Compare(root(a.Path), root(b.Path)) })
	var groups [][]FixedFile
	for i, file := range files {
		if i == 0 || root(files[i-1].Path) != root(file.Path) {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], file)
	}
	slices.SortFunc(groups, func(a, b []FixedFile) int { return cmp.Compare(a[0].Path, b[0].Path) })
	return groups
}

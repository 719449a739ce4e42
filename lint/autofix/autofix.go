// Package autofix applies the fixes of findings to texts in memory. It checks the texts, applies
// fixes and repeats both until nothing is left to fix. It is given an engine.Trial, which checks
// texts that are in no file, and returns the fixed texts. A fix that does harm, or that leaves its
// finding, is taken back.
package autofix

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
)

// maxRounds bounds the rounds of checks. A round in which fixes had to wait for others does not
// count, up to maxWaits such rounds.
const (
	maxRounds = 10
	maxWaits  = 90
)

// Options say which fixes are applied.
type Options struct {
	// Filter chooses the findings to fix; nil chooses all. It is called for the result of
	// each round.
	Filter engine.Filter
	// Unsafe allows unsafe fixes as well as safe ones.
	Unsafe bool
	// Only, unless it is "", is the only file that may change.
	Only string
}

// Fixed is the result of fixing some inputs in memory.
type Fixed struct {
	// First is the result for the inputs as they are, Last that for the fixed texts.
	First, Last *engine.Result
	// Files are the files that changed, by path.
	Files []engine.EditedFile
	// Applied are the fixes that were applied, in order, one for each finding.
	Applied []AppliedFix
	// Waited are the fixes that conflicted with others in some round. Most of them were applied in
	// a later round and are in Applied, too.
	Waited []Conflict
	// Problems are the problems of fixes. The problems of the checks are in First and Last.
	Problems []lint.Problem
	// Unsafe counts the findings of Last, among those that Filter keeps, with an unsafe fix
	// that was not allowed; Display those with a fix that is only shown.
	Unsafe, Display int
}

// An AppliedFix is the fix of one finding.
type AppliedFix struct {
	// Rule and Place are those of the finding, in the text that the fix was applied to:
	// earlier fixes may have moved its lines.
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

// A Conflict names a fix that was not applied, and the applied fix whose edits overlap its own.
type Conflict struct{ Fix, With AppliedFix }

// Inputs fixes the inputs of a run. It checks them, applies the fixes of the findings to the texts
// in memory, and repeats both until no fix is left to apply. It writes no file. A finding may have
// several fixes: the first that may be applied is taken. Fixes of different findings may conflict:
// the first by path, offset and rule is applied, and the others wait for the next round.
//
// A fix is taken back, not tried again, and reported as an internal problem in these cases: its
// source does not parse or cannot be checked, its finding is still there afterwards, or the file
// has a text that it had before.
//
// If ctx is done, Inputs fixes nothing, and the problems of Last say so.
func Inputs(ctx context.Context, l *engine.Linter, inputs []discover.Input, opts Options) *Fixed {
	return newFixing(l.Trial(inputs), opts).run(ctx)
}

// File fixes one file that is open in a session, with safe fixes that edit no other file: as Inputs
// does with Options.Only. filter is called for all findings, but only those of the file are fixed.
// The texts of the session do not change.
func File(ctx context.Context, s *engine.Session, path string, filter engine.Filter) (*Fixed, error) {
	t, err := s.Trial(path)
	if err != nil {
		return nil, err
	}
	defer t.Close()
	path = t.Reported(path)
	ofFile := func(r *engine.Result) func(*lint.Diagnostic) bool {
		keep := filter.Of(r)
		return func(d *lint.Diagnostic) bool { return d.Path == path && keep(d) }
	}
	return newFixing(t, Options{Filter: ofFile, Only: path}).run(ctx), nil
}

// run checks and fixes until nothing is left to fix.
func (f *fixing) run(ctx context.Context) *Fixed {
	result := f.check(ctx)
	out := &Fixed{First: result}
	for rounds, waits := 0, 0; ctx.Err() == nil; {
		offers := f.offers(result)
		if len(offers) == 0 {
			break
		}
		if rounds == maxRounds {
			out.Problems = append(out.Problems, unfinished(offers))
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

// unfinished returns the problem that fixes are left after maxRounds rounds.
func unfinished(offers []offer) lint.Problem {
	first := offers[0]
	return lint.Problem{Kind: lint.Internal, Path: first.Path, Line: first.Start.Line, Message: fmt.Sprintf(
		"there is more to fix after %d rounds, such as this by %s; run --fix again, and report it if that does not end", maxRounds, first.Rule)}
}

// A fixing is the work of one call of Inputs or File.
type fixing struct {
	opts  Options
	trial *engine.Trial
	state
	// pastTexts are the checksums of the texts that each file has had.
	pastTexts map[string]map[checksum]bool
	// reverted are the fixes that were taken back.
	reverted map[fixKey]bool
}

// A state is what a fixing has reached.
type state struct {
	// texts are the present texts of files that are not those on disk: a caller gave them, or a fix
	// edited them. before are the texts of edited files before the first fix.
	texts, before map[string][]byte
	// read are the texts that the last check read from disk.
	read *engine.ReadTexts
}

// copied returns a copy of a state that can change independently.
func (s state) copied() state { return state{maps.Clone(s.texts), maps.Clone(s.before), s.read} }

// A checksum identifies a text of a file.
type checksum [sha256.Size]byte

// A fixKey identifies a fix in all rounds.
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

func newFixing(t *engine.Trial, opts Options) *fixing {
	if opts.Only != "" {
		opts.Only = t.Reported(opts.Only)
	}
	return &fixing{opts: opts, trial: t, state: state{texts: t.Texts(), before: map[string][]byte{}},
		pastTexts: map[string]map[checksum]bool{}, reverted: map[fixKey]bool{}}
}

// check runs the rules over the present texts.
func (f *fixing) check(ctx context.Context) (result *engine.Result) {
	result, f.read = f.trial.Check(ctx, f.texts)
	result.Edited = f.files()
	return result
}

// offers returns the fixes to apply after a check, in the order of the findings.
func (f *fixing) offers(r *engine.Result) []offer {
	var out []offer
	keep := f.opts.Filter.Of(r)
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

// choose returns the index of the fix to apply for a finding, -1 for none.
func (f *fixing) choose(d *lint.Diagnostic, unsafe bool) int {
	elsewhere := func(e fixes.Edit) bool { return e.Path != f.opts.Only }
	for i := range d.Fixes {
		switch {
		case !lint.MayApply(&d.Fixes[i], unsafe) || f.reverted[fixKey{d.Rule, d.Fingerprint, i}]:
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

// files returns the files that changed.
func (f *fixing) files() []engine.EditedFile {
	var out []engine.EditedFile
	for _, path := range slices.Sorted(maps.Keys(f.before)) {
		if before, after := f.before[path], f.texts[path]; string(before) != string(after) {
			out = append(out, engine.EditedFile{Path: path, Before: before, After: after})
		}
	}
	return out
}

// count counts the findings that are left to fix.
func (f *fixing) count(out *Fixed) {
	keep := f.opts.Filter.Of(out.Last)
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

// Groups returns the changed files in groups: a fix that edits several files ties them together.
// All files of a group have to be written, or none.
func (f *Fixed) Groups() [][]engine.EditedFile {
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
	slices.SortStableFunc(files, func(a, b engine.EditedFile) int { return cmp.Compare(root(a.Path), root(b.Path)) })
	var groups [][]engine.EditedFile
	for i, file := range files {
		if i == 0 || root(files[i-1].Path) != root(file.Path) {
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], file)
	}
	slices.SortFunc(groups, func(a, b []engine.EditedFile) int { return cmp.Compare(a[0].Path, b[0].Path) })
	return groups
}

package engine

import (
	"context"
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/fingerprint"
	"github.com/cudalint/cudalint/lint/suppress"
)

// A Suppressed is a finding that is not reported because a directive says so.
type Suppressed struct {
	lint.Diagnostic
	// Directive is the one that covers the least of its file, of several.
	Directive suppress.Directive
}

// suppress deduplicates the findings and takes out what directives suppress. What rules say
// about directives is added.
func (l *Linter) suppress(ctx context.Context, b *batch[lint.Diagnostic], inputs []discover.Input, findings []lint.Diagnostic) ([]lint.Diagnostic, []Suppressed) {
	s := suppress.NewSet(lint.Names(l.known()), l.looked, b.directives)
	// A directive has its use, too, where something else keeps a finding from being
	// reported.
	s.Match(hits(findings))
	s.Match(b.dropped)
	findings, suppressed := withoutSuppressed(s, l.configured(fingerprint.Deduplicate(findings, b.launched)))
	if ctx.Err() != nil {
		return findings, suppressed
	}
	found, problems := l.directives(ctx, inputs, s.Unused(l.told(b, inputs)))
	b.problems = append(b.problems, problems...)
	found, more := withoutSuppressed(s, l.configured(fingerprint.Deduplicate(found, nil)))
	if len(found)+len(more) > 0 {
		findings, suppressed = append(findings, found...), append(suppressed, more...)
		slices.SortStableFunc(findings, fingerprint.ComparePlaces)
		slices.SortStableFunc(suppressed, func(a, b Suppressed) int { return fingerprint.ComparePlaces(a.Diagnostic, b.Diagnostic) })
	}
	return findings, suppressed
}

// told returns of which files it can be told what their directives suppress: of the inputs
// that no file of the context includes, as rules do not run on that.
func (l *Linter) told(b *batch[lint.Diagnostic], inputs []discover.Input) func(path string) bool {
	given, context := map[string]bool{}, map[string]bool{}
	for _, in := range inputs {
		given[l.display(in.Path)] = true
	}
	for _, s := range b.program.summaries[b.program.inputs:] {
		if s != nil {
			for _, file := range s.Files {
				context[file] = true
			}
		}
	}
	failed := slices.ContainsFunc(b.problems, lint.Problem.Fatal)
	return func(path string) bool {
		return given[path] && !context[path] && !b.silent[path] && !(failed && discover.IsHeader(path))
	}
}

// known returns all rules there are.
func (l *Linter) known() []*lint.Rule {
	if l.opts.Known != nil {
		return l.opts.Known
	}
	return l.opts.Rules
}

// hits returns findings as directives see them.
func hits(findings []lint.Diagnostic) []suppress.Hit {
	out := make([]suppress.Hit, len(findings))
	for i := range findings {
		out[i] = suppress.Hit{Rule: findings[i].Rule, Path: findings[i].Path, Offset: findings[i].Start.Offset}
	}
	return out
}

// looked is that of suppress.NewSet.
func (l *Linter) looked(path string, linked bool, rules []string) bool {
	off := l.settings(path).Off
	for _, name := range rules {
		i := slices.IndexFunc(l.opts.Rules, func(r *lint.Rule) bool { return r.Name == name })
		switch {
		case name == suppress.UnusedRule:
		case i < 0 || off[name] || linked && l.opts.Rules[i].Program != nil:
			return false
		}
	}
	return true
}

// withoutSuppressed takes what directives suppress out of findings.
func withoutSuppressed(s *suppress.Set, findings []lint.Diagnostic) (kept []lint.Diagnostic, suppressed []Suppressed) {
	directives := s.Match(hits(findings))
	kept = findings[:0]
	for i, d := range findings {
		if directives[i] == nil {
			kept = append(kept, d)
		} else {
			suppressed = append(suppressed, Suppressed{d, *directives[i]})
		}
	}
	return kept, suppressed
}

// readDirectives finds the directives of the unit's files.
func (u *unitRun) readDirectives() {
	var overflows []suppress.Overflow
	u.directives, overflows = suppress.OfUnit(u.unit, u.launchesOf, u.flags.RDC, u.linter.display)
	for _, o := range overflows {
		u.problems = append(u.problems, lint.Problem{Kind: lint.Syntax, Path: o.Path, Line: o.Line,
			Message: fmt.Sprintf("the file has more than %d directives, and names in them, that suppress findings; those from here on count for nothing", suppress.Max)})
	}
}

// directed returns the unit's directives, once its rules have run.
func (u *unitRun) directed() []suppress.File {
	if len(u.directives) == 0 {
		return nil
	}
	incomplete := func(results []warp.Result) bool {
		return slices.ContainsFunc(results, func(r warp.Result) bool { return r.Incomplete != "" })
	}
	unfinished := len(u.problems) > 0 || u.ctx.Err() != nil || u.analysis != nil || incomplete(u.results) || suppress.MissesHeader(u.unit)
	for _, results := range u.kernels {
		unfinished = unfinished || incomplete(results)
	}
	for i := range u.directives {
		u.directives[i].Unfinished = unfinished
	}
	return u.directives
}

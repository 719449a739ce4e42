package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/fingerprint"
	"github.com/cudalint/cudalint/lint/suppress"
)

// A Suppressed is a finding that a directive suppresses.
type Suppressed struct {
	lint.Diagnostic
	// Directive suppresses it; of several directives the one that covers the least code.
	Directive suppress.Directive
}

// suppress deduplicates the findings of all units and separates those that directives suppress.
// It adds the findings of rules about the directives themselves.
func (l *Linter) suppress(ctx context.Context, b *batch[lint.Diagnostic], inputs []discover.Input, findings []lint.Diagnostic) ([]lint.Diagnostic, []Suppressed) {
	s := suppress.NewSet(lint.Names(l.known()), l.ran, b.directives)
	// A directive is not unused where a finding is not reported for another reason.
	s.Match(hits(findings))
	s.Match(b.unprofitable)
	found := b.shard.count(findings, b.launched)
	findings = fingerprint.Deduplicate(findings, b.launched)
	b.duplicates = found - b.shard.count(findings, nil)
	findings, suppressed := withoutSuppressed(s, l.configured(findings))
	if ctx.Err() != nil {
		return findings, suppressed
	}
	unused, problems := l.directives(ctx, inputs, s.Unused(fullyChecked(b)))
	b.problems = append(b.problems, problems...)
	unused, more := withoutSuppressed(s, l.configured(fingerprint.Deduplicate(unused, nil)))
	if len(unused)+len(more) > 0 {
		findings, suppressed = append(findings, unused...), append(suppressed, more...)
		slices.SortStableFunc(findings, fingerprint.ComparePlaces)
		slices.SortStableFunc(suppressed, func(a, b Suppressed) int { return fingerprint.ComparePlaces(a.Diagnostic, b.Diagnostic) })
	}
	return findings, suppressed
}

// fullyChecked returns the set of files whose findings are all known: in these a directive that
// suppresses nothing is unused. They are the inputs that no file of the context includes, as rules
// do not run on the context.
func fullyChecked(b *batch[lint.Diagnostic]) func(path string) bool {
	context := map[string]bool{}
	for _, s := range b.program.summaries[b.program.inputs:] {
		if s != nil {
			for _, file := range s.Files {
				context[file] = true
			}
		}
	}
	failed := slices.ContainsFunc(b.problems, lint.Problem.Fatal)
	return func(path string) bool {
		return b.program.isInput(path) && !context[path] && !b.silent[path] && !(failed && discover.IsHeader(path))
	}
}

// known returns all rules that directives can name.
func (l *Linter) known() []*lint.Rule {
	if l.opts.Known != nil {
		return l.opts.Known
	}
	return l.opts.Rules
}

// hits returns findings in the form that package suppress matches.
func hits(findings []lint.Diagnostic) []suppress.Hit {
	out := make([]suppress.Hit, len(findings))
	for i := range findings {
		out[i] = suppress.Hit{Rule: findings[i].Rule, Path: findings[i].Path, Offset: findings[i].Start.Offset}
	}
	return out
}

// ran reports whether the rules that a directive names ran on a file; it is the second argument of
// suppress.NewSet.
func (l *Linter) ran(path string, linked bool, rules []string) bool {
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

// withoutSuppressed separates the findings that directives suppress from the others.
func withoutSuppressed(s *suppress.Set, findings []lint.Diagnostic) (remaining []lint.Diagnostic, suppressed []Suppressed) {
	directives := s.Match(hits(findings))
	remaining = findings[:0]
	for i, d := range findings {
		if directives[i] == nil {
			remaining = append(remaining, d)
		} else {
			suppressed = append(suppressed, Suppressed{d, *directives[i]})
		}
	}
	return remaining, suppressed
}

// readDirectives finds the directives of the unit's files.
func (u *unitRun) readDirectives() {
	var overflows []suppress.Overflow
	u.directives, overflows = suppress.OfUnit(u.unit, u.launchesOf, u.flags.RDC, u.linter.display)
	for _, o := range overflows {
		u.problems = append(u.problems, lint.Problem{Kind: lint.Syntax, Path: o.Path, Line: o.Line,
			Message: fmt.Sprintf("the file has more than %d directives, and names in them, that suppress findings; the directives from here on are ignored", suppress.Max)})
	}
}

// finishedDirectives returns the unit's directives. It is called after the rules, as it marks the
// directives of a unit whose check did not finish.
func (u *unitRun) finishedDirectives() []suppress.File {
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

// A directivePass runs one rule over the directives of a run: lint.DirectiveServices.
type directivePass struct {
	linter *Linter
	inputs []discover.Input
	rule   *lint.Rule
	files  map[string]*source.File
	found  []lint.Diagnostic
}

func (r *directivePass) File(path string) *source.File {
	file, known := r.files[path]
	if !known {
		if text, err := r.linter.inputText(r.inputs, path); err == nil {
			file = source.NewFile(path, text)
		}
		r.files[path] = file
	}
	return file
}

func (r *directivePass) Report(file *source.File, span source.Span, d lint.Diagnostic) {
	d.Place = lint.PlaceIn(file, span)
	d.Code = strings.Join(strings.Fields(file.Slice(source.Span{Start: span.Start, End: min(span.End, span.Start+fingerprint.MaxCode)})), " ")
	d.Rule, d.Confidence = r.rule.Name, lint.Proven
	if d.Severity == 0 {
		d.Severity = r.rule.Severity
	}
	r.found = append(r.found, d)
}

// directives runs the rules about directives.
func (l *Linter) directives(ctx context.Context, inputs []discover.Input, unused []suppress.Unused) (found []lint.Diagnostic, problems []lint.Problem) {
	for _, rule := range l.opts.Rules {
		if rule.Directives == nil || ctx.Err() != nil {
			continue
		}
		run := &directivePass{linter: l, inputs: inputs, rule: rule, files: map[string]*source.File{}}
		pass := &lint.DirectivePass{Context: ctx, Rule: rule, Unused: unused, DirectiveServices: run}
		if p := guardRule(rule, func() error { return rule.Directives(pass) }); p != nil {
			problems = append(problems, *p)
		}
		found = append(found, run.found...)
	}
	return found, problems
}

// inputText returns the text of a file of the run.
func (l *Linter) inputText(inputs []discover.Input, path string) ([]byte, error) {
	i := slices.IndexFunc(inputs, func(in discover.Input) bool { return in.HasText && l.display(in.Path) == path })
	if i >= 0 {
		return inputs[i].Text, nil
	}
	return l.readFile(path)
}

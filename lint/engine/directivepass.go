package engine

import (
	"context"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/fingerprint"
	"github.com/cudalint/cudalint/lint/suppress"
)

// A directivePass is what one rule finds in the directives of a run.
type directivePass struct {
	linter *Linter
	inputs []discover.Input
	rule   *lint.Rule
	files  map[string]*source.File
	found  []lint.Diagnostic
}

// File is that of DirectiveServices.
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

// Report is that of DirectiveServices.
func (r *directivePass) Report(file *source.File, span source.Span, d lint.Diagnostic) {
	d.Place = lint.PlaceIn(file, span)
	d.Code = strings.Join(strings.Fields(file.Slice(source.Span{Start: span.Start, End: min(span.End, span.Start+fingerprint.MaxCode)})), " ")
	d.Rule, d.Confidence = r.rule.Name, lint.Proven
	if d.Severity == 0 {
		d.Severity = r.rule.Severity
	}
	r.found = append(r.found, d)
}

// directives runs what rules have to say about directives.
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

// inputText returns what a file of the run holds.
func (l *Linter) inputText(inputs []discover.Input, path string) ([]byte, error) {
	i := slices.IndexFunc(inputs, func(in discover.Input) bool { return in.HasText && l.display(in.Path) == path })
	if i >= 0 {
		return inputs[i].Text, nil
	}
	return l.readFile(path)
}

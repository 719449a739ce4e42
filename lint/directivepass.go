package lint

import (
	"context"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// A DirectivePass is one rule at work on the directives of a whole run.
type DirectivePass struct {
	Context context.Context
	Rule    *Rule
	// Unused are the directives that suppress nothing, or of which something is wrong.
	Unused []UnusedDirective

	text   func(path string) ([]byte, error)
	files  map[string]*source.File
	report func(Diagnostic)
}

// File returns a file with directives, nil where it cannot be read any more.
func (p *DirectivePass) File(path string) *source.File {
	file, known := p.files[path]
	if !known {
		if text, err := p.text(path); err == nil {
			file = source.NewFile(path, text)
		}
		p.files[path] = file
	}
	return file
}

// Report adds a finding about a span of a file. Its rule, place and fingerprint are filled
// in, and its severity where it has none.
func (p *DirectivePass) Report(file *source.File, span source.Span, d Diagnostic) {
	d.Place = placeIn(file, span)
	d.Code = strings.Join(strings.Fields(file.Slice(source.Span{Start: span.Start, End: min(span.End, span.Start+maxCode)})), " ")
	p.report(d)
}

// directives runs what rules have to say about directives.
func (l *Linter) directives(ctx context.Context, inputs []Input, unused []UnusedDirective) (found []Diagnostic, problems []Problem) {
	for _, rule := range l.opts.Rules {
		if rule.Directives == nil || ctx.Err() != nil {
			continue
		}
		pass := &DirectivePass{Context: ctx, Rule: rule, Unused: unused, files: map[string]*source.File{}}
		pass.text = func(path string) ([]byte, error) { return l.inputText(inputs, path) }
		pass.report = func(d Diagnostic) {
			d.Rule, d.Confidence = rule.Name, Proven
			if d.Severity == 0 {
				d.Severity = rule.Severity
			}
			found = append(found, d)
		}
		if p := guardRule(rule, func() error { return rule.Directives(pass) }); p != nil {
			problems = append(problems, *p)
		}
	}
	return found, problems
}

// inputText returns what a file of the run holds.
func (l *Linter) inputText(inputs []Input, path string) ([]byte, error) {
	i := slices.IndexFunc(inputs, func(in Input) bool { return in.HasText && l.display(in.Path) == path })
	if i >= 0 {
		return inputs[i].Text, nil
	}
	return l.readFile(path)
}

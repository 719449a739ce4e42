package lint

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// A Suppressed is a finding that is not reported because a directive says so.
type Suppressed struct {
	Diagnostic
	// Directive is the one that covers the least of its file, of several.
	Directive Directive
}

// suppress settles the findings and takes out what directives suppress. What rules say
// about directives is added.
func (l *Linter) suppress(ctx context.Context, b *batch[Diagnostic], inputs []Input, findings []Diagnostic) ([]Diagnostic, []Suppressed) {
	s := newSuppression(l, b.directives)
	// A directive has its use, too, where something else keeps a finding from being
	// reported.
	s.match(hits(findings))
	s.match(b.dropped)
	findings, suppressed := s.apply(l.configured(settle(findings, b.launched)))
	if ctx.Err() != nil {
		return findings, suppressed
	}
	found, problems := l.directives(ctx, inputs, s.unusedDirectives(l.told(b, inputs)))
	b.problems = append(b.problems, problems...)
	found, more := s.apply(l.configured(settle(found, nil)))
	if len(found)+len(more) > 0 {
		findings, suppressed = append(findings, found...), append(suppressed, more...)
		slices.SortStableFunc(findings, comparePlaces)
		slices.SortStableFunc(suppressed, func(a, b Suppressed) int { return comparePlaces(a.Diagnostic, b.Diagnostic) })
	}
	return findings, suppressed
}

// told returns of which files it can be told what their directives suppress: of the inputs
// that no file of the context includes, as rules do not run on that.
func (l *Linter) told(b *batch[Diagnostic], inputs []Input) func(path string) bool {
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
	failed := slices.ContainsFunc(b.problems, Problem.Fatal)
	return func(path string) bool {
		return given[path] && !context[path] && !b.silent[path] && !(failed && IsHeader(path))
	}
}

// A suppression knows the directives of all files of a run and what they suppress.
type suppression struct {
	linter *Linter
	known  []string // the names of all rules
	files  map[string]*directedFile
}

// A directedFile is a file with directives.
type directedFile struct {
	directives []usedDirective // by Covers.Start
	unfinished bool            // not to be told what is unused
	linked     bool            // see fileDirectives
}

// A usedDirective is a directive with the indexes of its names that suppress something; of
// one without a list, that of its only name, which is 0.
type usedDirective struct {
	Directive
	used map[int]bool
}

// newSuppression joins what the units have of their files: a header is read with each of
// the units that include it.
func newSuppression(l *Linter, found []fileDirectives) *suppression {
	s := &suppression{linter: l, files: map[string]*directedFile{}}
	for _, rule := range l.known() {
		s.known = append(s.known, rule.Name)
	}
	for _, f := range found {
		file := s.files[f.Path]
		if file == nil {
			file = &directedFile{}
			s.files[f.Path] = file
		}
		file.unfinished = file.unfinished || f.Unfinished
		file.linked = file.linked || f.Linked
		for _, d := range f.Directives {
			file.directives = append(file.directives, usedDirective{Directive: d, used: map[int]bool{}})
		}
	}
	for _, file := range s.files {
		file.join()
	}
	return s
}

// known returns all rules there are.
func (l *Linter) known() []*Rule {
	if l.opts.Known != nil {
		return l.opts.Known
	}
	return l.opts.Rules
}

// join makes one of the equal directives that several units have.
func (f *directedFile) join() {
	compare := func(a, b usedDirective) int {
		return cmp.Or(cmp.Compare(a.Covers.Start, b.Covers.Start), cmp.Compare(a.Covers.End, b.Covers.End),
			cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Flaw, b.Flaw))
	}
	slices.SortStableFunc(f.directives, compare)
	out := f.directives[:0]
	for _, d := range f.directives {
		if last := len(out) - 1; last >= 0 && compare(out[last], d) == 0 {
			// One unit that is sure of it is enough.
			out[last].Unsure = out[last].Unsure && d.Unsure
			continue
		}
		out = append(out, d)
	}
	f.directives = out
}

// hits returns findings as directives see them.
func hits(findings []Diagnostic) []hit {
	out := make([]hit, len(findings))
	for i := range findings {
		out[i] = hit{findings[i].Rule, findings[i].Path, findings[i].Start.Offset}
	}
	return out
}

// match returns, for each finding, the directive that suppresses it, nil for none, and
// notes which directives are used.
func (s *suppression) match(findings []hit) []*Directive {
	out := make([]*Directive, len(findings))
	byFile := map[*directedFile][]int{}
	for i := range findings {
		if file := s.files[findings[i].Path]; file != nil {
			byFile[file] = append(byFile[file], i)
		}
	}
	for file, indexes := range byFile {
		slices.SortStableFunc(indexes, func(a, b int) int { return cmp.Compare(findings[a].Offset, findings[b].Offset) })
		begun := 0
		var open []*usedDirective
		for _, i := range indexes {
			offset := findings[i].Offset
			for ; begun < len(file.directives) && file.directives[begun].Covers.Start <= offset; begun++ {
				open = append(open, &file.directives[begun])
			}
			open = slices.DeleteFunc(open, func(d *usedDirective) bool { return d.Covers.End <= offset })
			for _, d := range open {
				if d.suppresses(&findings[i]) && (out[i] == nil || d.Covers.Len() <= out[i].Covers.Len()) {
					out[i] = &d.Directive
				}
			}
		}
	}
	return out
}

// apply takes what directives suppress out of findings.
func (s *suppression) apply(findings []Diagnostic) (kept []Diagnostic, suppressed []Suppressed) {
	directives := s.match(hits(findings))
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

// suppresses reports whether the directive suppresses a finding that it covers, and notes
// the names that do.
func (d *usedDirective) suppresses(f *hit) bool {
	// What is reported of a directive is not suppressed by it unless it says so.
	if d.Span.Contains(f.Offset) || d.End.Contains(f.Offset) {
		if !slices.ContainsFunc(d.Names, func(n DirectiveName) bool { return n.Text == f.Rule }) {
			return false
		}
	}
	if !d.Listed {
		d.used[0] = true
		return true
	}
	means := func(name string) bool { return selects(name, f.Rule) }
	if d.Foreign() {
		if !globbed(d.Names, f.Rule) {
			return false
		}
		means = func(name string) bool { return matchGlob(name, f.Rule) }
	}
	found := false
	for i, name := range d.Names {
		if means(name.Text) {
			d.used[i], found = true, true
		}
	}
	return found
}

// globbed reports whether the globs of a NOLINT mean a rule: as clang-tidy has it, the
// last one that matches counts, and one that begins with - takes away.
func globbed(names []DirectiveName, rule string) bool {
	for _, name := range slices.Backward(names) {
		glob, negative := strings.CutPrefix(name.Text, "-")
		if matchGlob(strings.TrimSpace(glob), rule) {
			return !negative
		}
	}
	return false
}

// matchGlob reports whether a name matches a pattern in which * stands for any text.
func matchGlob(pattern, name string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == name
	}
	name, ok := strings.CutPrefix(name, parts[0])
	last := parts[len(parts)-1]
	if !ok || len(name) < len(last) || !strings.HasSuffix(name, last) {
		return false
	}
	name = name[:len(name)-len(last)]
	for _, part := range parts[1 : len(parts)-1] {
		at := strings.Index(name, part)
		if at < 0 {
			return false
		}
		name = name[at+len(part):]
	}
	return true
}

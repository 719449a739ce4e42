package suppress

import (
	"cmp"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/selector"
	"github.com/cudalint/cudalint/lint/suggest"
)

// Unused returns the directives with something to report, by path and place. It only returns
// those in files that reported accepts.
func (s *Set) Unused(reported func(path string) bool) (out []Unused) {
	for path, file := range s.files {
		if !reported(path) {
			continue
		}
		places := map[source.Span][]*usedDirective{} // in a header, one directive may cover different code in each unit
		for i := range file.directives {
			d := &file.directives[i]
			places[d.Span] = append(places[d.Span], d)
		}
		otherTools := file.blocksOfOtherTools(s.known)
		for _, same := range places {
			if u := s.unusedOf(path, file, same); u != nil && (u.Flaw == "" || !u.IsNoLint() || !otherTools && s.mayNameOwn(same[0])) {
				out = append(out, *u)
			}
		}
	}
	slices.SortFunc(out, func(a, b Unused) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	return out
}

// blocksOfOtherTools reports whether some NOLINTBEGIN or NOLINTEND without a match names
// checks of other tools: these may match them in other ways.
func (f *directedFile) blocksOfOtherTools(known []string) bool {
	return slices.ContainsFunc(f.directives, func(d usedDirective) bool {
		return d.Flaw != "" && d.IsNoLint() && slices.ContainsFunc(d.Names, func(n Name) bool { return !ownGlob(n.Text, known) })
	})
}

// mayNameOwn reports whether a NOLINT may be meant for this tool: it has no list, or its list
// names a rule of this tool.
func (s *Set) mayNameOwn(d *usedDirective) bool {
	return !d.Listed || slices.ContainsFunc(d.Names, func(n Name) bool { return ownGlob(n.Text, s.known) })
}

// ownGlob reports whether a name in the list of a NOLINT is a rule's name, or a prefix up to a
// hyphen and a star. The prefix "cuda" does not count: other tools may have checks of that
// name.
func ownGlob(text string, known []string) bool {
	prefix, star := strings.CutSuffix(text, "*")
	prefix = strings.TrimSuffix(prefix, "-")
	return slices.ContainsFunc(known, func(rule string) bool {
		return text == rule || star && prefix != "" && prefix != "cuda" && prefix != "all" && selector.Selects(prefix, rule)
	})
}

// unusedOf returns what is unused in a directive, nil for nothing. same holds the directive as
// each unit covers it.
func (s *Set) unusedOf(path string, file *directedFile, same []*usedDirective) *Unused {
	d := same[0]
	u := &Unused{Path: path, Directive: d.Directive}
	for _, other := range same {
		if other.Flaw != d.Flaw {
			return nil
		}
	}
	if d.Flaw != "" {
		return u
	}
	if !d.IsNoLint() {
		u.Unknown = s.unknown(d.Names)
	}
	if !file.unfinished && !slices.ContainsFunc(same, func(d *usedDirective) bool { return d.Unsure }) {
		s.unusedNames(u, file, same)
	}
	if !u.AllUnused && len(u.Unused) == 0 && len(u.Unknown) == 0 {
		return nil
	}
	return u
}

// unusedNames sets Unused and AllUnused.
func (s *Set) unusedNames(u *Unused, file *directedFile, same []*usedDirective) {
	used := func(i int) bool { return slices.ContainsFunc(same, func(d *usedDirective) bool { return d.used[i] }) }
	if !u.Listed {
		u.AllUnused = !u.IsNoLint() && !used(0) && s.allRan(u.Path, file.linked, s.known)
		return
	}
	excludes := false
	for i, name := range u.Names {
		excludes = excludes || strings.HasPrefix(name.Text, "-")
		var means []string
		for _, rule := range s.known {
			if u.IsNoLint() && matchGlob(name.Text, rule) || !u.IsNoLint() && selector.Selects(name.Text, rule) {
				means = append(means, rule)
			}
		}
		about := slices.ContainsFunc(means, func(rule string) bool { return rule != UnusedRule })
		if about && !used(i) && (!u.IsNoLint() || ownGlob(name.Text, s.known)) && s.allRan(u.Path, file.linked, means) {
			u.Unused = append(u.Unused, name)
		}
	}
	if u.AllUnused = len(u.Names) > 0 && len(u.Unused) == len(u.Names); excludes && !u.AllUnused {
		// What an excluding glob means depends on the others.
		u.Unused = nil
	}
}

// unknown returns the names of a list that select no rule.
func (s *Set) unknown(names []Name) (out []UnknownName) {
	for _, name := range names {
		if !slices.ContainsFunc(s.known, func(rule string) bool { return selector.Selects(name.Text, rule) }) {
			known := selector.All(s.known)
			out = append(out, UnknownName{name, suggest.Closest(strings.TrimRight(name.Text, "*-"), known)})
		}
	}
	return out
}

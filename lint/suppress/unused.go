package suppress

import (
	"cmp"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/selector"
	"github.com/cudalint/cudalint/lint/suggest"
)

// Unused returns the directives of the run that have something that is to be reported, by
// path and place. reported are the files of which that can be told.
func (s *Set) Unused(reported func(path string) bool) (out []Unused) {
	for path, file := range s.files {
		if !reported(path) {
			continue
		}
		places := map[source.Span][]*usedDirective{} // a header's can cover different code
		for i := range file.directives {
			d := &file.directives[i]
			places[d.Span] = append(places[d.Span], d)
		}
		foreign := file.endsForeign(s.known)
		for _, same := range places {
			if u := s.unusedOf(path, file, same); u != nil && (u.Flaw == "" || !u.Foreign() || !foreign && s.ours(same[0])) {
				out = append(out, *u)
			}
		}
	}
	slices.SortFunc(out, func(a, b Unused) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	return out
}

// endsForeign reports whether begins and ends of blocks that do not match name the checks
// of other tools, which may have other rules for them.
func (f *directedFile) endsForeign(known []string) bool {
	return slices.ContainsFunc(f.directives, func(d usedDirective) bool {
		return d.Flaw != "" && d.Foreign() && slices.ContainsFunc(d.Names, func(n Name) bool { return !ownGlob(n.Text, known) })
	})
}

// ours reports whether a directive of NOLINT can be meant for this tool.
func (s *Set) ours(d *usedDirective) bool {
	return !d.Listed || slices.ContainsFunc(d.Names, func(n Name) bool { return ownGlob(n.Text, s.known) })
}

// ownGlob reports whether a name in the list of a NOLINT is one of a rule, or begins with
// a whole part of one and a star. "cuda" is no such part: other tools may have checks of
// that name.
func ownGlob(text string, known []string) bool {
	prefix, star := strings.CutSuffix(text, "*")
	prefix = strings.TrimSuffix(prefix, "-")
	return slices.ContainsFunc(known, func(rule string) bool {
		return text == rule || star && prefix != "" && prefix != "cuda" && prefix != "all" && selector.Selects(prefix, rule)
	})
}

// unusedOf returns what there is to say about a directive, as the units have it that read
// its file; nil for nothing.
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
	if !d.Foreign() {
		u.Unknown = s.unknown(d.Names)
	}
	if !file.unfinished && !slices.ContainsFunc(same, func(d *usedDirective) bool { return d.Unsure }) {
		s.unusedNames(u, file, same)
	}
	if !u.Whole && len(u.Unused) == 0 && len(u.Unknown) == 0 {
		return nil
	}
	return u
}

// unusedNames fills in which names suppress nothing.
func (s *Set) unusedNames(u *Unused, file *directedFile, same []*usedDirective) {
	used := func(i int) bool { return slices.ContainsFunc(same, func(d *usedDirective) bool { return d.used[i] }) }
	if !u.Listed {
		u.Whole = !u.Foreign() && !used(0) && s.looked(u.Path, file.linked, s.known)
		return
	}
	taken := false
	for i, name := range u.Names {
		taken = taken || strings.HasPrefix(name.Text, "-")
		var means []string
		for _, rule := range s.known {
			if u.Foreign() && matchGlob(name.Text, rule) || !u.Foreign() && selector.Selects(name.Text, rule) {
				means = append(means, rule)
			}
		}
		about := slices.ContainsFunc(means, func(rule string) bool { return rule != UnusedRule })
		if about && !used(i) && (!u.Foreign() || ownGlob(name.Text, s.known)) && s.looked(u.Path, file.linked, means) {
			u.Unused = append(u.Unused, name)
		}
	}
	if u.Whole = len(u.Names) > 0 && len(u.Unused) == len(u.Names); taken && !u.Whole {
		// A glob that is taken away has its meaning from the others.
		u.Unused = nil
	}
}

// unknown returns the names of a list that mean no rule.
func (s *Set) unknown(names []Name) (out []UnknownName) {
	for _, name := range names {
		if !slices.ContainsFunc(s.known, func(rule string) bool { return selector.Selects(name.Text, rule) }) {
			known := selector.All(s.known)
			out = append(out, UnknownName{name, suggest.Closest(strings.TrimRight(name.Text, "*-"), known)})
		}
	}
	return out
}

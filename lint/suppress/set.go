package suppress

import (
	"cmp"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint/selector"
)

// UnusedRule is the name of the rule that reports unused directives. Its own name in a
// directive is never unused.
const UnusedRule = "unused-suppression"

// An Unused is a directive that suppresses nothing, or that has names that suppress nothing.
type Unused struct {
	Path string
	Directive
	// Unused are the names in the list that suppress nothing, although the rules that they
	// select ran over the covered code.
	Unused []Name
	// AllUnused is set if no other name is left in the list, or if the directive has no
	// list and suppresses nothing.
	AllUnused bool
	// Unknown are the names of a cudalint directive that select no rule.
	Unknown []UnknownName
}

// An UnknownName is a name in a directive that selects no rule.
type UnknownName struct {
	Name
	// Meant is the name that was probably meant, "" if none is close.
	Meant string
}

// A File holds the directives of one file of one translation unit.
type File struct {
	Path       string
	Directives []Directive
	// Unfinished is set if rules may have missed findings: the analysis of the unit is
	// incomplete, or it needs code that is not visible.
	Unfinished bool
	// Linked is set if the device code of the unit is linked with that of others.
	Linked bool
}

// A Hit is the part of a finding that suppression needs.
type Hit struct {
	Rule, Path string
	Offset     int
}

// A Set holds the directives of all files of a run, and records which of them are used.
type Set struct {
	known  []string // the names of all rules
	allRan AllRan
	files  map[string]*directedFile
}

// AllRan reports whether all of the named rules ran over a file. linked is File.Linked.
type AllRan func(path string, linked bool, rules []string) bool

// A directedFile is a file with directives.
type directedFile struct {
	directives []usedDirective // by Covers.Start
	unfinished bool            // see File: unused directives are not reported
	linked     bool            // see File
}

// A usedDirective is a directive with the indexes of its names that suppress something. If it
// has no list, index 0 stands for the whole directive.
type usedDirective struct {
	Directive
	used map[int]bool
}

// NewSet returns the set of the directives of all units. A header has a File for each unit
// that includes it; these are merged. known are the names of all rules.
func NewSet(known []string, allRan AllRan, found []File) *Set {
	s := &Set{known: known, allRan: allRan, files: map[string]*directedFile{}}
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
		file.mergeEqual()
	}
	return s
}

// mergeEqual merges the equal directives of several units.
func (f *directedFile) mergeEqual() {
	compare := func(a, b usedDirective) int {
		return cmp.Or(cmp.Compare(a.Covers.Start, b.Covers.Start), cmp.Compare(a.Covers.End, b.Covers.End),
			cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Flaw, b.Flaw))
	}
	slices.SortStableFunc(f.directives, compare)
	out := f.directives[:0]
	for _, d := range f.directives {
		if last := len(out) - 1; last >= 0 && compare(out[last], d) == 0 {
			// It is enough that one unit is sure.
			out[last].Unsure = out[last].Unsure && d.Unsure
			continue
		}
		out = append(out, d)
	}
	f.directives = out
}

// Match returns, for each finding, the directive that suppresses it, nil for none, and
// records which directives are used.
func (s *Set) Match(findings []Hit) []*Directive {
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

// suppresses reports whether the directive suppresses a finding that it covers, and records
// the names that do.
func (d *usedDirective) suppresses(f *Hit) bool {
	// A directive suppresses findings about itself only if it names their rule.
	if d.Span.Contains(f.Offset) || d.End.Contains(f.Offset) {
		if !slices.ContainsFunc(d.Names, func(n Name) bool { return n.Text == f.Rule }) {
			return false
		}
	}
	if !d.Listed {
		d.used[0] = true
		return true
	}
	means := func(name string) bool { return selector.Selects(name, f.Rule) }
	if d.IsNoLint() {
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

// globbed reports whether the globs of a NOLINT select a rule. As in clang-tidy, the last one
// that matches counts, and a glob after - excludes.
func globbed(names []Name, rule string) bool {
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

package suppress

import (
	"cmp"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint/selector"
)

// UnusedRule is the name of the rule about directives; names that mean it alone
// are never unused.
const UnusedRule = "unused-suppression"

// An Unused is a directive that suppresses nothing, or has names that do not.
type Unused struct {
	Path string
	Directive
	// Unused are the names of the list that suppress nothing though the rules they mean
	// were looked for where it counts.
	Unused []Name
	// Whole is set where nothing is left of the directive without them, or where it is
	// one without a list that suppresses nothing.
	Whole bool
	// Unknown are the names of a cudalint directive that mean no rule.
	Unknown []UnknownName
}

// An UnknownName is a name in a directive that means no rule.
type UnknownName struct {
	Name
	// Meant is what was probably meant, "" where nothing is near.
	Meant string
}

// A File has the directives of one file as one translation unit has it.
type File struct {
	Path       string
	Directives []Directive
	// Unfinished is set where the unit was not analysed to its end, or where something
	// it needs is out of sight: rules could have found more.
	Unfinished bool
	// Linked is set where the device code of the unit is linked with that of others.
	Linked bool
}

// A Hit is what directives have to know of a finding.
type Hit struct {
	Rule, Path string
	Offset     int
}

// A Set has the directives of all files of a run and knows what they suppress.
type Set struct {
	known  []string // the names of all rules
	looked Looked
	files  map[string]*directedFile
}

// Looked reports whether all of some rules were run over a file. linked is File.Linked.
type Looked func(path string, linked bool, rules []string) bool

// A directedFile is a file with directives.
type directedFile struct {
	directives []usedDirective // by Covers.Start
	unfinished bool            // not to be told what is unused
	linked     bool            // see File
}

// A usedDirective is a directive with the indexes of its names that suppress something; of
// one without a list, that of its only name, which is 0.
type usedDirective struct {
	Directive
	used map[int]bool
}

// NewSet joins what the units have of their files: a header is read with each of the units
// that include it. known are the names of all rules.
func NewSet(known []string, looked Looked, found []File) *Set {
	s := &Set{known: known, looked: looked, files: map[string]*directedFile{}}
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

// Match returns, for each finding, the directive that suppresses it, nil for none, and
// notes which directives are used.
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

// suppresses reports whether the directive suppresses a finding that it covers, and notes
// the names that do.
func (d *usedDirective) suppresses(f *Hit) bool {
	// What is reported of a directive is not suppressed by it unless it says so.
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

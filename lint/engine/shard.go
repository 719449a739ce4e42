package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
)

// A Shard is one of several parts of a run, each of which reports the findings of its
// own files: together they report what one run over everything does, each finding once.
// The zero value is everything.
type Shard struct {
	Index, Count int // from 1 to Count
}

// maxShards bounds Shard.Count.
const maxShards = 1 << 16

// ParseShard reads a shard written as 2/4.
func ParseShard(s string) (Shard, error) {
	index, count, _ := strings.Cut(s, "/")
	i, err := strconv.Atoi(index)
	n, err2 := strconv.Atoi(count)
	switch {
	case err != nil || err2 != nil || n < 1 || n > maxShards:
		return Shard{}, fmt.Errorf("%q is not a part and how many there are, such as 1/4", s)
	case i < 1 || i > n:
		return Shard{}, fmt.Errorf("%q: the parts of %d are 1/%d to %d/%d", s, n, n, n, n)
	}
	return Shard{i, n}, nil
}

// A sharing assigns files to shards.
type sharing struct {
	Shard
	part map[string]int // of the inputs, by their path
}

// share divides the inputs. They are cut, in the order of their paths, into parts of about
// as many bytes: most files of a folder are in one part, and a new file moves few others.
// Files without CUDA code weigh nothing. They are in the last part: many are headers that units of all
// parts include, with all of which the part of a header has to check it.
func (l *Linter) share(inputs []discover.Input) *sharing {
	if l.opts.Shard.Count == 0 {
		return nil
	}
	s := &sharing{Shard: l.opts.Shard, part: map[string]int{}}
	weights := make([]int64, len(inputs))
	l.spread(len(inputs), func(i int) {
		// What cannot be read is a problem when it is its turn.
		in := inputs[i]
		if text, err := l.text(in); err == nil && (!in.IfCUDA || discover.HoldsCUDA(text)) {
			weights[i] = int64(len(text))
		}
	})
	total := int64(0)
	for _, w := range weights {
		total += w
	}
	order := make([]int, len(inputs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(l.display(inputs[a].Path), l.display(inputs[b].Path)) })
	before := int64(0)
	for _, i := range order {
		// The part that has the middle of the file.
		part := s.Count - 1
		if weights[i] > 0 {
			part = min(int((2*before+weights[i])*int64(s.Count)/(2*total)), s.Count-1)
		}
		s.part[l.display(inputs[i].Path)] = part + 1
		before += weights[i]
	}
	return s
}

// owns reports whether the shard reports the findings in a file. A file that is no input, such as a
// header elsewhere, belongs to the last.
func (s *sharing) owns(path string) bool {
	if s == nil {
		return true
	}
	part, given := s.part[path]
	if !given {
		part = s.Count
	}
	return part == s.Index
}

// concerns reports whether a unit whose findings are in some files can have findings of the
// shard. A finding in a header is the worst of all units that include it, in any shard.
func (s *sharing) concerns(reportable []string) bool {
	return s == nil || slices.ContainsFunc(reportable, s.owns)
}

// count counts the findings in files of the shard, except those whose assumption a launch replaces;
// launched has the keys of these assumptions.
func (s *sharing) count(findings []lint.Diagnostic, launched map[string]bool) (n int) {
	for i := range findings {
		if d := &findings[i]; (s == nil || s.owns(d.Path)) && !launched[d.Origin.Assumed] {
			n++
		}
	}
	return n
}

// ownFindings returns the findings in files of the shard.
func (s *sharing) ownFindings(findings []lint.Diagnostic, suppressed []Suppressed) ([]lint.Diagnostic, []Suppressed) {
	if s == nil {
		return findings, suppressed
	}
	return slices.DeleteFunc(findings, func(d lint.Diagnostic) bool { return !s.owns(d.Path) }),
		slices.DeleteFunc(suppressed, func(d Suppressed) bool { return !s.owns(d.Path) })
}

// ownProblems returns the problems of files of the shard and those without a file.
func (s *sharing) ownProblems(problems []lint.Problem) []lint.Problem {
	if s == nil {
		return problems
	}
	return slices.DeleteFunc(problems, func(p lint.Problem) bool { return p.Path != "" && !s.owns(p.Path) })
}

// reportable returns the paths of the unit's files that can have findings: its main file, and
// included files with CUDA code or function bodies.
func (u *unitRun) reportable() []string {
	var out []string
	for i, file := range u.unit.Files {
		if i == 0 || ast.Derive(file, canHaveFindingsKey{}, canHaveFindings) {
			out = append(out, u.linter.display(file.Source.Path))
		}
	}
	return out
}

type canHaveFindingsKey struct{}

// canHaveFindings reports whether there can be findings in a file.
func canHaveFindings(file *ast.File) bool {
	return holdsCode(file) || discover.HoldsCUDA(file.Source.Text)
}

// holdsCode reports whether a file has a body of a function, a lambda expression or a call.
func holdsCode(file *ast.File) bool {
	for i := range file.Len() {
		if file.At(i).Is(ast.FunctionDefinition, ast.CompoundStatement, ast.LambdaExpression, ast.CallExpression) {
			return true
		}
	}
	return false
}

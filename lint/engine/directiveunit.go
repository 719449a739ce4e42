package engine

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/suppress"
)

// readDirectives finds the directives of the unit's files.
func (u *unitRun) readDirectives() {
	for _, file := range u.unit.Files {
		if !file.Source.Contains(suppress.NoLintPrefix) && !file.Source.Contains(suppress.OwnPrefix) {
			continue
		}
		dead, open := u.unit.Arms(file)
		dead, open = union(dead), union(open)
		found, beyond := suppress.Of(file, func(offset int) bool { return within(dead, offset) })
		if beyond >= 0 {
			u.problems = append(u.problems, lint.Problem{Kind: lint.Syntax, Path: u.linter.display(file.Source.Path), Line: file.Source.Position(beyond).Line,
				Message: fmt.Sprintf("the file has more than %d directives, and names in them, that suppress findings; those from here on count for nothing", suppress.Max)})
		}
		calls := callGraph{unit: u.unit, launches: u.launchesOf, reached: map[*sema.Function]bool{}}
		for i := range found {
			d := &found[i]
			d.Unsure = within(open, d.Span.Start) || overlaps(calls.idle(file), d.Covers)
		}
		if len(found) > 0 {
			u.directives = append(u.directives, suppress.File{Path: u.linter.display(file.Source.Path), Directives: found, Linked: u.flags.RDC})
		}
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
	unfinished := len(u.problems) > 0 || u.ctx.Err() != nil || u.analysis != nil || incomplete(u.results) || u.missesHeader()
	for _, results := range u.kernels {
		unfinished = unfinished || incomplete(results)
	}
	for i := range u.directives {
		u.directives[i].Unfinished = unfinished
	}
	return u.directives
}

// missesHeader reports whether a file of the unit includes one of the project, by
// #include "...", that is out of sight.
func (u *unitRun) missesHeader() bool {
	read := map[string]bool{}
	for _, file := range u.unit.Files {
		read[path.Base(file.Source.Path)] = true
	}
	for _, file := range u.unit.Files {
		for i := range file.Len() {
			n := file.At(i)
			if n.Kind() != ast.PreprocInclude {
				continue
			}
			name := n.Child(ast.FieldPath).Text()
			if strings.HasPrefix(name, `"`) && !toolkitHeader(strings.Trim(name, `"`)) && !read[path.Base(strings.ReplaceAll(strings.Trim(name, `"`), `\`, "/"))] &&
				!(u.unit.Inactive(n, true) && u.unit.Inactive(n, false)) {
				return true
			}
		}
	}
	return false
}

// toolkitHeader reports whether a header is one of CUDA or of the C library, which many
// include by "..." and which nothing here has to read.
func toolkitHeader(name string) bool {
	if strings.HasPrefix(name, "cu") || strings.HasPrefix(name, "thrust/") || strings.HasPrefix(name, "cooperative_groups") {
		return true
	}
	for _, prefix := range []string{"device_", "vector_", "math_", "math.", "driver_types", "texture_", "surface_", "sm_", "builtin_types", "host_defines", "std", "string", "time.", "sys/", "assert.", "unistd.", "omp.", "mpi.", "nv"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// union returns the spans sorted, those that overlap made one.
func union(spans []source.Span) []source.Span {
	slices.SortFunc(spans, func(a, b source.Span) int { return cmp.Compare(a.Start, b.Start) })
	out := spans[:0]
	for _, s := range spans {
		if last := len(out) - 1; last >= 0 && s.Start <= out[last].End {
			out[last].End = max(out[last].End, s.End)
			continue
		}
		out = append(out, s)
	}
	return out
}

// within reports whether an offset is in one of the spans of a union.
func within(spans []source.Span, offset int) bool {
	return overlaps(spans, source.Span{Start: offset, End: offset + 1})
}

// overlaps reports whether a span has a byte of one of the spans of a union.
func overlaps(spans []source.Span, span source.Span) bool {
	i, _ := slices.BinarySearchFunc(spans, span.Start, func(s source.Span, start int) int { return cmp.Compare(s.End, start+1) })
	return i < len(spans) && spans[i].Start < span.End
}

// A callGraph tells which device functions a kernel reaches.
type callGraph struct {
	unit     *sema.Unit
	launches func(*sema.Function) []*sema.Launch
	// reached holds answers; a function that is being asked about is not reached.
	reached map[*sema.Function]bool
	// unreached are the device functions of file that are not reached, a union.
	file      *ast.File
	unreached []source.Span
}

// idle returns where the device functions of a file are that no kernel is known to run.
func (g *callGraph) idle(file *ast.File) []source.Span {
	if g.file != file {
		g.file, g.unreached = file, nil
		for _, f := range g.unit.FunctionsIn(func(f *ast.File) bool { return f == file }) {
			if f.Body.Valid() && f.Body.File() == file && f.OnDevice() && !g.reaches(f) {
				g.unreached = append(g.unreached, f.Node.Span())
			}
		}
		g.unreached = union(g.unreached)
	}
	return g.unreached
}

// reaches reports whether a function is a kernel that is analysed, or one of those calls
// it. A template is analysed where it is used.
func (g *callGraph) reaches(f *sema.Function) bool {
	if yes, known := g.reached[f]; known {
		return yes
	}
	g.reached[f] = false
	if f.Kernel() {
		g.reached[f] = len(f.TemplateParams) == 0 || len(g.launches(f)) > 0
		return g.reached[f]
	}
	for _, call := range g.unit.Calls(f.Name) {
		if caller := g.unit.FunctionAt(call); caller != nil && caller != f && caller.OnDevice() && g.reaches(caller) {
			g.reached[f] = true
			return true
		}
	}
	return false
}

package suppress

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// An Overflow is the place of the first directive of a file that is one too many.
type Overflow struct {
	Path string
	Line int
}

// OfUnit finds the directives of a unit's files. launches returns the launches of a kernel that
// are in sight, linked says whether the unit is relocatable device code, and display returns the
// reported path of a file. Directives beyond Max are not read.
func OfUnit(unit *sema.Unit, launches func(*sema.Function) []*sema.Launch, linked bool, display func(path string) string) (files []File, overflows []Overflow) {
	for _, file := range unit.Files {
		if !file.Source.Holds(NoLintPrefix) && !file.Source.Holds(OwnPrefix) {
			continue
		}
		dead, open := unit.Arms(file)
		dead, open = union(dead), union(open)
		found, beyond := Of(file, func(offset int) bool { return within(dead, offset) })
		if beyond >= 0 {
			overflows = append(overflows, Overflow{display(file.Source.Path), file.Source.Position(beyond).Line})
		}
		calls := callGraph{unit: unit, launches: launches, reached: map[*sema.Function]bool{}}
		for i := range found {
			d := &found[i]
			d.Unsure = within(open, d.Span.Start) || overlaps(calls.idle(file), d.Covers)
		}
		if len(found) > 0 {
			files = append(files, File{Path: display(file.Source.Path), Directives: found, Linked: linked})
		}
	}
	return files, overflows
}

// MissesHeader reports whether a file of a unit includes a header of the project, by
// #include "...", that was not found.
func MissesHeader(unit *sema.Unit) bool {
	read := map[string]bool{}
	for _, file := range unit.Files {
		read[path.Base(file.Source.Path)] = true
	}
	for _, file := range unit.Files {
		for i := range file.Len() {
			n := file.At(i)
			if n.Kind() != ast.PreprocInclude {
				continue
			}
			name := n.Child(ast.FieldPath).Text()
			if strings.HasPrefix(name, `"`) && !toolkitHeader(strings.Trim(name, `"`)) && !read[path.Base(strings.ReplaceAll(strings.Trim(name, `"`), `\`, "/"))] &&
				!(unit.Inactive(n, true) && unit.Inactive(n, false)) {
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

package texture

import (
	"bytes"
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// finish leaves out what is not known to be CUDA's and puts the rest in order.
func (b *builder) finish() *Index {
	b.alternatives()
	out := &Index{Calls: b.free}
	for _, r := range b.refs {
		switch {
		case r.Form == Handle && !slices.ContainsFunc(r.Uses, func(u Use) bool { return u.Kind == Driver }):
			// The type itself is as it was.
		case r.target != nil:
			// Its uses are those of the other.
		case r.elaborated && len(r.Uses) == 0:
			// struct textureReference *p compiles as long as nothing is done with it.
		case r.Role == TypeName && (b.used[r] || len(r.Uses) > 0):
			// What is declared with it says more.
		case r.Form == Template && !r.sure && !b.cuda && !b.plain(r):
		default:
			out.References = append(out.References, r)
			slices.SortFunc(r.Uses, func(x, y Use) int { return b.compare(x.Node, y.Node) })
		}
	}
	slices.SortStableFunc(out.References, func(x, y *Reference) int { return b.compare(x.Node, y.Node) })
	slices.SortStableFunc(out.Calls, func(x, y Use) int { return b.compare(x.Node, y.Node) })
	if len(out.References) == 0 && len(out.Calls) == 0 {
		return nil
	}
	return out
}

// alternatives gives the uses of a reference to those of the same name in other
// arms of conditional compilation: which of them a use means depends on macros.
func (b *builder) alternatives() {
	byName := map[string]*Reference{}
	for _, r := range b.refs {
		if (r.Role == Global || r.Role == Member) && len(r.Uses) > 0 {
			byName[r.QualifiedName()] = r
		}
	}
	for _, r := range b.refs {
		if same := byName[r.QualifiedName()]; same != nil && len(r.Uses) == 0 && (r.Role == Global || r.Role == Member) {
			r.Uses, r.MoreUses, r.sure = slices.Clone(same.Uses), same.MoreUses, r.sure || same.sure
		}
	}
}

// compare orders nodes by file and place; what one macro expands to by its place
// in the expansion.
func (b *builder) compare(x, y ast.Node) int {
	ox, oy := x.Origin(), y.Origin()
	return cmp.Or(cmp.Compare(b.order[ox.File()], b.order[oy.File()]), cmp.Compare(ox.Span().Start, oy.Span().Start),
		cmp.Compare(x.Span().Start, y.Span().Start))
}

// plain reports whether texture<float> without more can only be CUDA's: a variable
// at file scope of a CUDA source of which no header is out of sight that could
// declare another template of the name.
func (b *builder) plain(r *Reference) bool {
	if r.Texel == nil || r.Role != Global || !b.cudaSource() {
		return false
	}
	for _, f := range b.u.Files {
		for i := range f.Len() {
			n := f.At(i)
			if n.Kind() != ast.PreprocInclude || n.Child(ast.FieldPath).Kind() != ast.StringLiteral {
				continue
			}
			name := strings.Trim(n.Child(ast.FieldPath).Text(), `"`)
			if !b.included(path.Base(name)) && !strings.HasPrefix(path.Base(name), "cuda") {
				return false
			}
		}
	}
	return true
}

func (b *builder) included(base string) bool {
	return slices.ContainsFunc(b.u.Files, func(f *ast.File) bool { return path.Base(f.Source.Path) == base })
}

// cudaSource reports whether the unit has code for the device.
func (b *builder) cudaSource() bool {
	if slices.ContainsFunc(b.u.Functions, (*sema.Function).OnDevice) {
		return true
	}
	return bytes.HasSuffix([]byte(b.u.File.Source.Path), []byte(".cu"))
}

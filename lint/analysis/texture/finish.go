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

// finish drops what may not be CUDA's, and sorts the rest.
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
			// struct textureReference *p compiles if it is not used.
		case r.Role == TypeName && (b.used[r] || len(r.Uses) > 0):
			// The declarations that use the typedef are reported instead.
		case r.Form == Template && !r.sure && !b.cuda && (b.ownTextures() || !r.shaped && !b.plain(r)):
			// A header that is not visible may declare the template.
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

// alternatives adds the uses of a reference to those of the same name in other #if arms:
// macros decide which of them a use means.
func (b *builder) alternatives() {
	byName := map[string]*Reference{}
	for _, r := range b.refs {
		if (r.Role == Global || r.Role == Member) && len(r.Uses) > 0 {
			byName[r.QualifiedName()] = r
		}
	}
	for _, r := range b.refs {
		if same := byName[r.QualifiedName()]; same != nil && len(r.Uses) == 0 && (r.Role == Global || r.Role == Member) {
			r.Uses, r.MoreUses, r.sure = same.Uses, same.MoreUses, r.sure || same.sure
		}
	}
}

// compare orders nodes by file and offset, and the nodes of one macro expansion by their
// place in it.
func (b *builder) compare(x, y ast.Node) int {
	ox, oy := x.Origin(), y.Origin()
	return cmp.Or(cmp.Compare(b.order[ox.File()], b.order[oy.File()]), cmp.Compare(ox.Span().Start, oy.Span().Start),
		cmp.Compare(x.Span().Start, y.Span().Start))
}

// plain reports whether texture<float> can only be CUDA's template: the declaration is at
// file scope of a CUDA source, and all project files that this includes are visible.
func (b *builder) plain(r *Reference) bool {
	if r.Texel == nil || r.Role != Global {
		return false
	}
	if b.whole == nil {
		whole := b.cudaSource() && !b.missing(func(name string, quoted bool) bool {
			return quoted && !strings.HasPrefix(path.Base(name), "cuda")
		})
		b.whole = &whole
	}
	return *b.whole
}

// ownTextures reports whether a header that is not visible may declare textures or surfaces
// of the project's own, by its name.
func (b *builder) ownTextures() bool {
	if b.others != nil {
		return *b.others
	}
	found := b.missing(func(name string, _ bool) bool {
		base := strings.ToLower(path.Base(name))
		return (strings.Contains(base, "texture") || strings.Contains(base, "surface")) && !cudaHeaders[path.Base(name)]
	})
	b.others = &found
	return found
}

// cudaHeaders are the toolkit's headers with textures and surfaces in their names.
var cudaHeaders = map[string]bool{
	"texture_types.h": true, "cuda_texture_types.h": true, "texture_fetch_functions.h": true, "texture_fetch_functions.hpp": true,
	"texture_indirect_functions.h": true, "surface_types.h": true, "cuda_surface_types.h": true, "surface_functions.h": true,
	"surface_functions.hpp": true, "surface_indirect_functions.h": true,
}

// missing reports whether an #include that is compiled, and whose file is not visible,
// satisfies a condition.
func (b *builder) missing(is func(name string, quoted bool) bool) bool {
	for _, f := range b.u.Files {
		for i := range f.Len() {
			n := f.At(i)
			if n.Kind() != ast.PreprocInclude {
				continue
			}
			text := n.Child(ast.FieldPath).Text()
			name := strings.Trim(text, `<">`)
			if is(name, strings.HasPrefix(text, `"`)) && !b.included(path.Base(name)) && !inactive(b.u, n) {
				return true
			}
		}
	}
	return false
}

func (b *builder) included(base string) bool {
	return slices.ContainsFunc(b.u.Files, func(f *ast.File) bool { return path.Base(f.Source.Path) == base })
}

// cudaSource reports whether the unit has code for the device.
func (b *builder) cudaSource() bool {
	if b.u.AnyFunction((*sema.Function).OnDevice) {
		return true
	}
	return bytes.HasSuffix([]byte(b.u.File.Source.Path), []byte(".cu"))
}

package migrate

import (
	"cmp"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/analysis/parameter"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

// An Env gives access to the program that the references are part of.
type Env interface {
	parameter.Env
	// Own returns the unit that the finding is in.
	Own() *sema.Unit
	// Relocatable reports whether the finding's unit is compiled to relocatable device code.
	// Otherwise no other unit can name its references.
	Relocatable() bool
}

// A reference is one texture or surface reference of the program with all its declarations:
// extern ones, and those in several #if arms.
type reference struct {
	name, namespace string
	surface         bool
	decls           []*declaration
	texel           string // as the declarations spell it; "" where they differ
	fetched         string // the type that fetches return; "" where the declarations differ
	extern          bool   // one of the declarations is extern

	reason string // why it cannot be migrated, "" if it can

	linear                bool // linear memory is bound to it
	described, channelled bool // a description of its own is declared, a channel description is
	aliased               bool // its texel gets a name

	users   map[*sema.Function]parameter.User
	merged  bool   // defined where it was declared extern, see mergeable
	managed bool   // declared __managed__ instead of passed to the kernels
	because string // the reason for that
}

func (r *reference) refuse(reason string) {
	if r.reason == "" {
		r.reason = reason
	}
}

// A program holds the references that one fix migrates.
type program struct {
	env      Env
	units    []*sema.Unit // that declare one of the references
	complete bool         // every unit that has the names was opened
	refs     []*reference
	byName   map[string]*reference
	views    map[string]*view // by path
	macros   map[string][]*macro
	sites    []*site
	siteAt   map[place]*site
	suffix   string // of the names of descriptions
	names    map[string]string
	need     kinds // functions to generate
	indexes  map[*sema.Unit]*texture.Index
	carriers map[place]*carrier
	asked    map[place]bool // calls that ask for a pointer, of which all is known
	order    []*carrier
	typedefs map[string]ast.Node // declarations of types for references, by name
	other    map[place]string    // other declarations of references: the reason why each stays
}

// A place is a byte of a file.
type place struct {
	path   string
	offset int
}

func placeOf(f *ast.File, offset int) place { return place{f.Source.Path, offset} }

func (p *program) viewOf(f *ast.File) *view {
	v := p.views[f.Source.Path]
	if v == nil {
		v = viewFile(f.Source.Text)
		p.views[f.Source.Path] = v
	}
	return v
}

// maxRounds bounds how far files that share references are followed.
const maxRounds = 4

// collect finds the units and the references that belong together: the references of the units
// that include the file, the units that include their files, and so on.
func (p *program) collect(path string) {
	own := p.env.Own()
	if own == nil {
		return
	}
	p.complete = true
	units := map[*sema.Unit]bool{own: true}
	files := map[string]bool{path: true}
	names := map[string]bool{}
	for range maxRounds {
		grown := false
		for u := range units {
			for _, r := range p.referencesOf(u) {
				if at := r.Node.File().Source.Path; r.Role == texture.Global && r.Form == texture.Template && !names[r.Name] {
					names[r.Name], files[at], grown = true, true, true
				} else if !files[at] {
					files[at], grown = true, true
				}
			}
		}
		if !grown {
			break
		}
		for _, u := range p.seeing(files, names) {
			units[u] = true
		}
	}
	for u := range units {
		p.units = append(p.units, u)
	}
	slices.SortFunc(p.units, func(a, b *sema.Unit) int { return cmp.Compare(a.File.Source.Path, b.File.Source.Path) })
}

// seeing returns the units that include one of the files, or that have an extern declaration
// or a definition of one of the names.
func (p *program) seeing(files, names map[string]bool) (out []*sema.Unit) {
	var sorted []string
	for name := range names {
		sorted = append(sorted, name)
	}
	slices.Sort(sorted)
	mentioning, all := p.env.Mentioning(sorted...)
	p.complete = p.complete && all
	for _, u := range mentioning {
		if sees(u, files) || p.declaresExtern(u, names) {
			out = append(out, u)
		}
	}
	return out
}

func sees(u *sema.Unit, files map[string]bool) bool {
	return slices.ContainsFunc(u.Files, func(f *ast.File) bool { return files[f.Source.Path] })
}

// declaresExtern reports whether a unit declares one of the names extern, or may define it.
func (p *program) declaresExtern(u *sema.Unit, names map[string]bool) bool {
	extern := func(r *texture.Reference) bool { return r.Extern && names[r.Name] }
	if slices.ContainsFunc(p.referencesOf(u), extern) {
		return true
	}
	return slices.ContainsFunc(p.referencesOf(p.env.Own()), extern) && slices.ContainsFunc(p.referencesOf(u), func(r *texture.Reference) bool { return names[r.Name] && !r.Internal })
}

// referencesOf returns the references that a unit declares.
func (p *program) referencesOf(u *sema.Unit) []*texture.Reference {
	index, known := p.indexes[u]
	if !known {
		index = texture.References(u)
		p.indexes[u] = index
	}
	if index == nil {
		return nil
	}
	return index.References
}

// edit returns an edit of a file.
func (p *program) edit(f *ast.File, start, end int, text string) fixes.Edit {
	for _, u := range p.units {
		if reads(u, f) {
			return p.env.Edit(u, f, source.Span{Start: start, End: end}, text)
		}
	}
	return p.env.Edit(p.units[0], f, source.Span{Start: start, End: end}, text)
}

// reads reports whether a unit contains a file. Units may have separate parses of it.
func reads(u *sema.Unit, file *ast.File) bool {
	return slices.ContainsFunc(u.Files, func(f *ast.File) bool { return f == file || f.Source.Path == file.Source.Path })
}

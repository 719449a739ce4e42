package migrate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/parameter"
	"github.com/cudalint/cudalint/lint/texture"
)

// An Env is the program that the references are part of.
type Env interface {
	parameter.Env
	// Mentioning returns every unit that has one of some identifiers in its text or
	// that of a file that it includes; all is false where some are missing.
	Mentioning(names ...string) (units []*sema.Unit, all bool)
	// Own returns the unit that the finding is in.
	Own() *sema.Unit
	// Relocatable reports whether the finding's unit is built with relocatable device
	// code: without it no other unit can mean its references.
	Relocatable() bool
}

// A reference is one texture or surface reference of the program with all its
// declarations: extern ones, and those in several arms of conditional compilation.
type reference struct {
	name, namespace string
	surface         bool
	decls           []*declaration
	texel           string // as the declarations spell it; "" where they differ
	fetched         string // the type that fetches return; "" where the declarations differ
	extern          bool   // one of the declarations is extern
	external        bool   // another unit may name it
	settled         bool   // one of the declarations is compiled for sure

	reason string // why it cannot be carried; "" where it can

	linear, offset, unsized, sets, gets bool // what its uses ask for
	described, channelled               bool // a description of its own is declared, a channel description is
	aliased                             bool // its texel gets a name

	users   map[*sema.Function]parameter.User
	managed bool   // declared __managed__ instead of passed to the kernels
	because string // why
}

func (r *reference) refuse(reason string) {
	if r.reason == "" {
		r.reason = reason
	}
}

// A declaration is one place that declares a reference.
type declaration struct {
	file   *ast.File
	unit   *sema.Unit
	node   ast.Node // the whole declaration
	name   ast.Node
	alias  ast.Node // the typedef that it names, not valid for none
	texel  string
	mode   string // as spelled, "" for the default
	args   string // constructor arguments
	extern bool
	static bool // also in an unnamed namespace
	lanes  int  // channels of the texel, 0 where they are not known
}

// A program is what one fix is about.
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
	carriers map[place]*carrier
	order    []*carrier
	typedefs map[string]ast.Node // declarations of types for references, by name
	other    map[place]string    // what else declares references: why it is left
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
		v = newView(f.Source.Text, 0, len(f.Source.Text), true)
		p.views[f.Source.Path] = v
	}
	return v
}

// maxRounds bounds how far files that share references are followed.
const maxRounds = 4

// collect finds the units and the references that belong together: those of the
// units that see the file, and so on.
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
			for _, r := range referencesOf(u) {
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

// seeing returns the units that include one of the files, or that declare one of the
// names for others. An include names the file, so that its name is asked for:
// a reference can have a name that half of all programs mention.
func (p *program) seeing(files, names map[string]bool) (out []*sema.Unit) {
	var paths, external []string
	for path := range files {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	if p.env.Relocatable() {
		for name := range names {
			external = append(external, name)
		}
	}
	slices.Sort(external)
	ask := [][]string{external}
	for _, path := range paths {
		ask = append(ask, []string{longestWord(path)})
	}
	for _, words := range ask {
		if len(words) == 0 {
			continue
		}
		mentioning, all := p.env.Mentioning(words...)
		p.complete = p.complete && all
		for _, u := range mentioning {
			if sees(u, files) || p.declaresExtern(u, names) {
				out = append(out, u)
			}
		}
	}
	return out
}

// longestWord returns the longest identifier in the name of a file.
func longestWord(path string) (longest string) {
	base := path[strings.LastIndexByte(path, '/')+1:]
	base, _, _ = strings.Cut(base, ".")
	v := newView([]byte(base), 0, len(base), false)
	for i, t := range v.tokens {
		if t.word && t.end-t.start > len(longest) {
			longest = v.at(i)
		}
	}
	return longest
}

func sees(u *sema.Unit, files map[string]bool) bool {
	return slices.ContainsFunc(u.Files, func(f *ast.File) bool { return files[f.Source.Path] })
}

// declaresExtern reports whether a unit declares, or may define, one of the names
// for other units.
func (p *program) declaresExtern(u *sema.Unit, names map[string]bool) bool {
	extern := func(r *texture.Reference) bool { return r.Extern && names[r.Name] }
	if slices.ContainsFunc(referencesOf(u), extern) {
		return true
	}
	return slices.ContainsFunc(referencesOf(p.env.Own()), extern) && slices.ContainsFunc(referencesOf(u), func(r *texture.Reference) bool { return names[r.Name] && !r.Internal })
}

func referencesOf(u *sema.Unit) []*texture.Reference {
	index := texture.References(u)
	if index == nil {
		return nil
	}
	return index.References
}

// declarations finds every declaration of the references, those that are not
// compiled included.
func (p *program) declarations() {
	p.byName, p.typedefs, p.other = map[string]*reference{}, map[string]ast.Node{}, map[place]string{}
	for _, u := range p.units {
		for _, r := range referencesOf(u) {
			for t := r.Typedef; t != nil; t = t.Typedef {
				p.typedefs[t.Name] = t.Declaration
			}
			if r.Form == texture.Template && r.Role == texture.Global && r.Node.Origin() == r.Node {
				p.reference(r.Name, r.Namespace, r.Surface)
				continue // its declarations are found by their text
			}
			if at := r.Node.Origin(); r.Form != texture.Handle {
				p.other[placeOf(at.File(), at.Span().Start)] = unsupported(r)
			}
		}
	}
	for _, u := range p.units {
		for _, f := range u.Files {
			for i := range f.Len() {
				if n := f.At(i); n.Kind() == ast.Declaration {
					p.declared(u, f, n)
				}
			}
		}
	}
	for _, r := range p.refs {
		r.settle()
	}
}

// templateOf returns the texture<...> or surface<...> that a type is, and the typedef
// that names it; neither is valid where it is something else.
func (p *program) templateOf(t ast.Node) (template, alias ast.Node) {
	for range 8 {
		switch t.Kind() {
		case ast.TypeDescriptor:
			t = t.Child(ast.FieldType)
		case ast.QualifiedIdentifier: // ::texture<float>
			t = t.Child(ast.FieldName)
		case ast.TemplateType:
			if what := t.Child(ast.FieldName).Text(); what != "texture" && what != "surface" {
				return ast.Node{}, ast.Node{}
			}
			return t, alias
		case ast.TypeIdentifier:
			if alias = p.typedefs[t.Text()]; !alias.Valid() {
				return ast.Node{}, ast.Node{}
			}
			t = alias.Child(ast.FieldType)
		default:
			return ast.Node{}, ast.Node{}
		}
	}
	return ast.Node{}, ast.Node{}
}

// unsupported says what a declaration is that is not migrated.
func unsupported(r *texture.Reference) string {
	switch {
	case r.Node.Origin() != r.Node:
		return "declared by a macro"
	case r.Form == texture.Struct:
		return "a textureReference of the C interface"
	case r.Role == texture.Parameter:
		return "a parameter"
	case r.Role == texture.Member, r.Role == texture.Field:
		return "a member of a class"
	case r.Role == texture.TypeName:
		return "a type without a reference"
	}
	return "not a variable of file scope"
}

func (p *program) reference(name, namespace string, surface bool) *reference {
	r := p.byName[name]
	if r == nil {
		r = &reference{name: name, namespace: namespace, surface: surface, users: map[*sema.Function]parameter.User{}}
		p.byName[name] = r
		p.refs = append(p.refs, r)
	}
	if r.namespace != namespace || r.surface != surface {
		r.refuse("several references have this name")
	}
	return r
}

// declared reads one declaration of references by its text.
func (p *program) declared(u *sema.Unit, f *ast.File, n ast.Node) {
	t, alias := p.templateOf(n.Child(ast.FieldType))
	if !t.Valid() {
		return
	}
	for _, d := range u.ScopeAt(n).Declarators(n) {
		r := p.byName[d.Name]
		if r == nil || !d.Node.Valid() {
			continue
		}
		if n.Enclosing(ast.FunctionDefinition, ast.StructSpecifier, ast.ClassSpecifier).Valid() {
			continue
		}
		if alias.Valid() && (alias.Origin() != alias || alias.Enclosing(ast.StructSpecifier, ast.ClassSpecifier, ast.TemplateDeclaration).Valid()) {
			r.refuse("its type is declared in a class or a macro")
			continue
		}
		known := slices.IndexFunc(r.decls, func(o *declaration) bool {
			return placeOf(o.file, o.name.Span().Start) == placeOf(f, d.Node.Span().Start)
		})
		if known >= 0 {
			continue
		}
		decl := &declaration{file: f, unit: u, node: n, name: d.Node, alias: alias, extern: n.Qualifiers()&ast.Extern != 0, static: n.Qualifiers()&ast.Static != 0 || unnamed(n)}
		var args []string
		for a := range t.Child(ast.FieldArguments).Children() {
			args = append(args, a.Text())
		}
		if len(args) > 0 {
			decl.texel = args[0]
		}
		if len(args) > 2 {
			decl.mode = args[2]
		}
		if d.Type != nil && len(d.Type.Args) > 0 && d.Type.Args[0].Type != nil {
			decl.lanes = 1
			if record := d.Type.Args[0].Type.Record; record != nil {
				decl.lanes = len(record.Fields)
			}
		}
		if d.Init.Valid() {
			decl.args = strings.Trim(d.Init.Text(), "(){} \t\r\n")
		}
		if d.Type != nil && d.Type.Kind == sema.Array {
			r.refuse("an array of references")
		}
		r.decls = append(r.decls, decl)
	}
}

func unnamed(n ast.Node) bool {
	for p := n.Enclosing(ast.NamespaceDefinition); p.Valid(); p = p.Enclosing(ast.NamespaceDefinition) {
		if !p.Child(ast.FieldName).Valid() {
			return true
		}
	}
	return false
}

// settle finds what the declarations of a reference agree on.
func (r *reference) settle() {
	if len(r.decls) == 0 {
		r.refuse("its declaration was not found")
		return
	}
	for i, d := range r.decls {
		fetched := d.fetched()
		if d.texel == "" && !r.surface || fetched == "" && !r.surface {
			r.refuse("its element type is not known")
		}
		if i == 0 {
			r.texel, r.fetched = d.texel, fetched
		}
		if r.texel != d.texel || r.fetched != fetched {
			r.texel, r.fetched = "", ""
			r.aliased = true
		}
		r.extern = r.extern || d.extern
		r.external = r.external || !d.static
		r.settled = r.settled || len(d.unit.OpenArms(d.name)) == 0
	}
}

// normalized reports whether fetches return floats in the range of 0 to 1.
func (d *declaration) normalized() bool { return strings.Contains(d.mode, "NormalizedFloat") }

// fetched spells the type that a fetch returns, "" where it is not known.
func (d *declaration) fetched() string {
	if !d.normalized() {
		if d.mode != "" && !strings.Contains(d.mode, "ElementType") {
			return ""
		}
		return d.texel
	}
	switch d.lanes {
	case 1:
		return "float"
	case 2, 4:
		return "float" + string(rune('0'+d.lanes))
	}
	return ""
}

// edit makes an edit of a file, as the first unit that has it knows it.
func (p *program) edit(f *ast.File, start, end int, text string) fixes.Edit {
	for _, u := range p.units {
		if reads(u, f) {
			return p.env.Edit(u, f, source.Span{Start: start, End: end}, text)
		}
	}
	return p.env.Edit(p.units[0], f, source.Span{Start: start, End: end}, text)
}

// reads reports whether a unit reads a file; another unit may have parsed it by itself.
func reads(u *sema.Unit, file *ast.File) bool {
	return slices.ContainsFunc(u.Files, func(f *ast.File) bool { return f == file || f.Source.Path == file.Source.Path })
}

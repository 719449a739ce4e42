package migrate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/parameter"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

// A declaration is one declaration of a reference.
type declaration struct {
	file   *ast.File
	node   ast.Node // the whole declaration
	name   ast.Node
	alias  ast.Node // the typedef that it names, not valid for none
	texel  string
	mode   string // as spelled, "" for the default
	read   texture.ReadMode
	args   string // constructor arguments
	extern bool
	lanes  int // channels of the texel, 0 where they are not known
	// gathered is the type that tex2Dgather returns, "" if it is not known.
	gathered string
}

// declarations finds every declaration of the references, including those that are not
// compiled.
func (p *program) declarations() {
	p.byName, p.typedefs, p.other = map[string]*reference{}, map[string]ast.Node{}, map[place]string{}
	for _, u := range p.units {
		for _, r := range p.referencesOf(u) {
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
		r.combine()
	}
}

// templateOf returns the texture<...> or surface<...> of a type, and the typedef that names
// it. Neither is valid for other types.
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

// unsupported returns the reason why a declaration of this kind is not migrated.
func unsupported(r *texture.Reference) string {
	switch {
	case r.Node.Origin() != r.Node:
		return "a macro declares it"
	case r.Form == texture.Struct:
		return "a textureReference of the C interface"
	case r.Role == texture.Parameter:
		return "no visible reference is passed to this parameter"
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
		r.refuse("several visible references have this name")
	}
	return r
}

// declared parses one declaration of references from its text.
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
		decl := &declaration{file: f, node: n, name: d.Node, alias: alias, extern: n.Qualifiers()&ast.Extern != 0}
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
		decl.read = readMode(decl.mode, d.Type)
		decl.gathered = gathered(decl, d.Type)
		if d.Init.Valid() {
			decl.args = strings.Trim(d.Init.Text(), "(){} \t\r\n")
		}
		if d.Type != nil && d.Type.Kind == sema.Array {
			r.refuse("an array of references")
		}
		r.decls = append(r.decls, decl)
	}
}

// combine combines what the declarations of a reference say.
func (r *reference) combine() {
	if len(r.decls) == 0 {
		r.refuse("its declaration was not found")
		return
	}
	if !slices.ContainsFunc(r.decls, func(d *declaration) bool { return !d.extern }) {
		r.refuse("its definition is not visible")
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
	}
}

// readMode returns the read mode of a reference: as spelled, or that of the type if the
// spelling is computed (Traits<T>::mode).
func readMode(spelled string, t *sema.Type) texture.ReadMode {
	switch {
	case spelled == "" || strings.Contains(spelled, "ReadModeElementType"):
		return texture.ElementType
	case strings.Contains(spelled, "ReadModeNormalizedFloat"):
		return texture.NormalizedFloat
	}
	if t != nil && len(t.Args) > 2 {
		if k := t.Args[2].Const; k.Known() && k.Int >= 0 && k.Int <= 1 {
			return texture.ElementType + texture.ReadMode(k.Int)
		}
	}
	return texture.UnknownMode
}

// normalized reports whether fetches return normalised floats.
func (d *declaration) normalized() bool { return d.read == texture.NormalizedFloat }

// fetched spells the type that a fetch returns, "" if it is not known.
func (d *declaration) fetched() string {
	switch {
	case d.read == texture.ElementType:
		return d.texel
	case d.read == texture.NormalizedFloat && d.lanes == 1:
		return "float"
	case d.read == texture.NormalizedFloat && d.lanes > 1:
		return fmt.Sprintf("float%d", d.lanes)
	}
	return ""
}

// gathered spells the type that tex2Dgather returns: a vector of four numbers of the element
// type. It returns "" if that is not known.
func gathered(d *declaration, t *sema.Type) string {
	if d.normalized() {
		return "float4"
	}
	if t == nil || len(t.Args) == 0 || t.Args[0].Type == nil {
		return ""
	}
	t = t.Args[0].Type
	if t.Record != nil {
		return strings.TrimRight(t.Name, "124") + "4"
	}
	name := "float"
	if t.Kind == sema.Int {
		if name = map[int64]string{1: "char", 2: "short", 4: "int"}[t.Size]; name != "" && !t.Signed {
			name = "u" + name
		}
	}
	if name == "" || t.Kind == sema.Float && t.Size != 4 {
		return ""
	}
	return name + "4"
}

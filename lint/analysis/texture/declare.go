package texture

import (
	"bytes"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/expand"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// words are searched first: every unit that declares a reference or calls the interface
// contains one of them.
var words = []string{"texture", "Texture", "surface", "SurfaceToArray", "SurfaceReference", "TexRef", "SurfRef", "CUtexref"}

func mayHold(u *sema.Unit) bool {
	for _, f := range u.Files {
		if holdsWord(f) {
			return true
		}
	}
	return false
}

type holdsWordKey struct{}

func holdsWord(f *ast.File) bool {
	return f.Source.Cached(holdsWordKey{}, func() any {
		return slices.ContainsFunc(words, func(word string) bool { return bytes.Contains(f.Source.Text, []byte(word)) })
	}).(bool)
}

func hasWord(text string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(text, word) })
}

// mayDeclare reports whether a file may declare references: it contains one of words, or a
// typedef or macro of some file may spell the type.
func (b *builder) mayDeclare(f *ast.File) bool {
	return holdsWord(f) || len(b.aliases) > 0 || b.inMacros()
}

// inMacros reports whether the text of a macro contains one of words.
func (b *builder) inMacros() bool {
	if b.macros == nil {
		found := false
		for _, f := range b.u.Files {
			for i := 0; i < f.Len() && !found && holdsWord(f); i++ {
				n := f.At(i)
				found = n.Is(ast.PreprocDef, ast.PreprocFunctionDef) && hasWord(n.Child(ast.FieldValue).Text())
			}
		}
		b.macros = &found
	}
	return *b.macros
}

// isHIP reports whether the unit is HIP code, in which textures have the same names.
func isHIP(u *sema.Unit) bool {
	for _, f := range u.Files {
		if !f.Source.Contains("hip/") {
			continue
		}
		for i := range f.Len() {
			if n := f.At(i); n.Kind() == ast.PreprocInclude && strings.HasPrefix(strings.Trim(n.Child(ast.FieldPath).Text(), `<">`), "hip/") && !inactive(u, n) && !unlikely(u, n) {
				return true
			}
		}
	}
	return false
}

// unlikely reports whether a node is compiled only if macros are defined that no visible
// source defines.
func unlikely(u *sema.Unit, n ast.Node) bool {
	return slices.ContainsFunc(u.OpenArms(n), func(a expand.OpenArm) bool { return !a.Likely })
}

// inactive reports whether a node is compiled neither for the host nor for the device.
func inactive(u *sema.Unit, n ast.Node) bool { return u.Inactive(n, true) && u.Inactive(n, false) }

// typeNames are the names of CUDA's types.
var typeNames = map[string]struct {
	form    Form
	surface bool
}{
	"texture": {Template, false}, "surface": {Template, true}, "textureReference": {Struct, false}, "surfaceReference": {Struct, true},
	"CUtexref": {Handle, false}, "CUsurfref": {Handle, true},
}

// A builder makes the index of one unit.
type builder struct {
	u    *sema.Unit
	refs []*Reference
	// byNode finds a reference by the name in its declaration. byName holds the names
	// that may be those of references.
	byNode map[ast.Node]*Reference
	byName map[string]bool
	// statics finds static members by "Class::name", templateParams the parameters
	// of templates by their declaration.
	statics        map[string]*Reference
	templateParams map[ast.Node]*Reference
	// aliases are the names that typedefs give, with the typedef's entry.
	aliases map[string][]*Reference
	used    map[*Reference]bool // typedefs that declare something
	free    []Use
	seen    map[ast.Node]bool // identifiers that are accounted for
	spelled map[mention]bool
	order   map[*ast.File]int
	macros  *bool // see inMacros
	others  *bool // see ownTextures
	whole   *bool // see plain
	cuda    bool  // the unit is known to mean CUDA's texture
}

type mention struct {
	at  ast.Node
	ref *Reference
}

func newBuilder(u *sema.Unit) *builder {
	b := &builder{u: u, byNode: map[ast.Node]*Reference{}, byName: map[string]bool{}, aliases: map[string][]*Reference{}, statics: map[string]*Reference{}, templateParams: map[ast.Node]*Reference{},
		used: map[*Reference]bool{},
		seen: map[ast.Node]bool{}, spelled: map[mention]bool{}, order: map[*ast.File]int{}}
	for i, f := range u.Files {
		b.order[f] = i
	}
	return b
}

// declarations finds all references that the unit declares.
func (b *builder) declarations() {
	b.typedefs()
	records := b.u.Records(b.mayDeclare)
	for _, r := range records {
		r.Complete()
	}
	for _, v := range b.u.Variables {
		b.variable(v, Global)
	}
	for _, r := range records {
		for _, name := range sorted(sema.MembersOf(r).Statics) {
			b.variable(sema.MembersOf(r).Statics[name], Member)
		}
		for i := range r.Fields {
			if f := &r.Fields[i]; f.Node.Valid() {
				b.add(&Reference{Name: f.Name, Namespace: join(r.Namespace, r.Name), Role: Field, Node: f.Node, Declaration: declarationOf(f.Node)}, f.Type)
			}
		}
	}
	for _, f := range b.u.FunctionsIn(b.mayDeclare) {
		b.parameters(f)
	}
	b.locals()
	b.members()
}

func join(space, name string) string {
	if space == "" || name == "" {
		return space + name
	}
	return space + "::" + name
}

func declarationOf(n ast.Node) ast.Node {
	return n.Enclosing(ast.Declaration, ast.FieldDeclaration, ast.ParameterDeclaration, ast.TypeDefinition)
}

func (b *builder) variable(v *sema.Variable, role Role) {
	if v == nil || v.Type == nil || !v.Node.Valid() {
		return
	}
	r := &Reference{Name: v.Name, Namespace: v.Namespace, Role: role, Node: v.Node, Declaration: v.Declaration}
	if v.Record != nil {
		r.Namespace, r.Role = join(v.Record.Namespace, v.Record.Name), Member
	}
	r.Extern = v.Qualifiers&ast.Extern != 0 && !v.Init.Valid()
	r.Internal = v.Qualifiers&ast.Static != 0 && r.Role == Global || unnamed(v.Declaration)
	b.add(r, v.Type)
}

// unnamed reports whether a node is in an unnamed namespace.
func unnamed(n ast.Node) bool {
	for p := n.Enclosing(ast.NamespaceDefinition); p.Valid(); p = p.Enclosing(ast.NamespaceDefinition) {
		if !p.Child(ast.FieldName).Valid() {
			return true
		}
	}
	return false
}

// parameters adds the parameters of a function whose types may be references.
func (b *builder) parameters(f *sema.Function) {
	for _, p := range f.Params {
		if !p.Node.Valid() || !b.named(p.Node.Child(ast.FieldType)) || runtimeCalls[f.Name] != 0 || driverCalls[f.Name] {
			continue
		}
		node := p.Node.Child(ast.FieldDeclarator)
		for _, d := range f.Scope.Declarators(p.Node) {
			node = d.Node
		}
		if !node.Valid() {
			node = p.Node
		}
		r := &Reference{Name: p.Name, Role: Parameter, Node: node, Declaration: p.Node, Function: f}
		b.add(r, f.Scope.ParamType(p))
	}
}

// named reports whether a type node has a name that may be a type of references.
func (b *builder) named(t ast.Node) bool {
	name := typeName(t)
	_, known := typeNames[name]
	return known || b.aliases[name] != nil
}

// aliasOf returns the typedef that a declaration names, nil for none. Of several with that
// name it prefers that of a class around the declaration or named in it, else the last.
func (b *builder) aliasOf(declaration ast.Node) *Reference {
	t := declaration.Child(ast.FieldType)
	list := b.aliases[typeName(t)]
	if len(list) == 0 {
		return nil
	}
	for i := len(list) - 1; i >= 0 && len(list) > 1; i-- {
		class := classOf(list[i].Declaration)
		if !class.Valid() {
			continue
		}
		for c := classOf(declaration); c.Valid(); c = classOf(c) {
			if c == class {
				return list[i]
			}
		}
		if strings.Contains(t.Text(), class.Child(ast.FieldName).Text()) {
			return list[i]
		}
	}
	return list[len(list)-1]
}

func typeName(t ast.Node) string {
	t = t.LastName()
	if t.Kind() == ast.StructSpecifier { // struct textureReference *p
		t = t.Child(ast.FieldName).LastName()
	}
	return t.Text()
}

// typedefs finds names for the types of references.
func (b *builder) typedefs() {
	for _, f := range b.u.Files {
		if !b.mayDeclare(f) {
			continue
		}
		for i := range f.Len() {
			n := f.At(i)
			if !n.Is(ast.TypeDefinition, ast.AliasDeclaration) {
				continue
			}
			t := n.Child(ast.FieldType)
			if t.Kind() == ast.TypeDescriptor {
				t = t.Child(ast.FieldType)
			}
			if !b.named(t) || inactive(b.u, n) {
				continue
			}
			for _, d := range b.u.ScopeAt(n).Declarators(n) {
				r := &Reference{Name: d.Name, Role: TypeName, Node: d.Node, Declaration: n}
				if b.add(r, d.Type) {
					b.aliases[d.Name] = append(b.aliases[d.Name], r)
				}
			}
		}
	}
}

// locals finds references that functions declare: handles, mostly.
func (b *builder) locals() {
	for _, f := range b.u.Files {
		if !b.mayDeclare(f) {
			continue
		}
		for i := range f.Len() {
			n := f.At(i)
			if !n.Is(ast.Declaration, ast.ParameterDeclaration) || !b.named(n.Child(ast.FieldType)) {
				continue
			}
			in := b.u.FunctionAt(n)
			if list := n.Parent(); in == nil && list.Kind() == ast.TemplateParameterList {
				for _, d := range b.u.ScopeAt(n).Declarators(n) { // template <texture<float, 1>& T>
					if r := (&Reference{Name: d.Name, Role: Parameter, Node: d.Node, Declaration: n}); b.add(r, d.Type) {
						b.templateParams[n] = r
					}
				}
			}
			if in == nil {
				continue
			}
			for _, d := range b.u.ScopeAt(n).Declarators(n) {
				if d.Function {
					continue
				}
				r := &Reference{Name: d.Name, Role: Local, Node: d.Node, Declaration: n, Function: in}
				if d.Type.Kind == sema.Reference || d.Type.Kind == sema.Pointer && typeNames[d.Type.Name].form != Handle {
					r.init = d.Init
				}
				b.add(r, d.Type)
			}
		}
	}
}

// members finds the static members that the unit does not list: those of templates inside
// templates.
func (b *builder) members() {
	for _, f := range b.u.Files {
		if !b.mayDeclare(f) {
			continue
		}
		for i := range f.Len() {
			n := f.At(i)
			if n.Kind() != ast.FieldDeclaration || n.Qualifiers()&ast.Static == 0 || !b.named(n.Child(ast.FieldType)) {
				continue
			}
			for _, d := range b.u.ScopeAt(n).Declarators(n) {
				class := classOf(n).Child(ast.FieldName).Text()
				if d.Function || b.statics[class+"::"+d.Name] != nil {
					continue
				}
				t := d.Type
				if alias := b.aliasOf(n); !t.Known() && alias != nil {
					t = alias.typ // declared in the same template
				}
				b.add(&Reference{Name: d.Name, Namespace: class, Role: Member, Node: d.Node, Declaration: n}, t)
			}
		}
	}
}

// classOf returns the class whose body contains a node. It is not valid if there is none.
func classOf(n ast.Node) ast.Node {
	return n.Enclosing(ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier)
}

// add adds a declaration if its type is a reference.
func (b *builder) add(r *Reference, t *sema.Type) bool {
	t, pointer := r.unwrap(t)
	if t == nil || t.Kind != sema.Builtin && t.Kind != sema.Pointer || !r.Node.Valid() || len(b.refs) >= maxReferences || b.byNode[r.Node] != nil {
		return false
	}
	what, ok := typeNames[t.Name]
	if !ok || what.form == Template && len(t.Args) == 0 || (what.form == Handle) != (t.Kind == sema.Pointer) || inactive(b.u, r.Node) {
		return false
	}
	r.Form, r.Surface, r.typ = what.form, what.surface, t
	if r.Form == Template && !r.describe(t, pointer) {
		return false
	}
	r.elaborated = r.Form == Struct && r.Declaration.Child(ast.FieldType).Kind() == ast.StructSpecifier
	b.refs = append(b.refs, r)
	b.byNode[r.Node] = r
	if r.Name != "" {
		b.byName[r.Name] = true
	}
	if r.Role == Member {
		class := r.Namespace
		if i := strings.LastIndex(class, "::"); i >= 0 {
			class = class[i+2:]
		}
		if key := class + "::" + r.Name; b.statics[key] == nil {
			b.statics[key] = r
		}
	}
	if alias := b.aliasOf(r.Declaration); alias != nil && alias != r {
		b.used[alias] = true
		r.Typedef = alias
		r.sure, r.shaped = r.sure || alias.sure, r.shaped || alias.shaped
	}
	b.cuda = b.cuda || r.sure
	return true
}

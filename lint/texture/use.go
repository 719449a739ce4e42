package texture

import (
	"regexp"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// targets finds what local C++ references and pointers are other names of.
func (b *builder) targets() {
	for _, r := range b.refs {
		if r.init.Valid() {
			r.target = b.resolve(r.init, 0)
		}
	}
}

// calls finds the calls of the interface, those that macros spell too.
func (b *builder) calls() {
	for _, name := range sorted(runtimeCalls) {
		for _, n := range b.u.Calls(name) {
			b.hostCall(n, name, runtimeCalls[name])
		}
	}
	for _, name := range sorted(driverCalls) {
		for _, n := range b.u.Calls(name) {
			b.hostCall(n, name, Driver)
		}
	}
	b.objectMacros()
	if len(b.refs) == 0 {
		return
	}
	for _, name := range sorted(fetches) {
		for _, n := range b.u.Calls(name) {
			b.fetch(n, name)
		}
	}
}

// objectMacros finds the calls in macros without parameters, which no call of the
// source leads to: #define BIND cudaBindTexture(0, ref, p, n), and then BIND.
func (b *builder) objectMacros() {
	names := map[string]bool{}
	for _, f := range b.u.Files {
		if !holdsWord(f) {
			continue
		}
		for i := range f.Len() {
			if n := f.At(i); n.Kind() == ast.PreprocDef && interfaceCall.MatchString(n.Child(ast.FieldValue).Text()) {
				names[n.Child(ast.FieldName).Text()] = true
			}
		}
	}
	if len(names) == 0 {
		return
	}
	for _, f := range b.u.Files {
		for i := range f.Len() {
			n := f.At(i)
			if n.Kind() != ast.Identifier || !names[n.Text()] || n.Parent().Is(ast.PreprocDef, ast.PreprocFunctionDef) {
				continue
			}
			if x, ok := b.u.Expand(n); ok {
				b.expansion(x)
			}
		}
	}
}

// interfaceCall is the look of a call of the interface.
var interfaceCall = regexp.MustCompile(`\b(cuda(Bind|Unbind|Get)(Texture|Surface)|cu\w*(Tex|Surf)Ref|tex[123C]|surf[123C])\w*\s*[(<]`)

// expansion looks at the calls that the expansion of a macro holds.
func (b *builder) expansion(x ast.Node) {
	for n := range x.Descendants() {
		if n.Kind() != ast.CallExpression {
			continue
		}
		callee := n.Child(ast.FieldFunction)
		if callee.Kind() == ast.TemplateFunction {
			callee = callee.Child(ast.FieldName)
		}
		name := callee.Text()
		if kind, ok := runtimeCalls[name]; ok {
			b.hostCall(n, name, kind)
		} else if driverCalls[name] {
			b.hostCall(n, name, Driver)
		} else if _, ok := fetches[name]; ok {
			b.fetch(n, name)
		}
	}
}

// means reports whether a call of a name is one of CUDA's function: no member, in
// no namespace, in code that is compiled, and not the name of a macro.
func (b *builder) means(n ast.Node, name string) bool {
	callee := n.Child(ast.FieldFunction)
	if callee.Kind() == ast.QualifiedIdentifier && callee.Child(ast.FieldScope).Valid() || callee.Kind() == ast.FieldExpression || inactive(b.u, n) {
		return false
	}
	if callee.Kind() == ast.Identifier {
		if x, ok := b.u.Expand(callee); ok && x.Text() != name {
			return false // #define cudaBindTexture ours
		}
	}
	return true
}

// hostCall notes a call of the runtime or the driver.
func (b *builder) hostCall(n ast.Node, name string, kind UseKind) {
	callee := n.Child(ast.FieldFunction)
	scope := b.u.ScopeAt(n)
	if !b.means(n, name) {
		return
	}
	// A declaration in sight makes it the program's own: an emulator, a loader of
	// the driver's symbols.
	if own, _ := scope.FunctionsNamed(callee); len(own) > 0 || scope.Variable(callee) != nil || b.u.LocalAt(n, name) != nil {
		return
	}
	use := b.use(kind, n, name)
	found := false
	for i, a := range use.Args {
		if r := b.resolve(a, 0); r != nil {
			use.Arg = i
			b.keep(r, use)
			found = true
		}
	}
	if !found {
		use.Arg = -1
		b.free = append(b.free, use)
	}
}

// fetch notes a device call if it goes through a reference.
func (b *builder) fetch(n ast.Node, name string) {
	if !b.means(n, name) {
		return
	}
	use := b.use(Fetch, n, name)
	for i := range min(fetches[name]+1, len(use.Args)) {
		if r := b.resolve(use.Args[i], 0); r != nil && r.Form == Template {
			use.Arg = i
			b.keep(r, use)
			return
		}
	}
}

func (b *builder) use(kind UseKind, n ast.Node, callee string) Use {
	u := Use{Kind: kind, Node: n, Callee: callee, Arg: -1, Function: b.u.FunctionAt(n)}
	for a := range n.Child(ast.FieldArguments).Children() {
		u.Args = append(u.Args, a)
	}
	return u
}

func (b *builder) keep(r *Reference, u Use) {
	for range maxResolve {
		if r.target == nil || r.target == r {
			break
		}
		r = r.target
	}
	if u.Kind <= Query || u.Kind == Driver {
		r.sure, b.cuda = true, true
	}
	if len(r.Uses) >= maxUses {
		r.MoreUses++
		return
	}
	if u.Node.Origin() != u.Node {
		b.spelled[mention{u.Node.Origin(), r}] = true
	}
	r.Uses = append(r.Uses, u)
}

// resolve returns the reference that an expression names, nil where it names none
// or that is not known. The identifiers it passes are accounted for.
func (b *builder) resolve(n ast.Node, depth int) *Reference {
	if depth > maxResolve {
		return nil
	}
	switch n.Kind() {
	case ast.ParenthesizedExpression:
		return b.resolve(n.FirstChild(), depth+1)
	case ast.PointerExpression, ast.SubscriptExpression:
		return b.resolve(n.Child(ast.FieldArgument), depth+1)
	case ast.CastExpression:
		return b.resolve(n.Child(ast.FieldValue), depth+1)
	case ast.ConditionalExpression:
		if r := b.resolve(n.Child(ast.FieldConsequence), depth+1); r != nil {
			return r
		}
		return b.resolve(n.Child(ast.FieldAlternative), depth+1)
	case ast.CallExpression:
		if x, ok := b.u.Expand(n); ok {
			return b.resolve(x, depth+1)
		}
		if f := n.Child(ast.FieldFunction); f.Kind() == ast.TemplateFunction && strings.HasSuffix(f.Child(ast.FieldName).Text(), "_cast") {
			return b.resolve(n.Child(ast.FieldArguments).FirstChild(), depth+1)
		}
	case ast.StringLiteral: // cudaGetTextureReference(&p, "name"), cuModuleGetTexRef(&h, m, "name")
		return b.byString(strings.Trim(n.Text(), `"`))
	case ast.FieldExpression:
		return b.member(n, depth)
	case ast.Identifier:
		return b.identifier(n, depth)
	case ast.QualifiedIdentifier:
		return b.variableAt(n, n)
	}
	return nil
}

func (b *builder) byString(name string) *Reference {
	if i := strings.LastIndex(name, ":"); i >= 0 {
		name = name[i+1:]
	}
	for _, r := range b.refs {
		if r.Name == name && r.Form == Template && (r.Role == Global || r.Role == Member) {
			return r
		}
	}
	return nil
}

// identifier resolves a plain name: what it means here, local names first.
func (b *builder) identifier(n ast.Node, depth int) *Reference {
	if x, ok := b.u.Expand(n); ok {
		return b.resolve(x, depth+1)
	}
	if l := b.u.LocalAt(n, n.Text()); l != nil {
		if r := b.byNode[l.Node]; r != nil {
			b.seen[n] = true
			return r
		}
		if l.Init.Valid() && !l.Param && l.Type != nil && (l.Type.Kind == sema.Reference || l.Type.Kind == sema.Pointer) {
			return b.resolve(l.Init, depth+1) // auto& t = ref
		}
		return nil
	}
	return b.variableAt(n, n)
}

// variableAt resolves the name of a variable, or of a member of the class around.
func (b *builder) variableAt(n, name ast.Node) *Reference {
	scope := b.u.ScopeAt(n)
	if v := scope.Variable(name); v != nil {
		r := b.byNode[v.Node]
		if r != nil {
			b.account(name)
		}
		return r
	}
	if f := b.u.FunctionAt(n); f != nil && f.Record != nil && name.Kind() == ast.Identifier {
		if field, ok := f.Record.FieldNamed(name.Text()); ok {
			if r := b.byNode[field.Node]; r != nil {
				b.account(name)
				return r
			}
		}
	}
	return nil
}

// account notes the identifiers of a name as seen.
func (b *builder) account(name ast.Node) {
	for d := range name.Descendants() {
		b.seen[d] = true
	}
}

// member resolves x.ref and p->ref.
func (b *builder) member(n ast.Node, depth int) *Reference {
	t := b.u.ScopeAt(n).ExprType(n.Child(ast.FieldArgument)).Object()
	if t != nil && t.Kind == sema.Pointer && n.Op() == ast.Arrow {
		t = t.Elem
	}
	if t == nil || t.Record == nil {
		return nil
	}
	name := n.Child(ast.FieldField)
	var r *Reference
	if f, ok := t.Record.FieldNamed(name.Text()); ok {
		r = b.byNode[f.Node]
	} else if v := t.Record.Statics[name.Text()]; v != nil {
		r = b.byNode[v.Node]
	}
	if r != nil {
		b.seen[name] = true
	}
	return r
}

// mentions finds what is done with references other than calling the interface.
func (b *builder) mentions() {
	if len(b.byName) == 0 {
		return
	}
	for _, f := range b.u.Files {
		for i := range f.Len() {
			n := f.At(i)
			if n.Is(ast.Identifier, ast.FieldIdentifier) && b.byName[n.Text()] && !b.seen[n] && b.byNode[n] == nil {
				b.mention(n)
			}
		}
	}
}

func (b *builder) mention(n ast.Node) {
	e := n
	for e.Parent().Kind() == ast.QualifiedIdentifier && e.Field() == ast.FieldName {
		e = e.Parent()
	}
	if p := e.Parent(); n.Kind() == ast.FieldIdentifier {
		if p.Kind() != ast.FieldExpression || n.Field() != ast.FieldField {
			return
		}
		e = p
	} else if isDeclaredName(e) {
		return
	}
	if inactive(b.u, n) {
		return
	}
	r := b.resolve(e, 0)
	if r == nil || r.Role == TypeName {
		return
	}
	b.classify(r, e)
}

// isDeclaredName reports whether a name is the one that a declarator declares.
func isDeclaredName(n ast.Node) bool {
	switch p := n.Parent(); p.Kind() {
	case ast.Declaration, ast.FieldDeclaration, ast.ParameterDeclaration, ast.OptionalParameterDeclaration, ast.PointerDeclarator, ast.ReferenceDeclarator,
		ast.FunctionDeclarator, ast.TypeDefinition, ast.EnumSpecifier, ast.Enumerator, ast.NamespaceDefinition, ast.PreprocDef, ast.PreprocFunctionDef, ast.PreprocParams,
		ast.PreprocIfdef, ast.PreprocElifdef, ast.PreprocDefined, ast.NestedNamespaceSpecifier:
		return true
	case ast.InitDeclarator, ast.ArrayDeclarator:
		return n.Field() == ast.FieldDeclarator
	}
	return false
}

// classify notes what an expression that names a reference is used for.
func (b *builder) classify(r *Reference, e ast.Node) {
	use := b.use(Other, e, "")
	use.Args = nil
	for p := e.Parent(); p.Valid(); e, p = p, p.Parent() {
		switch p.Kind() {
		case ast.ParenthesizedExpression, ast.PointerExpression, ast.SubscriptExpression, ast.CastExpression:
			continue
		case ast.FieldExpression:
			if e.Field() == ast.FieldArgument {
				b.field(&use, p)
			}
		case ast.ArgumentList:
			call := p.Parent()
			if b.spelled[mention{call, r}] {
				return // an argument of a macro that was looked into
			}
			if call.Kind() == ast.CallExpression {
				pass := b.use(Pass, call, call.Child(ast.FieldFunction).Text())
				pass.Arg = slices.Index(pass.Args, e)
				use = pass
			}
		}
		break
	}
	b.keep(r, use)
}

// field notes an access to a member of a reference, e.Field.
func (b *builder) field(use *Use, e ast.Node) {
	use.Kind, use.Node, use.Field = Get, e, e.Child(ast.FieldField).Text()
	for p := e.Parent(); p.Kind() == ast.SubscriptExpression && e.Field() == ast.FieldArgument; e, p = p, p.Parent() {
		use.Field += "[" + strings.Trim(p.Child(ast.FieldIndices).Text(), "[] ") + "]"
		use.Node = p
	}
	for p := e.Parent(); p.Kind() == ast.FieldExpression && e.Field() == ast.FieldArgument; e, p = p, p.Parent() {
		use.Field += "." + p.Child(ast.FieldField).Text() // channelDesc.x
		use.Node = p
	}
	p := e.Parent()
	if p.Kind() == ast.AssignmentExpression && e.Field() == ast.FieldLeft {
		use.Kind, use.Node = Set, p
		if p.Op() == ast.Assign {
			use.Value = p.Child(ast.FieldRight)
		}
	}
}

func sorted[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

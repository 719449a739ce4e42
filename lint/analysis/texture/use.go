package texture

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// targets finds the references that local C++ references and pointers refer to.
func (b *builder) targets() {
	for _, r := range b.refs {
		if r.init.Valid() {
			r.target = b.resolve(r.init, 0)
		}
	}
}

// calls finds the calls of the interface, including those in macros.
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
	b.misread()
	if len(b.refs) == 0 {
		return
	}
	for _, name := range sorted(fetches) {
		for _, n := range b.u.Calls(name) {
			b.fetch(n, name)
		}
	}
}

// misread finds calls that are parsed as declarations, because a macro that is not visible
// precedes them without a semicolon: CHECK_ERROR cudaUnbindTexture(t);
func (b *builder) misread() {
	for _, f := range b.u.Files {
		if !holdsWord(f) {
			continue
		}
		for i := range f.Len() {
			n := f.At(i)
			if n.Kind() != ast.FunctionDeclarator || n.Parent().Kind() != ast.Declaration {
				continue
			}
			name := n.Child(ast.FieldDeclarator).Text()
			kind, runtime := runtimeCalls[name]
			if driverCalls[name] {
				kind = Driver
			} else if !runtime {
				continue
			}
			in := b.u.FunctionAt(n)
			if in == nil || inactive(b.u, n) {
				continue
			}
			use := Use{Kind: kind, Node: n, Callee: name, Arg: -1, Function: in}
			for p := range n.Child(ast.FieldParameters).Children() {
				use.Args = append(use.Args, sema.Argument(p))
			}
			b.host(use)
		}
	}
}

// objectMacros finds the calls in object-like macros, which are not calls in the source:
// #define BIND cudaBindTexture(0, ref, p, n), and then BIND.
func (b *builder) objectMacros() {
	names := map[string]bool{}
	for _, f := range b.u.Files {
		if !holdsWord(f) {
			continue
		}
		for i := range f.Len() {
			if n := f.At(i); n.Kind() == ast.PreprocDef && callsInterface(n.Child(ast.FieldValue).Text()) {
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

// callsInterface reports whether a text looks like a call of the interface.
func callsInterface(text string) bool {
	src := []byte(text)
	tokens := preproc.Lex(src, 0)
	for i, t := range tokens {
		if t.Kind == preproc.Word && i+1 < len(tokens) && (tokens[i+1].Is(src, "(") || tokens[i+1].Is(src, "<")) {
			if _, arg := Interface(t.In(src)); arg >= 0 {
				return true
			}
		}
	}
	return false
}

// expansion finds the calls in the expansion of a macro.
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

// means reports whether a call of a name calls CUDA's function: the name is not a member, not
// qualified and not a macro, and the code is compiled.
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

// hostCall records a call of the runtime or the driver.
func (b *builder) hostCall(n ast.Node, name string, kind UseKind) {
	callee := n.Child(ast.FieldFunction)
	scope := b.u.ScopeAt(n)
	if !b.means(n, name) {
		return
	}
	// A function with a visible declaration is the program's own: an emulator, or a loader
	// of the driver's symbols.
	if own, _ := scope.FunctionsNamed(callee); len(own) > 0 || scope.Variable(callee) != nil {
		return
	}
	if l := b.u.LocalAt(n, name); l != nil && !l.Function {
		return
	}
	b.host(b.use(kind, n, name))
}

// host records a call of the runtime or the driver for the references that it names.
func (b *builder) host(use Use) {
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

// fetch records a device call if it fetches through a reference.
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

// mentions finds the uses of references other than calls of the interface.
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

// classify records the use of an expression that names a reference.
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

// field records an access to a member of a reference, e.Field.
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

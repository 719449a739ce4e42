package parameter

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// scan handles all places that mention a function.
func (t *threader) scan(g *group) {
	for _, u := range t.units[g.name] {
		for _, file := range u.Files {
			if !hasWord(file, g.name) {
				continue
			}
			x := t.index(file)
			for _, n := range x.names[g.name] {
				t.mention(g, u, n)
			}
			if g.in(u) {
				t.unseen(g, u, x)
				t.strings(g, x)
			}
		}
	}
	for _, u := range t.units[g.name] {
		if g.in(u) {
			t.spelledLaunches(g, u)
			t.pastedNames(g, u)
		}
	}
}

// mention handles one identifier.
func (t *threader) mention(g *group, u *sema.Unit, n ast.Node) {
	at := mention{n.File(), n.Span().Start}
	if dead(u, n) {
		if g.in(u) {
			g.dead[placeOf(n)] = at
			t.deadCall(g, u, n)
		}
		return
	}
	g.live[placeOf(n)] = at
	top := fullName(n)
	d, p := top, top.Parent()
	for p.Kind() == ast.ParenthesizedDeclarator {
		d, p = p, p.Parent()
	}
	if p.Kind() == ast.FunctionDeclarator && d.Field() == ast.FieldDeclarator {
		t.declaration(g, u, top, p)
		return
	}
	t.use(g, u, n, top)
}

// fullName returns the qualified name whose last part is an identifier.
func fullName(n ast.Node) ast.Node {
	for range 100 {
		p := n.Parent()
		switch p.Kind() {
		case ast.TemplateFunction, ast.TemplateMethod, ast.TemplateType:
			if n.Field() != ast.FieldName {
				return n
			}
		case ast.QualifiedIdentifier:
			if n.Field() == ast.FieldScope {
				return n
			}
		case ast.FieldExpression:
			if n.Field() != ast.FieldField {
				return n
			}
		case ast.DependentName:
		default:
			return n
		}
		n = p
	}
	return n
}

// declaration handles a function declarator of the name.
func (t *threader) declaration(g *group, u *sema.Unit, name, d ast.Node) {
	if known := t.byPlace[placeOf(d)]; known != nil {
		if known == g {
			t.parameters(g, u, d)
		}
		return
	}
	stmt := d.Enclosing(ast.Declaration, ast.TemplateInstantiation, ast.FriendDeclaration, ast.FunctionDefinition, ast.FieldDeclaration, ast.ParameterDeclaration, ast.TypeDefinition)
	if stmt.Is(ast.ParameterDeclaration, ast.TypeDefinition) {
		return // int f(int g(int)): a parameter
	}
	inside := u.FunctionAt(d) != nil
	if inside && stmt.Kind() == ast.Declaration {
		for _, declared := range u.ScopeAt(stmt).Declarators(stmt) {
			if !declared.Function && declared.Name == g.name {
				return // dim3 f(x, y)
			}
		}
		if misread(u, stmt) {
			g.problemAt(d, "a call of "+g.name+" that reads like a declaration")
			return
		}
	}
	candidates, _ := u.ScopeAt(stmt).FunctionsNamed(unqualified(name))
	count := countParams(d)
	mine, others := false, false
	for _, f := range candidates {
		if len(f.Params) != count {
			continue
		}
		if t.groupAt(f) == g {
			mine = true
		} else {
			others = true
		}
	}
	switch {
	case mine && !others:
		t.parameters(g, u, d)
	case mine:
		g.problemAt(d, "which of several functions "+g.name+" a declaration means is not known")
	case len(candidates) == 0 && g.in(u):
		g.problemAt(d, "a declaration of "+g.name+" that is not understood")
	}
}

// unqualified returns the name itself where its scope is that of what it declares.
func unqualified(name ast.Node) ast.Node {
	if name.Kind() == ast.TemplateFunction {
		return name.Child(ast.FieldName)
	}
	return name
}

func countParams(d ast.Node) int {
	n := 0
	for p := range d.Child(ast.FieldParameters).Children() {
		if p.Is(ast.ParameterDeclaration, ast.OptionalParameterDeclaration, ast.VariadicParameterDeclaration) {
			if !p.Child(ast.FieldDeclarator).Valid() && p.Child(ast.FieldType).Text() == "void" {
				continue
			}
			n++
		}
	}
	return n
}

// misread reports whether a statement that reads like a declaration is a call
// behind a macro: CHECK f(x);
func misread(u *sema.Unit, declaration ast.Node) bool {
	spec := declaration.Child(ast.FieldType)
	if spec.Kind() != ast.TypeIdentifier || declaration.Qualifiers() != 0 {
		return false
	}
	if _, macro := u.Expand(spec); macro {
		return true
	}
	typ := u.ScopeAt(declaration).Type(spec)
	return typ == nil || !typ.Known() && typ.Kind != sema.Dependent
}

// use handles a mention that is no declaration.
func (t *threader) use(g *group, u *sema.Unit, n, top ast.Node) {
	parent := top.Parent()
	call := ast.Node{}
	switch {
	case parent.Kind() == ast.CallExpression && top.Field() == ast.FieldFunction:
		call = parent
	case parent.Kind() == ast.InitDeclarator && top.Field() == ast.FieldDeclarator && parent.Child(ast.FieldValue).Kind() == ast.ArgumentList && misread(u, parent.Parent()) && u.FunctionAt(n) != nil:
		call = parent // CHECK f(x);
	case top.Field() == ast.FieldDeclarator, n.Kind() == ast.FieldIdentifier && top.Kind() != ast.FieldExpression,
		parent.Is(ast.Enumerator, ast.StructSpecifier, ast.ClassSpecifier, ast.UnionSpecifier, ast.EnumSpecifier, ast.TypeDefinition, ast.AliasDeclaration, ast.DesignatedField, ast.TypeParameterDeclaration):
		return // it declares something else
	}
	if top.Kind() != ast.FieldExpression && top.Kind() != ast.QualifiedIdentifier && call.Kind() != ast.InitDeclarator {
		if local := u.LocalAt(n, g.name); local != nil && !misread(u, local.Declaration) {
			return
		}
	}
	args, known := arguments(call)
	switch t.means(g, u, n, top, call, args) {
	case another:
		return
	case unsure:
		g.problemAt(n, "whether this is "+g.name+" is not known")
		return
	}
	switch {
	case !call.Valid():
		t.mentioned(g, u, n, top)
	case !known:
		g.problemAt(n, "a call of "+g.name+" without a list of arguments")
	default:
		t.call(g, u, call)
	}
}

// keepsAddress are the functions of the runtime that take a kernel's address and do
// not call it.
func keepsAddress(name string) bool {
	return strings.HasPrefix(name, "cudaOccupancy") || slices.Contains([]string{"cudaFuncSetAttribute", "cudaFuncGetAttributes", "cudaFuncSetCacheConfig", "cudaFuncSetSharedMemConfig", "cudaFuncGetName", "cudaFuncGetParamInfo"}, name)
}

// mentioned handles a mention that is no call: the address of the function.
func (t *threader) mentioned(g *group, u *sema.Unit, n, top ast.Node) {
	if n.Enclosing(ast.UsingDeclaration).Valid() {
		return
	}
	e := top
climb:
	for range 20 {
		p := e.Parent()
		switch p.Kind() {
		case ast.ParenthesizedExpression, ast.PointerExpression:
		case ast.CastExpression:
			if strings.Contains(p.Child(ast.FieldType).Text(), "(") {
				break climb // a type of function: it says what the parameters are
			}
		case ast.ArgumentList:
			if c := p.Parent(); strings.HasSuffix(c.Child(ast.FieldFunction).Child(ast.FieldName).Text(), "_cast") && !strings.Contains(c.Child(ast.FieldFunction).Text(), "(") {
				e = c
				continue
			}
			break climb
		default:
			break climb
		}
		e = p
	}
	call := e.Parent().Parent()
	if e.Parent().Kind() != ast.ArgumentList || call.Kind() != ast.CallExpression {
		g.problemAt(n, g.name+" is used other than by a call: its address, or as a template argument")
		return
	}
	callee := call.Child(ast.FieldFunction).LastName().Text()
	switch {
	case call.ChildOf(ast.KernelCallSyntax).Valid():
		g.problemAt(n, g.name+" is an argument of a kernel")
	case keepsAddress(callee):
	case launchFunctions[callee].form != 0:
		t.launchFunction(g, u, call, e, launchFunctions[callee])
	default:
		if !t.macroLaunch(g, u, call, e) {
			g.problemAt(n, g.name+" is passed to "+callee)
		}
	}
}

// strings looks for calls that find a kernel by its name.
func (t *threader) strings(g *group, x *fileIndex) {
	if !g.kernel {
		return
	}
	text := x.file.Source.Text
	mangled := strconv.Itoa(len(g.name)) + g.name
	for i, tok := range x.tokens {
		if tok.Kind != preproc.Literal {
			continue
		}
		if s := strings.Trim(tok.In(text), `"`); s != g.name && !(strings.HasPrefix(s, "_Z") && strings.Contains(s, mangled)) {
			continue
		}
		if k := opening(text, x.tokens, i); k > 0 {
			callee := x.tokens[k-1].In(text)
			if strings.Contains(callee, "GetFunction") || strings.Contains(callee, "GetKernel") || strings.Contains(callee, "etFunction") {
				g.problem(x.file, tok.Start(), g.name+" is found by its name, and launched with arguments that are not visible")
			}
		}
	}
}

// spelledLaunches looks for launches and calls that only the expansion of a macro shows, because
// the macro pastes their names together.
func (t *threader) spelledLaunches(g *group, u *sema.Unit) {
	check := func(n ast.Node) {
		origin := n.Origin()
		if origin == n || t.handled[placeOf(origin)] || dead(u, origin) {
			return
		}
		span := origin.Span()
		for d := range origin.Descendants() {
			if d.Kind() == ast.CallExpression && t.handled[placeOf(d)] {
				return // an argument of the macro has it
			}
		}
		line := strconv.Itoa(origin.File().Source.Position(span.Start).Line)
		g.problemAt(origin, "the macro at line "+line+" makes a call or a launch of "+g.name+" whose text does not show it")
	}
	for _, l := range t.env.Host(u).OfSome(func(k *sema.Function) bool { return t.groupAt(k) == g }) {
		for _, k := range l.Kernels {
			if t.groupAt(k) == g {
				g.launched = true
				check(l.Node)
			}
		}
	}
	for _, call := range u.Calls(g.name) {
		if call.Origin() == call {
			continue
		}
		if args, ok := arguments(call); ok && t.means(g, u, call.Child(ast.FieldFunction), call.Child(ast.FieldFunction), call, args) == own {
			check(call)
		}
	}
}

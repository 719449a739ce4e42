package migrate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/parameter"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

// An action is the kind of a site.
type action uint8

const (
	unknown action = iota
	fetch          // a device function reads or writes through it
	bind           // memory is bound to it
	unbind         // memory is unbound
	field          // a member is read or assigned to
	invoke         // it is an argument of a macro that does the rest
	pass           // it is an argument of a function that does the rest
	query          // a call returns a pointer to it
)

// A site is one place that names a reference, or a macro parameter that stands for one.
type site struct {
	action action
	unit   *sema.Unit
	file   *ast.File
	node   ast.Node // in code; not valid in the text of a macro
	macro  *macro   // in its text; nil in code
	param  bool     // the name is a parameter of the macro
	// pointer is set if the name is a local pointer to the reference, or an argument of the
	// call that sets that pointer.
	pointer bool
	// joined is set in the text of a macro that pastes the name together from its argument:
	// t##Tex.
	joined bool
	view   *view
	token  int
	surroundings
	callee   string
	carrier  *carrier     // the parameter that the name is; nil for a reference's own
	to       *carrier     // the parameter that it is passed by
	declared ast.Node     // the declaration of the pointer that is asked for
	named    int          // the macro's parameter that the called function's name is, -1 for none
	refs     []*reference // all that may be meant
}

// description spells the description of a reference at a site.
func (s *site) description(suffix string) string {
	if s.carrier != nil {
		return s.carrier.description(suffix)
	}
	if s.macro == nil && s.view.at(s.token) != s.refs[0].name { // #define IMAGE tex
		return s.qualifier + s.refs[0].name + suffix
	}
	return s.object() + s.paste() + suffix
}

// paste returns the operator that appends a suffix to the name at a site, if one is needed.
func (s *site) paste() string {
	if s.param || s.joined && slices.Contains(s.macro.params, s.view.at(s.name.last)) {
		return "##"
	}
	return ""
}

// object spells the object at a site.
func (s *site) object() string {
	if s.pointer {
		return s.refs[0].name
	}
	if s.joined {
		return s.view.spelled(s.name)
	}
	return s.qualifier + s.view.at(s.token)
}

// lvalue spells the object that a name stands for at a site.
func (s *site) lvalue(name string) string {
	if s.carrier != nil && s.carrier.pointer {
		return "*" + name
	}
	return name
}

// at spells the place of a site for messages.
func (s *site) at() string {
	return fmt.Sprintf("%s:%d", s.file.Source.Path, s.file.Source.Position(s.view.tokens[s.token].Start()).Line)
}

// lineOf spells the place of a node, or of the macro use that it comes from, for messages.
func lineOf(n ast.Node) string {
	n = n.Origin()
	return fmt.Sprintf("%s:%d", n.File().Source.Path, n.File().Source.Position(n.Span().Start).Line)
}

// maxSites bounds the sites of one migration.
const maxSites = 5000

// scan finds all sites of the references, also in code that is not compiled.
func (p *program) scan() {
	p.siteAt, p.carriers = map[place]*site{}, map[place]*carrier{}
	for _, u := range p.units {
		visible := map[string]*reference{}
		for _, r := range p.refs {
			if slices.ContainsFunc(r.decls, func(d *declaration) bool { return reads(u, d.file) }) {
				visible[r.name] = r
			}
		}
		for name, r := range p.otherNames() {
			if visible[r.name] != nil && visible[name] == nil {
				visible[name] = r
			}
		}
		for _, f := range u.Files {
			for i := range f.Len() {
				if n := f.At(i); n.Is(ast.Identifier, ast.TypeIdentifier) {
					if r := visible[n.Text()]; r != nil {
						p.mention(u, f, n, r)
					}
				}
			}
		}
	}
	for _, m := range p.allMacros() {
		p.joins(m)
		if m.alias() {
			continue
		}
		for i, t := range m.view.tokens {
			if t.Kind != preproc.Word {
				continue
			}
			if r := p.byName[m.view.at(i)]; r != nil && !slices.Contains(m.params, r.name) {
				p.inMacro(m, i, r, false)
			}
		}
	}
	if len(p.sites) > maxSites {
		for _, r := range p.refs {
			r.refuse("there are too many uses of references")
		}
		return
	}
	for _, u := range p.units {
		p.invocations(u)
		p.pointers(u)
		p.crossCheck(u)
	}
}

// mention adds the site of one identifier in code.
func (p *program) mention(u *sema.Unit, f *ast.File, n ast.Node, r *reference) {
	if slices.ContainsFunc(r.decls, func(d *declaration) bool {
		return placeOf(d.file, d.name.Span().Start) == placeOf(f, n.Span().Start)
	}) {
		return
	}
	if n.Parent().Is(ast.PreprocDef, ast.PreprocFunctionDef, ast.PreprocParams, ast.PreprocIfdef, ast.PreprocElifdef, ast.PreprocDefined, ast.LabeledStatement) {
		return
	}
	if n.Parent().Kind() != ast.QualifiedIdentifier && u.LocalAt(n, n.Text()) != nil {
		return
	}
	if in := u.FunctionAt(n); in != nil && in.Record != nil {
		if _, own := in.Record.FieldNamed(n.Text()); own {
			return
		}
	}
	if isDeclared(n) {
		if n.Enclosing(ast.FunctionDefinition, ast.FieldDeclarationList, ast.ParameterList).Valid() {
			return // a name of its own
		}
		r.refuse("something else has its name in " + f.Source.Path)
		return
	}
	key := placeOf(f, n.Span().Start)
	s := p.siteAt[key]
	if s == nil {
		v := p.viewOf(f)
		i := v.find(n.Span().Start)
		if i < 0 {
			r.refuse("a use of it could not be parsed")
			return
		}
		s = &site{unit: u, file: f, node: n, view: v, token: i, refs: []*reference{r}}
		p.siteAt[key] = s
		p.sites = append(p.sites, s)
		p.classify(s)
	}
	p.user(u, n, s, r)
}

// isDeclared reports whether a name is the one that a declarator declares.
func isDeclared(n ast.Node) bool {
	switch p := n.Parent(); p.Kind() {
	case ast.Declaration, ast.FieldDeclaration, ast.ParameterDeclaration, ast.OptionalParameterDeclaration, ast.FunctionDeclarator, ast.TypeDefinition,
		ast.Enumerator, ast.NamespaceDefinition, ast.PointerDeclarator, ast.ReferenceDeclarator:
		return n.Field() == ast.FieldDeclarator || n.Field() == ast.FieldName
	case ast.InitDeclarator, ast.ArrayDeclarator:
		return n.Field() == ast.FieldDeclarator
	}
	return false
}

// user records the device function that fetches at a site.
func (p *program) user(u *sema.Unit, n ast.Node, s *site, r *reference) {
	if s.action != fetch && s.action != invoke && s.action != pass {
		return
	}
	in := u.FunctionAt(n)
	switch {
	case in != nil && in.OnDevice():
		r.users[in] = parameter.User{Unit: u, Function: in}
	case (s.action == fetch || deviceLambda(n)) && !r.managed:
		r.managed, r.because = true, "the fetch at "+s.at()+" is in no visible function"
	}
}

// deviceLambda reports whether a node is in a lambda that host code passes to device code.
func deviceLambda(n ast.Node) bool {
	for l := n.Enclosing(ast.LambdaExpression); l.Valid(); l = l.Enclosing(ast.LambdaExpression) {
		if l.Qualifiers()&ast.Device != 0 {
			return true
		}
	}
	return false
}

// inMacro adds the site of one name in the text of a macro: a reference, or a parameter that
// stands for one.
func (p *program) inMacro(m *macro, i int, r *reference, param bool) {
	key := placeOf(m.file, m.view.tokens[i].Start())
	s := p.siteAt[key]
	if s == nil {
		s = &site{unit: m.unit, file: m.file, macro: m, param: param, view: m.view, token: i, refs: []*reference{r}}
		p.siteAt[key] = s
		p.sites = append(p.sites, s)
	} else if slices.Contains(s.refs, r) {
		return
	} else {
		s.refs = append(s.refs, r)
	}
	p.classify(s)
}

// classify finds the action of a site. In a macro it refuses only the last reference.
func (p *program) classify(s *site) {
	r := s.refs[len(s.refs)-1]
	s.named = -1
	s.surroundings = s.view.surroundingsAt(s.token)
	switch {
	case s.pasted && !s.joined:
		r.refuse("its name is pasted by macro " + s.macro.name)
		return
	case s.field >= 0:
		s.action = field
		return
	case s.surroundings.callee < 0:
		if s.macro != nil && s.param && s.view.at(s.token-1) == "#" {
			return // spelled, for a message
		}
		if !p.otherName(s, r) {
			r.refuse("its use at " + s.at() + " is neither a fetch, a bind nor a setting")
		}
		return
	}
	s.callee = p.meant(s.view.at(s.surroundings.callee))
	switch kind, arg := texture.Interface(s.callee); {
	case kind == texture.Fetch && (s.arg == arg || r.surface && s.arg == 0 && s.explicit):
		s.action = fetch
		if s.explicit && !r.surface {
			r.refuse("the fetch at " + s.at() + " has template arguments")
		}
		if s.callee == "tex2Dgather" && (r.aliased || r.decls[0].gathered == "") {
			r.refuse("the type that tex2Dgather returns is not known")
		}
	case kind == texture.Bind && s.arg == arg:
		s.action = bind
	case kind == texture.Unbind && s.arg == arg:
		s.action = unbind
	case s.callee == "cudaGetTextureReference" || s.callee == "cudaGetSurfaceReference":
		s.action = query // see pointers
	case kind == texture.Query || kind == texture.Bind || kind == texture.Driver:
		r.refuse("the call of " + s.callee + " at " + s.at() + " has no counterpart")
	case p.macros[s.callee] != nil:
		s.action = invoke
		p.follow(s, r)
	case s.macro != nil && slices.Contains(s.macro.params, s.callee):
		s.action, s.named = invoke, slices.Index(s.macro.params, s.callee)
	default:
		p.pass(s, r)
	}
}

// meant returns the name that an object-like macro stands for: #define FETCH tex1Dfetch. It
// returns any other name as it is.
func (p *program) meant(name string) string {
	for _, m := range p.macros[name] {
		if len(m.params) > 0 || len(m.view.tokens) != 1 {
			return name
		}
		if _, arg := texture.Interface(m.view.at(0)); arg >= 0 {
			return m.view.at(0)
		}
	}
	return name
}

// follow follows a reference into a macro of which it is an argument.
func (p *program) follow(s *site, r *reference) {
	for _, m := range p.macros[s.callee] {
		if s.arg >= len(m.params) || m.params[s.arg] == "..." {
			r.refuse("macro " + m.name + " is called with it at " + s.at())
			return
		}
		for i, t := range m.view.tokens {
			if t.Kind == preproc.Word && m.view.at(i) == m.params[s.arg] {
				p.inMacro(m, i, r, true)
			}
		}
	}
}

// literalNull reports whether an argument is a null pointer.
func literalNull(text string) bool {
	text = strings.TrimSpace(text)
	return text == "0" || text == "NULL" || text == "nullptr"
}

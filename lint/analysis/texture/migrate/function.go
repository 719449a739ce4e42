package migrate

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
)

// A carrier is a function parameter by which references are passed.
type carrier struct {
	unit     *sema.Unit
	function *sema.Function
	index    int
	name     string
	pointer  bool
	template bool // its type is a parameter of the template, deduced anew
	value    bool // in device code, which gets the object itself
	surface  bool
	refs     []*reference
	sites    []*site

	object, described bool // what it becomes: the object, the description, or both
	sets, binds       bool
}

// pass follows a reference into a function to which it is passed.
func (p *program) pass(s *site, r *reference) {
	if s.macro != nil {
		r.refuse("macro " + s.macro.name + " passes it to " + s.callee)
		return
	}
	c, reason := p.carrierOf(s)
	if c == nil {
		r.refuse("it is passed to " + s.callee + " at " + s.at() + reason)
		return
	}
	s.action, s.to = pass, c
	if slices.Contains(c.refs, r) {
		return
	}
	c.refs = append(c.refs, r)
	p.usesIn(c, r)
}

// usesIn adds the uses of a parameter that stands for a reference.
func (p *program) usesIn(c *carrier, r *reference) {
	param := c.function.Params[c.index]
	for n := range c.function.Body.Descendants() {
		if !n.Is(ast.Identifier, ast.TypeIdentifier) || n.Text() != c.name {
			continue
		}
		if l := c.unit.LocalAt(n, c.name); l == nil || l.Declaration != param.Node || isDeclared(n) {
			continue
		}
		p.inFunction(c, n, r)
	}
}

// inFunction adds one use of a parameter.
func (p *program) inFunction(c *carrier, n ast.Node, r *reference) {
	f := n.File()
	key := placeOf(f, n.Span().Start)
	s := p.siteAt[key]
	if s == nil {
		v := p.viewOf(f)
		i := v.find(n.Span().Start)
		if i < 0 {
			r.refuse("its use in " + c.function.Name + " could not be parsed")
			return
		}
		s = &site{unit: c.unit, file: f, node: n, view: v, token: i, carrier: c}
		p.siteAt[key] = s
		p.sites = append(p.sites, s)
		c.sites = append(c.sites, s)
	}
	s.refs = append(s.refs, r)
	p.classify(s)
	if s.action == field && fields[s.view.at(s.field)] == channelDesc {
		r.refuse(c.function.Name + " uses its channelDesc")
	}
}

// carrierOf returns the parameter of an argument, or the reason why it is not known.
func (p *program) carrierOf(s *site) (c *carrier, reason string) {
	call := s.node.Enclosing(ast.CallExpression)
	functions, _ := s.unit.ScopeAt(call).FunctionsNamed(call.Child(ast.FieldFunction))
	functions = slices.DeleteFunc(slices.Clone(functions), func(f *sema.Function) bool { return s.arg >= len(f.Params) || f.Params[s.arg].Pack })
	if len(functions) == 0 {
		return nil, ", which is not visible"
	}
	if len(functions) > 1 {
		return nil, ", which is overloaded"
	}
	f := functions[0]
	if !f.Body.Valid() || len(f.Declarators) == 0 || f.Body.Origin() != f.Body {
		return nil, ", whose definition is not visible"
	}
	key := carrierKey(f, s.arg)
	if c := p.carriers[key]; c != nil {
		return c, ""
	}
	param := f.Params[s.arg]
	c = &carrier{unit: s.unit, function: f, index: s.arg, name: param.Name, value: f.OnDevice()}
	d := param.Node.Child(ast.FieldDeclarator)
	c.pointer = d.Kind() == ast.PointerDeclarator
	spelled := param.Node.Child(ast.FieldType)
	if t, _ := p.templateOf(spelled); t.Valid() {
		c.surface = t.Child(ast.FieldName).Text() == "surface"
		args := t.Child(ast.FieldArguments).Text()
		for _, tp := range f.TemplateParams {
			if tp.Name != "" && !s.explicit && containsWord(args, tp.Name) {
				return nil, ", whose template arguments are deduced from it"
			}
		}
	} else if name := spelled.LastName().Text(); name != "textureReference" {
		if !slices.ContainsFunc(f.TemplateParams, func(tp decl.TemplateParam) bool { return tp.IsType && tp.Name == name }) {
			return nil, ""
		}
		if s.explicit {
			return nil, ", whose template arguments are given"
		}
		c.template = true
	}
	if c.pointer && c.value || f.Kernel() || f.Qualifiers&ast.Host != 0 && f.OnDevice() {
		return nil, ""
	}
	if !c.value && !c.pointer && d.Kind() != ast.ReferenceDeclarator {
		return nil, ", by value"
	}
	p.carriers[key] = c
	p.order = append(p.order, c)
	return c, ""
}

// carrierKey returns a key of a parameter, the same in each unit that has the function.
func carrierKey(f *sema.Function, index int) place {
	at := f.Declarators[0].Origin()
	return place{at.File().Source.Path, at.Span().Start*256 + index}
}

func containsWord(text, word string) bool {
	v := viewPart([]byte(text), 0, len(text))
	for i := range v.tokens {
		if v.at(i) == word {
			return true
		}
	}
	return false
}

// propagateNeeds finds what each parameter becomes: a function that passes it on needs what
// the called function needs.
func (p *program) propagateNeeds() {
	for changed := true; changed; {
		changed = false
		for _, c := range p.order {
			was := *c
			for _, s := range c.sites {
				switch s.action {
				case field:
					c.described = true
					c.sets = c.sets || s.set
				case bind:
					c.object, c.binds = true, true
					c.described = c.described || !c.surface
				case fetch, unbind, invoke:
					c.object = true
				case pass:
					c.object, c.described = c.object || s.to.object, c.described || s.to.described
					c.sets, c.binds = c.sets || s.to.sets, c.binds || s.to.binds
				}
			}
			changed = changed || was.object != c.object || was.described != c.described || was.sets != c.sets || was.binds != c.binds
		}
	}
	for _, c := range p.order {
		c.object = c.object || !c.described
		for _, r := range c.refs {
			r.described = r.described || c.described
			if c.described && c.value {
				r.refuse("device function " + c.function.Name + " uses its members")
			}
		}
	}
}

// description returns the name of the description inside the function.
func (c *carrier) description(suffix string) string {
	if c.object {
		return c.name + suffix
	}
	return c.name
}

// live reports whether a carrier is migrated.
func (c *carrier) live() bool {
	return len(c.refs) > 0 && !slices.ContainsFunc(c.refs, func(r *reference) bool { return r.reason != "" })
}

// reason returns the reason why a carrier is not migrated.
func (c *carrier) reason() string {
	for _, r := range c.refs {
		if r.reason != "" {
			return r.name + ", which is passed to this parameter, is not migrated: " + r.reason
		}
	}
	return "a parameter"
}

// parameters returns the edits of the parameters, in every declaration of their
// functions.
func (p *program) parameters() (edits []fixes.Edit) {
	for _, c := range p.order {
		if !c.live() {
			continue
		}
		for _, d := range c.function.Declarators {
			i := 0
			for param := range d.Child(ast.FieldParameters).Children() {
				if i == c.index && d.Origin() == d {
					edits = append(edits, p.parameter(c, param)...)
				}
				i++
			}
		}
	}
	return edits
}

func (p *program) parameter(c *carrier, param ast.Node) []fixes.Edit {
	name, mark := c.name, "&"
	if d := param.Child(ast.FieldDeclarator); !strings.Contains(d.Text(), c.name) {
		name = strings.Trim(d.Text(), "&* \t")
	}
	switch {
	case c.pointer:
		mark = "*"
	case c.value:
		mark = ""
	}
	handle := "cudaTextureObject_t "
	if c.surface {
		handle = "cudaSurfaceObject_t "
	}
	span := param.Span()
	second := name
	if c.object && name != "" {
		second += p.suffix
	}
	description := "cudaTextureDesc " + mark + second
	switch {
	case c.template && c.object && c.described:
		return []fixes.Edit{p.edit(param.File(), span.End, span.End, ", "+description)}
	case c.template:
		return nil
	case c.object && c.described:
		return []fixes.Edit{p.edit(param.File(), span.Start, span.End, handle+mark+name+", "+description)}
	case c.object:
		return []fixes.Edit{p.edit(param.File(), span.Start, span.End, handle+mark+name)}
	}
	return []fixes.Edit{p.edit(param.File(), span.Start, span.End, description)}
}

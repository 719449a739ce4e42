package migrate

import (
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/parameter"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

// uncalled also migrates the device functions that take a reference and are never called: the
// file would not compile with them otherwise.
func (p *program) uncalled() {
	for _, u := range p.units {
		for _, f := range u.FreeFunctions() {
			if !f.OnDevice() || f.Kernel() || f.Qualifiers&ast.Host != 0 || !f.Body.Valid() || f.Body.Origin() != f.Body || len(f.Declarators) != 1 || p.called(f.Name) {
				continue
			}
			for i, param := range f.Params {
				if t, alias := p.templateOf(param.Node.Child(ast.FieldType)); t.Valid() && !alias.Valid() && param.Name != "" {
					p.takeAlong(u, f, i, t)
				}
			}
		}
	}
}

func (p *program) called(name string) bool {
	return slices.ContainsFunc(p.units, func(u *sema.Unit) bool { return len(u.Calls(name)) > 0 })
}

// takeAlong makes one parameter a carrier, with a reference that stands for all that could be
// passed.
func (p *program) takeAlong(u *sema.Unit, f *sema.Function, i int, template ast.Node) {
	key := carrierKey(f, i)
	if p.carriers[key] != nil {
		return
	}
	d := &declaration{file: template.File(), node: template, name: template, gathered: gatheredInto(f)}
	var args []string
	for a := range template.Child(ast.FieldArguments).Children() {
		args = append(args, a.Text())
	}
	if len(args) > 0 {
		d.texel = args[0]
	}
	if len(args) > 2 {
		d.mode = args[2]
	}
	d.read = readMode(d.mode, nil)
	r := &reference{name: f.Params[i].Name, surface: template.Child(ast.FieldName).Text() == "surface", texel: d.texel, fetched: d.fetched(), decls: []*declaration{d}, users: map[*sema.Function]parameter.User{}}
	if result := f.Node.Child(ast.FieldType).Text(); r.fetched == "" && d.read == texture.NormalizedFloat && (strings.HasPrefix(result, "float") || isParameter(f, result)) {
		r.fetched = result
	}
	if r.fetched == "" && !r.surface {
		return
	}
	c := &carrier{unit: u, function: f, index: i, name: r.name, value: true, surface: r.surface, refs: []*reference{r}}
	p.carriers[key] = c
	p.order = append(p.order, c)
	p.usesIn(c, r)
}

func isParameter(f *sema.Function, name string) bool {
	return slices.ContainsFunc(f.TemplateParams, func(t decl.TemplateParam) bool { return t.IsType && t.Name == name })
}

// gatheredInto returns the type of the variable that a tex2Dgather in a function initialises,
// "" if there is none.
func gatheredInto(f *sema.Function) string {
	for n := range f.Body.Descendants() {
		if n.Kind() == ast.CallExpression && n.Child(ast.FieldFunction).Text() == "tex2Dgather" && n.Parent().Kind() == ast.InitDeclarator {
			return n.Parent().Parent().Child(ast.FieldType).Text()
		}
	}
	return ""
}

package decl

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A TemplateParam is one parameter of a template.
type TemplateParam struct {
	Name    string
	IsType  bool
	Pack    bool
	Type    ast.Node // the type of a non-type parameter
	Default ast.Node // a type or an expression, if any
}

// A TemplateHead is what a template_declaration declares. It must not be changed.
type TemplateHead struct {
	Params []TemplateParam
	// names is one for all templates of a file whose parameters have the same names.
	names *paramNames
}

// paramNames holds a value for the templates whose parameters have the same names.
type paramNames struct{ value atomic.Value }

// Derive returns the value that build returns. It is called once for all templates of the file
// whose parameters have the same names.
func (h *TemplateHead) Derive(build func() any) any {
	if v := h.names.value.Load(); v != nil {
		return v
	}
	h.names.value.CompareAndSwap(nil, build())
	return h.names.value.Load()
}

// TemplateParams returns the parameters of a template_declaration. The caller must not change
// them.
func TemplateParams(template ast.Node) []TemplateParam { return TemplateHeadOf(template).Params }

// TemplateHeadOf returns what a template_declaration declares.
func TemplateHeadOf(template ast.Node) *TemplateHead {
	w := declarationsIn(template)
	return w.templates.get(template, func(ast.Node) *TemplateHead {
		h := &TemplateHead{Params: slices.Clip(readTemplateParams(template))}
		var key strings.Builder
		for _, p := range h.Params {
			key.WriteString(p.Name)
			key.WriteByte(',')
		}
		names, _ := w.names.LoadOrStore(key.String(), new(paramNames))
		h.names = names.(*paramNames)
		return h
	})
}

func readTemplateParams(template ast.Node) []TemplateParam {
	list := template.Child(ast.FieldParameters)
	var out []TemplateParam
	for p := range list.Children() {
		var t TemplateParam
		switch p.Kind() {
		case ast.TypeParameterDeclaration:
			t.IsType, t.Name = true, p.FirstChild().Text()
		case ast.OptionalTypeParameterDeclaration:
			t.IsType, t.Name, t.Default = true, p.Child(ast.FieldName).Text(), p.Child(ast.FieldDefaultType)
			if t.Name == "" {
				if id := p.ChildOf(ast.TypeIdentifier); id.Valid() && id.Field() != ast.FieldDefaultType {
					t.Name = id.Text()
				}
			}
		case ast.VariadicTypeParameterDeclaration:
			t.IsType, t.Pack, t.Name = true, true, p.FirstChild().Text()
		case ast.ParameterDeclaration, ast.OptionalParameterDeclaration, ast.VariadicParameterDeclaration:
			t.Type = p.Child(ast.FieldType)
			t.Pack = p.Kind() == ast.VariadicParameterDeclaration
			t.Default = p.Child(ast.FieldDefaultValue)
			t.Name = p.Child(ast.FieldDeclarator).DeclaredName().Text()
		case ast.TemplateTemplateParameterDeclaration:
			t.IsType = true
			if id := p.ChildOf(ast.TypeParameterDeclaration, ast.OptionalTypeParameterDeclaration); id.Valid() {
				t.Name = id.FirstChild().Text()
				if id.Is(ast.OptionalTypeParameterDeclaration) {
					t.Name, t.Default = id.Child(ast.FieldName).Text(), id.Child(ast.FieldDefaultType)
				}
			}
		default:
			continue
		}
		out = append(out, t)
	}
	return out
}

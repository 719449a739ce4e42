// Package texturetexelcentre reports linearly filtered reads of textures at integer coordinates.
package texturetexelcentre

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

//go:embed doc.md
var doc string

// Rule reports reads between texels that are meant to be of texels.
var Rule = &lint.Rule{
	Name:     "texture-texel-centre",
	Severity: lint.Warning,
	Summary:  "a linear filter reads at the corner of a texel, not at its centre",
	Doc:      doc,
	Check:    check,
}

// Data is what the rule adds to a finding in JSON.
type Data struct {
	Fetch string `json:"fetch"`
	// Coordinates are those without + 0.5f.
	Coordinates []string `json:"coordinates"`
}

func check(pass *lint.CheckPass) error {
	if !mentions(pass) {
		return nil
	}
	reads := texture.Reads(pass.Unit)
	if len(reads) == 0 {
		return nil
	}
	c := checker{pass: pass, objects: texture.ObjectsOf(pass.Unit), references: texture.References(pass.Unit)}
	for i := range reads {
		if err := pass.Context.Err(); err != nil {
			return err
		}
		c.read(&reads[i])
	}
	return nil
}

// mentions reports whether a unit spells the filter.
func mentions(pass *lint.CheckPass) bool {
	for _, f := range pass.Unit.Files {
		if f.Source.Contains("cudaFilterModeLinear") {
			return true
		}
	}
	return false
}

type checker struct {
	pass       *lint.CheckPass
	objects    *texture.Objects
	references *texture.Index
}

// A setup is where a texture gets its filter.
type setup struct {
	filter ast.Node // the place that sets the filter
	launch string   // the launch that passes the object, "" for a reference
}

// read reports a read with integer coordinates if it filters.
func (c *checker) read(r *texture.Read) {
	var corners []string
	for _, n := range r.Coordinates {
		switch texture.GridOf(c.pass.Unit, n) {
		case texture.Multiple:
			return // the average of texels, perhaps
		case texture.Corner:
			if !n.Is(ast.NumberLiteral) {
				corners = append(corners, strings.Join(strings.Fields(n.Text()), " "))
			}
		}
	}
	if len(corners) == 0 {
		return
	}
	if s, ok := c.linear(r); ok {
		c.report(r, corners, s)
	}
}

// linear returns the setup of a texture that is filtered and has coordinates in texels.
func (c *checker) linear(r *texture.Read) (setup, bool) {
	if s, ok := c.reference(r); ok {
		return s, true
	}
	for _, p := range texture.KernelParams(c.pass.Unit, r.Handle) {
		for _, l := range c.pass.Host().Of(p.Kernel) {
			for _, o := range c.objects.Passed(l, p.Index) {
				if filter, ok := unnormalised(o); ok {
					return setup{filter, c.pass.LaunchAt(l)}, true
				}
			}
		}
	}
	return setup{}, false
}

// unnormalised returns the place that sets the linear filter of an object with coordinates in
// texels.
func unnormalised(o *texture.Object) (filter ast.Node, ok bool) {
	if !o.Sampling.Is("filterMode", "cudaFilterModeLinear", false) || !o.Sampling.Is("normalizedCoords", "false", true) {
		return filter, false
	}
	return o.Sampling.Value("filterMode")
}

// reference is linear for a read through a texture reference.
func (c *checker) reference(r *texture.Read) (s setup, ok bool) {
	if c.references == nil {
		return s, false
	}
	for _, ref := range c.references.References {
		for i := range ref.Uses {
			if ref.Uses[i].Kind == texture.Fetch && ref.Uses[i].Node == r.Call {
				return filterOf(ref)
			}
		}
	}
	return s, false
}

// filterOf returns the place that sets the linear filter of a reference with coordinates in texels.
func filterOf(ref *texture.Reference) (s setup, ok bool) {
	for i := range ref.Uses {
		u := &ref.Uses[i]
		if u.Kind != texture.Set {
			continue
		}
		text := u.Value.LastName().Text()
		switch u.Field {
		case "filterMode":
			if text != "cudaFilterModeLinear" {
				return s, false
			}
			s.filter, ok = u.Node, true
		case "normalized":
			if text != "false" && text != "0" {
				return s, false
			}
		}
	}
	return s, ok
}

func (c *checker) report(r *texture.Read, corners []string, s setup) {
	better := make([]string, len(corners))
	for i, text := range corners {
		better[i] = text + " + 0.5f"
	}
	is := "is an integer"
	if len(corners) > 1 {
		is = "are integers"
	}
	f := lint.Finding{Node: r.Call, Function: r.In, Confidence: lint.Proven, Data: Data{Fetch: r.Callee, Coordinates: corners},
		Message: fmt.Sprintf("%s reads at the corner of a texel and averages it with its neighbours: the filter is linear, and %s %s, where texel centres are at + 0.5", r.Callee, strings.Join(corners, ", "), is),
		Label:   "reads between texels",
		Help:    fmt.Sprintf("write %s, or set the filter mode to cudaFilterModePoint if texels must not be mixed", strings.Join(better, ", "))}
	f.Related = []lint.RelatedNode{{Node: s.filter, Message: "the filter is set here"}}
	if s.launch != "" {
		f.Assumptions = []string{"the texture object of the launch at " + s.launch}
	}
	c.pass.Report(f)
}

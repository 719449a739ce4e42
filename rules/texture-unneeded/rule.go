// Package textureunneeded reports textures of linear memory that do what a plain load does.
package textureunneeded

import (
	_ "embed"
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/pointer"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

//go:embed doc.md
var doc string

// Rule reports texture objects that kernels only index.
var Rule = &lint.Rule{
	Name:     "texture-unneeded",
	Severity: lint.Info,
	Summary:  "a texture of linear memory does what a read-only load does",
	Doc:      doc,
	Check:    check,
}

// Data is what the rule adds to a finding in JSON.
type Data struct {
	Kernel  string `json:"kernel"`
	Texture string `json:"texture"`
	Type    string `json:"type,omitempty"`
	Fetches int    `json:"fetches"`
}

func check(pass *lint.CheckPass) error {
	if !mentions(pass.Unit, "tex1Dfetch") || !mentions(pass.Unit, "cudaCreateTextureObject") {
		return nil
	}
	c := checker{pass: pass, objects: texture.ObjectsOf(pass.Unit)}
	analysis := pointer.Shared(pass.Once, pass.Context, pass.Unit, pass.Builder())
	for _, k := range pass.Unit.Kernels() {
		if err := pass.Context.Err(); err != nil {
			return err
		}
		if e := analysis.Effects(k); e.Unknown == "" {
			c.kernel(e)
		}
	}
	return nil
}

func mentions(u *sema.Unit, word string) bool {
	for _, f := range u.Files {
		if f.Source.Contains(word) {
			return true
		}
	}
	return false
}

type checker struct {
	pass    *lint.CheckPass
	objects *texture.Objects
}

// kernel reports the textures of a kernel of which every fetch is a plain load.
func (c *checker) kernel(e *pointer.Effects) {
	images := e.Images()
	of := make([][]*pointer.Image, len(e.Function.Params))
	for i := range images {
		if p := images[i].Param; p >= 0 && p < len(of) {
			of[p] = append(of[p], &images[i])
		}
	}
	for p, fetches := range of {
		if len(fetches) > 0 && indexed(fetches) {
			if object := c.linear(e, p); object != nil {
				c.report(e, p, fetches, object)
			}
		}
	}
}

// indexed reports whether all accesses fetch elements of linear memory, which are inside of it as
// far as the index tells.
func indexed(fetches []*pointer.Image) bool {
	for _, f := range fetches {
		if !f.Call.Linear || f.Call.Store || f.MayLeave() {
			return false
		}
	}
	return true
}

// linear returns the first of the objects that launches pass, nil unless all launches in sight pass
// objects that return the elements of linear memory as they are, which the kernel does not write.
func (c *checker) linear(e *pointer.Effects, param int) (first *texture.Object) {
	for _, l := range c.pass.LaunchesOf(e.Function) {
		objects := c.objects.Passed(l, param)
		if len(objects) == 0 {
			return nil
		}
		for _, o := range objects {
			memory, ok := o.Resource.Value("res.linear.devPtr")
			if o.Surface || !ok || !memory.Valid() || !o.Resource.Is("resType", "cudaResourceTypeLinear", false) ||
				!o.Sampling.Is("readMode", "cudaReadModeElementType", true) || c.writes(e, l, o) {
				return nil
			}
			if first == nil {
				first = o
			}
		}
	}
	return first
}

// writes reports whether a launch may write the memory of an object.
func (c *checker) writes(e *pointer.Effects, l *sema.Launch, o *texture.Object) bool {
	memory, _ := c.objects.Of(o)
	if !memory.Valid() {
		return false // of a variable that changes: the rule is information
	}
	for i := range e.Accesses {
		a := &e.Accesses[i]
		for _, p := range a.Params {
			if a.Kind != pointer.Load && p < len(l.Args) && c.objects.Memory(l.Args[p].Node) == memory {
				return true
			}
		}
	}
	return false
}

func (c *checker) report(e *pointer.Effects, param int, fetches []*pointer.Image, o *texture.Object) {
	k, at := e.Function, fetches[0]
	name, of := k.Params[param].Name, "T"
	if t := at.Texel(); t != nil && t.Known() && t.Kind != sema.Dependent {
		of = t.Name
	}
	d := Data{Kernel: k.Name, Texture: name, Type: of, Fetches: len(fetches)}
	if of == "T" {
		d.Type = ""
	}
	c.pass.Report(lint.Finding{Node: at.Node, Function: c.pass.Unit.FunctionAt(at.Node), Confidence: lint.Likely, Data: d,
		Message:     fmt.Sprintf("texture %s of kernel %s is linear memory that is only indexed: a load through const %s* __restrict__ reads the same data through the same cache", name, k.Name, of),
		Label:       "no filter, no coordinates, no border",
		Help:        fmt.Sprintf("pass the pointer as const %s* __restrict__ in place of %s and index it; the texture object and its descriptors are then not needed", of, name),
		Assumptions: []string{"no index is out of bounds (tex1Dfetch returns 0 there)"},
		Related:     []lint.RelatedNode{{Node: o.Call, Message: "the texture object is created here"}}})
}

// Package texturestaleread reports kernels that read through a texture what they write.
package texturestaleread

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/pointer"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

//go:embed doc.md
var doc string

// Rule reports reads through the texture cache of memory that the same launch writes.
var Rule = &lint.Rule{
	Name:     "texture-stale-read",
	Severity: lint.Error,
	Summary:  "a kernel reads through a texture what the same launch writes",
	Doc:      doc,
	Check:    check,
}

// Data is what the rule adds to a finding in JSON.
type Data struct {
	Kernel  string `json:"kernel"`
	Read    string `json:"read"`
	Written string `json:"written"`
}

func check(pass *lint.CheckPass) error {
	if !mentions(pass.Unit) {
		return nil
	}
	c := checker{pass: pass, analysis: pointer.Shared(pass.Once, pass.Context, pass.Unit, pass.Builder()),
		objects: texture.ObjectsOf(pass.Unit), references: texture.References(pass.Unit)}
	for _, k := range pass.Unit.Kernels() {
		if err := pass.Context.Err(); err != nil {
			return err
		}
		if e := c.analysis.Effects(k); e.Unknown == "" {
			c.kernel(e)
		}
	}
	return nil
}

// mentions reports whether a unit creates or binds textures or surfaces.
func mentions(u *sema.Unit) bool {
	for _, f := range u.Files {
		for _, word := range []string{"cudaCreateTextureObject", "cudaCreateSurfaceObject", "cudaBindTexture"} {
			if f.Source.Contains(word) {
				return true
			}
		}
	}
	return false
}

type checker struct {
	pass       *lint.CheckPass
	analysis   *pointer.Analysis
	objects    *texture.Objects
	references *texture.Index
}

// A conflict is a read, and the write that may reach its texel.
type conflict struct {
	read    *pointer.Image
	write   ast.Node
	written string // the parameter that is written through
	meeting pointer.Meeting
	launch  *sema.Launch
	bound   ast.Node // where the texture gets its memory
}

// kernel reports the worst conflict of each texture of a kernel.
func (c *checker) kernel(e *pointer.Effects) {
	images := e.Images()
	worst := map[string]*conflict{}
	var order []string
	for i := range images {
		if images[i].Call.Store {
			continue
		}
		for _, l := range c.pass.Host().Of(e.Function) {
			found := c.conflict(e, &images[i], images, l)
			if found == nil {
				continue
			}
			key := fmt.Sprint(images[i].Param, images[i].Variable)
			if worst[key] == nil {
				order = append(order, key)
			}
			if worst[key] == nil || worst[key].meeting < found.meeting {
				worst[key] = found
			}
		}
	}
	for _, key := range order {
		c.report(e, worst[key])
	}
}

// conflict returns the worst conflict of a read in a launch, nil if there is none.
func (c *checker) conflict(e *pointer.Effects, read *pointer.Image, images []pointer.Image, l *sema.Launch) (worst *conflict) {
	note := func(m pointer.Meeting, write ast.Node, param int, bound ast.Node) {
		if m > pointer.NotShown && (worst == nil || m > worst.meeting) && param < len(e.Function.Params) {
			worst = &conflict{read, write, e.Function.Params[param].Name, m, l, bound}
		}
	}
	if read.Call.Surface { // the same surface, whatever it is
		for i := range images {
			if w := &images[i]; w.Call.Store && w.Param == read.Param && w.Param >= 0 {
				note(e.Stale(read, w), w.Node, w.Param, ast.Node{})
			}
		}
		return worst
	}
	memory, array, bound := c.memory(read, l)
	if !memory.Valid() {
		return nil
	}
	if array {
		for i := range images {
			if w := &images[i]; w.Call.Store && w.Param >= 0 && c.surface(l, w.Param) == memory {
				note(e.Stale(read, w), w.Node, w.Param, bound)
			}
		}
		return worst
	}
	for i := range e.Accesses {
		w := &e.Accesses[i]
		if w.Kind != pointer.Load && len(w.Params) == 1 && !w.Other && w.Params[0] < len(l.Args) && c.objects.Memory(l.Args[w.Params[0]].Node) == memory {
			note(e.StaleLinear(read, w, 0), w.Node, w.Params[0], bound)
		}
	}
	return worst
}

// memory returns the variable that holds the memory of the texture that a read is of.
func (c *checker) memory(read *pointer.Image, l *sema.Launch) (memory ast.Node, array bool, bound ast.Node) {
	if read.Param < 0 {
		return c.reference(read.Variable)
	}
	objects := c.objects.Passed(l, read.Param)
	for i, o := range objects {
		m, isArray := c.objects.Of(o)
		if o.Surface || !m.Valid() || i > 0 && m != memory || !o.Sampling.Is("readMode", "cudaReadModeElementType", true) {
			return ast.Node{}, false, bound
		}
		memory, array, bound = m, isArray, o.Call
	}
	return memory, array, bound
}

// reference is memory for a texture reference, which is bound in one place.
func (c *checker) reference(variable ast.Node) (memory ast.Node, array bool, bound ast.Node) {
	if c.references == nil {
		return memory, false, bound
	}
	for _, r := range c.references.References {
		if r.Node != variable || r.Mode != texture.ElementType {
			continue
		}
		for i := range r.Uses {
			u := &r.Uses[i]
			if u.Kind != texture.Bind {
				continue
			}
			arg := map[string]int{"cudaBindTexture": 2, "cudaBindTextureToArray": 1}[u.Callee]
			if bound.Valid() || arg == 0 || arg >= len(u.Args) {
				return ast.Node{}, false, bound // another one at times
			}
			memory, array, bound = c.objects.Memory(u.Args[arg]), arg == 1, u.Node
		}
	}
	return memory, array, bound
}

// surface returns the variable that holds the array of the surface that a launch passes.
func (c *checker) surface(l *sema.Launch, param int) (memory ast.Node) {
	for i, o := range c.objects.Passed(l, param) {
		m, array := c.objects.Of(o)
		if !o.Surface || !array || i > 0 && m != memory {
			return ast.Node{}
		}
		memory = m
	}
	return memory
}

func (c *checker) report(e *pointer.Effects, found *conflict) {
	k := e.Function
	read := strings.Join(strings.Fields(found.read.Node.Text()), " ")
	f := lint.Finding{Node: found.read.Node, Function: c.pass.Unit.FunctionAt(found.read.Node), Confidence: lint.Proven,
		Data: Data{Kernel: k.Name, Read: read, Written: found.written},
		Message: fmt.Sprintf("%s reads what kernel %s writes through %s in the launch at %s: %s, which does not see writes of the running kernel",
			read, k.Name, found.written, c.pass.LaunchAt(found.launch), cache(found.read.Call)),
		Label:   "may return data from before the write",
		Help:    fmt.Sprintf("write through %s to a separate buffer, and swap the two after the launch", found.written),
		Related: []lint.RelatedNode{{Node: found.write, Message: "it is written here"}}}
	if found.bound.Valid() {
		f.Related = append(f.Related, lint.RelatedNode{Node: found.bound, Message: "the texture gets this memory here"})
	}
	if found.meeting != pointer.Sure {
		f.Confidence, f.Severity = lint.Likely, lint.Warning
		f.Assumptions = []string{"some thread reads a texel that another one writes"}
	}
	c.pass.Report(f)
}

func cache(c ir.TextureCall) string {
	if c.Surface {
		return "surface reads go through the texture cache"
	}
	return "a texture is read through a cache"
}

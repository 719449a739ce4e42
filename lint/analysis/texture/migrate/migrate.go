// Package migrate migrates texture and surface references, which CUDA 12.0 removed, to texture
// and surface objects: the declarations, the host code that binds and sets them, the kernels
// and device functions that fetch through them, and the launches.
package migrate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

// A Plan is the migration of all references of some files that belong together. One fix
// changes them all, as one function may use several.
type Plan struct {
	fix     fixes.Fix
	carried map[place]bool
	left    map[place]string
}

// New plans the migration of the references that a file declares.
func New(env Env, path string) *Plan {
	plan := &Plan{carried: map[place]bool{}, left: map[place]string{}}
	p := &program{env: env, views: map[string]*view{}, indexes: map[*sema.Unit]*texture.Index{}}
	p.collect(path)
	if len(p.units) == 0 {
		return plan
	}
	p.declarations()
	p.findMacros()
	p.scan()
	p.chooseNames()
	p.requireBinds()
	p.uncalled()
	p.dropUnused()
	p.propagateNeeds()
	p.devices()
	p.findNeeds()
	p.refuseDependent()
	for carried := p.carried(); len(carried) > 0; carried = p.carried() {
		p.need = kinds{}
		p.findNeeds()
		threaded := p.thread(carried)
		if p.refuseManaged(carried) {
			p.refuseDependent()
			continue // without them
		}
		plan.fix = fixes.Fix{Title: p.title(carried), Safety: fixes.Unsafe, Edits: p.edits(threaded)}
		break
	}
	p.record(plan)
	return plan
}

// For returns the fixes for the reference whose declared name is at an offset of a file: the
// migration, or a note with the reason why it is not migrated. It returns nil if there is no
// reference.
func (plan *Plan) For(path string, offset int) []fixes.Fix {
	at := place{path, offset}
	if plan.carried[at] {
		return []fixes.Fix{plan.fix}
	}
	if reason, ok := plan.left[at]; ok {
		return []fixes.Fix{{Title: "not migrated: " + reason, Safety: fixes.Display}}
	}
	return nil
}

// record records which declarations the fix changes, and why others stay.
func (p *program) record(plan *Plan) {
	plan.left = p.other
	for _, s := range p.sites {
		if s.action == query && s.declared.Valid() && len(s.live()) > 0 {
			for n := range s.declared.Descendants() {
				plan.carried[placeOf(n.File(), n.Span().Start)] = true
			}
		}
	}
	for _, c := range p.order {
		for _, d := range c.function.Declarators {
			i := 0
			for param := range d.Child(ast.FieldParameters).Children() {
				for n := range param.Descendants() {
					at := placeOf(n.File(), n.Span().Start)
					if i == c.index && c.live() {
						plan.carried[at] = true
					} else if _, known := plan.left[at]; i == c.index && known {
						plan.left[at] = c.reason()
					}
				}
				i++
			}
		}
	}
	for _, r := range p.refs {
		for _, d := range r.decls {
			at := placeOf(d.file, d.name.Span().Start)
			if r.reason == "" {
				plan.carried[at] = true
			} else {
				plan.left[at] = r.reason
			}
		}
	}
}

func (p *program) edits(edits []fixes.Edit) []fixes.Edit {
	for _, s := range p.sites {
		edits = append(edits, p.rewrite(s)...)
	}
	edits = append(edits, p.updates()...)
	edits = append(edits, p.parameters()...)
	edits = append(edits, p.aliases()...)
	return unique(append(edits, p.declare()...))
}

func (p *program) title(carried []*reference) string {
	what := "texture objects"
	if !slices.ContainsFunc(carried, func(r *reference) bool { return !r.surface }) {
		what = "surface objects"
	}
	title := "migrate " + list(names(carried)) + " to " + what
	var managed []string
	because := ""
	for _, r := range carried {
		if r.managed {
			managed, because = append(managed, r.name), r.because
		}
	}
	if len(managed) > 0 {
		title += fmt.Sprintf(" (%s in managed memory: %s)", list(managed), because)
	}
	if !p.complete {
		title += " (not all files that mention them could be read)"
	}
	if p.shared() {
		title += " (one binding for all devices and threads)"
	}
	return title
}

func (p *program) carried() []*reference {
	return slices.DeleteFunc(slices.Clone(p.refs), func(r *reference) bool { return r.reason != "" })
}

func names(refs []*reference) (out []string) {
	for _, r := range refs {
		out = append(out, r.name)
	}
	return out
}

// maxNamed bounds the names in a title.
const maxNamed = 5

func list(names []string) string {
	if len(names) > maxNamed {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxNamed], ", "), len(names)-maxNamed)
	}
	return strings.Join(names, ", ")
}

// unique leaves out edits that are there already: a file that several units read is
// seen by each.
func unique(edits []fixes.Edit) []fixes.Edit {
	seen := map[fixes.Edit]bool{}
	return slices.DeleteFunc(edits, func(e fixes.Edit) bool {
		was := seen[e]
		seen[e] = true
		return was
	})
}

// Package migrate turns texture and surface references, which CUDA 12.0 removed, into
// texture and surface objects: the declarations, the host code that binds and sets
// them, the kernels and device functions that fetch through them, and the launches.
package migrate

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/analysis/parameter"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

// A Plan is the migration of all references of the files that belong together: they
// change in one fix, as one function can use several.
type Plan struct {
	fix     fixes.Fix
	carried map[place]bool
	left    map[place]string
}

// New plans the migration of the references that a file declares, as the unit of the
// finding sees it.
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
	p.settleCarriers()
	p.devices()
	p.ask()
	p.settle()
	for carried := p.carried(); len(carried) > 0; carried = p.carried() {
		p.need = kinds{}
		p.ask()
		threaded := p.thread(carried)
		if p.refuseManaged(carried) {
			p.settle()
			continue // without them
		}
		plan.fix = fixes.Fix{Title: p.title(carried), Safety: fixes.Unsafe, Edits: p.edits(threaded)}
		break
	}
	p.record(plan)
	return plan
}

// For returns the fixes of the finding at the byte of a file where a name is declared:
// the migration, or why it is not migrated, nil for a name that is none.
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

// record notes which declarations the fix changes, and why others stay.
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

// refuseManaged leaves out the references that are declared extern and would have to be
// in managed memory, in a program without relocatable device code: nvcc takes both
// declarations for definitions then. It reports whether there are any.
func (p *program) refuseManaged(carried []*reference) (any bool) {
	for _, r := range carried {
		if r.managed && r.extern && !p.env.Relocatable() {
			if r.merged = p.mergeable(r); r.merged {
				continue
			}
			r.refuse("it is declared extern and would have to be __managed__ (" + r.because + "), which needs relocatable device code (--rdc)")
			any = true
		}
	}
	return any
}

// mergeable reports whether every unit that reads a definition of a reference reads
// the only extern declaration before it: that becomes the definition.
func (p *program) mergeable(r *reference) bool {
	first := slices.IndexFunc(r.decls, func(d *declaration) bool { return d.extern })
	e := r.decls[first]
	for i, d := range r.decls {
		if i == first {
			continue
		}
		same := d.file.Source.Path == e.file.Source.Path
		if d.extern || same && d.node.Span().Start < e.node.Span().Start {
			return false
		}
		for _, u := range p.units {
			if !same && sees(u, map[string]bool{d.file.Source.Path: true}) && !sees(u, map[string]bool{e.file.Source.Path: true}) {
				return false
			}
		}
	}
	return true
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

// settle leaves out the references that cannot be carried without one that cannot:
// those that share a macro or a declaration with it.
func (p *program) settle() {
	for _, s := range p.sites {
		for _, r := range s.refs {
			if s.action == bind && s.carrier != nil && r.channelled && p.withoutChannel(s) {
				r.refuse(s.carrier.function.Name + " binds it as its channelDesc says")
			}
		}
	}
	for changed := true; changed; {
		changed = false
		drop := func(r *reference, with *reference, what string) {
			if r.reason == "" && with.reason != "" {
				r.refuse("it shares " + what + " with " + with.name)
				changed = true
			}
		}
		for _, s := range p.sites {
			for _, a := range s.refs {
				for _, b := range s.refs {
					drop(a, b, "a macro or a function")
				}
			}
		}
		byNode := map[ast.Node]*reference{}
		for _, r := range p.refs {
			for _, d := range r.decls {
				for _, n := range []ast.Node{d.node, d.alias} {
					if o := byNode[n]; o != nil && n.Valid() {
						drop(r, o, "a declaration")
						drop(o, r, "a declaration")
					}
					byNode[n] = r
				}
			}
		}
	}
	for _, s := range p.sites {
		for _, r := range s.refs { // of several types: each gets a name for its own
			if s.action == fetch && r.fetched != s.refs[0].fetched {
				for _, o := range s.refs {
					o.aliased = true
					if s.carrier != nil {
						o.refuse(s.carrier.function.Name + " fetches through references of several types")
					}
				}
			}
			if r.described != s.refs[0].described {
				for _, o := range s.refs {
					o.described = true
				}
			}
		}
	}
}

// requireBinds leaves out the references that are fetched through and never bound: who
// binds them is out of sight, a source that includes this one or a host program that
// loads it as a module.
func (p *program) requireBinds() {
	bound := map[*reference]bool{}
	for _, s := range p.sites {
		if s.action == bind {
			for _, r := range s.refs {
				bound[r] = true
			}
		}
	}
	for _, s := range p.sites {
		if s.action != fetch {
			continue
		}
		for _, r := range s.refs {
			if !bound[r] {
				r.refuse("no bind of it is in sight: check the file that binds it, too")
			}
		}
	}
	p.requireUses(bound)
}

// requireUses leaves out the references that nothing in sight uses: whatever does is out
// of sight, too. Others of their file that are bound, or a launch in their unit, show that
// it is all there, and that nothing does.
func (p *program) requireUses(bound map[*reference]bool) {
	used, files := map[*reference]bool{}, map[string]bool{}
	for _, s := range p.sites {
		for _, r := range s.refs {
			used[r] = true
		}
	}
	for r := range bound {
		for _, d := range r.decls {
			files[d.file.Source.Path] = true
		}
	}
	for _, u := range p.units {
		if len(u.LaunchSites()) > 0 {
			for _, file := range u.Files {
				files[file.Source.Path] = true
			}
		}
	}
	for _, r := range p.refs {
		if !used[r] && !slices.ContainsFunc(r.decls, func(d *declaration) bool { return files[d.file.Source.Path] }) {
			r.refuse("nothing in sight uses it: check the files that use it, too, or delete it")
		}
	}
}

// chooseNames finds names that nothing in the program has.
func (p *program) chooseNames() {
	taken := map[string]bool{}
	for _, u := range p.units {
		for _, f := range u.Files {
			for _, t := range p.viewOf(f).tokens {
				if t.Kind == preproc.Word {
					taken[t.In(f.Source.Text)] = true
				}
			}
		}
	}
	p.names = map[string]string{}
	for old, name := range generated {
		for taken[name] {
			name += "Object"
		}
		p.names[old] = name
	}
	suffixes := []string{"_desc", "Desc"}
	if !slices.ContainsFunc(p.refs, func(r *reference) bool { return strings.Contains(r.name, "_") }) &&
		slices.ContainsFunc(p.refs, func(r *reference) bool { return strings.ToLower(r.name) != r.name }) {
		slices.Reverse(suffixes)
	}
	for _, p.suffix = range append(suffixes, "_texture_desc", "_object_desc") {
		if !slices.ContainsFunc(p.refs, func(r *reference) bool {
			return taken[r.name+p.suffix] || taken[r.name+p.channel()] || taken[r.name+p.texel()]
		}) {
			break
		}
	}
}

// thread passes the objects to the functions that fetch; those of which a function is
// out of sight are declared so that all see them.
func (p *program) thread(carried []*reference) []fixes.Edit {
	var needs []parameter.Need
	var of []*reference
	for _, r := range carried {
		if len(r.users) == 0 || r.managed {
			continue
		}
		need := parameter.Need{Type: "cudaTextureObject_t", Name: r.name, Argument: p.argument(r)}
		if r.surface {
			need.Type = "cudaSurfaceObject_t"
		}
		for _, u := range r.users {
			need.Users = append(need.Users, u)
		}
		slices.SortFunc(need.Users, func(a, b parameter.User) int {
			if a.Unit != b.Unit {
				return strings.Compare(a.Unit.File.Source.Path, b.Unit.File.Source.Path)
			}
			return cmp.Or(strings.Compare(a.Function.Node.File().Source.Path, b.Function.Node.File().Source.Path), cmp.Compare(a.Function.Node.Span().Start, b.Function.Node.Span().Start))
		})
		needs = append(needs, need)
		of = append(of, r)
	}
	if len(needs) == 0 {
		return nil
	}
	result := parameter.Thread(p.env, needs)
	for i, r := range of {
		if !result.OK(i) {
			r.managed = true
			for _, problem := range result.Problems {
				if problem.Need == i && !problem.Note {
					r.because = problem.Reason
					break
				}
			}
		}
	}
	return result.Edits
}

// argument returns how host code spells the object that it passes.
func (p *program) argument(r *reference) func(*sema.Unit, ast.Node) (string, bool) {
	return func(u *sema.Unit, at ast.Node) (string, bool) {
		if !slices.ContainsFunc(r.decls, func(d *declaration) bool { return reads(u, d.file) }) {
			return "", false
		}
		switch {
		case r.namespace != "" && !strings.Contains(r.namespace, "("):
			return r.namespace + "::" + r.name, true
		case u.LocalAt(at, r.name) != nil:
			return "::" + r.name, true
		}
		return r.name, true
	}
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

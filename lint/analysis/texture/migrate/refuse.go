package migrate

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// refuseManaged refuses the references that are declared extern and would have to be in
// managed memory, unless device code is relocatable: otherwise nvcc takes both declarations
// for definitions. It reports whether there are any.
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

// mergeable reports whether the only extern declaration of a reference can become its
// definition: every unit that contains the definition contains that declaration before it.
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

// refuseDependent refuses the references that share a macro, a function or a declaration with
// one that is refused.
func (p *program) refuseDependent() {
	for _, s := range p.sites {
		for _, r := range s.refs {
			if s.action == bind && s.carrier != nil && r.channelled && p.withoutChannel(s) {
				r.refuse(s.carrier.function.Name + " binds it with its channelDesc")
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

// requireBinds refuses the references that are fetched through and never bound. What binds
// them is not visible: a source that includes this one, or a host program that loads it as a
// module.
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
				r.refuse("no bind of it is visible: also check the file that binds it")
			}
		}
	}
	p.requireUses(bound)
}

// requireUses refuses the references without a visible use: they may be used elsewhere. If
// another reference of their file is bound, or their unit has a launch, the program is
// assumed to be complete and the references to be unused.
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
			r.refuse("no use of it is visible: also check the files that use it, or delete it")
		}
	}
}

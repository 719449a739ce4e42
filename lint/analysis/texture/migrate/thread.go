package migrate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/analysis/parameter"
)

// chooseNames finds names that the program does not use.
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

// thread passes the objects to the functions that fetch. An object that cannot be passed to
// all of them goes to managed memory.
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

// argument returns a function that spells the object at a launch or call.
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

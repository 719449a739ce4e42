package migrate

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/parameter"
	"github.com/cudalint/cudalint/lint/analysis/texture"
)

// maxNesting bounds the nesting of macro invocations.
const maxNesting = 16

// spelledBy returns the macros that fetch through a reference by its name, directly or through
// other macros.
func (p *program) spelledBy(r *reference) map[string]bool {
	names := map[string]bool{}
	for _, s := range p.sites {
		if s.macro != nil && !s.param && slices.Contains(s.refs, r) && (s.action == fetch || s.action == invoke) {
			names[s.macro.name] = true
		}
	}
	if len(names) == 0 {
		return nil
	}
	all := p.allMacros()
	for grown, round := true, 0; grown && round < maxNesting; round++ {
		grown = false
		for _, m := range all {
			if names[m.name] {
				continue
			}
			for i, t := range m.view.tokens {
				if t.Kind == preproc.Word && names[m.view.at(i)] {
					names[m.name], grown = true, true
				}
			}
		}
	}
	return names
}

// invocations finds the functions of a unit that fetch through such macros.
func (p *program) invocations(u *sema.Unit) {
	by := map[string][]*reference{}
	for _, r := range p.refs {
		for name := range p.spelledBy(r) {
			by[name] = append(by[name], r)
		}
	}
	if len(by) == 0 {
		return
	}
	for _, f := range u.Files {
		for i := range f.Len() {
			n := f.At(i)
			if !n.Is(ast.Identifier, ast.TypeIdentifier) {
				continue
			}
			for _, r := range by[n.Text()] {
				in := u.FunctionAt(n)
				switch {
				case in != nil && in.OnDevice() && u.LocalAt(n, n.Text()) == nil:
					r.users[in] = parameter.User{Unit: u, Function: in}
				case (in == nil || deviceLambda(n)) && !r.managed && !n.Parent().Is(ast.PreprocDef, ast.PreprocFunctionDef, ast.PreprocParams):
					r.managed, r.because = true, "macro "+n.Text()+" defines a function that fetches"
				}
			}
		}
	}
}

// crossCheck compares the sites with the uses that package texture found. A use without a site
// means that a macro pasted the name together.
func (p *program) crossCheck(u *sema.Unit) {
	for _, known := range p.referencesOf(u) {
		r := p.byName[known.Name]
		if r == nil || known.Role != texture.Global {
			continue
		}
		if known.MoreUses > 0 {
			r.refuse("it has too many uses")
		}
		for _, use := range known.Uses {
			at := use.Node.Origin()
			if (use.Kind == texture.Query || use.Kind == texture.Driver) && !p.asked[placeOf(at.File(), at.Span().Start)] { // by its name as a string
				r.refuse("the call of " + use.Callee + " at " + lineOf(use.Node) + " has no counterpart")
			}
			if use.Node.Origin() == use.Node {
				continue
			}
			if use.Kind == texture.Fetch && use.Function != nil && use.Function.OnDevice() {
				if _, ok := r.users[use.Function]; ok {
					continue
				}
				r.refuse("a macro fetches through it at " + lineOf(use.Node))
			}
		}
	}
}

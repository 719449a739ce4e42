package parameter

import (
	"path"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A variant is a function as one unit sees it.
type variant struct {
	u *sema.Unit
	f *sema.Function
}

// A group is one function of the program, in all units, with all declarations that must have the
// same parameters: the specialisations of a template, and definitions in several arms of
// conditional compilation.
type group struct {
	name     string
	variants []variant
	queued   bool
	// users are the needs whose value the function uses itself; needs those for which it gets a
	// parameter.
	users, needs map[int]bool
	names        map[int]string
	callers      map[*group]bool
	kernel       bool
	launched     bool
	// front is set where new parameters go before the first one, because the last ones have
	// defaults or the function is variadic.
	front    bool
	problems []finding
	// dead and live are the places that mention it, in code that no unit compiles
	// and in code that one does.
	dead, live map[place]mention
	// quiet is set while code that is not compiled is scanned: it causes no problems.
	quiet bool
}

// A mention is a place with the file to read its line from.
type mention struct {
	file   *ast.File
	offset int
}

// A finding is a problem of a group, which all its needs have.
type finding struct {
	mention
	note   bool
	reason string
}

func (g *group) problem(file *ast.File, offset int, reason string) {
	if g.quiet {
		return
	}
	g.problems = append(g.problems, finding{mention{file, offset}, false, reason})
}

func (g *group) problemAt(n ast.Node, reason string) {
	n = n.Origin()
	g.problem(n.File(), n.Span().Start, reason)
}

// qualifiers are those that any declaration in any unit has.
func (g *group) qualifiers() ast.Qualifiers {
	var q ast.Qualifiers
	for _, v := range g.variants {
		q |= v.f.Qualifiers
	}
	return q
}

// in reports whether a unit declares the function.
func (g *group) in(u *sema.Unit) bool {
	for _, v := range g.variants {
		if v.u == u {
			return true
		}
	}
	return false
}

// groupOf returns the group of a function, nil where it has no place in a file.
func (t *threader) groupOf(u *sema.Unit, f *sema.Function) *group {
	if f == nil || len(f.Declarators) == 0 {
		return nil
	}
	t.cluster(f.Name, u)
	return t.byPlace[placeOf(f.Declarators[0])]
}

// A clump is a group that is not complete yet.
type clump struct {
	variants []variant
	parent   *clump
}

func (c *clump) root() *clump {
	for c.parent != nil {
		c = c.parent
	}
	return c
}

func join(a, b *clump) {
	if a, b = a.root(), b.root(); a != b {
		b.parent = a
		a.variants = append(a.variants, b.variants...)
	}
}

// cluster finds the functions of a name that are the same function in different units. own is a
// unit to include in any case.
func (t *threader) cluster(name string, own *sema.Unit) {
	if t.clustered[name] {
		return
	}
	t.clustered[name] = true
	units, all := t.env.Mentioning(name)
	has := false
	for _, u := range units {
		has = has || u == own
	}
	if !has {
		units = append([]*sema.Unit{own}, units...)
	}
	units = uncovered(units)
	t.units[name], t.partial[name] = units, !all
	places := map[place]*clump{}
	var clumps []*clump
	for _, u := range units {
		inUnit := map[string]*clump{}
		var specials []*clump
		for _, f := range u.FunctionsNamed(name) {
			c := &clump{variants: []variant{{u, f}}}
			clumps = append(clumps, c)
			for _, d := range f.Declarators {
				if old := places[placeOf(d)]; old != nil {
					join(old, c)
				}
				places[placeOf(d)] = c
			}
			if special(f) {
				specials = append(specials, c)
				continue
			}
			key := f.Namespace + "::" + signature(f)
			if old := inUnit[key]; old != nil {
				join(old, c) // two definitions: arms of a conditional
			}
			inUnit[key] = c
		}
		for _, s := range specials {
			for _, c := range inUnit {
				f := c.variants[0].f
				if len(f.TemplateParams) > 0 && f.Namespace == s.variants[0].f.Namespace && len(f.Params) == len(s.variants[0].f.Params) {
					join(c, s)
				}
			}
		}
	}
	t.link(clumps)
	t.form(name, clumps)
}

// uncovered leaves out the units whose own file another one includes: a header parsed by itself
// lacks the declarations before its #include.
func uncovered(units []*sema.Unit) []*sema.Unit {
	included := map[string]int{}
	for _, u := range units {
		for _, f := range u.Files {
			included[path.Clean(f.Source.Path)]++
		}
	}
	out := slices.DeleteFunc(slices.Clone(units), func(u *sema.Unit) bool { return included[path.Clean(u.File.Source.Path)] > 1 })
	if len(out) == 0 {
		return units // they include each other
	}
	return out
}

// special reports whether a function is an explicit specialisation.
func special(f *sema.Function) bool {
	t := f.Node.Parent()
	return len(f.TemplateParams) == 0 && t.Kind() == ast.TemplateDeclaration && t.Child(ast.FieldParameters).ChildCount() == 0
}

func signature(f *sema.Function) string { return summary(f).Signature }

func summary(f *sema.Function) program.KernelSummary {
	return program.SummarizeKernel(f, func(p string) string { return p })
}

// link joins functions that some units only declare with the definition that the
// linker finds: the one of the nearest unit, where several programs are given at
// once.
func (t *threader) link(clumps []*clump) {
	type symbol struct{ name, signature string }
	defined, declared := map[symbol][]*clump{}, map[symbol][]*clump{}
	var order []symbol
	for _, c := range clumps {
		if c.root() != c {
			continue
		}
		f := c.variants[0].f
		s := summary(f)
		if s.Internal || f.Record != nil {
			continue
		}
		key := symbol{s.Name, s.Signature}
		if body(c) {
			defined[key] = append(defined[key], c)
		} else {
			if len(declared[key]) == 0 {
				order = append(order, key)
			}
			declared[key] = append(declared[key], c)
		}
	}
	for _, key := range order {
		for _, d := range declared[key] {
			var best []*clump
			most := -1
			for _, c := range defined[key] {
				switch n := nearness(d, c); {
				case n > most:
					best, most = []*clump{c}, n
				case n == most:
					best = append(best, c)
				}
			}
			switch {
			case len(best) == 1:
				join(best[0], d)
			case len(best) > 1:
				t.ambiguous[d.variants[0].f] = true
				for _, c := range best {
					t.ambiguous[c.variants[0].f] = true
				}
			}
		}
	}
}

func body(c *clump) bool {
	for _, v := range c.variants {
		if v.f.Body.Valid() {
			return true
		}
	}
	return false
}

// nearness ranks how likely the units of two functions belong to one program: first those that
// share a file, then those with a longer common folder path.
func nearness(a, b *clump) int {
	most := 0
	for _, v := range a.variants {
		files := map[string]bool{}
		for _, f := range v.u.Files {
			files[path.Clean(f.Source.Path)] = true
		}
		for _, w := range b.variants {
			n := 0
			x, y := strings.Split(path.Dir(path.Clean(v.u.File.Source.Path)), "/"), strings.Split(path.Dir(path.Clean(w.u.File.Source.Path)), "/")
			for n < len(x) && n < len(y) && x[n] == y[n] {
				n++
			}
			if len(x) == n && len(y) == n {
				n++ // the same folder
			}
			for _, f := range w.u.Files {
				if files[path.Clean(f.Source.Path)] {
					n += 1000
					break
				}
			}
			most = max(most, n)
		}
	}
	return most
}

// form makes the groups of a name.
func (t *threader) form(name string, clumps []*clump) {
	groups := map[*clump]*group{}
	for _, c := range clumps {
		root := c.root()
		if groups[root] != nil {
			continue
		}
		g := &group{name: name, variants: root.variants, users: map[int]bool{}, needs: map[int]bool{}, names: map[int]string{}, callers: map[*group]bool{},
			dead: map[place]mention{}, live: map[place]mention{}}
		groups[root] = g
		for _, v := range g.variants {
			if v.f.Kernel() {
				g.kernel = true
			}
			if n := len(v.f.Params); v.f.Variadic || n > 0 && (v.f.Params[n-1].Default.Valid() || v.f.Params[n-1].Pack) {
				g.front = true
			}
			for _, d := range v.f.Declarators {
				t.byPlace[placeOf(d)] = g
			}
			if t.ambiguous[v.f] {
				g.problemAt(v.f.Node, name+" is defined in several files: which definition a declaration means is not known")
			}
		}
	}
}

package sema

import (
	"slices"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
)

// The functions and records of a unit are in the order of before: that of its files, and
// in each that of the source. Queries for some of them open the classes that may have them
// only.

// functions returns the functions that are of no class, and those of the classes that may
// matter.
func (u *Unit) functions(may func(*class) bool) []*Function {
	var members []*Function
	for _, c := range u.classes {
		if may(c) {
			members = append(members, u.open(c).functions...)
		}
	}
	if len(members) == 0 {
		return u.free[:len(u.free):len(u.free)]
	}
	out := slices.Concat(u.free, members)
	sortByPlace(u, out)
	return out
}

// Functions returns all functions of the unit, those of included files included, which
// makes all of them: the other queries make few.
func (u *Unit) Functions() []*Function { return u.functions(func(*class) bool { return true }) }

// FreeFunctions returns the functions that are no members of a class in sight. The caller
// must not change the list.
func (u *Unit) FreeFunctions() []*Function { return u.free }

// FunctionsNamed returns the functions of a name.
func (u *Unit) FunctionsNamed(name string) []*Function {
	return filtered(u.functions(func(c *class) bool { return c.mayName(name) }), func(f *Function) bool { return f.Name == name })
}

// FunctionsMentioning returns the functions with bodies that mention one of some names; see
// Mentions.
func (u *Unit) FunctionsMentioning(names map[string]bool) []*Function {
	may := func(n ast.Node) bool { return mayMention(n, names) }
	return filtered(u.FunctionsAmong(may), func(f *Function) bool { return f.Body.Valid() && may(f.Body) })
}

// FunctionsIn returns the functions that are defined, or declared without a definition, in
// the files that are wanted.
func (u *Unit) FunctionsIn(wanted func(*ast.File) bool) []*Function {
	in := func(n ast.Node) bool { return wanted(n.Origin().File()) }
	return filtered(u.FunctionsAmong(in), func(f *Function) bool { return in(f.Node) })
}

// FunctionsAmong returns the functions that are of no class, and those of the classes that
// may matter: may is asked about each class at file or namespace scope, and about the
// definitions of members outside of it, until it holds for one.
func (u *Unit) FunctionsAmong(may func(ast.Node) bool) []*Function {
	return u.functions(func(c *class) bool { return c.some(may) })
}

// FunctionsDeclared returns the functions without a body in sight.
func (u *Unit) FunctionsDeclared() []*Function {
	return filtered(u.functions(func(c *class) bool { return c.sketch.declares || c.sketch.deep }), func(f *Function) bool { return !f.Body.Valid() })
}

// Kernels returns the kernels with a body in source order, those of included files
// included.
func (u *Unit) Kernels() []*Function {
	return filtered(u.globals(), func(f *Function) bool { return f.Body.Valid() })
}

// KernelsDeclared returns the kernels with those that have no body in sight.
func (u *Unit) KernelsDeclared() []*Function { return slices.Clone(u.globals()) }

func (u *Unit) globals() []*Function {
	u.globalsOnce.Do(func() {
		words := map[string]bool{}
		all := u.functions(func(c *class) bool { return c.mayHaveKernel(u, words) })
		u.globalFunctions = filtered(all, (*Function).Kernel)
	})
	return u.globalFunctions
}

// DeclaredNames yields the names of the functions of the unit, and of the static data
// members of classes; defined is set for those that the unit defines. Names can come more
// than once.
func (u *Unit) DeclaredNames(yield func(name string, defined bool)) {
	of := func(functions []*Function) {
		for _, f := range functions {
			yield(f.Name, f.Body.Valid())
		}
	}
	of(u.free)
	for _, c := range u.classes {
		if len(c.decl.members) == 0 && !c.sketch.arms && !c.sketch.deep {
			for _, d := range c.sketch.declared {
				yield(d.name, d.defined)
			}
			continue
		}
		of(u.open(c).functions)
		for _, r := range c.records {
			for name, v := range r.Statics {
				yield(name, v.Qualifiers&ast.Extern == 0 || v.Init.Valid())
			}
		}
	}
}

// AnyFunction reports whether some function of the unit fits.
func (u *Unit) AnyFunction(fits func(*Function) bool) bool {
	return slices.ContainsFunc(u.free, fits) || slices.ContainsFunc(u.classes, func(c *class) bool { return slices.ContainsFunc(u.open(c).functions, fits) })
}

// namesFunction reports whether the unit has a function of a name.
func (u *Unit) namesFunction(name string) bool {
	named := func(f *Function) bool { return f.Name == name }
	return slices.ContainsFunc(u.free, named) || slices.ContainsFunc(u.classes, func(c *class) bool {
		return c.mayName(name) && slices.ContainsFunc(u.open(c).functions, named)
	})
}

// methodsNamed returns the member functions of a name of all classes.
func (u *Unit) methodsNamed(name string) (out []*Function) {
	for _, c := range u.classes {
		if c.mayName(name) {
			for _, r := range u.open(c).records {
				out = append(out, r.Methods[name]...)
			}
		}
	}
	return out
}

// Records returns the classes that have a part in the files that are wanted.
func (u *Unit) Records(wanted func(*ast.File) bool) []*Record {
	in := func(n ast.Node) bool { return wanted(n.Origin().File()) }
	return u.recordsOf(func(c *class) bool { return c.some(in) })
}

// RecordsNamed returns the classes of a name.
func (u *Unit) RecordsNamed(name string) []*Record {
	return filtered(u.recordsOf(func(c *class) bool { return c.sketch.deep || c.sketch.records.has(name) }), func(r *Record) bool { return r.Name == name })
}

func (u *Unit) recordsOf(may func(*class) bool) (out []*Record) {
	for _, c := range u.classes {
		if may(c) {
			out = append(out, u.open(c).records...)
		}
	}
	return out
}

// StaticsNamed returns the static data members of a name.
func (u *Unit) StaticsNamed(name string) (out []*Variable) {
	for _, r := range u.recordsOf(func(c *class) bool { return c.mayHold(name) }) {
		if v := r.Statics[name]; v != nil {
			out = append(out, v)
		}
	}
	return out
}

// staticOf returns the static data member whose name a node is, nil for none.
func (u *Unit) staticOf(name ast.Node) *Variable {
	for _, v := range u.StaticsNamed(name.Text()) {
		if v.Node == name {
			return v
		}
	}
	return nil
}

func filtered[T any](list []T, fits func(T) bool) []T {
	var out []T
	for _, x := range list {
		if fits(x) {
			out = append(out, x)
		}
	}
	return out
}

// mayHaveKernel reports whether a member function may be a kernel, whatever macros expand
// to. global keeps which names of macros may spell that.
func (c *class) mayHaveKernel(u *Unit, global map[string]bool) bool {
	may := func(words []string, q ast.Qualifiers) bool {
		return q&ast.Global != 0 || slices.ContainsFunc(words, func(word string) bool { return u.maySpellGlobal(word, global) })
	}
	return c.sketch.deep || may(c.sketch.heads, c.sketch.qualifiers) || slices.ContainsFunc(c.decl.members, func(m member) bool {
		words := wordsOf(m.node, functionDeclarator(m.decl))
		return may(slices.Concat(words.inside, words.before), m.node.Qualifiers())
	})
}

// maySpellGlobal reports whether a word may be a macro with __global__ in its expansion.
// Those that are known not to be are in known, with false.
func (u *Unit) maySpellGlobal(word string, known map[string]bool) bool {
	if may, ok := known[word]; ok || !u.macros.Known(word) {
		return may
	}
	seen := map[string]bool{word: true}
	for queue := []string{word}; len(queue) > 0; queue = queue[1:] {
		for _, ev := range u.macros.Events(queue[0]) {
			if ev.Macro == nil {
				continue
			}
			for _, t := range ev.Macro.Tokens() {
				if t.Is("##") || ast.QualifierOf(t.Text)&ast.Global != 0 {
					known[word] = true
					return true
				}
				if _, out := known[t.Text]; !out && !seen[t.Text] && t.Kind == preproc.Word && u.macros.Known(t.Text) {
					seen[t.Text] = true
					queue = append(queue, t.Text)
				}
			}
		}
	}
	for name := range seen {
		known[name] = false
	}
	return false
}

// A definition is a function with a body outside of classes: one that is of no class, or of
// a class that is opened when it is asked for.
type definition struct {
	body ast.Node
	fn   *Function
	of   *class
}

// function returns the function of a definition, nil where it is not among those of the
// unit.
func (d *definition) function(u *Unit) *Function {
	if d.of == nil {
		return d.fn
	}
	for _, f := range u.open(d.of).functions {
		if f.Body == d.body {
			return f
		}
	}
	return nil
}

// indexDefinitions makes the functions outside of classes findable by place.
func (b *builder) indexDefinitions() {
	u := b.u
	u.definitions = map[*ast.File][]definition{}
	add := func(d definition) {
		if d.body.Valid() {
			u.definitions[d.body.File()] = append(u.definitions[d.body.File()], d)
		}
	}
	for _, f := range u.free {
		add(definition{body: f.Body, fn: f})
	}
	for i := range b.pending {
		if p := &b.pending[i]; p.of != nil && p.fn != nil {
			add(definition{body: p.fn.Body, of: p.of})
		}
	}
	for _, list := range u.definitions {
		slices.SortStableFunc(list, func(a, b definition) int { return a.body.Index() - b.body.Index() })
	}
}

// FunctionAt returns the function whose body holds a node, nil for none.
func (u *Unit) FunctionAt(n ast.Node) *Function {
	n = n.Origin()
	index := n.Index()
	if c := u.classAround(n); c != nil {
		list := u.open(c).inside
		i := sort.Search(len(list), func(i int) bool { return list[i].Body.Index() > index })
		for i--; i >= 0; i-- {
			if index < list[i].Body.End() {
				return list[i]
			}
		}
	}
	// The last function that starts at or before the node, or one around it.
	list := u.definitions[n.File()]
	i := sort.Search(len(list), func(i int) bool { return list[i].body.Index() > index })
	for i--; i >= 0; i-- {
		if index < list[i].body.End() {
			if f := list[i].function(u); f != nil {
				return f
			}
			continue
		}
		if list[i].body.Parent().Parent().Index() == 0 {
			break // nothing before it can reach further
		}
	}
	return nil
}

// FunctionDefinedBy returns the function that a function definition defines, nil for none.
func (u *Unit) FunctionDefinedBy(n ast.Node) *Function {
	body := n.Child(ast.FieldBody)
	if !body.Valid() {
		body = n.ChildOf(ast.TryStatement).Child(ast.FieldBody)
	}
	if f := u.FunctionAt(body); f != nil && f.Node == n {
		return f
	}
	return nil
}

// methodOf returns the member function that a node defines or declares, nil for none.
func (u *Unit) methodOf(n ast.Node) *Function {
	var c *class
	if c = u.classAround(n); c == nil {
		list := u.definitions[n.File()]
		i := sort.Search(len(list), func(i int) bool { return list[i].body.Index() >= n.Index() })
		if i == len(list) || list[i].body.Index() >= n.End() || list[i].of == nil {
			return nil
		}
		c = list[i].of
	}
	if i := slices.IndexFunc(u.open(c).functions, func(f *Function) bool { return f.Node == n }); i >= 0 {
		return c.functions[i]
	}
	return nil
}

type wordsKey struct{}

// mayHoldWord reports whether one of some names may stand in the text of a file.
func mayHoldWord(file *ast.File, names map[string]bool) bool {
	words := file.Source.Remember(wordsKey{}, func() any { return wordsIn(file.Source.Text) }).(*nameSet)
	for name := range names {
		if words.has(name) {
			return true
		}
	}
	return false
}

// wordsIn returns the words of a text.
func wordsIn(text []byte) *nameSet {
	s := &nameSet{}
	seen := map[uint32]bool{}
	for i := 0; i < len(text); {
		start := i
		for i < len(text) && source.WordByte(text[i]) {
			i++
		}
		if i == start {
			i++
			continue
		}
		if h := nameHash(string(text[start:i])); !seen[h] {
			seen[h] = true
			s.addHash(h)
		}
	}
	s.close()
	return s
}

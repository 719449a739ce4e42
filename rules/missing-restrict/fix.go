package missingrestrict

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
)

// A subject identifies the parameter of a finding. It holds no part of a syntax tree.
type subject struct {
	Kernel string
	Path   string
	Own    parameter
	// Together are the parameters of the kernel with findings, this one among them.
	Together []parameter
}

// A parameter of a kernel.
type parameter struct {
	Offset int
	// NoConst is the reason why const does not compile in the unit of the finding, "" if it
	// does.
	NoConst string
}

// subjectOf identifies the parameter of a finding for its fix. It returns nil if a macro
// spells the parameter.
func subjectOf(pass *lint.Pass, k *sema.Function, p decl.Param, noConst string, together []parameter) *lint.Subject {
	if !lint.Written(p.Node) {
		return nil
	}
	at := pass.Place(p.Node)
	s := subject{k.Name, at.Path, parameter{at.Start.Offset, noConst}, together}
	return lint.NewSubject(fmt.Sprintf("%s:%d", s.Path, s.Own.Offset), s)
}

// find returns the kernel and the index of a parameter in a unit, nil if the unit does
// not have it.
func (s *subject) find(pass *lint.Pass, offset int) (f *sema.Function, param int) {
	for _, f := range pass.Unit.Kernels() {
		for i, p := range f.Params {
			if at := pass.Place(p.Node); f.Name == s.Kernel && at.Start.Offset == offset && at.Path == s.Path {
				return f, i
			}
		}
	}
	return nil, 0
}

// A kernel is the kernel whose parameter the fix changes.
type kernel struct {
	*sema.Function
	pass     *lint.Pass // of the finding's unit
	path     string     // of the file that defines it
	internal bool       // has internal linkage
	key      string     // the qualified name
}

// in reports whether a unit includes the kernel's definition.
func (k *kernel) in(pass *lint.Pass) bool {
	return slices.ContainsFunc(pass.Unit.Files, func(f *ast.File) bool { return pass.Place(f.Root()).Path == k.path })
}

// declared and defined report whether a unit declares, or defines, a kernel of this name.
func (k *kernel) declared(pass *lint.Pass) bool { return k.has(pass, false) }
func (k *kernel) defined(pass *lint.Pass) bool  { return k.has(pass, true) }

func (k *kernel) has(pass *lint.Pass, body bool) bool {
	return slices.ContainsFunc(pass.Unit.FunctionsNamed(k.Name), func(f *sema.Function) bool {
		return f.Kernel() && f.Body.Valid() == body && f.QualifiedName() == k.key
	})
}

// fix returns the fix of one parameter, and one for all parameters of the kernel with findings.
func fix(p *lint.FixPass) ([]fixes.Fix, error) {
	s := lint.About[subject](p)
	own := p.Own()
	if own == nil {
		return nil, nil
	}
	f, _ := s.find(own, s.Own.Offset)
	if f == nil {
		return nil, nil
	}
	q := newQualification(p, own, f, s.Path)
	single, ok := q.fix(&s, s.Own)
	if !ok {
		return nil, p.Context.Err()
	}
	out := []fixes.Fix{single}
	if together, ok := q.together(&s); ok {
		out = append(out, together)
	}
	return out, p.Context.Err()
}

// A qualification is the change of parameters of one kernel, in all units that name it.
type qualification struct {
	*kernel
	p       *lint.FixPass
	passes  []*lint.Pass
	changes mentions
	// all is set if every use of the kernel is visible, known if no use depends on its type.
	all, known bool
}

func newQualification(p *lint.FixPass, own *lint.Pass, f *sema.Function, path string) *qualification {
	q := &qualification{p: p, kernel: &kernel{Function: f, pass: own, path: path,
		internal: program.SummarizeKernel(f, func(path string) string { return path }).Internal, key: f.QualifiedName()}}
	units, all := p.Having(f.Name)
	passes, opened := p.Open(slices.DeleteFunc(units, func(unit lint.UnitID) bool {
		return unit != p.OwnUnit() && !p.Includes(unit, q.path) && !p.NamesKernel(unit, q.key)
	}))
	q.passes = programOf(passes, q.kernel)
	q.all = all && opened || q.internal && f.Node.File() == own.Unit.File
	q.changes, q.known = collect(q.kernel, q.passes)
	return q
}

// fix returns the fix of one parameter. ok is false if it has none.
func (q *qualification) fix(s *subject, at parameter) (fix fixes.Fix, ok bool) {
	f, param := s.find(q.pass, at.Offset)
	if f == nil || boundToReference(q.pass.Unit, f, f.Params[param].Name) {
		return fix, false
	}
	noConst := q.whyNotConstant(at.NoConst)
	constant := noConst == ""
	edits, declarations, ok := q.changes.edits(param, constant)
	if !ok {
		return fix, false
	}
	spelling := speller{unit: q.pass.Unit}
	fix = fixes.Fix{Title: fmt.Sprintf("declare %s of %s as %s", f.Params[param].Name, f.Name, spelling.suggest(f.Params[param], constant)), Safety: fixes.Unsafe, Edits: edits}
	switch {
	case declarations == 1:
		fix.Title += ", also in its declaration"
	case declarations > 1:
		fix.Title += fmt.Sprintf(", also in its %d declarations", declarations)
	}
	if !constant && lacksConst(f.Params[param].Node) {
		fix.Title += ", without const: " + noConst
	}
	if q.all && !typed(f, f.Params[param].Name) && q.changes.provenDisjoint(q.p, q.passes, param) {
		fix.Safety = fixes.Safe
		fix.Title += "; every launch passes separate memory"
	}
	return fix, true
}

// together returns the fix of all parameters of the kernel with findings. It is safe if the fix of
// each of them is. ok is false if there are less than two, or one has no fix.
func (q *qualification) together(s *subject) (all fixes.Fix, ok bool) {
	if len(s.Together) < 2 {
		return all, false
	}
	var names []string
	all.Safety = fixes.Safe
	for _, at := range s.Together {
		one, ok := q.fix(s, at)
		if !ok {
			return all, false
		}
		f, param := s.find(q.pass, at.Offset)
		names = append(names, f.Params[param].Name)
		all.Edits = append(all.Edits, one.Edits...)
		if one.Safety != fixes.Safe {
			all.Safety = fixes.Unsafe
		}
	}
	all.Title = fmt.Sprintf("declare %s and %s of %s __restrict__, and const where possible", strings.Join(names[:len(names)-1], ", "), names[len(names)-1], q.Name)
	return all, true
}

// whyNotConstant returns the reason why the fix leaves out const, "" if it adds it. own is the
// reason in the unit of the finding.
func (q *qualification) whyNotConstant(own string) string {
	switch {
	case own != "":
		return own
	case !q.all:
		return "some uses of the kernel may not be visible"
	case !q.known:
		return "some use of the kernel may depend on its type"
	}
	return ""
}

// mentions are the places that name a kernel, which its fix has to check or edit.
type mentions struct {
	kernel *kernel
	// heads are the declarations with the same parameter types as the definition, each
	// once.
	heads []head
	uses  []use
}

// A head is a declaration of a kernel, and the unit in which it was found.
type head struct {
	pass *lint.Pass
	node ast.Node
}

// collect finds the uses of a kernel in the units of its program. known is set if nothing
// depends on the type of the kernel but the declarations that the fix changes.
func collect(k *kernel, passes []*lint.Pass) (c mentions, known bool) {
	c.kernel, known = k, true
	seen := map[string]bool{}
	own := parameters(k.Params[0].Node.Parent())
	for _, pass := range passes {
		for _, file := range pass.Unit.Files {
			path := pass.Place(file.Root()).Path
			if seen[path] {
				continue
			}
			seen[path] = true
			if mangled(file, k.Name) {
				known = false
			}
			for _, u := range usesIn(file, k.Name, k.Node) {
				if u.role == declaration {
					if namespaceOf(u.head) == namespaceOf(k.Params[0].Node) && slices.Equal(own, parameters(u.head.Child(ast.FieldParameters))) {
						c.heads = append(c.heads, head{pass, u.head})
					} else {
						u.role = instance
					}
				}
				known = known && u.role != other && u.role != instance
				c.uses = append(c.uses, u)
			}
		}
	}
	return c, known
}

// edits returns the edits of the definition and of the declarations.
func (c *mentions) edits(param int, constant bool) (out []fixes.Edit, declarations int, ok bool) {
	k := c.kernel
	add := func(pass *lint.Pass, node ast.Node, name string) bool {
		spelling := speller{unit: pass.Unit}
		edits, ok := spelling.fix(node, name, constant)
		for _, e := range edits {
			out = append(out, pass.EditSpan(node.File(), e.span, e.text))
		}
		return ok
	}
	if !add(k.pass, k.Params[param].Node, k.Params[param].Name) {
		return nil, 0, false
	}
	for _, h := range c.heads {
		node := nth(h.node.Child(ast.FieldParameters), param)
		switch {
		case restricted(node) && !(constant && lacksConst(node)):
			continue
		case restricted(node) && lint.Written(node):
			e := insertConst(node)
			out = append(out, h.pass.EditSpan(node.File(), e.span, e.text))
		case !add(h.pass, node, declaredIn(node)) && constant:
			return nil, 0, false
		}
		declarations++
	}
	return out, declarations, true
}

// restricted reports whether a parameter is declared restrict, in any spelling.
func restricted(param ast.Node) bool {
	return strings.Contains(strings.ToLower(param.Child(ast.FieldDeclarator).Text()), "restrict")
}

// mangled reports whether a file contains the mangled name of a function, which const
// would change.
func mangled(file *ast.File, name string) bool {
	return strings.Contains(string(file.Source.Text), fmt.Sprintf("%d%s", len(name), name))
}

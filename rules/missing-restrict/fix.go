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
	Offset int // of the parameter
	// NoConst is the reason why const does not compile in the unit of the finding, "" if it
	// does.
	NoConst string
}

// subjectOf identifies the parameter of a finding for its fix. It returns nil if a macro
// spells the parameter.
func subjectOf(pass *lint.Pass, k *sema.Function, p decl.Param, noConst string) *lint.Subject {
	if !lint.Written(p.Node) {
		return nil
	}
	at := pass.Place(p.Node)
	s := subject{Kernel: k.Name, Path: at.Path, Offset: at.Start.Offset, NoConst: noConst}
	return lint.NewSubject(fmt.Sprintf("%s:%d", s.Path, s.Offset), s)
}

// find returns the kernel and the index of the parameter in a unit, nil if the unit does
// not have it.
func (s *subject) find(pass *lint.Pass) (f *sema.Function, param int) {
	for _, f := range pass.Unit.Kernels() {
		for i, p := range f.Params {
			if at := pass.Place(p.Node); f.Name == s.Kernel && at.Start.Offset == s.Offset && at.Path == s.Path {
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

// fix returns the fix of one parameter.
func fix(p *lint.FixPass) ([]fixes.Fix, error) {
	s := lint.About[subject](p)
	own := p.Own()
	if own == nil {
		return nil, nil
	}
	f, param := s.find(own)
	if f == nil {
		return nil, nil
	}
	k := &kernel{Function: f, pass: own, path: s.Path, internal: program.SummarizeKernel(f, func(path string) string { return path }).Internal, key: f.QualifiedName()}
	if boundToReference(own.Unit, f, f.Params[param].Name) {
		return nil, nil
	}
	units, all := p.Having(f.Name)
	passes, opened := p.Open(slices.DeleteFunc(units, func(unit lint.UnitID) bool {
		return unit != p.OwnUnit() && !p.Includes(unit, k.path) && !p.NamesKernel(unit, k.key)
	}))
	passes = programOf(passes, k)
	all = all && opened
	all = all || k.internal && f.Node.File() == own.Unit.File
	changes, known := collect(k, passes)
	noConst := s.whyNotConstant(all, known)
	constant := noConst == ""
	edits, declarations, ok := changes.edits(param, constant)
	if !ok {
		return nil, p.Context.Err()
	}
	spelling := speller{unit: own.Unit}
	fix := fixes.Fix{Title: fmt.Sprintf("declare %s of %s as %s", f.Params[param].Name, f.Name, spelling.suggest(f.Params[param], constant)), Safety: fixes.Unsafe, Edits: edits}
	switch {
	case declarations == 1:
		fix.Title += ", also in its declaration"
	case declarations > 1:
		fix.Title += fmt.Sprintf(", also in its %d declarations", declarations)
	}
	if !constant && lacksConst(f.Params[param].Node) {
		fix.Title += ", without const: " + noConst
	}
	if all && !typed(f, f.Params[param].Name) && changes.provenDisjoint(p, passes, param) {
		fix.Safety = fixes.Safe
		fix.Title += "; every launch passes separate memory"
	}
	return []fixes.Fix{fix}, p.Context.Err()
}

// whyNotConstant returns the reason why the fix leaves out const, "" if it adds it.
func (s *subject) whyNotConstant(all, known bool) string {
	switch {
	case s.NoConst != "":
		return s.NoConst
	case !all:
		return "some uses of the kernel may not be visible"
	case !known:
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

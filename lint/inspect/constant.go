package inspect

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
)

// A Constant is a place that names a variable in constant memory: its
// declaration or a use, in code of the host, too.
type Constant struct {
	lint.Place
	// Name is qualified, with the arguments of a variable template.
	Name string
	// Type is how the type is named, "" where it is not known.
	Type string
	// Bytes and Align are the size and alignment in bytes, -1 where they are not known.
	Bytes, Align int64
	// Offset is where the variable is in the constant memory of the module, -1 where that is
	// not known: see sema.PlaceConstants.
	Offset int64
	// Instances is how many variables the place stands for, all instances of one template;
	// the figures are those of the first.
	Instances int
	// Certain is set where the figures do not depend on unknown macros.
	Certain bool
	// Declared is the place of the declaration.
	Declared lint.Place
}

// A Bank is the amount of constant memory that a unit takes.
type Bank struct {
	// Bytes is a lower bound where some sizes are Unknown.
	Bytes   int64
	Unknown int
	// Linked is set where the unit is relocatable device code: variables of linked units then
	// share the bank.
	Linked bool
}

// unitConstants are the variables in constant memory of a unit.
type unitConstants struct {
	objects []sema.ConstantObject
	offsets []int64
	certain []bool           // of the offsets
	named   map[string][]int // objects by the last part of their name
	bank    Bank
}

func (u *Unit) constants() *unitConstants {
	c := &unitConstants{objects: u.ConstantObjects(u.Host.Of), named: map[string][]int{}}
	rdc := u.RDC
	c.offsets = sema.PlaceConstants(c.objects, rdc)
	c.bank = Bank{Bytes: sema.LayOutConstants(c.objects, rdc), Linked: rdc}
	certain := true
	for i, o := range c.objects {
		certain = certain && o.Certain
		c.certain = append(c.certain, certain)
		name := o.Node.Text()
		c.named[name] = append(c.named[name], i)
		if o.Size < 0 && !(rdc && o.Extern) {
			c.bank.Unknown++
		}
	}
	return c
}

// constantsIn returns the places between two offsets of a file that name variables in
// constant memory.
func (in *Inspector) constantsIn(file *ast.File, start, end int) []Constant {
	if in.constants == nil {
		in.constants = in.unit.constants()
	}
	c := in.constants
	if len(c.objects) == 0 {
		return nil
	}
	var out []Constant
	add := func(n ast.Node) {
		if found := c.objectsNamed(in.unit.Unit, n); len(found) > 0 {
			out = append(out, in.unit.constant(c, n, found))
		}
	}
	first := sort.Search(file.Len(), func(i int) bool { return file.At(i).Span().Start >= start })
	if n := file.NodeAt(start - 1); n.Span().Start < start && n.Span().End >= start {
		add(n)
	}
	for i := first; i < file.Len() && file.At(i).Span().Start <= end; i++ {
		add(file.At(i))
	}
	return out
}

// objectsNamed returns which of the unit's constant objects an identifier may name, by their index.
func (c *unitConstants) objectsNamed(u *sema.Unit, n ast.Node) []int {
	if !n.Is(ast.Identifier) {
		return nil
	}
	candidates := c.named[n.Text()]
	if len(candidates) == 0 {
		return nil
	}
	if i := slices.IndexFunc(candidates, func(i int) bool { return c.objects[i].Node == n }); i >= 0 {
		return c.sameVariable(candidates, c.objects[candidates[i]])
	}
	if n.Field() == ast.FieldDeclarator && (u.FunctionAt(n) != nil || n.Enclosing(ast.ParameterDeclaration, ast.FieldDeclaration).Valid()) {
		return nil // it declares something else by this name
	}
	if local := u.LocalAt(n, n.Text()); local != nil {
		return slices.DeleteFunc(slices.Clone(candidates), func(i int) bool { return c.objects[i].Node != local.Node })
	}
	name := n
	for p := n.Parent(); p.Is(ast.QualifiedIdentifier, ast.TemplateFunction) && p.LastName() == n; p = p.Parent() {
		name = p
	}
	v := u.ScopeAt(n).Variable(name)
	if v == nil {
		return nil
	}
	return c.sameVariable(candidates, sema.ConstantObject{Variable: v})
}

// sameVariable returns those candidates that are the same variable, or instances of it.
func (c *unitConstants) sameVariable(candidates []int, o sema.ConstantObject) (out []int) {
	for _, i := range candidates {
		if other := c.objects[i]; other.Variable == o.Variable && (other.Variable != nil || other.Node == o.Node) {
			out = append(out, i)
		}
	}
	return out
}

func (u *Unit) constant(c *unitConstants, n ast.Node, found []int) Constant {
	i := found[0]
	o := c.objects[i]
	out := Constant{Place: u.Place(n), Name: o.Name, Bytes: o.Size, Align: o.Align, Offset: c.offsets[i],
		Instances: len(found), Certain: c.certain[i], Declared: u.Place(o.Node)}
	out.Type = declaredType(o.Type)
	return out
}

// declaredType spells a type, an array with its lengths: "float[16][4]"; "" where it is not
// known.
func declaredType(t *sema.Type) string {
	lengths := ""
	for ; t != nil && t.Kind == sema.Array; t = t.Elem {
		if t.Len < 0 {
			lengths += "[]"
		} else {
			lengths += fmt.Sprintf("[%d]", t.Len)
		}
	}
	if t == nil || strings.ContainsAny(t.Name, "?()") {
		return ""
	}
	return t.Name + lengths
}

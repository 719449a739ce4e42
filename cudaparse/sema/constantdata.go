package sema

import (
	"cmp"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/types"
)

// A ConstantObject is an object that a unit puts into the constant memory of its
// module: a __constant__ variable, one instance of a variable template, or a
// static variable of a function.
type ConstantObject struct {
	Variable *Variable // nil for a static variable of a function
	Name     string    // qualified, with template arguments: "a::table<int>"
	Node     ast.Node  // the name in the declaration
	Type     *Type
	// Size and Align are in bytes, -1 where they are not known.
	Size, Align int64
	// Extern is set where the unit has no definition. The compiler takes the
	// declaration for one, unless the device code is relocatable.
	Extern bool
	// Internal is set where no other unit can mean the object; Weak where the
	// definitions of several units are one: template instances, inline variables.
	Internal, Weak bool
	// Certain is set if the object is there, with this size, whatever macros out
	// of sight are.
	Certain bool

	order [2]int // see constantOrder
}

// ConstantObjects returns what the unit puts into constant memory, in the order
// in which the compiler lays it out without relocatable device code. Of arms of
// conditional compilation that cannot be decided, those are taken that are read
// if macros out of sight are not defined. Objects that nothing refers to count
// (measured with nvcc 13.0 and 13.5: static ones too). launchesOf returns the launches of a
// kernel, which make instances of it.
func (u *Unit) ConstantObjects(launchesOf func(*Function) []*Launch) []ConstantObject {
	if !u.hasConstants() {
		return nil
	}
	e := &eval{u: u}
	var out []ConstantObject
	var generic []*Variable
	for _, v := range u.Variables {
		switch {
		case v.Space != ConstantSpace || v.unlikely:
		case v.params != nil:
			generic = append(generic, v)
		default:
			out = append(out, u.constantObject(e, v))
		}
	}
	if len(generic) > 0 {
		out = append(out, u.constantInstances(generic, launchesOf)...)
	}
	out = append(out, u.localConstants()...)
	s := &certainty{u: u, known: map[string]bool{}}
	for i := range out {
		out[i].Certain = out[i].Certain && out[i].Size >= 0 && s.certain(out[i].Node)
	}
	return u.constantOrder(out)
}

// hasConstants reports whether the unit may have constant memory at all.
func (u *Unit) hasConstants() bool {
	if slices.ContainsFunc(u.Variables, func(v *Variable) bool { return v.Space == ConstantSpace }) {
		return true
	}
	return slices.ContainsFunc(u.Files, func(f *ast.File) bool { return f.Source.Contains("__constant__") })
}

// constantObject returns a variable of file, namespace or class scope.
func (u *Unit) constantObject(e *eval, v *Variable) ConstantObject {
	o := ConstantObject{Variable: v, Name: decl.Join(v.Namespace, v.Name), Node: v.Node, Type: v.Type, Certain: v.certain || v.Record != nil,
		Extern: v.Qualifiers&ast.Extern != 0 && !v.Init.Valid(), Weak: v.Qualifiers&ast.Inline != 0, order: [2]int{v.seq, 0}}
	if v.Record != nil {
		o.Name = decl.Join(decl.Join(v.Record.Namespace, v.Record.Name), v.Name)
	}
	o.Internal = v.Qualifiers&ast.Static != 0 && v.Record == nil || namelessSpace(v.Node) ||
		v.Qualifiers&(ast.Const|ast.Constexpr) != 0 && v.Qualifiers&(ast.Extern|ast.Inline) == 0 && v.Record == nil
	o.Extern = o.Extern && !o.Internal // nothing else can define it
	u.sizeConstant(e, &o, v.Scope, v.Declaration, v.declarator)
	if t := elementOf(v.Type); o.Extern && t.Record != nil && t.Record.Bindings != nil {
		o.Certain = false // emitted only if something else completes the type
	}
	return o
}

// elementOf returns what an array, or an array of arrays, is made of, and any
// other type itself.
func elementOf(t *Type) *Type {
	for t.Kind == Array {
		t = t.Elem
	}
	return t
}

// sizeConstant gives an object the size and alignment of its type, with the
// alignment that its declaration asks for.
func (u *Unit) sizeConstant(e *eval, o *ConstantObject, s *Scope, declaration, declarator ast.Node) {
	o.Size, o.Align = -1, -1
	if o.Type == nil {
		return
	}
	o.Size, o.Align = o.Type.Size, o.Type.Align
	if !declaration.Valid() || !declarator.Valid() {
		return
	}
	if forced := e.declaredAlign(s, declaration, declarator); forced < 0 {
		o.Size = -1
	} else if forced > o.Align || forced > 0 && (o.Type.Kind == Array || o.Type.Kind == RecordKind) {
		o.Align = forced // may be less than that of the type; ptxas keeps that of a scalar
	}
}

// namelessSpace reports whether a node stands in an unnamed namespace.
func namelessSpace(n ast.Node) bool {
	for p := n.Origin(); p.Valid(); p = p.Parent() {
		if p.Kind() == ast.NamespaceDefinition && !p.Child(ast.FieldName).Valid() {
			return true
		}
	}
	return false
}

// constantOrder sorts objects as the compiler emits them (measured with nvcc
// 13.0 and 13.5): those of the global namespace in source order, then those of
// each namespace in the order in which the namespaces are opened, behind those of
// the namespaces inside it. An instance of a template comes where it is made.
func (u *Unit) constantOrder(objects []ConstantObject) []ConstantObject {
	root := &spaceOrder{inner: map[string]*spaceOrder{}}
	slices.SortStableFunc(objects, func(a, b ConstantObject) int {
		return cmp.Or(cmp.Compare(a.order[0], b.order[0]), cmp.Compare(a.order[1], b.order[1]))
	})
	for _, o := range objects {
		at := root
		path := ""
		for _, name := range enclosingSpaces(o.Node) {
			opened := o.order[0]
			if name != "" {
				path = decl.Join(path, name)
				if sp := u.spaces[path]; sp != nil {
					opened = sp.seq
				}
			}
			if at.inner[name] == nil {
				at.inner[name] = &spaceOrder{inner: map[string]*spaceOrder{}, opened: opened}
			}
			at = at.inner[name]
		}
		at.own = append(at.own, o)
	}
	out := root.own
	for _, inner := range root.sorted() {
		out = inner.emit(out, 0)
	}
	return out
}

// A spaceOrder is a namespace with its constants.
type spaceOrder struct {
	opened int
	own    []ConstantObject
	inner  map[string]*spaceOrder // "" is the unnamed one
}

func (s *spaceOrder) sorted() []*spaceOrder {
	var out []*spaceOrder
	for _, name := range sortedKeys(s.inner) {
		out = append(out, s.inner[name])
	}
	slices.SortStableFunc(out, func(a, b *spaceOrder) int { return cmp.Compare(a.opened, b.opened) })
	return out
}

func (s *spaceOrder) emit(out []ConstantObject, depth int) []ConstantObject {
	if depth < 500 {
		for _, inner := range s.sorted() {
			out = inner.emit(out, depth+1)
		}
	}
	return append(out, s.own...)
}

// enclosingSpaces returns the names of the namespaces around a node, the
// outermost first, "" for an unnamed one.
func enclosingSpaces(n ast.Node) []string {
	var out []string
	for p := n.Origin(); p.Valid(); p = p.Parent() {
		if p.Kind() != ast.NamespaceDefinition {
			continue
		}
		parts := strings.Split(preproc.WithoutSpace(p.Child(ast.FieldName).Text()), "::")
		slices.Reverse(parts)
		for _, name := range parts {
			out = append(out, strings.TrimPrefix(name, "inline"))
		}
	}
	slices.Reverse(out)
	return out
}

// LayOutConstants returns how many bytes of constant memory objects take, in the
// order given, see PlaceConstants. Objects of unknown size are left out.
func LayOutConstants(objects []ConstantObject, relocatable bool) int64 {
	end := int64(0)
	for i, at := range placeConstants(objects, relocatable) {
		if at >= 0 {
			end = max(end, at+objects[i].Size)
		}
	}
	return min(end, types.MaxBytes)
}

// PlaceConstants returns the offset in bytes of each object in the constant memory of
// its module as ptxas places them (measured with CUDA 13.0 and 13.5): each at the next
// multiple of its alignment. It is -1 where it is not known: of an object of unknown size,
// and of those behind one; of all objects in relocatable device code, which nvlink places
// anew. objects are those of ConstantObjects.
func PlaceConstants(objects []ConstantObject, relocatable bool) []int64 {
	if relocatable {
		return slices.Repeat([]int64{-1}, len(objects))
	}
	offsets := placeConstants(objects, false)
	if i := slices.Index(offsets, -1); i >= 0 {
		for ; i < len(offsets); i++ {
			offsets[i] = -1
		}
	}
	return offsets
}

// placeConstants returns the offset of each object in the section of a unit, -1 for those
// that are not in it or have no known size: in the order given, in relocatable device code
// by falling alignment and rising size, without those that are only declared.
func placeConstants(objects []ConstantObject, relocatable bool) []int64 {
	offsets := slices.Repeat([]int64{-1}, len(objects))
	var order []int
	for i, o := range objects {
		if o.Size >= 0 && !(relocatable && o.Extern) {
			order = append(order, i)
		}
	}
	if relocatable {
		slices.SortStableFunc(order, func(i, j int) int {
			a, b := objects[i], objects[j]
			return cmp.Or(cmp.Compare(b.Align, a.Align), cmp.Compare(a.Size, b.Size))
		})
	}
	at := int64(0)
	for _, i := range order {
		offsets[i] = types.RoundUp(at, objects[i].Align)
		if at = offsets[i] + objects[i].Size; at > types.MaxBytes {
			at = types.MaxBytes
		}
	}
	return offsets
}

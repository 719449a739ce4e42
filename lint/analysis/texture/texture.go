// Package texture finds the texture and surface references of a translation unit and their
// uses: binds, field settings, fetches (References). It identifies a call by its arguments, never
// by its name alone: tex2D is also the name of the fetch through a texture object. Objects are the
// texture and surface objects, with what their descriptors hold.
package texture

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A Form is the type of interface that a reference belongs to.
type Form uint8

// The forms of references.
const (
	// Template is texture<T, dim, mode> or surface<void, dim>.
	Template Form = iota
	// Struct is textureReference or surfaceReference, which the runtime's C
	// interface points to.
	Struct
	// Handle is CUtexref or CUsurfref of the driver interface.
	Handle
)

// A Role is the kind of entity that a declaration declares.
type Role uint8

// The roles of declarations.
const (
	Global    Role = iota // a variable at file or namespace scope
	Member                // a static data member
	Field                 // any other data member
	Parameter             // of a function
	Local                 // a variable in a function
	TypeName              // a typedef or alias: not a reference, but a use of the type
)

// A ReadMode is the read mode of a texture: whether a fetch returns elements or normalised
// floats.
type ReadMode uint8

// The read modes; UnknownMode if the source does not determine it.
const (
	UnknownMode ReadMode = iota
	ElementType
	NormalizedFloat
)

// A Reference is one declaration of a texture or surface reference, of an array
// of them, or of something that refers to one.
type Reference struct {
	Name string
	// Namespace is the enclosing namespaces and classes, "a::b".
	Namespace string
	Surface   bool
	Form      Form
	Role      Role
	// Node is the name in the declaration, Declaration the whole declaration. Both may be
	// in the expansion of a macro.
	Node, Declaration ast.Node
	// Function is the function of a parameter or local variable, nil for others.
	Function *sema.Function
	// Texel is the element type, nil if it is not known or there is none.
	Texel *sema.Type
	// Dim is the value of the second template argument (cudaTextureType2D and so on, 1 by
	// default), 0 if it is not known.
	Dim  int64
	Mode ReadMode
	// Count is the number of references in an array, 1 for a single reference, -1 if it is
	// not known.
	Count int64
	// Extern is set if the unit declares the reference without defining it, Internal if no
	// other unit can name it.
	Extern, Internal bool
	// Uses are the uses in source order, at most maxUses. They include those through local
	// C++ references and pointers to it.
	Uses []Use
	// MoreUses counts the uses beyond maxUses.
	MoreUses int

	// Typedef is the typedef or alias that the declaration names, nil for none.
	Typedef *Reference

	typ        *sema.Type
	sure       bool       // certainly CUDA's: by CUDA's words in the declaration, or by its uses
	shaped     bool       // it has arguments that CUDA's template accepts
	elaborated bool       // struct textureReference *p, which declares a struct if there is none
	init       ast.Node   // of a local C++ reference or pointer
	target     *Reference // the reference that a local C++ reference or pointer refers to
}

// QualifiedName returns the name with its namespaces and classes.
func (r *Reference) QualifiedName() string {
	if r.Namespace == "" {
		return r.Name
	}
	return r.Namespace + "::" + r.Name
}

// Shape spells the dimensions: "2D", "cubemap", "" if they are not known.
func (r *Reference) Shape() string { return shapes[r.Dim] }

var shapes = map[int64]string{1: "1D", 2: "2D", 3: "3D", 0x0C: "cubemap", 0xF1: "1D layered", 0xF2: "2D layered", 0xFC: "cubemap layered"}

// A UseKind is the kind of a use.
type UseKind uint8

// The kinds of uses.
const (
	Fetch  UseKind = iota // a device function reads or writes through it
	Bind                  // memory is bound to it
	Unbind                // memory is unbound
	Query                 // the host queries it
	Set                   // one of its fields is assigned to
	Get                   // one of its fields is read
	Pass                  // it is an argument of another function
	Driver                // a driver call
	Other
)

// A Use is one use of a reference.
type Use struct {
	Kind UseKind
	// Node is the call, the assignment, or the expression that names the reference. It may
	// be in the expansion of a macro, see ast.Node.Origin.
	Node ast.Node
	// Callee is the name of the called function, Args are its arguments. Arg is the position
	// of the reference among them, -1 if the use is not an argument.
	Callee string
	Args   []ast.Node
	Arg    int
	// Field is the member of Set and Get, with its index: "addressMode[0]". Value is the
	// assigned value. It is not valid for other uses and for compound assignments.
	Field string
	Value ast.Node
	// Function is the function that contains the use, nil outside of functions.
	Function *sema.Function
}

// Bounds of an index.
const (
	maxUses       = 2000 // listed uses of one reference
	maxReferences = 5000
	maxResolve    = 16 // macros, aliases and casts between an expression and a reference
)

// An Index holds the references of one unit. It holds parts of syntax trees.
type Index struct {
	// References are the references in source order. They include the typedefs with which
	// no reference in the unit is declared. They do not include local names of other
	// references, and driver handles without a use.
	References []*Reference
	// Calls are the calls of the reference interface that name no visible reference, in
	// source order.
	Calls []Use
}

// References returns the index of a unit, nil if it has no reference and no call of the
// interface.
func References(u *sema.Unit) *Index {
	if !mayHold(u) || isHIP(u) {
		return nil
	}
	b := newBuilder(u)
	b.declarations()
	b.targets()
	b.calls()
	b.mentions()
	return b.finish()
}

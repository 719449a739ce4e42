// Package texture finds the texture and surface references of a translation unit
// and all that the unit does with them: binds, field settings, fetches. It knows
// the interface by what calls name, never by the name of the call alone: tex2D is
// also the name of the fetch through a texture object.
package texture

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// A Form says how a reference is declared.
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

// A Role says what the declaration declares.
type Role uint8

// The roles of declarations.
const (
	Global    Role = iota // a variable at file or namespace scope
	Member                // a static data member
	Field                 // any other data member
	Parameter             // of a function
	Local                 // a variable in a function
	TypeName              // a typedef or alias: no reference, but a use of the type
)

// A ReadMode says what a fetch returns.
type ReadMode uint8

// The read modes, UnknownMode where the source does not tell.
const (
	UnknownMode ReadMode = iota
	ElementType
	NormalizedFloat
)

// A Reference is one declaration of a texture or surface reference, of an array
// of them, or of something that refers to one.
type Reference struct {
	Name string
	// Namespace holds the enclosing namespaces and classes, "a::b".
	Namespace string
	Surface   bool
	Form      Form
	Role      Role
	// Node is the name in the declaration, Declaration all of it. Both may stand in
	// the expansion of a macro.
	Node, Declaration ast.Node
	// Function is that of a parameter or local variable, nil for others.
	Function *sema.Function
	// Texel is the element type, nil where it is not known or there is none.
	Texel *sema.Type
	// Dim is the value of the second template argument (cudaTextureType2D and so
	// on; 1 where it is left out), 0 where it is not known.
	Dim  int64
	Mode ReadMode
	// Count is the number of references of an array, 1 for a single one, -1 where it
	// is not known.
	Count int64
	// Extern is set where the unit declares the reference and does not define it,
	// Internal where no other unit can name it.
	Extern, Internal bool
	// Uses are in source order, at most maxUses of them, those of local C++
	// references and pointers to it included.
	Uses []Use
	// MoreUses is how many further uses there are.
	MoreUses int

	// Typedef is the typedef or alias that the declaration names, nil for none.
	Typedef *Reference

	typ        *sema.Type
	sure       bool       // it is CUDA's: by words of CUDA in the declaration, or by its uses
	shaped     bool       // it has the arguments of CUDA's template
	elaborated bool       // struct textureReference *p, which declares a struct if there is none
	init       ast.Node   // of a local C++ reference or pointer
	target     *Reference // what a local C++ reference or pointer is another name of
}

// QualifiedName returns the name with its namespaces and classes.
func (r *Reference) QualifiedName() string {
	if r.Namespace == "" {
		return r.Name
	}
	return r.Namespace + "::" + r.Name
}

// Shape spells the dimensions: "2D", "cubemap", "" where they are not known.
func (r *Reference) Shape() string { return shapes[r.Dim] }

var shapes = map[int64]string{1: "1D", 2: "2D", 3: "3D", 0x0C: "cubemap", 0xF1: "1D layered", 0xF2: "2D layered", 0xFC: "cubemap layered"}

// A UseKind says what is done with a reference.
type UseKind uint8

// The kinds of uses.
const (
	Fetch  UseKind = iota // a device function reads or writes through it
	Bind                  // memory is bound to it
	Unbind                // memory is unbound
	Query                 // the host asks about it
	Set                   // one of its fields is assigned to
	Get                   // one of its fields is read
	Pass                  // it is an argument of another function
	Driver                // a driver call
	Other
)

// A Use is one use of a reference.
type Use struct {
	Kind UseKind
	// Node is the call, the assignment, or the expression that names the reference.
	// It may stand in the expansion of a macro; see ast.Node.Origin.
	Node ast.Node
	// Callee names the function of a call; Args are its arguments, Arg is which of
	// them the reference is, -1 where the use is no argument.
	Callee string
	Args   []ast.Node
	Arg    int
	// Field is the member of Set and Get, with its index: "addressMode[0]". Value is
	// what is assigned, not valid for other uses and compound assignments.
	Field string
	Value ast.Node
	// Function is what the use stands in, nil outside of functions.
	Function *sema.Function
}

// Bounds of an index.
const (
	maxUses       = 2000 // kept of one reference
	maxReferences = 5000
	maxResolve    = 16 // macros, aliases and casts between an expression and a reference
)

// An Index is what one unit has of references. It holds syntax trees.
type Index struct {
	// References are in the order of the unit's files and their text. Typedefs are
	// among them only where no reference in the unit is declared with them; local
	// names of other references, and driver handles without a use, are not.
	References []*Reference
	// Calls are those calls of the reference interface that name no reference in
	// sight, in the same order.
	Calls []Use
}

// References returns the index of a unit; nil where it has no reference and no
// call of the interface.
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

package sema

import (
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
)

// A Function is a function, a method, a kernel, or a template of one of them.
// A declaration and its definition are one Function once they are in one Unit.
type Function struct {
	Name      string
	Namespace string // enclosing namespaces and classes, "a::b"
	// Node is the definition, or the declaration where no definition is in sight.
	Node ast.Node
	// Body is the compound statement of the definition, not valid without one.
	Body       ast.Node
	Qualifiers ast.Qualifiers
	Params     []decl.Param
	Variadic   bool
	// Result is the node of the return type and its declarator.
	TemplateParams []decl.TemplateParam
	// Specialization holds the arguments of an explicit specialization.
	Specialization []TemplateArg
	// Record is the class of a method.
	Record *Record
	// Const is set for methods that cannot change their object.
	Const bool
	// Initializers are the member initialisers of a constructor.
	Initializers []ast.Node
	// LaunchBounds are the arguments of __launch_bounds__, BlockSize those of
	// __block_size__, as written.
	LaunchBounds, BlockSize []ast.Node
	// Scope is where the function's names are looked up: its namespace, class
	// and template parameters (without arguments).
	Scope *Scope
	// Closure is set for the call operator of a lambda expression.
	Closure *Closure
	// Declarators are the function_declarators (operator_casts) of all its
	// declarations, the definition's included.
	Declarators []ast.Node

	declarator ast.Node // the function_declarator
	result     ast.Node // the type specifier of the declaration
	special    bool     // an explicit specialisation
	unlikely   bool     // in a conditional arm that is probably not taken
	// prototype is what Node spells, nil for a closure.
	prototype *decl.Prototype
}

// Kernel reports whether the function is an entry point (__global__).
func (f *Function) Kernel() bool { return f.Qualifiers&ast.Global != 0 }

// OnDevice reports whether the function can run on the device: it is a kernel,
// __device__, or constexpr (which nvcc may allow in device code).
func (f *Function) OnDevice() bool {
	return f.Qualifiers&(ast.Global|ast.Device) != 0
}

// A MemorySpace says where a variable lives on the device.
type MemorySpace uint8

// The memory spaces.
const (
	NoSpace       MemorySpace = iota // host memory, or not determined
	ConstantSpace                    // __constant__
	ParameterSpace
	GlobalSpace // __device__, and whatever kernel pointers point to
	SharedSpace
	LocalSpace // variables of a thread, in registers or local memory
	TextureSpace
	SurfaceSpace
)

// String returns the name used in reports.
func (s MemorySpace) String() string {
	return [...]string{"unknown", "constant", "parameter", "global", "shared", "local", "texture", "surface"}[s]
}

// A Variable is a variable at file, namespace or class scope.
type Variable struct {
	Name       string
	Namespace  string
	Qualifiers ast.Qualifiers
	Space      MemorySpace
	// Node is the declarator's name; Declaration the whole declaration.
	Node, Declaration ast.Node
	Type              *Type
	Init              ast.Node // initialiser, if any
	Scope             *Scope   // where the initialiser's names are looked up
	// Record is the class of a static member.
	Record *Record

	declarator ast.Node
	unlikely   bool
	certain    bool // the device compiler reads it whatever macros out of sight are
	seq        int  // see Unit.moment
	params     []decl.TemplateParam
}

// A Launch is one place that starts a kernel: k<<<...>>>(...), cudaLaunchKernel,
// cudaLaunchKernelEx, cudaLaunchCooperativeKernel, cuLaunchKernel by name, or a
// macro that expands to one (hipLaunchKernelGGL spelled by a macro, say).
type Launch struct {
	Node ast.Node
	// Kernel is the expression naming the kernel, Kernels what it can name: one,
	// or several overloads, or none where it is not in sight.
	Kernel  ast.Node
	Kernels []*Function
	// TemplateArgs are the explicit template arguments, evaluated where they
	// could be; Bindings are all template parameters of the kernel, deduced ones
	// included.
	TemplateArgs []TemplateArg
	Bindings     *Bindings
	// Grid and Block are the dimensions; an entry is 0 where it is not known.
	Grid, Block [3]int64
	// BlockMost are the greatest dimensions that a block can have which is not known, 0 where
	// there is no bound in sight; BlockBy is the function out of sight that decides it, "" for
	// none.
	BlockMost [3]int64
	BlockBy   string
	// SharedBytes is the dynamic shared memory, -1 where it is not known.
	SharedBytes int64
	Args        []LaunchArg
	// In is the host function the launch is in, nil if none.
	In *Function

	// Pointers say what the arguments of a launch in another unit point into: one row for
	// each way in which the function around it is called there.
	Pointers [][]PointerArg
}

// A LaunchArg is one argument of a launch.
type LaunchArg struct {
	Node ast.Node
	// Value is known where the argument is a constant.
	Value Const
	// Type is the argument's type, nil where it is not known.
	Type *Type
	// Held are the leaves of the argument of which something is known, if that is an object
	// or a pointer.
	Held []HeldValue
}

// A HeldValue is what an object holds that is passed to a kernel.
type HeldValue struct {
	Path string // of the leaf, see Leaf
	// Value is the number. Of a pointer, it is how many bytes behind the start of what it
	// points into it points to.
	Value Const
}

// HeldAt returns what the argument holds at the path of a leaf.
func (a *LaunchArg) HeldAt(path string) Const {
	for _, h := range a.Held {
		if h.Path == path {
			return h.Value
		}
	}
	return Const{}
}

// PassesLambda reports whether a template argument of the kernel is the class of a lambda expression.
func (launch *Launch) PassesLambda() bool {
	if launch.Bindings == nil {
		return false
	}
	for _, a := range launch.Bindings.Args {
		if a.Type != nil && ClosureOf(a.Type.Record) != nil {
			return true
		}
	}
	return false
}

// BlockNote says what is known of a block whose shape is not: " (at most 256x1x1)", or which
// function out of sight decides it; "" for nothing.
func (launch *Launch) BlockNote() string {
	if launch.BlockBy != "" {
		return " (" + launch.BlockBy + " decides it)"
	}
	most := launch.BlockMost
	for i, n := range launch.Block {
		if n > 0 {
			most[i] = n
		}
		if most[i] == 0 {
			return ""
		}
	}
	return fmt.Sprintf(" (at most %dx%dx%d)", most[0], most[1], most[2])
}

// A PointerArg is what is known of one argument of a launch that is a pointer.
type PointerArg struct {
	// Pointer is set where the argument is, or may be, a pointer; Null where it is
	// a null pointer.
	Pointer, Null bool
	// Bases are the objects that it may point into.
	Bases []PointerBase
	// Same names the pointer that the argument is computed from: arguments of one
	// launch with the same name are computed from one value. It is "" where it is
	// not known. Offset is how many bytes further on the argument points, where
	// OffsetKnown is set.
	Same        string
	Offset      int64
	OffsetKnown bool
}

// A PointerBase is an object that a pointer may point into.
type PointerBase struct {
	// Object names it within one way of a launch.
	Object string
	// Element is the index, for an element of an array of pointers: two elements
	// are apart if their indexes are different numbers; "?" is any of them.
	Element string
	// Allocated is set for memory of its own: an allocation, a variable. It is
	// apart from every other such object. What is not may be the same under
	// another name.
	Allocated bool
	// Function is the qualified name of the function of which it is parameter
	// number Param, where no call of that function is in sight.
	Function string
	Param    int
}

// Overlap returns the pairs of arguments that may point into one object, as far
// as the source tells, the smaller index first.
func Overlap(rows [][]PointerArg) [][2]int {
	var out [][2]int
	for _, row := range rows {
		for j := range row {
			for i := range j {
				if meet, _ := row[i].Overlaps(row[j]); meet && !slices.Contains(out, [2]int{i, j}) {
					out = append(out, [2]int{i, j})
				}
			}
		}
	}
	return out
}

// Overlaps reports whether a and b may point into one object, as far as the source
// tells; apart is set where they certainly do not.
func (a PointerArg) Overlaps(b PointerArg) (overlaps, apart bool) {
	apart = true
	for _, x := range a.Bases {
		for _, y := range b.Bases {
			if x.Object == y.Object && x.Object != "?" && (x.Element == y.Element || x.Element == "?" || y.Element == "?") {
				return true, false
			}
			apart = apart && x.Allocated && y.Allocated
		}
	}
	return false, apart
}

// QualifiedName returns the name of a function with those of the namespaces around it.
func (f *Function) QualifiedName() string { return decl.Join(f.Namespace, f.Name) }

// QualifiedName returns the name of a variable with those of the namespaces around it.
func (v *Variable) QualifiedName() string { return decl.Join(v.Namespace, v.Name) }

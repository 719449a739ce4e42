// Package ir is the lowered form of function bodies: a small typed intermediate
// representation that the analyses read instead of the syntax tree of C++.
//
// A body is a tree of regions. A Region is a list of operations that run one after the
// other. An operation that branches or loops holds regions of its own: structured control
// flow tells an analysis of warps where diverged lanes meet again. An operation yields at
// most one value, and later operations refer to it by its ID (static single assignment).
// The variables of the program are objects in memory: OpVar makes one, OpLoad and OpStore
// read and write it.
//
// Lowering resolves what C++ leaves implicit. Names are bound, macros expanded, overloads
// and templates resolved. Conversions, promotions and default arguments are operations. An
// overloaded operator is a call. A lambda expression makes an object of a class whose
// members are its captures, and calling it calls a method of that class. A range-for is a
// loop over indexes or iterators.
//
// An lvalue is represented by the address of its object. So is an rvalue of class or array
// type: it is the address of an object that holds it.
//
// A Func is immutable. The Node of an operation is its place in the syntax tree. Analyses
// use it for messages and fixes, and for the few facts that operations do not carry.
package ir

import (
	"slices"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// An ID is the index of an operation in its function. It also names the value that the
// operation yields. 0 is none.
type ID int32

// A Func is the lowered body of one instance of a function.
type Func struct {
	Instance *Instance
	// Params are the OpParam operations, one for each parameter; a parameter pack has one
	// for each element. The first one of a method or a lambda's body is the address of its
	// object.
	Params []ID
	// Body is the region that a call runs.
	Body Region
	// Result is the type of the returned value: Void where there is none, nil where it is
	// unknown. A function that returns a reference returns an address.
	Result *sema.Type
	// Incomplete is the reason why part of the body is missing, "" for a whole body.
	Incomplete string

	ops []Op
	// statements maps operations to statements: each entry holds for the operations from
	// its ID up to that of the next entry.
	statements []statementFrom
}

// A statementFrom is an entry of Func.statements: node is the statement of the operations
// from ID from on.
type statementFrom struct {
	from ID
	node ast.Node
}

// Statement returns the innermost statement of an operation. The condition of an if and the
// control part of a loop belong to the if or loop. A parameter has no statement: the result
// is the zero Node.
func (f *Func) Statement(id ID) ast.Node {
	i := sort.Search(len(f.statements), func(i int) bool { return f.statements[i].from > id })
	if i == 0 {
		return ast.Node{}
	}
	return f.statements[i-1].node
}

// Handler returns the CatchClause of handler i of an OpTry. The handler's body is
// X.Regions[i+1].
func (o *Op) Handler(i int) ast.Node {
	for c := range o.Node.Children() {
		if !c.Is(ast.CatchClause) {
			continue
		}
		if i == 0 {
			return c
		}
		i--
	}
	return ast.Node{}
}

// Op returns an operation. It must not be changed.
func (f *Func) Op(id ID) *Op { return &f.ops[id] }

// Len returns the number of IDs, 0 included: the length of an array indexed by ID.
func (f *Func) Len() int { return len(f.ops) }

// A Region is a list of operations that run one after the other.
type Region struct {
	Ops []ID
	// Value is the value that the region yields to the operation that holds it, 0 for none.
	Value ID
}

// An Op is one operation. The comment of its Code says which fields it uses.
type Op struct {
	Code     Code
	Flags    Flags
	Operator ast.Op
	A, B     ID
	// Type is the type of the value. For an operation that yields the address of an object
	// it is the type of the object. It is nil where it is unknown.
	Type *sema.Type
	// Int is the value of an integer OpConst, wrapped to Type. The comments of other codes
	// say what it is there.
	Int int64
	// Node is the expression or statement that the operation was lowered from. It is the
	// zero Node for an implied operation, such as a conversion.
	Node ast.Node
	// X holds the operands that few codes have, nil for none.
	X *Extra
}

// An Extra holds the fields of an operation that only few codes use.
type Extra struct {
	Args     []ID
	Regions  []Region
	Float    float64
	Name     string
	Field    sema.Field
	Variable *sema.Variable
	Callee   *Instance
	// Candidates are the overloads of which an OpExternal may call one, an OpLaunch may
	// launch one or an OpFunction may be one, where the known types do not decide. There
	// are none where a function without a body is possible, too.
	Candidates []*Instance
	// Templates are the explicit template arguments of an OpExternal or OpFunction: int and
	// 4 of f<int, 4>(x).
	Templates []sema.TemplateArg
	Cases     []Case
	// From is the expression that an OpCopy reads, if it accesses memory; Op.Node is the
	// one it writes.
	From ast.Node
}

// A Case is one label of a switch with the statements up to the next label.
type Case struct {
	// Value is the value of the label. It is 0 for "default:", where Default is set.
	Value   ID
	Default bool
	Node    ast.Node
	// Test computes Value. Body holds the statements; at its end control falls through to
	// the next case.
	Test, Body Region
}

// An Instance is a function with template arguments and argument types: all that determines
// the meaning of its body.
type Instance struct {
	Function *sema.Function
	// Bindings map the template parameters of the function to their arguments, nil for
	// none.
	Bindings *sema.Bindings
	// This is the class of *this in a method, nil for other functions.
	This *sema.Type
	// Args are the types of the arguments, in the order of the parameters. They give the
	// type of each parameter that is declared with auto or a dependent type. An entry is
	// nil where the type is unknown, or where the declaration gives it.
	Args []*sema.Type

	key string
}

// Flags are details of an operation.
type Flags uint16

const (
	// Literal is set on an OpIndex whose index is a literal.
	Literal Flags = 1 << iota
	// TestLast is set on an OpLoop that runs its body before the first test (do while).
	TestLast
	// Endless is set on an OpLoop without a condition. Counted is set on an OpLoop without
	// one that runs an unknown number of times, the same for all lanes: once for each
	// element of a range.
	Endless
	Counted
	// Temporary is set on an OpVar that has no name in the source.
	Temporary
	// Method is set on an OpExternal that calls a method.
	Method
	// Static is set on an OpVar that keeps its value between calls.
	Static
	// Restrict is set on an OpParam declared __restrict__, GridConstant on one declared
	// __grid_constant__.
	Restrict
	GridConstant
	// Deduced is set on an OpVar, OpParam or OpBind with a deduced type (auto, or a
	// template parameter of the function), and on the OpMember that initialises a capture.
	// Its type is that of the initialiser, so the initialisation never converts.
	Deduced
	// Direct is set on an OpStore, OpCopy or OpForget that represents a call of a
	// constructor without a body in the unit, as in T x(v) and T x{v}. The constructor may
	// keep a reference to v.
	Direct
	// Volatile is set on an OpLoad from a volatile object.
	Volatile
	// Packed is set on an OpLaunch that is given an array of pointers to the arguments.
	Packed
	// Alike is set on an OpUnknown that is the same for all threads: a constant, variable or
	// function that is not declared in the unit, or an object that T() makes.
	Alike
	// Explicit is set on an OpConvert that a cast in the source asks for.
	Explicit
)

// Has reports whether all flags of g are set.
func (f Flags) Has(g Flags) bool { return f&g == g }

// A Code is the kind of an operation.
type Code uint8

// The codes. An operation that yields the address of an object has the type of the object
// as its Type. A value of class or array type is the address of an object that holds it.
const (
	OpNone Code = iota

	// OpConst yields a number: X.Float where Type is floating point, else Int. OpNull
	// yields a null pointer, OpString the address of a string literal.
	OpConst
	OpNull
	OpString
	// OpSpecial yields a built-in variable such as threadIdx.x; Int is the Special.
	OpSpecial
	// OpTemplateValue yields a constant of unknown value: the template parameter X.Name, or
	// the size of the type X.Name.
	OpTemplateValue
	// OpUnknown yields a value that cannot be determined. X.Args are the values that it is
	// computed from: operands, the elements of a braced list, or the range of a range-for.
	// It may be an address of or inside an object that one of them points to. Where X.Name
	// is set, the last of X.Args is an object of unknown class, and the value is its member
	// X.Name, or an element for "[]". Where Node has a syntax error, or is a block after an
	// unknown macro, X.Args are the addresses of the variables that it names.
	OpUnknown
	// OpFunction yields a function, X.Callee; it is nil where the name is not resolved.
	OpFunction

	// OpParam yields the address of the object of parameter number Int, X.Name. For a
	// reference that is the object it refers to, else the object that holds the argument.
	OpParam
	// OpVar makes the object of variable X.Name and yields its address. The object lives to
	// the end of the region. A __shared__ variable is one object for the thread block; Int
	// is the sema.MemorySpace.
	OpVar
	// OpGlobal yields the address of X.Variable.
	OpGlobal
	// OpMember yields the address of data member X.Field of the object at A.
	OpMember
	// OpBase converts the address A of an object to that of its base class Type, or of the
	// derived class Type that it is a base of. Int is the offset to add, in bytes.
	OpBase
	// OpIndex yields the address of an element of type Type: the B-th after the one at A.
	OpIndex
	// OpAddress yields the address A as a pointer value, for the operator & and for an
	// array that decays. The object's address has escaped: other code may reach it from
	// here on.
	OpAddress

	// OpBind binds reference X.Name to the object at A and yields that address. Type is the
	// declared type of the object.
	OpBind

	// OpLoad reads a number or a pointer from address A. X.Name is the function that reads
	// it, such as __ldg, if any.
	OpLoad
	// OpStore writes value B to address A. X.Name is the function that writes it, such as
	// __stcg, if any.
	OpStore
	// OpCopy copies an object of type Type from address B to address A; X.Name is the
	// function that copies it, if any. OpZero writes zeros to the object at A. OpForget
	// makes the contents of the object at A unknown. Its X.Args, if any, are the values
	// that the new contents are made from: the arguments of a constructor, or the object of
	// a structured binding.
	OpCopy
	OpZero
	OpForget

	// OpConvert converts A to Type; X.Name is the named cast in the source, such as
	// static_cast, if any. OpTruth yields whether A is not zero.
	OpConvert
	OpTruth
	// OpUnary and OpBinary apply Operator to operands that have been promoted and
	// converted. OpBinary also compares pointers. OpDistance yields the difference A - B of
	// two pointers, in elements.
	OpUnary
	OpBinary
	OpDistance
	// OpLogical yields A && B or A || B, as Operator says. X.Regions[0] computes B, and
	// runs only where A does not decide.
	OpLogical
	// OpChoose yields A ? B : C. X.Regions[0] computes B, X.Regions[1] computes C.
	OpChoose

	// OpCall calls X.Callee. X.Args has one entry for each of its Params: an address for a
	// reference or an object of class type, else a value.
	OpCall
	// OpExternal calls a function that has no body in the unit with X.Args. The function is
	// X.Name, such as one of CUDA or of a library, or A points to it. With the flag Method,
	// A is the object of the method, or the value of a number, pointer or cooperative
	// group. An object that the call may change through a reference has an OpForget after
	// it.
	OpExternal
	// OpLaunch launches kernel X.Callee, one of X.Candidates, or the kernel that A points
	// to. The first four of X.Args are the addresses of the dim3s of the grid and the block,
	// the bytes of shared memory and the stream, each 0 where it is omitted. The arguments of
	// the kernel follow, or, with the flag Packed, an array of pointers to them.
	OpLaunch
	// OpAssembly is the inline assembly X.Name with inputs X.Args. OpOutput yields what the
	// OpAssembly A writes to its output operand number Int.
	OpAssembly
	OpOutput
	// OpNew allocates an object of type Type, or an array of A objects. OpDelete frees A.
	OpNew
	OpDelete

	// OpIf runs X.Regions[0] where A is true, else X.Regions[1].
	OpIf
	// OpArms is an undecided preprocessor conditional: X.Regions[0] or X.Regions[1] runs,
	// whichever arm is compiled.
	OpArms
	// OpLoop is a loop: X.Regions[0] computes the condition, X.Regions[1] is the body,
	// X.Regions[2] the update. Int is the number of its #pragma unroll: 0 without the
	// pragma, -1 without a number.
	OpLoop
	// OpSwitch jumps to the one of X.Cases whose label equals A, else to the default.
	OpSwitch
	// OpBlock runs X.Regions[0]. The lifetime of the objects made in it ends with it, unless
	// it has an X.Name: that is the label behind it that each OpGoto in it jumps to.
	OpBlock
	// OpReturn returns A, 0 for no value.
	OpReturn
	OpBreak
	OpContinue
	// OpGoto jumps to the OpLabel with the same X.Name.
	OpGoto
	OpLabel
	// OpTry runs X.Regions[0]; the other regions are the bodies of its handlers. OpThrow
	// throws A.
	OpTry
	OpThrow
)

// Operands yields the values that an operation uses, except in its regions.
func (o *Op) Operands(yield func(ID) bool) {
	if o.A != 0 && !yield(o.A) || o.B != 0 && !yield(o.B) || o.X == nil {
		return
	}
	for _, a := range o.X.Args {
		if a != 0 && !yield(a) {
			return
		}
	}
}

// Contains reports whether a region or a region nested in it has an operation of one of the
// codes.
func (f *Func) Contains(r *Region, codes ...Code) bool {
	for _, id := range r.Ops {
		o := f.Op(id)
		if slices.Contains(codes, o.Code) {
			return true
		}
		if o.X == nil {
			continue
		}
		for i := range o.X.Regions {
			if f.Contains(&o.X.Regions[i], codes...) {
				return true
			}
		}
		for i := range o.X.Cases {
			if f.Contains(&o.X.Cases[i].Test, codes...) || f.Contains(&o.X.Cases[i].Body, codes...) {
				return true
			}
		}
	}
	return false
}

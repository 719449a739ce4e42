// Package ir is the lowered form of function bodies: one small typed language in
// which every analysis reads C++.
//
// A body is a tree of regions. A Region is a list of operations that run one after
// the other, and an operation that branches or loops holds regions of its own, so
// that an analysis of the lanes of a warp knows where they meet again. An operation
// yields at most one value, which later operations name by its ID (static single
// assignment). Variables of the program are objects in memory: OpVar makes one,
// OpLoad and OpStore read and write it.
//
// What in C++ is notation only is written out: names are bound, macros expanded,
// conversions and promotions explicit, overloads and templates resolved, default
// arguments given. Operators of classes are calls. A lambda is an object of a class
// whose members are its captures, and to call it is to call a method of that class.
// A range-for is a loop over indexes or iterators.
//
// An lvalue is the address of its object. A value of class or array type is the
// address of an object that holds it, too; see Op.
//
// A Func is immutable, and free of syntax: the Node of an operation says where it
// was written, for messages, and no analysis needs to look into it.
package ir

import (
	"slices"
	"sort"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
)

// An ID names an operation of a function, and the value it yields. 0 is none.
type ID int32

// A Func is the lowered body of one instance of a function.
type Func struct {
	Instance *Instance
	// Params are operations of code OpParam, one for each parameter (a parameter pack
	// has one for each argument). For a method the first is the address of its object.
	Params []ID
	// Body is what runs.
	Body Region
	// Result is the type of what is returned: Void for nothing, nil where it is not
	// known. What a function returns by reference is an address.
	Result *sema.Type
	// Incomplete says why part of the body was left out, "" for a whole body.
	Incomplete string

	ops []Op
	// statements are the statements that the operations belong to, in the order in which
	// they were lowered.
	statements []statementFrom
}

// A statementFrom says that the operations from an ID on belong to a statement.
type statementFrom struct {
	from ID
	node ast.Node
}

// Statement returns the innermost statement that an operation was lowered for, a condition
// or what a loop does aside from its body for the whole statement; not valid for parameters.
func (f *Func) Statement(id ID) ast.Node {
	i := sort.Search(len(f.statements), func(i int) bool { return f.statements[i].from > id })
	if i == 0 {
		return ast.Node{}
	}
	return f.statements[i-1].node
}

// Handler returns the clause of handler i of an OpTry, whose body is X.Regions[i+1].
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

// Len returns the number of IDs, 0 included: an array of that length has a place for
// each value.
func (f *Func) Len() int { return len(f.ops) }

// A Region is a list of operations that run one after the other.
type Region struct {
	Ops []ID
	// Value is what the region yields to the operation that holds it, 0 for nothing.
	Value ID
}

// An Op is one operation. The comment of each Code says which fields that code uses.
type Op struct {
	Code     Code
	Flags    Flags
	Operator ast.Op
	A, B     ID
	// Type is that of the value: of an OpLoad what is read, of an operation that
	// yields an address what lies there. It is nil where it is not known.
	Type *sema.Type
	// Int is the value of an OpConst of integer type, wrapped to the type; the index
	// of a parameter, and other numbers.
	Int int64
	// Node is the expression or statement that the operation was lowered from. It is
	// not valid for what is implied, such as a conversion.
	Node ast.Node
	// X holds what few operations have, nil for none of it.
	X *Extra
}

// An Extra is what few operations have.
type Extra struct {
	Args     []ID
	Regions  []Region
	Float    float64
	Name     string
	Field    sema.Field
	Variable *sema.Variable
	Callee   *Instance
	// Candidates are the functions in sight one of which an OpExternal calls, an OpLaunch
	// starts or an OpFunction is, where neither the types of the arguments nor those of a
	// template tell which; none where others may be called, too.
	Candidates []*Instance
	// Templates are the explicit template arguments of a call that is not resolved.
	Templates []sema.TemplateArg
	Cases     []Case
	// From is the expression of which a copy reads, where it is one that accesses
	// memory.
	From ast.Node
}

// A Case is one label of a switch, and the statements between it and the next label.
type Case struct {
	// Value is the value of the label, 0 for "default:", for which Default is set.
	Value   ID
	Default bool
	Node    ast.Node
	// Test holds the operations that compute Value, Body what runs; at its end control
	// goes on in the next case.
	Test, Body Region
}

// An Instance is a function with everything that decides what its body means.
type Instance struct {
	Function *sema.Function
	// Bindings are the arguments of its template parameters, nil for none.
	Bindings *sema.Bindings
	// This is the class that a method is called for, nil for any other function.
	This *sema.Type
	// Args are the types of the arguments, in the order of the parameters: the type of a
	// parameter that the declaration leaves open (auto, a dependent type) is taken from
	// them. An entry is nil where it is not known, or where the declaration tells the type.
	Args []*sema.Type

	key string
}

// Flags are details of an operation.
type Flags uint16

const (
	// Literal is set on an OpIndex whose index is written as a number.
	Literal Flags = 1 << iota
	// TestLast is set on an OpLoop that runs its body before the first test.
	TestLast
	// Endless is set on an OpLoop without a condition, Counted on one that runs once for
	// each element of something of unknown length: all lanes as often.
	Endless
	Counted
	// Temporary is set on an OpVar without a name in the source.
	Temporary
	// Method is set on an OpExternal that calls a method.
	Method
	// Static is set on an OpVar that keeps its value between calls.
	Static
	// Restrict is set on an OpParam that is declared __restrict__, GridConstant on one
	// that is declared __grid_constant__.
	Restrict
	GridConstant
	// Deduced is set on an OpVar, OpParam or OpBind whose type is taken from what it is
	// given (auto, or a parameter of the function's own template), and on the OpMember of a
	// capture that is initialised: the type fits whatever is given.
	Deduced
	// Direct is set on an OpStore, OpCopy or OpForget that stands for a constructor out of
	// sight, as of T x(v) and T x{v}: it may take a reference to what v is read from.
	Direct
	// Volatile is set on an OpLoad of a volatile object.
	Volatile
	// Packed is set on an OpLaunch that is given an array of pointers to the arguments.
	Packed
)

// Has reports whether all of some flags are set.
func (f Flags) Has(g Flags) bool { return f&g == g }

// A Code says what an operation does.
type Code uint8

// The codes. "Address" is the address of an object; the Type of an operation that
// yields one is the object's. A value of class or array type is the address of an
// object that holds it.
const (
	OpNone Code = iota

	// OpConst yields a number: Int, or X.Float where Type is floating point. OpNull
	// yields a null pointer, OpString the address of a string literal.
	OpConst
	OpNull
	OpString
	// OpSpecial yields threadIdx.x and its relatives: Int is a Special.
	OpSpecial
	// OpTemplateValue yields a template parameter, or the size of a type, X.Name, that is
	// not known: some constant.
	OpTemplateValue
	// OpUnknown yields something of which nothing is known, computed from X.Args: perhaps an
	// address in what they point to. X.Name is the member, or "[]" for the element, that it is
	// of the last of X.Args, an object of a class out of sight. Where its Node does not parse,
	// or is a block behind a macro out of sight, X.Args are the variables that it names.
	OpUnknown
	// OpFunction yields a function as a value: X.Callee, nil where it is not resolved.
	OpFunction

	// OpParam yields parameter number Int, X.Name: of a reference the address that was
	// passed, else the address of the object that holds the argument.
	OpParam
	// OpVar makes an object, X.Name, for the rest of the region, and yields its address.
	// A __shared__ variable (Int is its sema.MemorySpace) is one object for the block.
	OpVar
	// OpGlobal yields the address of X.Variable.
	OpGlobal
	// OpMember yields the address of X.Field of the object at A.
	OpMember
	// OpBase yields the address of the base class Type of the object at A, or, with a
	// derived type, the other way round.
	OpBase
	// OpIndex yields the address of an element of Type: B elements on from A.
	OpIndex
	// OpAddress yields the address A as a pointer value. It stands for the operator & and
	// for an array that decays. From here on other code may reach the object.
	OpAddress

	// OpBind binds reference X.Name to the object at A, and yields that address; Type is the
	// object's as the declaration says it.
	OpBind

	// OpLoad reads a number or a pointer at A. X.Name is the function that reads, such
	// as __ldg, if any.
	OpLoad
	// OpStore writes B at A. X.Name is the function that writes, such as __stcg, if any.
	OpStore
	// OpCopy copies the object of Type at B to A, by the function X.Name if any; OpZero
	// writes zeros at A, OpForget makes what is at A unknown; X.Args are what the object there
	// is made from, if anything is known of that.
	OpCopy
	OpZero
	OpForget

	// OpConvert converts A to Type; X.Name is the named cast that says so, such as
	// static_cast, if any. OpTruth yields whether A is not zero.
	OpConvert
	OpTruth
	// OpUnary and OpBinary compute with Operator; operands have been promoted and
	// converted. Pointers are compared by OpBinary, and OpDistance yields A - B of
	// pointers in elements.
	OpUnary
	OpBinary
	OpDistance
	// OpLogical yields A && or || (Operator) what X.Regions[0] yields, which runs only
	// if A does not decide.
	OpLogical
	// OpChoose yields what X.Regions[0] yields where A is true, else what X.Regions[1]
	// does.
	OpChoose

	// OpCall calls X.Callee with X.Args, one for each of its Params: of a reference the
	// address, of a class the address of what is copied.
	OpCall
	// OpExternal calls a function without a body in sight with X.Args: X.Name, one of CUDA
	// or of the library perhaps, or what A points to; of a method (see Method) A is the
	// object, or the value of a number, pointer or group. What it may do to objects that it
	// is given by reference, an OpForget after it says.
	OpExternal
	// OpLaunch starts kernel X.Callee, one of X.Candidates, or one that A points to. The first
	// four of X.Args are the addresses of the dim3s of the grid and the block, the bytes of
	// shared memory and the stream, 0 where they are left out; the arguments of the kernel
	// follow, or (see Packed) an array of pointers to them.
	OpLaunch
	// OpAssembly is inline assembly, X.Name, that reads X.Args. OpOutput yields what it, A,
	// writes to its operand number Int.
	OpAssembly
	OpOutput
	// OpNew allocates an object of Type, or an array of A; OpDelete frees A.
	OpNew
	OpDelete

	// OpIf runs X.Regions[0] where A is true, else X.Regions[1].
	OpIf
	// OpArms runs X.Regions[0] or [1]: arms of a conditional of the preprocessor that
	// is not decided.
	OpArms
	// OpLoop runs X.Regions[0], which yields the condition, X.Regions[1], the body, and
	// X.Regions[2], the update, again and again. Int is what #pragma unroll says: 0
	// nothing, -1 no number.
	OpLoop
	// OpSwitch runs X.Cases from the one whose label is A, or the default.
	OpSwitch
	// OpBlock runs X.Regions[0]; objects made in it end with it.
	OpBlock
	// OpReturn returns A, 0 for nothing.
	OpReturn
	OpBreak
	OpContinue
	// OpGoto goes to the OpLabel with the same X.Name.
	OpGoto
	OpLabel
	// OpTry runs X.Regions[0]; the others are its handlers. OpThrow throws A.
	OpTry
	OpThrow
)

// A Special is a number that CUDA gives each thread.
type Special int64

// The special numbers.
const (
	ThreadIdxX Special = iota
	ThreadIdxY
	ThreadIdxZ
	BlockIdxX
	BlockIdxY
	BlockIdxZ
	BlockDimX
	BlockDimY
	BlockDimZ
	GridDimX
	GridDimY
	GridDimZ
	WarpSize
)

var specialNames = [...]string{"threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x", "blockIdx.y", "blockIdx.z",
	"blockDim.x", "blockDim.y", "blockDim.z", "gridDim.x", "gridDim.y", "gridDim.z", "warpSize"}

// String returns the name that the number has in CUDA.
func (s Special) String() string { return specialNames[s] }

// specials are the special numbers by name.
var specials = func() map[string]Special {
	m := map[string]Special{}
	for i, name := range specialNames {
		m[name] = Special(i)
	}
	return m
}()

// Operands yields the values that an operation uses, those of its regions aside.
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

// Contains reports whether a region, or one inside it, has an operation of one of some
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

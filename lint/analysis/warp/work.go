package warp

import "github.com/cudalint/cudalint/cudaparse/ast"

// UnknownTrips is how often a loop is taken to run where the source does not say.
const UnknownTrips = 16

// A NumberClass is what kind of number an operation works on. Integers of less than
// 32 bits count as Int32, pointers as Int64.
type NumberClass uint8

// The classes of numbers.
const (
	Predicate NumberClass = iota // the outcome of a comparison
	Int32
	Int64
	Half
	Single
	Double
)

// String returns the name used in tables.
func (c NumberClass) String() string {
	return [...]string{"predicate", "int32", "int64", "half", "float", "double"}[c]
}

// An Operation is a kind of work besides memory accesses, of which the compiler
// makes one or a few instructions.
type Operation uint8

// The operations.
const (
	// Add is an addition or subtraction; three integers count once.
	Add Operation = iota
	// Multiply is a product that feeds no addition; MultiplyAdd one that does.
	Multiply
	MultiplyAdd
	// Divide is a division by a variable (DivideUnsigned one of integers without sign,
	// or known not to be negative), DivideConstant by a constant that is no
	// power of two, DividePower a signed one by a power of two, RemainderPower the
	// remainder of such a one. (Other remainders are a division and a MultiplyAdd,
	// unsigned divisions by powers of two are a Shift or Logic.)
	Divide
	DivideUnsigned
	DivideConstant
	DividePower
	RemainderPower
	// Shift is a shift by any number of bits, a rotation, or the extraction of bytes.
	Shift
	// Logic is a bit operation of up to three numbers.
	Logic
	Compare
	// Select picks one of two values by a predicate.
	Select
	MinMax
	// Convert is a conversion from class From to class Type.
	Convert
	// Address is the sum of a pointer and a scaled index: 64 bits wide in global
	// memory (Type is Int64), 32 in shared and constant memory.
	Address
	// Step is the advance of a pointer or counter of a loop by a constant.
	Step
	// ReadSpecial reads threadIdx, blockIdx and the like from a special register,
	// ReadParameter a kernel parameter or blockDim from the parameter bank.
	ReadSpecial
	ReadParameter
	// Move copies a number between the registers of warps and of threads.
	Move
	// Branch is a jump, or the end of the kernel.
	Branch
)

// String returns the name used in tables.
func (o Operation) String() string {
	return [...]string{"add", "multiply", "multiply-add", "divide", "divide-unsigned", "divide-constant", "divide-power", "remainder-power", "shift", "logic",
		"compare", "select", "min-max", "convert", "address", "step", "read-special", "read-parameter", "move", "branch"}[o]
}

// An OperationCount says how often the warps of a block execute an operation.
type OperationCount struct {
	Operation Operation
	// Type is the class of the numbers worked on; From is that of the operand of a
	// conversion, and equals Type otherwise.
	Type, From NumberClass
	// Uniform is set where all operands are the same for the whole block and come
	// from parameters, blockIdx and counters: the compiler may use the uniform
	// datapath (from sm_75 on).
	Uniform bool
	// Count is executions per warp and run of the kernel, the mean over the block's
	// warps.
	Count float64
}

// A Nest is the code of one loop, without that of the loops in it; one loop reached
// through several calls from one place counts once.
type Nest struct {
	// Loop is the loop statement, not valid for the first nest, which is the code
	// outside of all loops; Parent is the index of the enclosing nest, -1 for the
	// first.
	Loop   ast.Node
	Parent int
	// Trips is the mean number of iterations per entry, TripsKnown whether it
	// follows from the source; else it is UnknownTrips, or what is left of it where
	// the loop is known to be shorter.
	Trips      float64
	TripsKnown bool
	// Constant is set where the compiler knows the number of iterations.
	Constant bool
	// Unroll is how many copies of the body the compiler is taken to make: 1 for
	// none, 0 where it unrolls the loop fully.
	Unroll int
	// Entries and Runs are how often a warp comes to the loop and runs its body, per
	// run of the kernel, the mean over the warps of the block.
	Entries, Runs float64
	// Operations are counted in the nest in which the compiler executes them: out of
	// the loops in which their operands do not change.
	Operations []OperationCount
	// Calls counts the calls of math library functions and intrinsics by name, per
	// warp and run of the kernel.
	Calls map[string]float64
	// Barriers counts __syncthreads and its relatives likewise.
	Barriers float64
}

// Work is what a warp executes at one place of a kernel besides memory accesses. Its fields are
// those of a Nest.
type Work struct {
	Operations []OperationCount
	Calls      map[string]float64
	// Local counts accesses of local memory, which are in no Nest.
	Local float64
}

// Add adds one execution of an operation on numbers of class from; to is the class of the result.
func (w *Work) Add(op Operation, from, to NumberClass) {
	w.Operations = append(w.Operations, OperationCount{Operation: op, Type: to, From: from, Count: 1})
}

// Call adds one call of a function.
func (w *Work) Call(name string) {
	if w.Calls == nil {
		w.Calls = map[string]float64{}
	}
	w.Calls[name]++
}

// Plus adds some executions of other work.
func (w *Work) Plus(other Work, times float64) {
	w.Local += other.Local * times
	for _, o := range other.Operations {
		o.Count *= times
		w.Operations = append(w.Operations, o)
	}
	for name, n := range other.Calls {
		if w.Calls == nil {
			w.Calls = map[string]float64{}
		}
		w.Calls[name] += n * times
	}
}

package cost

import (
	"maps"
	"slices"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// Instructions are numbers of warp instructions by the pipe that executes them, without loads,
// stores and atomics. Those of Uniform are executed by the uniform datapath and counted nowhere
// else.
type Instructions struct {
	// Integer are additions, products, shifts, bit operations, comparisons and
	// selections of integers and predicates, and moves.
	Integer float64
	// Single, Double and Half are arithmetic and comparisons of floating-point numbers.
	Single, Double, Half float64
	// Special are those of the special function unit (MUFU), Convert conversions
	// between integers and floating-point numbers, or of double precision.
	Special, Convert float64
	// Control are branches, barriers and reads of special registers.
	Control float64
	// Exchange are shuffles, votes and other instructions between the lanes of a warp.
	Exchange float64
	Uniform  float64
}

// Total returns how many warp instructions are issued.
func (i Instructions) Total() float64 {
	return i.Integer + i.Single + i.Double + i.Half + i.Special + i.Convert + i.Control + i.Exchange + i.Uniform
}

// Plus returns i + times * j.
func (i Instructions) Plus(j Instructions, times float64) Instructions {
	return Instructions{
		Integer: i.Integer + times*j.Integer, Single: i.Single + times*j.Single, Double: i.Double + times*j.Double,
		Half: i.Half + times*j.Half, Special: i.Special + times*j.Special, Convert: i.Convert + times*j.Convert,
		Control: i.Control + times*j.Control, Exchange: i.Exchange + times*j.Exchange, Uniform: i.Uniform + times*j.Uniform,
	}
}

// InstructionsOf returns how many warp instructions, without loads, stores and atomics, a warp
// issues in a nest per run of the kernel: the mean over the block's warps. It multiplies the number
// of each operation of the nest by what the compiler makes of one. The tables in this file and in
// calls.go say what that is; they were read in SASS of nvcc 13.0 for sm_90 with default flags.
//
// Before sm_75 there is no uniform datapath: Uniform instructions are operands of others there, or
// part of Integer. Operations on values that are the same for the whole block count by their type
// here; instructionDemand decides which of them the uniform datapath executes.
func InstructionsOf(n *warp.Nest) Instructions {
	var sum Instructions
	for _, o := range n.Operations {
		sum = sum.Plus(instructionsFor(o), o.Count)
	}
	for _, name := range slices.Sorted(maps.Keys(n.Calls)) { // sums of floats depend on their order
		sum = sum.Plus(callInstructions(name), n.Calls[name])
	}
	sum.Control += n.Barriers
	if n.Parent < 0 {
		// The stack pointer, the descriptor of global memory, EXIT.
		sum.Uniform += 2
		sum.Control++
	}
	return sum
}

// instructionsFor returns what the compiler makes of one operation.
func instructionsFor(o warp.OperationCount) Instructions {
	switch o.Operation {
	case warp.Convert:
		return conversion(o.From, o.Type)
	case warp.Branch:
		return Instructions{Control: 1}
	case warp.ReadSpecial:
		return Instructions{Control: 1} // S2R, S2UR
	case warp.ReadParameter:
		return Instructions{Uniform: 1} // ULDC, LDC
	}
	switch o.Type {
	case warp.Single:
		return single(o.Operation)
	case warp.Double:
		return double(o.Operation)
	case warp.Half:
		return half(o.Operation)
	case warp.Int64:
		if o.Operation == warp.Divide || o.Operation == warp.DivideUnsigned {
			// The path for quotients of 32 bits; others are a subroutine of 75 more.
			return Instructions{Integer: 22, Special: 1, Convert: 2, Control: 4}
		}
		return Instructions{Integer: wide(o.Operation)}
	}
	return integer(o.Operation)
}

// integer returns the instructions of 32-bit operations.
func integer(op warp.Operation) Instructions {
	switch op {
	case warp.Divide:
		// The quotient by way of a reciprocal in single precision.
		return Instructions{Integer: 20, Special: 1, Convert: 2}
	case warp.DivideUnsigned:
		return Instructions{Integer: 14, Special: 1, Convert: 2}
	case warp.DivideConstant:
		return Instructions{Integer: 3} // IMAD.HI and SHF to four, by the constant
	case warp.DividePower:
		return Instructions{Integer: 3} // SHF, LEA.HI, SHF
	case warp.RemainderPower:
		return Instructions{Integer: 4}
	}
	return Instructions{Integer: 1}
}

// wide returns how many 32-bit instructions a 64-bit operation takes.
func wide(op warp.Operation) float64 {
	switch op {
	case warp.Address:
		return 1 // IMAD.WIDE
	case warp.Multiply, warp.MultiplyAdd:
		return 4 // IMAD.WIDE.U32 and the crossed halves
	case warp.DivideConstant:
		return 16
	case warp.DividePower, warp.RemainderPower:
		return 5
	case warp.MinMax:
		return 4
	}
	return 2
}

func single(op warp.Operation) Instructions {
	if op == warp.Divide {
		// MUFU.RCP, FCHK, five FFMA and the branch around the slow path.
		return Instructions{Single: 6, Special: 1, Control: 3, Integer: 1}
	}
	return Instructions{Single: 1}
}

func double(op warp.Operation) Instructions {
	switch op {
	case warp.Divide:
		return Instructions{Double: 8, Special: 1, Single: 3, Control: 3, Integer: 2}
	case warp.Select:
		return Instructions{Integer: 2}
	case warp.MinMax:
		return Instructions{Integer: 5, Double: 1, Single: 1}
	}
	return Instructions{Double: 1}
}

func half(op warp.Operation) Instructions {
	if op == warp.Divide {
		return Instructions{Half: 2, Single: 3, Special: 1}
	}
	return Instructions{Half: 1}
}

// conversion returns the instructions of a conversion between classes.
func conversion(from, to warp.NumberClass) Instructions {
	switch {
	case from == warp.Half && to == warp.Single || from == warp.Single && to == warp.Half:
		return Instructions{Half: 1} // HADD2.F32, F2FP
	}
	return Instructions{Convert: 1}
}

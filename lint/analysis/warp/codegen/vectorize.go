package codegen

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
)

// vectorBytes is the widest read of one lane.
const vectorBytes = 16

// A read is one element that a lane reads at a distance from an address.
type read struct {
	r, base, memory opgraph.Ref
	off, bytes      int64
	block           int32
}

// beside reports whether two reads are of the same memory in one basic block.
func (x *read) beside(y *read) bool {
	return x.base == y.base && x.memory == y.memory && x.block == y.block && x.bytes == y.bytes
}

// three returns how many elements of an aligned group of four the first reads have. Where they
// are the first element and two others, the compiler reads all four (nvcc 13.0 for sm_80, sm_90
// and sm_100, as everything here).
func three(reads []read, aligned int64) int {
	x := &reads[0]
	if all := 4 * x.bytes; all > aligned || x.off%all != 0 {
		return 0
	}
	n := 1
	for n < len(reads) && x.beside(&reads[n]) && reads[n].off < x.off+4*x.bytes {
		n++
	}
	return n
}

// vectorize finds the reads of neighbouring elements that the compiler does with one
// instruction: at known distances from one address whose alignment it knows.
func (c *counter) vectorize() {
	c.width = make([]int8, len(c.Nodes))
	var reads []read
	for r := 1; r < len(c.Nodes); r++ {
		c.width[r] = 1
		n := &c.Nodes[r]
		if n.Op != opgraph.OpLoad || n.Row == 0 || n.Imm >= vectorBytes || c.immediate(n.A) || n.Flags&opgraph.FlagUnjoined != 0 {
			continue
		}
		x := read{r: opgraph.Ref(r), base: n.A, memory: n.C, bytes: n.Imm, block: n.Block}
		if b := &c.Nodes[n.A]; b.Op == opgraph.OpOffset {
			x.base, x.off = b.A, b.Imm
		}
		reads = append(reads, x)
	}
	slices.SortStableFunc(reads, func(a, b read) int {
		return cmp.Or(cmp.Compare(a.base, b.base), cmp.Compare(a.memory, b.memory), cmp.Compare(a.block, b.block), cmp.Compare(a.bytes, b.bytes), cmp.Compare(a.off, b.off))
	})
	for i := 0; i < len(reads); {
		x := reads[i]
		k := 1
		for ; i+k < len(reads) && x.beside(&reads[i+k]) && reads[i+k].off == x.off+int64(k)*x.bytes; k++ {
		}
		together := 1
		wide := c.alignment(x.base, 0)
		if c.Nodes[x.base].Class == warp.Int32 && c.constantSpace(x.base, 0) {
			wide = min(wide, 8) // there is no LDC.128
		}
		if n := three(reads[i:], wide); n == 3 {
			together, wide = n, 0 // with the fourth, which nothing needs
		}
		for ; wide > x.bytes; wide /= 2 {
			if x.off%wide == 0 && int64(k)*x.bytes >= wide {
				together = int(wide / x.bytes)
				break
			}
		}
		for _, y := range reads[i : i+together] {
			c.width[y.r] = int8(together)
		}
		i += together
	}
}

// alignment returns the alignment in bytes of an address, at most vectorBytes.
func (c *counter) alignment(r opgraph.Ref, depth int) int64 {
	n := &c.Nodes[r]
	switch {
	case depth > opgraph.MaxForm:
	case n.Op == opgraph.OpSymbol && n.Class == warp.Int64:
		return min(int64(1)<<n.Sub, vectorBytes) // as declared: others may see it
	case n.Op == opgraph.OpSymbol:
		return vectorBytes
	case n.Op == opgraph.OpOffset:
		return min(c.alignment(n.A, depth+1), 1<<bits.TrailingZeros64(uint64(n.Imm)|vectorBytes))
	case n.Op == opgraph.OpAddress:
		switch c.Nodes[n.A].Op {
		case opgraph.OpSymbol, opgraph.OpAddress, opgraph.OpOffset:
			step := uint64(n.Imm) * uint64(c.multiple(n.B, 0))
			return min(c.alignment(n.A, depth+1), 1<<bits.TrailingZeros64(step|vectorBytes))
		}
		return min(int64(1)<<n.Sub, vectorBytes)
	}
	return 1
}

// multiple returns the largest known power of two, up to vectorBytes, that divides a number.
func (c *counter) multiple(r opgraph.Ref, depth int) int64 {
	n := &c.Nodes[r]
	low := func(x int64) int64 { return 1 << bits.TrailingZeros64(uint64(x)|vectorBytes) }
	switch {
	case depth > opgraph.MaxForm:
	case n.Op == opgraph.OpConst && n.Class <= warp.Int64:
		return low(n.Imm)
	case n.Op == opgraph.OpShl:
		if x, ok := c.Constant(n.B); ok && x >= 0 && x < 8 {
			return min(vectorBytes, c.multiple(n.A, depth+1)<<x)
		}
	case n.Op == opgraph.OpMul:
		return min(vectorBytes, c.multiple(n.A, depth+1)*c.multiple(n.B, depth+1))
	case (n.Op == opgraph.OpAdd || n.Op == opgraph.OpSub) && n.Class <= warp.Int64:
		return min(c.multiple(n.A, depth+1), c.multiple(n.B, depth+1))
	case n.Op == opgraph.OpAnd:
		return max(c.multiple(n.A, depth+1), c.multiple(n.B, depth+1))
	case n.Op == opgraph.OpWiden:
		return c.multiple(n.A, depth+1)
	}
	return 1
}

// constantSpace reports whether an address is in the window of constant memory.
func (c *counter) constantSpace(r opgraph.Ref, depth int) bool {
	n := &c.Nodes[r]
	switch {
	case n.Op == opgraph.OpSymbol:
		return n.Imm == -int64(sema.ConstantSpace) || n.Imm == -int64(sema.ParameterSpace)
	case (n.Op == opgraph.OpAddress || n.Op == opgraph.OpOffset) && depth < opgraph.MaxForm:
		return c.constantSpace(n.A, depth+1)
	}
	return false
}

package warp

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// vectorBytes is the widest read of one lane.
const vectorBytes = 16

// A read is one element that a lane reads at a distance from an address.
type read struct {
	r, base, memory ref
	off, bytes      int64
	block           int32
}

// beside reports whether two reads are of the same memory in one basic block.
func (x *read) beside(y *read) bool {
	return x.base == y.base && x.memory == y.memory && x.block == y.block && x.bytes == y.bytes
}

// three returns how many of four elements, aligned to all of them, the first reads are: where
// these are the first and two others the compiler reads all four (nvcc 13.0 for sm_80, sm_90
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
	c.width = make([]int8, len(c.nodes))
	var reads []read
	for r := 1; r < len(c.nodes); r++ {
		c.width[r] = 1
		n := &c.nodes[r]
		if n.op != opLoad || n.row == 0 || n.imm >= vectorBytes || c.immediate(n.a) || n.flags&flagAlone != 0 {
			continue
		}
		x := read{r: ref(r), base: n.a, memory: n.c, bytes: n.imm, block: n.block}
		if b := &c.nodes[n.a]; b.op == opOffset {
			x.base, x.off = b.a, b.imm
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
		if c.nodes[x.base].cls == Int32 && c.constantSpace(x.base, 0) {
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
func (c *counter) alignment(r ref, depth int) int64 {
	n := &c.nodes[r]
	switch {
	case depth > maxForm:
	case n.op == opSymbol && n.cls == Int64:
		return min(int64(1)<<n.sub, vectorBytes) // as declared: others may see it
	case n.op == opSymbol:
		return vectorBytes
	case n.op == opOffset:
		return min(c.alignment(n.a, depth+1), 1<<bits.TrailingZeros64(uint64(n.imm)|vectorBytes))
	case n.op == opAddress:
		switch c.nodes[n.a].op {
		case opSymbol, opAddress, opOffset:
			step := uint64(n.imm) * uint64(c.multiple(n.b, 0))
			return min(c.alignment(n.a, depth+1), 1<<bits.TrailingZeros64(step|vectorBytes))
		}
		return min(int64(1)<<n.sub, vectorBytes)
	}
	return 1
}

// multiple returns a power of two, at most vectorBytes, that a number is a multiple of.
func (c *counter) multiple(r ref, depth int) int64 {
	n := &c.nodes[r]
	low := func(x int64) int64 { return 1 << bits.TrailingZeros64(uint64(x)|vectorBytes) }
	switch {
	case depth > maxForm:
	case n.op == opConst && n.cls <= Int64:
		return low(n.imm)
	case n.op == opShl:
		if x, ok := c.constant(n.b); ok && x >= 0 && x < 8 {
			return min(vectorBytes, c.multiple(n.a, depth+1)<<x)
		}
	case n.op == opMul:
		return min(vectorBytes, c.multiple(n.a, depth+1)*c.multiple(n.b, depth+1))
	case (n.op == opAdd || n.op == opSub) && n.cls <= Int64:
		return min(c.multiple(n.a, depth+1), c.multiple(n.b, depth+1))
	case n.op == opAnd:
		return max(c.multiple(n.a, depth+1), c.multiple(n.b, depth+1))
	case n.op == opWiden:
		return c.multiple(n.a, depth+1)
	}
	return 1
}

// constantSpace reports whether an address is in the window of constant memory.
func (c *counter) constantSpace(r ref, depth int) bool {
	n := &c.nodes[r]
	switch {
	case n.op == opSymbol:
		return n.imm == -int64(sema.ConstantSpace) || n.imm == -int64(sema.ParameterSpace)
	case (n.op == opAddress || n.op == opOffset) && depth < maxForm:
		return c.constantSpace(n.a, depth+1)
	}
	return false
}

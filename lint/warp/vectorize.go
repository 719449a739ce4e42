package warp

import (
	"cmp"
	"math/bits"
	"slices"
)

// vectorBytes is the widest read of one lane.
const vectorBytes = 16

// vectorize finds the reads of neighbouring elements that the compiler does with one
// instruction: at known distances from one address whose alignment it knows.
func (c *counter) vectorize() {
	c.width = make([]int8, len(c.nodes))
	type read struct {
		r, base, memory ref
		off, bytes      int64
	}
	var reads []read
	for r := 1; r < len(c.nodes); r++ {
		c.width[r] = 1
		n := &c.nodes[r]
		if n.op != opLoad || n.row == 0 || n.imm >= vectorBytes || c.immediate(n.a) {
			continue
		}
		x := read{r: ref(r), base: n.a, memory: n.c, bytes: n.imm}
		if b := &c.nodes[n.a]; b.op == opOffset {
			x.base, x.off = b.a, b.imm
		}
		reads = append(reads, x)
	}
	slices.SortStableFunc(reads, func(a, b read) int {
		return cmp.Or(cmp.Compare(a.base, b.base), cmp.Compare(a.memory, b.memory), cmp.Compare(a.bytes, b.bytes), cmp.Compare(a.off, b.off))
	})
	for i := 0; i < len(reads); {
		x := reads[i]
		k := 1
		for ; i+k < len(reads) && reads[i+k].base == x.base && reads[i+k].memory == x.memory && reads[i+k].bytes == x.bytes && reads[i+k].off == x.off+int64(k)*x.bytes; k++ {
		}
		together := 1
		for wide := c.alignment(x.base, 0); wide > x.bytes; wide /= 2 {
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
	case n.op == opSymbol:
		return vectorBytes
	case n.op == opOffset:
		return min(c.alignment(n.a, depth+1), 1<<bits.TrailingZeros64(uint64(n.imm)|vectorBytes))
	case n.op == opAddress:
		switch c.nodes[n.a].op {
		case opSymbol, opAddress, opOffset:
			return min(c.alignment(n.a, depth+1), 1<<bits.TrailingZeros64(uint64(n.imm)|vectorBytes))
		}
		return min(int64(1)<<n.sub, vectorBytes)
	}
	return 1
}

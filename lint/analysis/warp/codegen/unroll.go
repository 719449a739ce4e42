package codegen

import "github.com/cudalint/cudalint/lint/analysis/warp/opgraph"

// unroll decides how often the compiler copies the bodies of loops.
func (c *counter) unroll() {
	// From the inside out: nests are numbered from the outside in.
	holds := make([]bool, len(c.Nests)) // another loop
	tables := c.tableReads()
	for i := len(c.Nests) - 1; i > 0; i-- {
		s := &c.Nests[i]
		if s.Runs == 0 {
			continue
		}
		trips := s.Runs / s.Entries
		s.Unroll = c.copies(int32(i), trips, holds[i], c.foldedReads(tables, int32(i)))
		if s.Unroll == 0 {
			c.sizes[s.Parent] += c.sizes[i] * s.Runs / c.Nests[s.Parent].Runs
			holds[s.Parent] = holds[s.Parent] || holds[i]
		} else {
			holds[s.Parent] = true
		}
	}
}

// What nvcc 13.0 makes of loops for sm_90, found by compiling loops of 16 to 1,024 and
// of unknown trips with bodies of 3 to 300 instructions: a loop of known length is
// unrolled fully up to so many instructions, or iterations of few; else a loop that
// counts to its end is copied 16, 4 or 2 times, by the size of its body.
const (
	FullSize, fullTrips, fewInstructions = 400, 100, 8

	tinyBody, smallBody, mediumBody = 13, 35, 65
)

// A loop that reads constant memory at addresses that become literal offsets is
// unrolled fully up to foldedSize instructions for each such read and instruction of the
// body, and foldedMost at most: with a read in a body of 4, 8, 16 and 32 more
// instructions up to 1,536, 512, 150 and 32 iterations of 2,048, 768, 192 and 48; with
// 2, 4 and 16 reads up to 2, 4 and 16 times as many; 64 reads 384 times, not 512
// (testdata/uniform/unrolled.csv of lint/model/cost).
const foldedSize, foldedMost = 50_000, 30_000

// A tableRead is a read of constant memory that an unrolled loop has as an operand.
type tableRead struct {
	from, to int32 // the innermost and the outermost nest to be unrolled for it
	issued   float64
	literal  bool // the iterations were run one by one
}

// tableReads returns the reads of constant memory whose addresses unrolling makes known.
func (c *counter) tableReads() (reads []tableRead) {
	for r := 1; r < len(c.Nodes); r++ {
		n := &c.Nodes[r]
		if n.Op != opgraph.OpLoad || n.Issued == 0 || !c.constantSpace(n.A, 0) {
			continue
		}
		if c.literalAddress(n.A, 0) {
			reads = append(reads, tableRead{from: n.SourceNest, issued: n.Issued, literal: true})
		} else if outermost, ok := c.countersOf(n.A, n.Nest, 0); ok {
			reads = append(reads, tableRead{from: n.Nest, to: outermost, issued: n.Count})
		}
	}
	return reads
}

// countersOf returns the outermost nest whose counter is part of an address; ok is false
// where something else is, or a counter that the compiler does not know. nest is the
// innermost one.
func (c *counter) countersOf(r opgraph.Ref, nest int32, depth int) (outermost int32, ok bool) {
	n := &c.Nodes[r]
	switch {
	case depth > opgraph.MaxForm:
		return 0, false
	case r == 0 || n.Op == opgraph.OpConst || n.Op == opgraph.OpSymbol:
		return nest, true
	case n.Op == opgraph.OpPhi:
		p := c.Phis[n.Imm]
		return n.Nest, c.Nests[n.Nest].Constant && c.forms[n.Imm] == regular && c.Nodes[p.Start].Op == opgraph.OpConst
	case n.Op == opgraph.OpAdd, n.Op == opgraph.OpSub, n.Op == opgraph.OpMul, n.Op == opgraph.OpShl, n.Op == opgraph.OpWiden, n.Op == opgraph.OpOffset, n.Op == opgraph.OpAddress:
		a, oka := c.countersOf(n.A, nest, depth+1)
		b, okb := c.countersOf(n.B, nest, depth+1)
		return min(a, b), oka && okb // an outer nest has the smaller number
	}
	return 0, false
}

// foldedReads returns how many reads of constant memory in an iteration of a nest become
// operands when the nest is unrolled fully; those in inner loops that are unrolled count, too.
func (c *counter) foldedReads(reads []tableRead, nest int32) float64 {
	runs, sum := c.Nests[nest].Runs, 0.0
	for _, x := range reads {
		k := x.from
		for k > nest && c.Nests[k].Unroll == 0 {
			k = int32(c.Nests[k].Parent)
		}
		if k != nest || x.literal && 2*x.issued > runs || !x.literal && x.to < nest {
			continue
		}
		sum += x.issued / runs
	}
	return sum
}

// loopInstructions are those of a loop that is not unrolled: counter, test, branch.
const loopInstructions = 3

// copies returns how often the compiler copies the body of a nest, 0 for as often as
// it runs. folded is how many reads an iteration has less when it is unrolled.
func (c *counter) copies(i int32, trips float64, holdsLoop bool, folded float64) int {
	s, size := &c.Nests[i], c.sizes[i]
	constant := s.Constant
	left := size
	if s.Rolled {
		left = max(1, size-folded-loopInstructions) // reads and control are counted
	}
	switch {
	case s.Pragma > 0 && constant && float64(s.Pragma) >= trips:
		return 0
	case s.Pragma > 0:
		return s.Pragma
	case constant && s.Pragma < 0:
		return 0
	case constant && !holdsLoop && (trips*size <= FullSize || trips <= fullTrips && size <= fewInstructions):
		return 0
	case constant && !holdsLoop && folded > 0 && trips*left <= min(foldedMost, foldedSize*folded/left):
		return 0
	case holdsLoop || s.Exits || !constant && (s.Barrier || !c.counted(i)):
		return 1
	case size <= tinyBody:
		return 16
	case size <= smallBody:
		return 4
	case size <= mediumBody:
		return 2
	}
	return 1
}

// counted reports whether a loop ends when a counter that advances by a constant
// reaches a number that does not change.
func (c *counter) counted(nest int32) bool {
	test := c.tests[nest]
	if test == 0 || c.Nodes[test].Op != opgraph.OpCompare {
		return false
	}
	cond := &c.Nodes[test]
	a, b := c.formIn(cond.A, nest, 0), c.formIn(cond.B, nest, 0)
	return a == regular && b == fixed || a == fixed && b == regular
}

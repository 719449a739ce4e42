package warp

// unroll decides how often the compiler copies the bodies of loops.
func (c *counter) unroll() {
	// From the inside out: nests are numbered from the outside in.
	holds := make([]bool, len(c.nests)) // another loop
	for i := len(c.nests) - 1; i > 0; i-- {
		s := &c.nests[i]
		if s.Runs == 0 {
			continue
		}
		trips := s.Runs / s.Entries
		s.Unroll = c.copies(int32(i), trips, holds[i])
		if s.Unroll == 0 {
			c.sizes[s.Parent] += c.sizes[i] * s.Runs / c.nests[s.Parent].Runs
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
	fullSize, fullTrips, fewInstructions = 400, 100, 8

	tinyBody, smallBody, mediumBody = 13, 35, 65
)

// copies returns how often the compiler copies the body of a nest, 0 for as often as
// it runs.
func (c *counter) copies(i int32, trips float64, holdsLoop bool) int {
	s, size := &c.nests[i], c.sizes[i]
	constant := s.Constant
	switch {
	case s.pragma > 0 && constant && float64(s.pragma) >= trips:
		return 0
	case s.pragma > 0:
		return s.pragma
	case constant && s.pragma < 0:
		return 0
	case constant && !holdsLoop && (trips*size <= fullSize || trips <= fullTrips && size <= fewInstructions):
		return 0
	case holdsLoop || s.exits || !constant && (s.barrier || !c.counted(i)):
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
	if test == 0 || c.nodes[test].op != opCompare {
		return false
	}
	cond := &c.nodes[test]
	a, b := c.formIn(cond.a, nest, 0), c.formIn(cond.b, nest, 0)
	return a == regular && b == fixed || a == fixed && b == regular
}

package cost

import "math"

// describeUniform sets the order of the reads of an iteration that take the uniform datapath.
//
// Rows of a table may be read in an inner loop that is unrolled. The copies of the loop around it
// then go back and forth between their rows. If each iteration reads another line, the next one
// reads as if from another row. Otherwise an element follows the other: if the loop has copies of
// its body, the compiler reads two elements of four bytes with one instruction.
func (e *Estimate) describeUniform(x *access, o *origin) {
	x.read.Rows = 1
	inner := false
	for _, loop := range o.loops {
		n := e.nestOf(loop)
		switch {
		case n == nil:
			return
		case n.Unroll == 0:
			inner = true
		case inner:
			x.read.Rows = float64(n.Unroll)
			pair(x, o)
			return
		case math.Abs(x.step) >= e.model.Constant.Line.Value:
			x.read.Rows = 2
			return
		case n.Unroll > 1:
			pair(x, o)
			return
		default:
			return
		}
	}
}

// manyRows is the least number of rows read in turns for which uniform loads cost little more
// than literal offsets (testdata/uniform/timed.csv, rows_by_4: 0.088 and 0.075 ms, 0.148 from
// global memory).
const manyRows = 4

// pair makes one instruction read two neighbours of four bytes.
func pair(x *access, o *origin) {
	if o.period == 0 && math.Abs(x.step) == 4 && x.read.Bytes == 4 {
		x.executions /= 2
		x.read.Bytes = 8
	}
}

// shareUniform makes the tables that are read through the uniform datapath share its cache.
func (e *Estimate) shareUniform() {
	total, seen := int64(0), map[objectKey]bool{}
	for i := range e.accesses {
		if x := &e.accesses[i]; x.UniformPath && x.ObjectBytes > 0 && !seen[keyOf(x.Access)] {
			seen[keyOf(x.Access)] = true
			total += x.ObjectBytes
		}
	}
	for i := range e.accesses {
		if x := &e.accesses[i]; x.UniformPath && x.ObjectBytes > 0 {
			x.read.Beside = total - x.ObjectBytes
		}
	}
}

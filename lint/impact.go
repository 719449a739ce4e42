package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/verify"
)

// Hidden lists what a price could not take from the source: the trip counts of some loops, and the
// bodies of some called functions.
type Hidden struct {
	_ struct{} `cbor:",toarray"`
	// Loops are the places, "src/a.cu:12", of loops with unknown trip counts. The price
	// counts warp.UnknownTrips iterations of each.
	Loops []string
	// Calls are the names of called functions with unknown bodies, which may take any time. ""
	// stands for calls through pointers.
	Calls []string
}

// A Level grades how much of a kernel's time a finding is worth.
type Level uint8

// The levels: critical from 50 % saving, high from 20, medium from 5.
const (
	Low Level = iota
	Medium
	High
	Critical
)

var levelNames = [...]string{"low", "medium", "high", "critical"}

// String returns the name used in reports.
func (l Level) String() string { return levelNames[l] }

// ParseLevel returns the level of a name.
func ParseLevel(name string) (Level, error) {
	for i, n := range levelNames {
		if n == name {
			return Level(i), nil
		}
	}
	return 0, fmt.Errorf("unknown impact %q: one of %s", name, strings.Join(levelNames[:], ", "))
}

// An Alternative is another placement of the data that an access reads.
type Alternative struct {
	Placement string `cbor:"1,keyasint"` // a cost.Placement
	// Cycles is one execution of the access there by one warp, in throughput cycles
	// of one SM.
	Cycles float64 `cbor:"2,keyasint"`
	// SavingPercent is the share of the kernel's time, 0 to 99, that is saved when all reads of
	// the object in the kernel move there. It is an estimate.
	SavingPercent int `cbor:"3,keyasint"`
	// Bound names what the kernel is bound by then.
	Bound string `cbor:"4,keyasint"`
	// Range bounds SavingPercent.
	Range SavingRange `cbor:"5,keyasint"`
}

// A SavingRange bounds a saving in percent, 0 to 99. The model does not know how far the pipes of an
// SM work at the same time: the ends are that they overlap completely, and not at all.
type SavingRange struct {
	_     struct{} `cbor:",toarray"`
	Least int
	Most  int
}

// wide is the width from which a range is told. The savings of kernels that were timed differ from
// the estimate by about 5 points in the median, to both sides: a narrower range says less than that.
const wide = 10

// Wide reports whether a range says more than the estimate between its ends.
func (r SavingRange) Wide() bool { return r.Most-r.Least >= wide }

// A Remedy is a change that is priced in place of the best placement of the data.
type Remedy string

// The remedies.
const (
	// Coalesce: neighbouring lanes access neighbouring elements of global memory.
	Coalesce Remedy = "coalesced"
	// AvoidConflicts: no two lanes access different words of one bank of shared memory.
	AvoidConflicts Remedy = "conflict-free"
	// ToConstant: data that all lanes read at literal offsets is in constant memory.
	ToConstant Remedy = "constant"
)

// An Impact is the price of a finding.
type Impact struct {
	_       struct{} `cbor:",toarray"`
	GPU     string   // the architecture that the price is for, "sm_90"
	Product string   // the product that gives the number of SMs, the clock and the bandwidths
	Level   Level
	// Cycles is one execution of the access by one warp where its data is now, in
	// throughput cycles of one SM.
	Cycles float64
	// Alternatives are the placements that save time. Best is the first of them.
	Best         Alternative
	Alternatives []Alternative
	// SavingPercent is that of Best. Basis says how the figures behind it are known.
	SavingPercent int
	Basis         gpu.Basis
	// AtMost is set where the savings are upper bounds: the indexes are data, which the price
	// assumes to be independent, or the price leaves out what the change costs (see Restrict).
	AtMost bool
	// Bound names what the kernel is bound by now.
	Bound string
	// Reads is the number of accesses in the kernel that read the object; the saving assumes
	// that all of them move. Object is its name, "" if not known.
	Reads  int
	Object string
	// TogetherPercent is the saving when the kernel's other objects in constant memory move to
	// their best placements, too. It is 0 where there are no others.
	TogetherPercent int
	// Misses is the size in bytes of the first-level constant cache if some of the reads miss
	// it, else 0.
	Misses int64
	// Uncached is set where the GPU does not cache plain loads of global memory in L1: the
	// read-only path is then a cache of its own.
	Uncached bool
	// Restrict is set for the price of const __restrict__ on the parameter Object. A warp
	// executes Executions loads through the parameter per run of the kernel now, and
	// ExecutionsThen with the qualifier. The price leaves out the registers that the qualifier
	// takes.
	Restrict                   bool
	Executions, ExecutionsThen float64
	// Replaces is set for the price of instructions that others take the place of, see
	// Finding.Replace. TogetherPercent is then that of all findings of the rule in the kernel.
	Replaces bool
	// Remedy is set for the price of better addresses for accesses whose data stays where it is.
	Remedy Remedy
	// Unconfirmed is set where a measurement did not confirm the finding.
	Unconfirmed bool
	// TripsAssumed is set where a loop of the kernel has an unknown trip count: the price
	// assumes warp.UnknownTrips. GridAssumed is set where the grid is unknown: the price
	// assumes a grid that fills the GPU.
	TripsAssumed, GridAssumed bool
	// Hidden lists the unknown loops and calls that the price depends on.
	Hidden Hidden
}

// UpperBound reports whether the savings are upper bounds: AtMost is set, or they depend on unknown
// trip counts or calls.
func (i *Impact) UpperBound() bool { return i.AtMost || i.TripsAssumed || len(i.Hidden.Calls) > 0 }

// CompareImpact orders prices: the larger saving comes first, then the larger difference in cycles.
// Findings without a price, or with an unconfirmed one, come last.
func CompareImpact(a, b *Impact) int {
	key := func(i *Impact) [2]float64 {
		if i == nil || i.Unconfirmed {
			return [2]float64{-1, 0}
		}
		return [2]float64{float64(i.SavingPercent), i.Cycles - i.Best.Cycles}
	}
	x, y := key(a), key(b)
	for k := range x {
		switch {
		case x[k] > y[k]:
			return -1
		case x[k] < y[k]:
			return 1
		}
	}
	return 0
}

// A Move is the effect on a kernel when all its reads of an object move to another placement.
type Move struct {
	Placement string // a cost.Placement
	// SavingPercent is the estimated share of the kernel's time that is saved. It is negative
	// where the kernel gets slower.
	SavingPercent float64
	// Better is set where the move pays: it saves time, or the reads take fewer cycles of the
	// SM in the same time.
	Better bool
}

// Clone returns a copy that the caller may change.
func (i *Impact) Clone() *Impact {
	if i == nil {
		return nil
	}
	own := *i
	own.Alternatives = slices.Clone(i.Alternatives)
	own.Hidden.Calls = slices.Clone(i.Hidden.Calls)
	return &own
}

// A Verification is what a measurement says about a finding.
type Verification struct {
	Status verify.Status
	// Kernel is the name of the measured kernel.
	Kernel string
	// Note is one line of text with both numbers.
	Note string
	// Measured and Predicted are the replays per divergent instruction of the kernel. Measured
	// is 0 where nothing was measured or nothing diverged, Predicted is 0 where only a range is
	// known. For a finding about traffic they are sectors per request, or wavefronts over the
	// ideal.
	Measured, Predicted float64
}

// Verified is the comparison of the kernels of a run with measurements.
type Verified struct {
	// Kernels are ordered by path, line and shape.
	Kernels []verify.Result
	// Foreign are the names of measured kernels that the sources do not have.
	Foreign []string
	// Lines are the source lines that a source page was compared with, by path and line.
	Lines []verify.LineResult
}

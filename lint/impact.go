package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/verify"
)

// Hidden lists the unknowns of an estimated price: loops and calls that the source does not
// tell enough about.
type Hidden struct {
	// Loops are the places, "src/a.cu:12", of loops with unknown trip counts. The price
	// counts warp.UnknownTrips iterations of each.
	Loops []string
	// Calls are the names of called functions with unknown bodies, which may take any time.
	// "" stands for calls through pointers.
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
	Placement string // a cost.Placement
	// Cycles is one execution of the access there by one warp, in throughput cycles
	// of one SM.
	Cycles float64
	// SavingPercent is the estimated share of the kernel's time that is gone when
	// all reads of the object in the kernel move there, 0 to 99.
	SavingPercent int
	// Bound names what the kernel waits for then.
	Bound string
}

// An Impact is the price of a finding.
type Impact struct {
	GPU     string // the architecture whose price it is, "sm_90"
	Product string // the product whose SMs, clock and bandwidths count
	Level   Level
	// Cycles is one execution of the access by one warp where its data is now, in
	// throughput cycles of one SM.
	Cycles float64
	// Best is the alternative to choose, Alternatives all that save time, Best first.
	Best         Alternative
	Alternatives []Alternative
	// SavingPercent is that of Best, Basis how the figures behind it are known.
	SavingPercent int
	Basis         gpu.Basis
	// AtMost is set where the savings are upper bounds: indexes are data, taken to be
	// independent; or it is not counted what a change costs, see Restrict.
	AtMost bool
	// Bound names what the kernel waits for as it is.
	Bound string
	// Reads is how many accesses of the kernel read the object, whose name is Object
	// ("" if not known): the saving is that of moving them all.
	Reads  int
	Object string
	// TogetherPercent is what is saved when the kernel's other objects in constant
	// memory move to their best placements, too; 0 where there is no other.
	TogetherPercent int
	// Misses is the size in bytes of the first-level constant cache, where the reads
	// do not find all their lines there; else 0.
	Misses int64
	// Uncached is set where plain loads of global memory are not cached in L1 on the
	// GPU, so that the read-only path is another one.
	Uncached bool
	// Restrict is set where the price is that of const __restrict__ on the parameter
	// Object: a warp executes Executions loads through it per run of the kernel, and
	// ExecutionsThen with the qualifier. The registers that it takes are not counted.
	Restrict                   bool
	Executions, ExecutionsThen float64
	// Unconfirmed is set where a measurement did not agree with what is priced.
	Unconfirmed bool
	// TripsAssumed is set where some loop of the kernel has a trip count that the source
	// does not tell: warp.UnknownTrips is taken. GridAssumed is set where the grid is
	// not known: the GPU is taken to be full.
	TripsAssumed, GridAssumed bool
	// Hidden lists the unknown loops and calls that the price depends on.
	Hidden Hidden
}

// UpperBound reports whether the savings are upper bounds: they are limited by AtMost, or
// depend on unknown trip counts or calls.
func (i *Impact) UpperBound() bool { return i.AtMost || i.TripsAssumed || len(i.Hidden.Calls) > 0 }

// CompareImpact puts the larger saving first, then the larger price; no price, and one
// that a measurement did not confirm, come last.
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

// A Move is what becomes of a kernel when all its reads of an object move to another
// placement.
type Move struct {
	Placement string // a cost.Placement
	// SavingPercent is the estimated share of the kernel's time that is gone, below 0
	// where it gets slower.
	SavingPercent float64
	// Better is set where the change is worth it: also where the time stays, but the
	// reads take less of the SM.
	Better bool
}

// Clone returns a copy, as an impact is amended by who reports it.
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
	// Note says it in one line, with both numbers.
	Note string
	// Measured and Predicted are replays per divergent instruction of the kernel;
	// Measured is 0 where there is no measurement or nothing diverged, Predicted
	// where only a range is known.
	Measured, Predicted float64
}

// Verified is what measurements say about the kernels of a run.
type Verified struct {
	// Kernels are ordered by path, line and shape.
	Kernels []verify.Result
	// Foreign are the names of the measured kernels that are not in the sources.
	Foreign []string
}

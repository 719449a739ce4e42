package lint

import (
	"fmt"
	"math"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/gpu"
	"github.com/cudalint/cudalint/lint/warp"
)

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

// An Alternative is a placement of the same data and what the access costs there.
type Alternative struct {
	Placement string
	Cycles    float64
}

// An Impact is the price of a finding. Cycles are throughput cycles per SM of
// one execution of the access by one warp.
type Impact struct {
	GPU    string // whose price it is
	Level  Level
	Cycles float64
	Best   Alternative
	// SavingPercent is the estimated share of the kernel's time that the best
	// placement saves; see savingPercent for what the estimate counts.
	SavingPercent int
	Basis         gpu.Basis
}

// excess is what the access costs over the best placement; less than any price
// where there is none.
func (i *Impact) excess() float64 {
	if i == nil {
		return -1
	}
	return i.Cycles - i.Best.Cycles
}

// Cycles returns what one execution of an access by one warp costs where it is
// now, in throughput cycles per SM, and whether the model can tell.
func Cycles(m *gpu.Model, a *warp.Access) (cycles float64, basis gpu.Basis, ok bool) {
	if m == nil || a.Kind != warp.Load || !a.Addresses.Known() {
		return 0, "", false
	}
	switch a.Space {
	case sema.ConstantSpace, sema.ParameterSpace:
		if a.Literal {
			return 0, "", false // an operand of another instruction, free on a hit
		}
		cost := m.ConstantIndexed(readOf(a))
		return cost.Cycles, cost.Basis, true
	case sema.GlobalSpace:
		cost := m.GlobalLoad(readOf(a), gpu.Reused)
		return cost.Cycles, cost.Basis, true
	case sema.SharedSpace:
		cost := m.SharedLoad(readOf(a))
		return cost.Cycles, cost.Basis, true
	}
	return 0, "", false
}

func readOf(a *warp.Access) gpu.Read {
	table := a.ObjectBytes
	if a.Pattern == warp.DataDependent && a.DataRange > 0 && (table <= 0 || a.DataRange*a.Bytes < table) {
		table = a.DataRange * a.Bytes
	}
	order := gpu.Fixed
	if a.Pattern == warp.DataDependent {
		order = gpu.Random
	}
	return gpu.Read{Addresses: a.Addresses.Mean, Worst: a.Addresses.Worst, Bytes: a.Bytes, Lanes: a.Lanes, Table: table, Order: order}
}

// price returns the impact of an access, nil where the model cannot tell. worth
// is false where no placement is better than the present one.
func price(m *gpu.Model, a *warp.Access, kernel *warp.Result) (impact *Impact, worth bool) {
	now, basis, ok := Cycles(m, a)
	if !ok {
		return nil, true
	}
	read := readOf(a)
	global := m.ReadOnlyLoad(read, gpu.Reused)
	best, bestBasis := Alternative{"global-read-only", global.Cycles}, global.Basis
	// Staging a table in shared memory costs a copy per block and occupancy; it is
	// named only where it is at least twice as fast as the read-only path.
	if shared := m.SharedLoad(read); read.Table <= int64(m.Occupancy.SharedBlock.Value) && 2*shared.Cycles <= global.Cycles {
		best, bestBasis = Alternative{"shared", shared.Cycles}, shared.Basis
	}
	if best.Cycles >= now {
		return nil, false
	}
	if bestBasis != basis {
		basis = gpu.Extrapolated
	}
	saving := savingPercent(m, a, kernel, now-best.Cycles)
	return &Impact{GPU: m.Name, Level: levelOf(saving), Cycles: round1(now), Best: Alternative{best.Placement, round1(best.Cycles)},
		SavingPercent: saving, Basis: basis}, true
}

func levelOf(saving int) Level {
	switch {
	case saving >= 50:
		return Critical
	case saving >= 20:
		return High
	case saving >= 5:
		return Medium
	}
	return Low
}

// issueCycles is charged with every access for the instructions around it:
// address computation, use of the value, loop control. About four instructions
// on an SM that issues four per cycle; with it the savings measured by the
// table lookups of the H200 (lookup_placement.csv: 49 % at 2 addresses, 75 % at
// 4, 97 % at 32) come out within 6 points.
const issueCycles = 1.0

// unknownTrips stands for the trip count of a loop that the source does not
// determine.
const unknownTrips = 16

// savingPercent estimates the share of the kernel's time that is gone when each
// execution of an access gets cheaper by the given cycles: every memory access
// of the kernel with its price and trip count, and issueCycles for each. Other
// arithmetic is not counted, so for kernels that compute much it is too high.
func savingPercent(m *gpu.Model, a *warp.Access, kernel *warp.Result, saved float64) int {
	total, counted := 0.0, false
	if kernel != nil {
		for i := range kernel.Accesses {
			other := &kernel.Accesses[i]
			total += weight(m, other)
			counted = counted || other == a
		}
	}
	if !counted {
		total += weight(m, a)
	}
	return int(math.Round(100 * min(1, saved*trips(a)/total)))
}

func weight(m *gpu.Model, a *warp.Access) float64 {
	cycles, _, ok := Cycles(m, a)
	if !ok {
		cycles = m.Global.Cycles.Value
	}
	return trips(a) * (cycles + issueCycles)
}

func trips(a *warp.Access) float64 {
	if a.Trips > 0 {
		return float64(a.Trips)
	}
	return unknownTrips
}

func round1(x float64) float64 { return math.Round(10*x) / 10 }

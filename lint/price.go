package lint

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint/cost"
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

// compareImpact puts the larger saving first, then the larger price; no price, and one
// that a measurement did not confirm, come last.
func compareImpact(a, b *Impact) int {
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

// estimate returns the cost estimate of a kernel, nil where there is no model of
// the GPU. It is made once for all findings of the kernel.
func (u *unitRun) estimate(kernel *warp.Result) *cost.Estimate {
	model, product := u.model()
	if model == nil || kernel == nil {
		return nil
	}
	e := u.estimates[kernel]
	if e == nil {
		if u.estimates == nil {
			u.estimates = map[*warp.Result]*cost.Estimate{}
		}
		e = cost.Kernel(model, product, kernel)
		u.estimates[kernel] = e
	}
	return e
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

// Moves returns the other placements that the object of an access of a kernel could
// have, the simplest change first; nil where the model cannot tell.
func (p *Pass) Moves(kernel *warp.Result, a *warp.Access) []Move {
	return slices.Clone(derived(p.run, kernel, "moves", a, func() (out []Move) {
		e := p.run.estimate(kernel)
		if e == nil {
			return nil
		}
		for _, m := range e.Moves(a) {
			out = append(out, Move{string(m.Placement), m.Saving, m.Better})
		}
		return out
	}))
}

// Impact returns the price of an access of a kernel; nil where the model cannot tell,
// or no placement is better than the present one.
func (p *Pass) Impact(kernel *warp.Result, a *warp.Access) *Impact {
	impact, _ := p.run.price(a, kernel)
	return impact
}

// price returns the impact of an access, nil where the model cannot tell. worth
// is false where no placement is better than the present one.
func (u *unitRun) price(a *warp.Access, kernel *warp.Result) (impact *Impact, worth bool) {
	type priced struct {
		impact *Impact
		worth  bool
	}
	p := derived(u, kernel, "price", a, func() (p priced) {
		p.impact, p.worth = u.priceNow(a, kernel)
		return p
	})
	if p.impact == nil {
		return nil, p.worth
	}
	return u.located(p.impact.clone(), *kernel), p.worth
}

// clone returns a copy, as an impact is amended by who reports it.
func (i *Impact) clone() *Impact {
	if i == nil {
		return nil
	}
	own := *i
	own.Alternatives = slices.Clone(i.Alternatives)
	own.Hidden.Calls = slices.Clone(i.Hidden.Calls)
	return &own
}

func (u *unitRun) priceNow(a *warp.Access, kernel *warp.Result) (impact *Impact, worth bool) {
	e := u.estimate(kernel)
	if e == nil {
		return nil, true
	}
	p, ok := e.Price(a)
	if !ok {
		return nil, true
	}
	if len(p.Alternatives) == 0 {
		return nil, false
	}
	model, product := u.model()
	impact = &Impact{GPU: model.Name, Product: product.Name, Cycles: round1(p.Cycles), Basis: p.Basis, Bound: p.Bound.String(),
		AtMost: p.AtMost, Reads: p.Reads, Object: a.Object, TogetherPercent: percent(p.Together), TripsAssumed: p.TripsAssumed, GridAssumed: p.GridAssumed, Hidden: Hidden{Calls: p.Unseen}}
	for _, alt := range p.Alternatives {
		impact.Alternatives = append(impact.Alternatives, Alternative{
			Placement: string(alt.Placement), Cycles: round1(alt.Cycles), SavingPercent: percent(alt.Saving), Bound: alt.Bound.String()})
	}
	impact.Best = impact.Alternatives[0]
	impact.SavingPercent = impact.Best.SavingPercent
	impact.Level = levelOf(impact.SavingPercent)
	if p.Misses {
		impact.Misses = int64(model.Constant.First.Value)
	}
	impact.uncached(model)
	return impact, true
}

// uncached names the path of loads on GPUs that do not cache plain ones.
func (i *Impact) uncached(m *gpu.Model) {
	if m.Global.Cached.Value != 0 {
		return
	}
	const readOnly = "the read-only cache"
	i.Uncached = true
	l1 := cost.L1.String()
	for _, bound := range []*string{&i.Bound, &i.Best.Bound} {
		if *bound == l1 {
			*bound = readOnly
		}
	}
	for k := range i.Alternatives {
		if i.Alternatives[k].Bound == l1 {
			i.Alternatives[k].Bound = readOnly
		}
	}
}

// idle reports whether no change of placement is worth anything in the kernel, which
// is long enough to tell.
func (u *unitRun) idle(i *Impact, kernel *warp.Result) bool {
	return i.SavingPercent < 1 && i.TogetherPercent < 1 && !derived(u, kernel, "short", nil, func() bool { return u.estimate(kernel).Short() })
}

// percent rounds a saving; no change leaves nothing of a kernel's time.
func percent(saving float64) int { return int(max(0, min(99, math.Round(saving)))) }

func round1(x float64) float64 { return math.Round(10*x) / 10 }

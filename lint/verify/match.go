package verify

import (
	"encoding/binary"
	"slices"

	"github.com/cudalint/cudalint/lint/kernelname"
)

// A Kernel is the prediction for one kernel under one block shape.
type Kernel struct {
	Path string // where it is defined
	Line int
	Name kernelname.Name
	// Block is the block shape that was analysed, Grid that of the launch if it is known.
	Block, Grid Shape
	// Reads are the reads of constant memory that are not at a literal offset.
	Reads []Load
	// Open is the reason why the kernel may have other divergent reads, "" if it has none.
	Open string
	// Sampled is set if not all warps of the block were analysed.
	Sampled bool
}

// A Load is the prediction for one read of constant memory.
type Load struct {
	// Known is set if the other fields are.
	Known bool
	// Replays is the mean of (distinct addresses - 1) over the executions that diverge,
	// Worst the highest value. Both are 0 if no execution diverges.
	Replays, Worst float64
	// Weight is the mean number of divergent LDC instructions that a warp executes, 0 if it
	// is not known.
	Weight float64
	// Data is set if the index is data, assumed to be independent and equally likely.
	// Averaged is set if Replays is a mean over other unknown values.
	Data, Averaged bool
	// Unsure is set if lanes that count as active may be inactive.
	Unsure bool
}

// mayDiverge reports whether some execution is predicted to diverge.
func (l *Load) mayDiverge() bool { return l.Known && l.Worst > 0 }

// A match holds the launches that belong, or may belong, to a kernel.
type match struct {
	// own are launches that fit this kernel best, shared those that fit others as well. Both
	// have the shape that was analysed, or an unknown one. other have another shape.
	own, shared, other []*Launch
}

// A group holds the launches of one file that fit the same several kernels. other is set if
// none of these was analysed with their shape.
type group struct {
	fits     []int
	other    bool
	launches []*Launch
}

type groupKey struct {
	file  string
	fits  string // the kernels
	other bool
}

// maxShared is how many launches of a group are compared one by one with each of its kernels.
// Further ones are added up.
const maxShared = 64

func (g *group) add(l *Launch) {
	switch n := len(g.launches); {
	case n < maxShared:
		g.launches = append(g.launches, l)
	case n == maxShared:
		sum := *l
		g.launches = append(g.launches, &sum)
	default:
		g.launches[maxShared].add(l)
	}
}

// A share is the comparison of a shared launch with the kernels that it fits.
type share struct {
	// alike is set if the predictions for all of them are equal.
	alike bool
	// agrees are the kernels with which the launch agrees.
	agrees []int
}

// matches finds the launches of each kernel. shares holds the shared launches, unknown the
// launches of other kernels.
func matches(kernels []Kernel, exports []*Export) (found []match, shares map[*Launch]share, unknown []*Launch) {
	byBase := map[string][]int{}
	for i := range kernels {
		base := kernels[i].Name.Base
		byBase[base] = append(byBase[base], i)
	}
	found, shares = make([]match, len(kernels)), map[*Launch]share{}
	byName := map[string][]int{}
	groups := map[groupKey]*group{}
	var order []*group
	var signature []byte
	for _, e := range exports {
		for j := range e.Launches {
			l := &e.Launches[j]
			named, seen := byName[l.Kernel]
			if !seen {
				named = best(kernels, byBase[l.Name.Base], l)
				byName[l.Kernel] = named
			}
			if len(named) == 0 {
				unknown = append(unknown, l)
				continue
			}
			fits, other := ofShape(kernels, named, l), false
			if len(fits) == 1 {
				found[fits[0]].own = append(found[fits[0]].own, l)
				continue
			}
			if len(fits) == 0 {
				fits, other = named, true
			}
			signature = signature[:0]
			for _, i := range fits {
				signature = binary.AppendUvarint(signature, uint64(i))
			}
			key := groupKey{l.File, string(signature), other}
			g := groups[key]
			if g == nil {
				g = &group{fits: fits, other: other}
				groups[key] = g
				order = append(order, g)
			}
			g.add(l)
		}
	}
	for _, g := range order {
		g.assign(kernels, found, shares)
	}
	return found, shares, unknown
}

// ofShape returns those kernels that were analysed with the block shape of a launch, and only
// those with its grid if there are any.
func ofShape(kernels []Kernel, among []int, l *Launch) []int {
	fits := among
	if l.Block.Known() {
		fits = filter(fits, func(i int) bool { return !kernels[i].Block.Known() || kernels[i].Block == l.Block })
	}
	if same := filter(fits, func(i int) bool { return kernels[i].Grid == l.Grid }); len(same) > 0 {
		return same
	}
	return fits
}

// assign assigns the launches of a group to its kernels.
func (g *group) assign(kernels []Kernel, found []match, shares map[*Launch]share) {
	if !g.other {
		for _, l := range g.launches {
			shares[l] = shareOf(kernels, g.fits, l)
		}
	}
	for _, i := range g.fits {
		to := &found[i].shared
		if g.other {
			to = &found[i].other
		}
		*to = append(*to, g.launches...)
	}
}

func shareOf(kernels []Kernel, fits []int, l *Launch) share {
	s := share{alike: true}
	first := &kernels[fits[0]]
	for _, i := range fits {
		k := &kernels[i]
		s.alike = s.alike && slices.Equal(k.Reads, first.Reads) && k.Open == first.Open && k.Sampled == first.Sampled
		if judge(k, []*Launch{l}).Status == Agrees {
			s.agrees = append(s.agrees, i)
		}
	}
	return s
}

// best returns the kernels whose names fit that of the launch best.
func best(kernels []Kernel, among []int, l *Launch) []int {
	most := 0
	var out []int
	for _, i := range among {
		switch fit := l.Name.Fit(kernels[i].Name); {
		case fit < 0 || fit < most:
		case fit > most:
			most, out = fit, []int{i}
		default:
			out = append(out, i)
		}
	}
	return out
}

func filter(list []int, keep func(int) bool) []int {
	return slices.DeleteFunc(slices.Clone(list), func(i int) bool { return !keep(i) })
}

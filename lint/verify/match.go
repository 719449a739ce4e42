package verify

import (
	"encoding/binary"
	"slices"
)

// A Kernel is what is predicted of one kernel in the source under one shape of its
// block.
type Kernel struct {
	Path string // where it is defined
	Line int
	Name Name
	// Block is the shape that was analysed, Grid that of the launch, where known.
	Block, Grid Shape
	// Reads are those of constant memory that are not at a literal offset.
	Reads []Load
	// Open says why the kernel may have other divergent reads than Reads tells, ""
	// where it has not.
	Open string
	// Sampled is set where not all warps of the block were followed.
	Sampled bool
}

// A Load is what is predicted of one read of constant memory.
type Load struct {
	// Known is set where the other fields are.
	Known bool
	// Replays is the mean over the executions that diverge of distinct addresses -
	// 1, Worst its highest value. Both are 0 where no execution diverges.
	Replays, Worst float64
	// Weight is how many divergent LDC instructions a warp of the block executes, on
	// average; 0 where that is not known.
	Weight float64
	// Data is set where the index is data, taken to be independent and equally
	// likely, Averaged where Replays is over other values that are not known.
	Data, Averaged bool
	// Unsure is set where lanes that count as active may not be.
	Unsure bool
}

// mayDiverge reports whether some execution is predicted to diverge.
func (l *Load) mayDiverge() bool { return l.Known && l.Worst > 0 }

// A match says which launches are those of a kernel.
type match struct {
	// own fit no other kernel better or as well, shared fit others as well; both have
	// the shape that was analysed, or an unknown one. other have another shape.
	own, shared, other []*Launch
}

// A group is the launches of one file that fit the same several kernels; other is set
// where none of these was analysed with their shape.
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

// maxShared is how many launches of a group are told apart: each is held against each
// of its kernels. Those that follow are added up.
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

// A share is what a shared launch says about the kernels it fits.
type share struct {
	// alike is set where the same is predicted of all of them.
	alike bool
	// agrees are those that the launch agrees with.
	agrees []int
}

// matches finds the launches of each kernel. shares has those that are shared,
// foreign are the launches of kernels that are none of the given.
func matches(kernels []Kernel, exports []*Export) (found []match, shares map[*Launch]share, foreign []*Launch) {
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
				foreign = append(foreign, l)
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
		g.tell(kernels, found, shares)
	}
	return found, shares, foreign
}

// ofShape returns those of the kernels that were analysed with the block of a launch,
// and only those with its grid if there are any.
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

// tell gives the launches of a group to its kernels.
func (g *group) tell(kernels []Kernel, found []match, shares map[*Launch]share) {
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

// best returns those of the kernels whose names fit that of the launch best.
func best(kernels []Kernel, among []int, l *Launch) []int {
	most := 0
	var out []int
	for _, i := range among {
		switch fit := l.Name.fit(kernels[i].Name); {
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

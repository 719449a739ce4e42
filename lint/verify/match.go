package verify

import "slices"

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
	// Guarded is set where lanes that count as active may not be.
	Guarded bool
}

// mayDiverge reports whether some execution is predicted to diverge.
func (l *Load) mayDiverge() bool { return l.Known && l.Worst > 0 }

// A match says which launches are those of a kernel.
type match struct {
	// own fit no other kernel better or as well, shared fit others as well; both have
	// the shape that was analysed, or an unknown one. other have another shape.
	own, shared, other []*Launch
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
			shaped := named
			if l.Block.Known() {
				shaped = filter(named, func(i int) bool { return !kernels[i].Block.Known() || kernels[i].Block == l.Block })
			}
			if same := filter(shaped, func(i int) bool { return kernels[i].Grid == l.Grid }); len(same) > 0 {
				shaped = same
			}
			switch len(shaped) {
			case 0:
				for _, i := range named {
					found[i].other = append(found[i].other, l)
				}
			case 1:
				found[shaped[0]].own = append(found[shaped[0]].own, l)
			default:
				shares[l] = shareOf(kernels, shaped, l)
				for _, i := range shaped {
					found[i].shared = append(found[i].shared, l)
				}
			}
		}
	}
	return found, shares, foreign
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

package warp

import (
	"math/bits"

	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// addWarp adds the warp primitives (CUDA C++ Programming Guide, "Warp shuffle
// functions", "Warp vote functions", "Warp match functions", "Warp reduce
// functions").
func addWarp(table map[string]builtinFunc) {
	for name, mode := range map[string]shuffleMode{"": shuffleIndex, "_up": shuffleUp, "_down": shuffleDown, "_xor": shuffleXor} {
		table["__shfl"+name+"_sync"] = func(m *model, args []value) (value, bool) {
			if len(args) < 3 {
				return value{}, false
			}
			return m.shuffle(mode, args[1], args[2], widthOf(args, 3)), true
		}
		table["__shfl"+name] = func(m *model, args []value) (value, bool) {
			if len(args) < 2 {
				return value{}, false
			}
			return m.shuffle(mode, args[0], args[1], widthOf(args, 2)), true
		}
	}
	for _, name := range []string{"__ballot_sync", "__ballot", "__any_sync", "__any", "__all_sync", "__all", "__syncthreads_count", "__syncthreads_and", "__syncthreads_or"} {
		table[name] = func(m *model, args []value) (value, bool) { return m.vote(name, args), true }
	}
	for _, name := range []string{"__reduce_add_sync", "__reduce_min_sync", "__reduce_max_sync", "__reduce_and_sync", "__reduce_or_sync", "__reduce_xor_sync"} {
		table[name] = func(m *model, args []value) (value, bool) {
			if len(args) < 2 || args[1].num == nil {
				return value{}, false
			}
			t := args[1].typ
			num, ok := numeric(t)
			if !ok {
				return m.unknown(t), true
			}
			lo, hi := num.Range()
			return value{typ: t, num: m.d.PerGroup(name, num, lo, hi, lanes.WarpSize, args[1].num, m.mask.value(&m.memory))}, true
		}
	}
	table["__activemask"] = func(m *model, args []value) (value, bool) { return m.activeMask(), true }
	table["__match_any_sync"] = func(m *model, args []value) (value, bool) {
		if len(args) < 2 || args[1].num == nil {
			return value{}, false
		}
		return m.matchAny(args[1].num), true
	}
	table["__lane_id"] = func(m *model, args []value) (value, bool) {
		v, _ := m.specialRegister("mov %laneid")
		return value{typ: typeUint, num: v}, true
	}
}

// widthOf returns a shuffle's width argument, 0 where it is not a constant.
func widthOf(args []value, i int) int {
	if i >= len(args) {
		return lanes.WarpSize
	}
	if args[i].num != nil {
		if w, ok := args[i].num.Constant(); ok && w > 0 && w <= lanes.WarpSize {
			return int(w)
		}
	}
	return 0
}

type shuffleMode uint8

const (
	shuffleIndex shuffleMode = iota
	shuffleUp
	shuffleDown
	shuffleXor
)

// shuffle returns what a warp shuffle gives each lane.
func (m *model) shuffle(mode shuffleMode, v, by value, width int) value {
	if v.num == nil {
		return m.unknown(v.typ)
	}
	num := v.num.Type
	if by.num == nil || width == 0 || !by.num.Known() {
		lo, hi := num.Range()
		if !num.Float && !v.num.IsUnknown() {
			lo, hi = m.d.BlockBounds(v.num)
		}
		if mode == shuffleIndex && by.num != nil && by.num.IsUniform() && width > 0 {
			// One lane for all, not known which.
			return value{typ: v.typ, num: m.d.PerGroup("shuffle", num, lo, hi, width, v.num, by.num)}
		}
		if by.num != nil && !by.num.IsUnknown() && !v.num.IsUnknown() {
			return value{typ: v.typ, num: m.d.Opaque(num, v.num.IsData() || by.num.IsData())}
		}
		return m.unknown(v.typ)
	}
	from := make([]int, m.d.Threads())
	for i := range from {
		lane := i % lanes.WarpSize
		start := lane / width * width
		x, _ := by.num.At(i)
		k := int(x)
		source := lane
		switch mode {
		case shuffleIndex:
			source = start + (k%width+width)%width
		case shuffleUp:
			if lane-k >= start {
				source = lane - k
			}
		case shuffleDown:
			if lane+k < start+width {
				source = lane + k
			}
		case shuffleXor:
			// Lanes of an earlier group can be read, those of a later one not.
			if x := lane ^ k; x < start+width {
				source = x
			}
		}
		from[i] = min(i-lane+source, m.d.Threads()-1)
	}
	return value{typ: v.typ, num: m.d.Permute(v.num, from)}
}

// vote returns the outcome of a vote: the same for the whole warp.
func (m *model) vote(name string, args []value) value {
	v := args[len(args)-1]
	cond := m.truthy(v)
	lo, hi, t := int64(0), int64(1), typeInt
	ballot := name == "__ballot_sync" || name == "__ballot"
	if ballot {
		hi, t = 1<<32-1, typeUint
	}
	num, _ := numeric(t)
	if cond.Known() && (ballot || name == "__any_sync" || name == "__all_sync" || name == "__any" || name == "__all") {
		out := make([]int64, m.d.Threads())
		for w := 0; w < len(out); w += lanes.WarpSize {
			votes, present := uint32(0), uint32(0)
			for i := w; i < w+lanes.WarpSize; i++ {
				if m.mask.truth[i] != lanes.False {
					present |= 1 << (i - w)
					if cond.TruthAt(i) == lanes.True {
						votes |= 1 << (i - w)
					}
				}
			}
			for i := w; i < w+lanes.WarpSize; i++ {
				out[i] = int64(votes)
				switch name {
				case "__any_sync", "__any":
					out[i] = boolean(votes != 0)
				case "__all_sync", "__all":
					out[i] = boolean(votes == present)
				}
			}
		}
		if m.sure() {
			return value{typ: t, num: m.d.PerThread(num, out)}
		}
	}
	if name == "__syncthreads_count" {
		hi = 1024
	}
	return value{typ: t, num: m.d.PerGroup(name, num, lo, hi, lanes.WarpSize, cond, m.mask.value(&m.memory))}
}

// activeMask returns the lanes of each warp that execute together.
func (m *model) activeMask() value {
	if !m.sure() {
		return value{typ: typeUint, num: m.d.PerGroup("active", lanes.Uint32, 0, 1<<32-1, lanes.WarpSize, m.mask.value(&m.memory))}
	}
	out := make([]int64, m.d.Threads())
	for i := range out {
		w := i / lanes.WarpSize * lanes.WarpSize
		for l := range lanes.WarpSize {
			if m.mask.truth[w+l] != lanes.False {
				out[i] |= 1 << l
			}
		}
	}
	return value{typ: typeUint, num: m.d.PerThread(lanes.Uint32, out)}
}

// matchAny returns for each lane the lanes of its warp with the same value.
func (m *model) matchAny(v *lanes.Value) value {
	if !v.Known() || v.Type.Float || !m.sure() {
		return value{typ: typeUint, num: m.d.Derived("match", lanes.Uint32, v)}
	}
	out := make([]int64, m.d.Threads())
	for i := range out {
		w := i / lanes.WarpSize * lanes.WarpSize
		x, _ := v.At(i)
		for l := range lanes.WarpSize {
			if y, _ := v.At(w + l); x == y && m.mask.truth[w+l] != lanes.False {
				out[i] |= 1 << l
			}
		}
	}
	return value{typ: typeUint, num: m.d.PerThread(lanes.Uint32, out)}
}

// rankIn returns each active lane's number among the active lanes of its warp.
func (m *model) rankIn() *lanes.Value {
	active := m.activeMask().num
	if !active.Known() {
		return m.d.Opaque(lanes.Uint32, false)
	}
	out := make([]int64, m.d.Threads())
	for i := range out {
		x, _ := active.At(i)
		out[i] = int64(bits.OnesCount32(uint32(x) & (1<<(i%lanes.WarpSize) - 1)))
	}
	return m.d.PerThread(lanes.Uint32, out)
}

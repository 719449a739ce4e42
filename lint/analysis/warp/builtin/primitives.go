package builtin

import (
	"math/bits"

	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/opgraph"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// addWarp adds the warp primitives (CUDA C++ Programming Guide, "Warp shuffle
// functions", "Warp vote functions", "Warp match functions", "Warp reduce
// functions").
func addWarp(table map[string]Function) {
	for name, mode := range map[string]shuffleMode{"": shuffleIndex, "_up": shuffleUp, "_down": shuffleDown, "_xor": shuffleXor} {
		table["__shfl"+name+"_sync"] = func(m *Model, args []state.Value) (state.Value, bool) {
			if len(args) < 3 {
				return state.Value{}, false
			}
			return m.shuffle(mode, args[1], args[2], widthOf(args, 3)), true
		}
		table["__shfl"+name] = func(m *Model, args []state.Value) (state.Value, bool) {
			if len(args) < 2 {
				return state.Value{}, false
			}
			return m.shuffle(mode, args[0], args[1], widthOf(args, 2)), true
		}
	}
	for _, name := range []string{"__ballot_sync", "__ballot", "__any_sync", "__any", "__all_sync", "__all", "__syncthreads_count", "__syncthreads_and", "__syncthreads_or"} {
		table[name] = func(m *Model, args []state.Value) (state.Value, bool) { return m.vote(name, args), true }
	}
	for _, name := range []string{"__reduce_add_sync", "__reduce_min_sync", "__reduce_max_sync", "__reduce_and_sync", "__reduce_or_sync", "__reduce_xor_sync"} {
		table[name] = func(m *Model, args []state.Value) (state.Value, bool) {
			if len(args) < 2 || args[1].Num == nil {
				return state.Value{}, false
			}
			t := args[1].Type
			num, ok := ctype.Numeric(t)
			if !ok {
				return m.Unknown(t), true
			}
			lo, hi := num.Range()
			return state.Value{Type: t, Num: m.Lanes.PerGroup(name, num, lo, hi, lanes.WarpSize, args[1].Num, m.Mask.Value(&m.Memory))}, true
		}
	}
	table["__activemask"] = func(m *Model, args []state.Value) (state.Value, bool) { return m.activeMask(), true }
	table["__match_any_sync"] = func(m *Model, args []state.Value) (state.Value, bool) {
		if len(args) < 2 || args[1].Num == nil {
			return state.Value{}, false
		}
		return m.matchAny(args[1].Num), true
	}
	table["__lane_id"] = func(m *Model, args []state.Value) (state.Value, bool) {
		v, _ := m.SpecialRegister("mov %laneid")
		return state.Value{Type: ctype.TypeUint, Num: v}, true
	}
}

// widthOf returns a shuffle's width argument, 0 where it is not a constant.
func widthOf(args []state.Value, i int) int {
	if i >= len(args) {
		return lanes.WarpSize
	}
	if args[i].Num != nil {
		if w, ok := args[i].Num.Constant(); ok && w > 0 && w <= lanes.WarpSize {
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
func (m *Model) shuffle(mode shuffleMode, v, by state.Value, width int) state.Value {
	if v.Num == nil {
		return m.Unknown(v.Type)
	}
	num := v.Num.Type
	if by.Num == nil || width == 0 || !by.Num.Known() {
		lo, hi := num.Range()
		if !num.Float && !v.Num.IsUnknown() {
			lo, hi = m.Lanes.BlockBounds(v.Num)
		}
		if mode == shuffleIndex && by.Num != nil && by.Num.IsUniform() && width > 0 {
			// One lane for all, not known which.
			return state.Value{Type: v.Type, Num: m.Lanes.PerGroup("shuffle", num, lo, hi, width, v.Num, by.Num)}
		}
		if by.Num != nil && !by.Num.IsUnknown() && !v.Num.IsUnknown() {
			return state.Value{Type: v.Type, Num: m.Lanes.Opaque(num, v.Num.IsData() || by.Num.IsData())}
		}
		return m.Unknown(v.Type)
	}
	from := make([]int, m.Lanes.Threads())
	for i := range from {
		lane := i % lanes.WarpSize
		start := lane / width * width
		x, _ := by.Num.At(i)
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
		from[i] = min(i-lane+source, m.Lanes.Threads()-1)
	}
	return state.Value{Type: v.Type, Num: m.Lanes.Permute(v.Num, from)}
}

// vote returns the outcome of a vote: the same for the whole warp.
func (m *Model) vote(name string, args []state.Value) state.Value {
	v := args[len(args)-1]
	cond := m.Truthy(v)
	lo, hi, t := int64(0), int64(1), ctype.TypeInt
	ballot := name == "__ballot_sync" || name == "__ballot"
	if ballot {
		hi, t = 1<<32-1, ctype.TypeUint
	}
	num, _ := ctype.Numeric(t)
	if cond.Known() && (ballot || name == "__any_sync" || name == "__all_sync" || name == "__any" || name == "__all") {
		out := make([]int64, m.Lanes.Threads())
		for w := 0; w < len(out); w += lanes.WarpSize {
			votes, present := uint32(0), uint32(0)
			for i := w; i < w+lanes.WarpSize; i++ {
				if m.Mask.Truth[i] != lanes.False {
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
					out[i] = opgraph.Boolean(votes != 0)
				case "__all_sync", "__all":
					out[i] = opgraph.Boolean(votes == present)
				}
			}
		}
		if m.Sure() {
			return state.Value{Type: t, Num: m.Lanes.PerThread(num, out)}
		}
	}
	if name == "__syncthreads_count" {
		hi = 1024
	}
	return state.Value{Type: t, Num: m.Lanes.PerGroup(name, num, lo, hi, lanes.WarpSize, cond, m.Mask.Value(&m.Memory))}
}

// activeMask returns the lanes of each warp that execute together.
func (m *Model) activeMask() state.Value {
	if !m.Sure() {
		return state.Value{Type: ctype.TypeUint, Num: m.Lanes.PerGroup("active", lanes.Uint32, 0, 1<<32-1, lanes.WarpSize, m.Mask.Value(&m.Memory))}
	}
	out := make([]int64, m.Lanes.Threads())
	for i := range out {
		w := i / lanes.WarpSize * lanes.WarpSize
		for l := range lanes.WarpSize {
			if m.Mask.Truth[w+l] != lanes.False {
				out[i] |= 1 << l
			}
		}
	}
	return state.Value{Type: ctype.TypeUint, Num: m.Lanes.PerThread(lanes.Uint32, out)}
}

// matchAny returns for each lane the lanes of its warp with the same value.
func (m *Model) matchAny(v *lanes.Value) state.Value {
	if !v.Known() || v.Type.Float || !m.Sure() {
		return state.Value{Type: ctype.TypeUint, Num: m.Lanes.Derived("match", lanes.Uint32, v)}
	}
	out := make([]int64, m.Lanes.Threads())
	for i := range out {
		w := i / lanes.WarpSize * lanes.WarpSize
		x, _ := v.At(i)
		for l := range lanes.WarpSize {
			if y, _ := v.At(w + l); x == y && m.Mask.Truth[w+l] != lanes.False {
				out[i] |= 1 << l
			}
		}
	}
	return state.Value{Type: ctype.TypeUint, Num: m.Lanes.PerThread(lanes.Uint32, out)}
}

// rankIn returns each active lane's number among the active lanes of its warp.
func (m *Model) rankIn() *lanes.Value {
	active := m.activeMask().Num
	if !active.Known() {
		return m.Lanes.Opaque(lanes.Uint32, false)
	}
	out := make([]int64, m.Lanes.Threads())
	for i := range out {
		x, _ := active.At(i)
		out[i] = int64(bits.OnesCount32(uint32(x) & (1<<(i%lanes.WarpSize) - 1)))
	}
	return m.Lanes.PerThread(lanes.Uint32, out)
}

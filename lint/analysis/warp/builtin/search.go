package builtin

import (
	"strings"

	"github.com/cudalint/cudalint/lint/analysis/warp/ctype"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/analysis/warp/state"
)

// addSearch adds the algorithms of the standard library and Thrust that return an iterator
// into the range that they are given: what the range holds decides which.
func addSearch(table map[string]Function) {
	for _, name := range []string{"lower_bound", "upper_bound", "partition_point", "find", "find_if", "find_if_not", "min_element", "max_element"} {
		table[name] = foundIn
	}
	for _, register := range []string{"laneid", "warpid", "lanemask_eq", "lanemask_lt", "lanemask_le", "lanemask_gt", "lanemask_ge",
		"tid_x", "tid_y", "tid_z", "ntid_x", "ntid_y", "ntid_z", "ctaid_x", "ctaid_y", "ctaid_z", "nctaid_x", "nctaid_y", "nctaid_z"} {
		// cuda::ptx::get_sreg_tid_x and its relatives.
		table["get_sreg_"+register] = func(m *Model, args []state.Value) (state.Value, bool) {
			v, ok := m.SpecialRegister("mov %" + dotted(register))
			return state.Value{Type: ctype.TypeUint, Num: v}, ok && len(args) == 0
		}
	}
}

// dotted returns the name that a special register has in PTX.
func dotted(register string) string {
	if strings.HasPrefix(register, "lanemask") {
		return register
	}
	return strings.Replace(register, "_", ".", 1)
}

// foundIn returns an iterator into the range whose start is the first argument, after an
// execution policy perhaps. Threads that search for the same find the same; nothing more is
// known of an iterator of a class.
func foundIn(m *Model, args []state.Value) (state.Value, bool) {
	var by []*lanes.Value
	first := -1
	for i, a := range args {
		switch {
		case a.Num != nil:
			by = append(by, a.Num)
		case len(a.Ptr) == 1:
			if by = append(by, a.Ptr[0].Offset); first < 0 && i < 2 && !a.Ptr[0].Object.Tracked() {
				first = i
			}
		}
	}
	if first < 0 {
		return m.UnknownRead(ctype.TypeOther), len(args) > 2 // of a class
	}
	v := args[first]
	elements := m.Lanes.LoadedIn(lanes.Int64, 0, 1<<40, by...)
	v.Ptr = []state.Target{{Object: v.Ptr[0].Object, Offset: m.Lanes.Add(lanes.Int64, v.Ptr[0].Offset, m.Lanes.Mul(lanes.Int64, elements, m.Lanes.Const(lanes.Int64, ctype.SizeOf(ctype.ElemOf(v.Type)))))}}
	v.Node, v.Literal = 0, false
	return v, true
}

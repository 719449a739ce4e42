package preproc

import (
	"context"
	"strings"
	"testing"
)

func TestCondition(t *testing.T) {
	const defines = "#define ONE 1\n#define TWO (ONE + 1)\n#define ALIAS ONE\n#define EMPTY\n#define F(x) x\n#define OPEN 1 + 1\n#define GONE\n#undef GONE\n" +
		"#define HAS_ONE defined(ONE)\n#define ARCH __CUDA_ARCH__\n"
	for _, c := range []struct {
		condition string
		// what it comes to in the pass for the device, and where names out of sight count
		// as undefined
		want Truth
		then bool
	}{
		{"0", False, false}, {"1", True, true}, {"ONE", True, true}, {"ALIAS == 1", True, true},
		{"UNKNOWN", Undecided, false}, {"!UNKNOWN", Undecided, true}, {"UNKNOWN && 0", False, false}, {"UNKNOWN || 1", True, true},
		{"defined(ONE) && defined EMPTY", True, true}, {"defined(UNKNOWN) || ONE", True, true}, {"defined(F)", True, true},
		{"not defined(UNKNOWN) and 1", Undecided, true}, {"__CUDA_ARCH__ >= 700", True, true}, {"ARCH >= 700", True, true},
		{"__cplusplus > 199711L", True, true}, {"defined(_WIN32)", False, false}, {"defined(__CUDACC__)", True, true},
		{"defined(GONE)", False, false}, {"GONE + 1", True, true}, {"HAS_ONE", True, true},
		{"1 + 2 * 3 == 7", True, true}, {"(1 << 4) % 10 == 6", True, true}, {"OPEN * 3 == 4", True, true}, {"F(3) == 3", True, true},
		{"0x10 == 16", True, true}, {"0b11 == 3", True, true}, {"010 == 8", True, true}, {"1'000 == 1000", True, true}, {"10 - 4 - 3 == 3", True, true},
		{"'a' == 97", True, true}, {"-1 < 0", True, true}, {"-1 > 0u", True, true}, {"-1 >> 1 == -1", True, true}, {"~0u >> 63 == 1", True, true},
		{"1 ? 0 : 1", False, false}, {"0 ? 0 : ONE ? 2 : 0", True, true}, {"true", True, true}, {"false", False, false},
		{"__has_include(<x.h>)", Undecided, false}, {"defined(__has_include) && __has_include(<x.h>)", Undecided, false}, {"UNKNOWN(1, (2)) || 1", True, true},
		{"1 / 0", Undecided, false}, {"~0 == -1", True, true}, {"", Undecided, false}, {"((((", Undecided, false}, {"1 ==", Undecided, false}, {"1 2", Undecided, false},
		{strings.Repeat("(", 1000) + "1" + strings.Repeat(")", 1000), Undecided, false}, // beyond what is read
	} {
		text := defines + "#if " + c.condition + "\n#endif\n"
		u := Process(context.Background(), NewOutline("a.cu", []byte(text)), &Options{Arch: 900})
		st := u.Files[0].Arm(len(defines))
		if st == nil {
			t.Errorf("%.40s: no arm", c.condition)
			continue
		}
		if st.Device != c.want || st.DeviceLikely != c.then {
			t.Errorf("%.40s: %v, then %v, want %v, then %v", c.condition, st.Device, st.DeviceLikely, c.want, c.then)
		}
	}
}

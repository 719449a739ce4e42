package cost

import "strings"

// calls are the instructions of math functions and intrinsics, as read in SASS of
// nvcc 13.0 for sm_90 (default flags) on the path of ordinary arguments.
var calls = map[string]Instructions{
	"__sinf":     {Special: 1, Single: 1},
	"__cosf":     {Special: 1, Single: 1},
	"__expf":     {Special: 1, Single: 3},
	"__logf":     {Special: 1, Single: 3},
	"__fdividef": {Special: 1, Single: 3},
	"rsqrtf":     {Special: 1, Single: 3},
	"sqrtf":      {Special: 1, Single: 5, Integer: 2, Control: 1},
	"expf":       {Special: 1, Single: 5, Integer: 1},
	"exp2f":      {Special: 1, Single: 3},
	"logf":       {Single: 14, Integer: 4, Convert: 1},
	"powf":       {Special: 2, Single: 30, Integer: 10, Control: 2},
	"sinf":       {Single: 14, Integer: 6, Convert: 2, Control: 2},
	"cosf":       {Single: 14, Integer: 6, Convert: 2, Control: 2},
	"__popc":     {Special: 1},
}

// callInstructions returns the instructions of one call.
func callInstructions(name string) Instructions {
	if i, ok := calls[name]; ok {
		return i
	}
	if i, ok := calls[name+"f"]; ok {
		return i
	}
	switch {
	case strings.HasPrefix(name, "__shfl"), strings.HasPrefix(name, "__ballot"), strings.HasPrefix(name, "__any"), strings.HasPrefix(name, "__all"), strings.HasPrefix(name, "__match"), strings.HasPrefix(name, "__reduce"):
		return Instructions{Exchange: 1}
	}
	return Instructions{Integer: 1}
}

package sema

import (
	"slices"
	"strings"
	"testing"
)

func TestAlignArguments(t *testing.T) {
	for text, want := range map[string]string{
		"alignas(16) float":                                     "16",
		"__align__ ( N * (2 + 1) ) int alignas(float4)":         "N * (2 + 1)|float4",
		"__attribute__((aligned(8), packed))":                   "8",
		"int a; // alignas(4)\n/* aligned(4) */ \"aligned(4)\"": "",
		"alignas(')') int":                                      "')'",
		"alignas(4":                                             "",
		"my_alignas(4) alignof(4)":                              "",
	} {
		if got := strings.Join(alignArguments(text), "|"); got != want {
			t.Errorf("alignArguments(%q) = %q, want %q", text, got, want)
		}
	}
	if got := alignArguments(strings.Repeat("aligned(2) ", 100)); len(got) != maxAligns {
		t.Errorf("%d attributes are looked at", len(got))
	}
}

func TestPackings(t *testing.T) {
	for text, want := range map[string][]int64{
		"#pragma pack(4)\n": {4},
		"  # pragma pack ( push , 8 ) // c\n#pragma pack(pop)\n":              {8, 0},
		"#pragma \\\n pack(2)\n#pragma pack()\n":                              {2, 0},
		"/*\n#pragma pack(1)\n*/ const char *s = R\"(\n#pragma pack(1)\n)\";": nil,
		"#pragma pack\n#pragma packed(1)\n#define pack(x)\npack(1)\n":         nil,
		"#pragma pack(push, r1, 16)\n#pragma pack(pop, r1)\n":                 {16, 0},
		"#pragma pack(-1)\n#pragma pack(1":                                    {0},
	} {
		var got []int64
		for _, p := range readPackings([]byte(text)) {
			got = append(got, p.limit)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q sets %v, want %v", text, got, want)
		}
	}
}

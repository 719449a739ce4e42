package config

import (
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

func TestParseBlock(t *testing.T) {
	for text, want := range map[string][3]int{"256": {256, 1, 1}, "32,8": {32, 8, 1}, "8, 8, 16": {8, 8, 16}} {
		got, err := parseBlock(text, warp.FromFlag)
		if err != nil || got.Dim != want || got.Source != warp.FromFlag {
			t.Errorf("parseBlock(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", ",", "x", "0", "-1", "1,2,3,4", "1025", "32,33", "4294967296,4294967296", "32,"} {
		if b, err := parseBlock(text, warp.FromFlag); err == nil {
			t.Errorf("parseBlock(%q) = %v, want an error", text, b)
		}
	}
}

func TestParseDefine(t *testing.T) {
	for _, text := range []string{"A", "_a1", "A=", "A=1", "A=x y", "MAX(a,b)=((a)>(b)?(a):(b))", "F(...)=1"} {
		if got, err := parseDefine(text); err != nil || got != text {
			t.Errorf("parseDefine(%q) = %q, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "1A", "A B", "=1", "-DA", "A=1\n#include <x>", "A(=1"} {
		if _, err := parseDefine(text); err == nil {
			t.Errorf("parseDefine(%q) is no error", text)
		}
	}
}

func TestParseGPU(t *testing.T) {
	for text, want := range map[string]string{"sm_90": "sm_90", "SM_90A": "sm_90a", "compute_75": "sm_75", "H100": "sm_90", "RTX 3090": "sm_86", "sm_107": "sm_107", "sm_130": "sm_130", "RTX 4070": "sm_89"} {
		got, err := parseGPU(text)
		if err != nil || got.Target.GPU != want || got.Name != text {
			t.Errorf("parseGPU(%q) = %+v, %v, want %s", text, got, err, want)
		}
	}
	if g, _ := parseGPU("H100"); g.Model == nil || g.Product == nil || g.Target.Product != g.Product.Name {
		t.Errorf("the product of H100: %+v", g)
	}
	if g, _ := parseGPU("RTX 4070"); g.Target.Product != "RTX 4070" || g.Target.FiguresOf != "RTX 4090" {
		t.Errorf("the figures of RTX 4070: %+v", g.Target)
	}
	for _, text := range []string{"", "turing", "none.json", "sm_91", "sm_86a", "GTX 860M"} {
		if _, err := parseGPU(text); err == nil {
			t.Errorf("parseGPU(%q) is no error", text)
		}
	}
}

package constantoverflow

import (
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
)

func TestParameterLimit(t *testing.T) {
	for target, want := range map[lint.Target]int64{
		{GPU: "sm_52", CUDA: "12.9"}:   oldParameters,
		{GPU: "sm_62", CUDA: "12.4"}:   oldParameters,
		{GPU: "sm_70", CUDA: "12.0"}:   oldParameters,
		{GPU: "sm_90", CUDA: "11.8"}:   oldParameters,
		{GPU: "sm_70", CUDA: "12.1"}:   newParameters,
		{GPU: "sm_90a", CUDA: "13.0"}:  newParameters,
		{GPU: "sm_120", CUDA: "13.0"}:  newParameters,
		{GPU: "sm_100f", CUDA: "12.9"}: newParameters,
	} {
		if got := parameterLimit(target); got != want {
			t.Errorf("%v: %d, want %d", target, got, want)
		}
	}
}

func fileOf(linkUnit string, main bool, vars ...variable) file {
	return file{Build: lint.Build{RDC: true, LinkUnit: linkUnit}, Value: unit{Main: main, Vars: vars}}
}

func TestLinkable(t *testing.T) {
	own, header, weak := variable{Name: "a"}, variable{Name: "h", Internal: true}, variable{Name: "w", Weak: true}
	for _, c := range []struct {
		name  string
		group []file
		want  bool
	}{
		{"one main", []file{fileOf("", true, own), fileOf("", false, header)}, true},
		{"two mains", []file{fileOf("", true), fileOf("", true)}, false},
		{"defined twice", []file{fileOf("", false, own), fileOf("", false, own)}, false},
		{"static in a header", []file{fileOf("", false, header), fileOf("", false, header)}, true},
		{"inline", []file{fileOf("", false, weak), fileOf("", false, weak)}, true},
	} {
		if got := linkable(c.group); got != c.want {
			t.Errorf("%s: %t", c.name, got)
		}
	}
}

func TestTogether(t *testing.T) {
	at := func(line int) (p lint.Place) { p.Path = "t.cuh"; p.Start.Line = line; return p }
	got := mergeCopies([]variable{{Name: "a", Bytes: 10, Place: at(1)}, {Name: "b", Bytes: 15, Place: at(2)}, {Name: "a", Bytes: 10, Place: at(1)}})
	if len(got) != 2 || got[0].Name != "a (2 copies)" || got[0].Bytes != 20 || got[1].Name != "b" {
		t.Errorf("%+v", got)
	}
}

func TestGrouped(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 65536: "65,536", 1234567: "1,234,567"} {
		if got := grouped(n); got != want {
			t.Errorf("%d: %s", n, got)
		}
	}
}

func TestPageIsWhole(t *testing.T) {
	for _, heading := range []string{"# " + Rule.Name + "\n", "## What it reports", "## Why it costs", "## What it does not report", "## Example", "## Better", "## Options"} {
		if !strings.Contains(Rule.Doc, heading) {
			t.Errorf("the page lacks %q", heading)
		}
	}
	for _, o := range Rule.Options {
		if !strings.Contains(Rule.Doc, "`"+o.Name+"`") {
			t.Errorf("the page lacks option %s", o.Name)
		}
	}
}

package headers

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint/intern"
)

// number returns units, each a list of paths, as numbers.
func number(paths *intern.Table, units ...string) (out [][]int32) {
	for _, unit := range units {
		var files []int32
		for _, path := range strings.Fields(unit) {
			files = append(files, paths.Number(path))
		}
		out = append(out, files)
	}
	return out
}

func TestUncovered(t *testing.T) {
	for name, c := range map[string]struct {
		units []string // each with its own file first; a header ends in .h
		want  []int
	}{
		"included by a source":   {[]string{"a.cu a.h", "a.h"}, nil},
		"included by nothing":    {[]string{"a.cu", "a.h"}, []int{1}},
		"included by a header":   {[]string{"b.h a.h", "a.h"}, []int{0}},
		"the order is no matter": {[]string{"a.h", "b.h a.h"}, []int{1}},
		"a circle":               {[]string{"a.h b.h", "b.h a.h"}, []int{0}},
		"not read":               {[]string{"a.cu", ""}, nil},
	} {
		var paths intern.Table
		units := number(&paths, c.units...)
		var header []bool
		for _, unit := range c.units {
			own, _, _ := strings.Cut(unit, " ")
			header = append(header, !strings.HasSuffix(own, ".cu"))
		}
		if got := slices.Sorted(maps.Keys(Uncovered(&paths, header, units))); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// TestSystemOnly: a header counts as a system header where every unit says so; covered headers are
// no units.
func TestSystemOnly(t *testing.T) {
	var paths intern.Table
	units := number(&paths, "a.cu s.h m.h", "b.cu s.h m.h", "m.h")
	got := SystemOnly(&paths, units, [][]string{{"s.h", "m.h"}, {"s.h"}, nil}, []bool{false, false, true})
	if want := []string{"s.h"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

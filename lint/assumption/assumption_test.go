package assumption

import (
	"slices"
	"testing"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

func TestTexts(t *testing.T) {
	launch := &sema.Launch{}
	bounded := &sema.Launch{Block: [3]int64{0, 4, 1}, BlockMost: [3]int64{256, 0, 0}}
	queried := &sema.Launch{BlockBy: "cudaOccupancyMaxPotentialBlockSize"}
	places := map[*sema.Launch]string{launch: "a.cu:90", bounded: "a.cu:91", queried: "a.cu:92"}
	launchAt := func(l *sema.Launch) string { return places[l] }
	const likely = "indexes are assumed to be independent and equally likely"
	for _, c := range []struct {
		source  warp.BlockSource
		launch  *sema.Launch // of the kernel
		block   *sema.Launch // that gave the shape
		kernel  sema.Function
		some    bool
		leftOut int
		access  warp.Access
		want    string
		further []string
	}{
		{source: warp.FromLaunch, launch: launch, block: launch, want: "block 64x2x1 from the launch at a.cu:90"},
		{source: warp.FromLaunch, launch: launch, want: "block 64x2x1 from a launch"},
		{source: warp.FromBlockSize, want: "block 64x2x1 from __block_size__"},
		{source: warp.FromFlag, want: "block 64x2x1 from --block"},
		{source: warp.FromConfig, want: "block 64x2x1 from the configuration"},
		{source: warp.FromLaunchBounds, launch: launch,
			want: "block unknown at the launch at a.cu:90: block 64x2x1 is assumed, and __launch_bounds__ gives a maximum"},
		{source: warp.Assumed, want: "block 64x2x1 is assumed: no launch is visible (--block gives another)"},
		{source: warp.Assumed, launch: launch, want: "block unknown at the launch at a.cu:90: block 64x2x1 is assumed (--block gives another)"},
		{source: warp.Assumed, launch: bounded, want: "block unknown at the launch at a.cu:91 (at most 256x4x1): block 64x2x1 is assumed (--block gives another)"},
		{source: warp.Assumed, launch: queried,
			want: "block unknown at the launch at a.cu:92 (cudaOccupancyMaxPotentialBlockSize decides it): block 64x2x1 is assumed (--block gives another)"},
		{source: warp.Assumed, kernel: sema.Function{Name: "f", Qualifiers: ast.Device},
			want: "block 64x2x1 is assumed: no visible kernel reaches f (--block gives another)"},
		{source: warp.FromFlag, some: true, want: "block 64x2x1 from --block",
			further: []string{"the kernel is long: the first two, the middle and the last of its warps were analysed"}},
		{source: warp.FromFlag, leftOut: 3, want: "block 64x2x1 from --block",
			further: []string{"the kernel has 3 more launches, which were not analysed"}},
		{source: warp.FromFlag, access: warp.Access{Pattern: warp.DataDependent}, want: "block 64x2x1 from --block", further: []string{likely}},
		{source: warp.FromFlag, access: warp.Access{Pattern: warp.DataDependent, DataRange: 24, DataInRow: true}, want: "block 64x2x1 from --block",
			further: []string{likely + " over 24 values, those of one row of the table"}},
	} {
		if c.kernel.Qualifiers == 0 {
			c.kernel.Qualifiers = ast.Global
		}
		k := &warp.Result{Kernel: &c.kernel, Launch: c.launch, Block: warp.Block{Dim: [3]int{64, 2, 1}, Source: c.source, Launch: c.block}, SomeWarps: c.some, LeftOut: c.leftOut}
		if got, want := Texts(k, &c.access, launchAt), append([]string{c.want}, c.further...); !slices.Equal(got, want) {
			t.Errorf("block from %s: %q, want %q", c.source, got, want)
		}
	}
}

// TestFiles: one line tells of the files that were found by searching, however many.
func TestFiles(t *testing.T) {
	for _, c := range []struct {
		guessed []string
		want    []string
	}{
		{nil, nil},
		{[]string{"other.h"}, nil},
		{[]string{"b.h"}, []string{"b.h is the file that is included: it was found by searching (-I names the folders of headers)"}},
		{[]string{"d.h", "b.h", "c.h"}, []string{"3 included files were found by searching, b.h first (-I names the folders of headers)"}},
	} {
		guessed := map[string]bool{}
		for _, path := range c.guessed {
			guessed[path] = true
		}
		d := &lint.Diagnostic{Slice: []lint.Lines{{Path: "c.h"}, {Path: "b.h"}, {Path: "b.h"}}, Related: []lint.Related{{Place: lint.Place{Path: "d.h"}}}}
		d.Path = "a.cu"
		if got := Files(d, guessed); !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.guessed, got, c.want)
		}
	}
}

package engine

import (
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

func (p *unitPass) Assumptions(kernel *warp.Result, a *warp.Access) []string {
	return p.run.assumptions(kernel, a)
}

func (u *unitRun) assumptions(kernel *warp.Result, a *warp.Access) []string {
	out := []string{u.blockText(kernel)}
	if text := callableAssumption(kernel); text != "" {
		out = append(out, text)
	}
	if kernel.LeftOut > 0 {
		out = append(out, fmt.Sprintf("the kernel has %d more launches, which were not looked at", kernel.LeftOut))
	}
	if kernel.SomeWarps {
		out = append(out, "the kernel is long: the first two, the middle and the last of its warps were followed")
	}
	if a.Pattern == warp.DataDependent {
		text := "indexes are taken to be independent and equally likely"
		if a.DataRange > 0 {
			text += fmt.Sprintf(" over %d values", a.DataRange)
		}
		if a.DataInRow {
			text += ", those of one row of the table"
		}
		out = append(out, text)
	}
	if text := imageAssumption(a); text != "" {
		out = append(out, text)
	}
	return out
}

// imageAssumption returns what the figures of an image access assume, "" for nothing.
func imageAssumption(a *warp.Access) string {
	switch {
	case !a.Texels || a.Linear || !a.Addresses.Known() || a.Space == sema.SurfaceSpace:
		return ""
	case a.Sectors.Known():
		return "the image is a CUDA array, its coordinates count texels, and a lane reads the one that they lie in (linear filtering reads those beside it, too)"
	}
	return "coordinates count texels, and a lane reads the one that they lie in (linear filtering reads those beside it, too)"
}

// guesses says which of the files that a finding rests on were found by searching.
func (u *unitRun) guesses(d *lint.Diagnostic) []string {
	if u.guessed == nil {
		u.guessed = map[string]bool{}
		for _, path := range u.guessedFiles() {
			u.guessed[path] = true
		}
	}
	if len(u.guessed) == 0 {
		return nil
	}
	paths := []string{d.Path}
	for _, l := range d.Basis {
		paths = append(paths, l.Path)
	}
	for _, r := range d.Related {
		paths = append(paths, r.Path)
	}
	paths = slices.DeleteFunc(paths, func(path string) bool { return !u.guessed[path] })
	slices.Sort(paths)
	paths = slices.Compact(paths)
	switch len(paths) {
	case 0:
		return nil
	case 1:
		return []string{paths[0] + " is the file that is included: it was found by searching (-I names the folders of headers)"}
	}
	return []string{fmt.Sprintf("%d included files were found by searching, %s first (-I names the folders of headers)", len(paths), paths[0])}
}

// blockText says which block shape a kernel was followed with, and where it is from.
func (u *unitRun) blockText(kernel *warp.Result) string {
	d := kernel.Block.Dim
	block := fmt.Sprintf("block %dx%dx%d", d[0], d[1], d[2])
	switch kernel.Block.Source {
	case warp.FromLaunch:
		if kernel.Block.Launch == nil {
			return block + " from a launch"
		}
		return block + " from the launch at " + u.launchAt(kernel.Block.Launch)
	case warp.FromBlockSize:
		return block + " from __block_size__"
	case warp.FromFlag:
		return block + " from --block"
	case warp.FromConfig:
		return block + " from the configuration"
	case warp.FromLaunchBounds:
		return u.unknownBlock(kernel, block) + ", and __launch_bounds__ gives a maximum"
	}
	return u.unknownBlock(kernel, block) + " (--block gives another)"
}

// unknownBlock returns the sentence that names the assumed block shape and the reason why
// the real one is unknown.
func (u *unitRun) unknownBlock(kernel *warp.Result, block string) string {
	switch {
	case kernel.Launch != nil:
		return "block unknown at the launch at " + u.launchAt(kernel.Launch) + kernel.Launch.BlockNote() + ": " + block + " is taken"
	case !kernel.Kernel.Kernel():
		return block + " is assumed: no kernel in sight reaches " + rootName(kernel)
	}
	return block + " is assumed: no launch is in sight"
}

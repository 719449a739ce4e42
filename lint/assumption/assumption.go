// Package assumption says what the result of an analysis assumes where the source leaves
// something open: in words for users (Texts and others), and as a key (Key). By its key, a result
// that assumes a launch is replaced if another file has a known launch.
package assumption

import (
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// Texts returns what the figures of an access of a kernel assume, the block shape first.
// launchAt returns the place of a launch, "src/a.cu:90".
func Texts(kernel *warp.Result, a *warp.Access, launchAt func(*sema.Launch) string) []string {
	out := []string{blockText(kernel, launchAt)}
	if text := Algorithm(kernel); text != "" {
		out = append(out, text)
	}
	if kernel.LeftOut > 0 {
		out = append(out, fmt.Sprintf("the kernel has %d more launches, which were not analysed", kernel.LeftOut))
	}
	if kernel.SomeWarps {
		out = append(out, "the kernel is long: the first two, the middle and the last of its warps were analysed")
	}
	if a.Pattern == warp.DataDependent {
		text := "indexes are assumed to be independent and equally likely"
		if a.DataRange > 0 {
			text += fmt.Sprintf(" over %d values", a.DataRange)
		}
		if a.DataInRow {
			text += ", those of one row of the table"
		}
		out = append(out, text)
	}
	if text := Image(a); text != "" {
		out = append(out, text)
	}
	return out
}

// Image returns what the figures of an access to an image assume, "" for nothing.
func Image(a *warp.Access) string {
	switch {
	case !a.Texels || a.Linear || !a.Addresses.Known() || a.Space == sema.SurfaceSpace:
		return ""
	case a.Sectors.Known():
		return "the image is a CUDA array, its coordinates count texels, and a lane reads the one that they lie in (linear filtering reads those beside it, too)"
	}
	return "coordinates count texels, and a lane reads the one that they lie in (linear filtering reads those beside it, too)"
}

// Files says which of the files that a finding depends on were found by searching, and so may
// be the wrong ones. guessed has the paths of all such files.
func Files(d *lint.Diagnostic, guessed map[string]bool) []string {
	if len(guessed) == 0 {
		return nil
	}
	paths := []string{d.Path}
	for _, l := range d.Slice {
		paths = append(paths, l.Path)
	}
	for _, r := range d.Related {
		paths = append(paths, r.Path)
	}
	paths = slices.DeleteFunc(paths, func(path string) bool { return !guessed[path] })
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

// blockText says with which block shape a kernel was analyzed, and where the shape is from.
func blockText(kernel *warp.Result, launchAt func(*sema.Launch) string) string {
	d := kernel.Block.Dim
	block := fmt.Sprintf("block %dx%dx%d", d[0], d[1], d[2])
	switch kernel.Block.Source {
	case warp.FromLaunch:
		if kernel.Block.Launch == nil {
			return block + " from a launch"
		}
		return block + " from the launch at " + launchAt(kernel.Block.Launch)
	case warp.FromBlockSize:
		return block + " from __block_size__"
	case warp.FromFlag:
		return block + " from --block"
	case warp.FromConfig:
		return block + " from the configuration"
	case warp.FromLaunchBounds:
		return unknownBlock(kernel, block, launchAt) + ", and __launch_bounds__ gives a maximum"
	}
	return unknownBlock(kernel, block, launchAt) + " (--block gives another)"
}

// unknownBlock returns the sentence that names the assumed block shape and the reason why
// the real one is unknown.
func unknownBlock(kernel *warp.Result, block string, launchAt func(*sema.Launch) string) string {
	switch {
	case kernel.Launch != nil:
		return "block unknown at the launch at " + launchAt(kernel.Launch) + kernel.Launch.BlockNote() + ": " + block + " is assumed"
	case !kernel.Kernel.Kernel():
		return block + " is assumed: no visible kernel reaches " + RootName(kernel)
	}
	return block + " is assumed: no launch is visible"
}

// RootName returns the name of the root that an access was reached from: a kernel, a device
// function that no kernel calls, or a callable in host code.
func RootName(root *warp.Result) string {
	switch c := root.Callable; {
	case root.Kernel == nil:
		return ""
	case c == nil:
		return root.Kernel.Name
	case c.Call.Closure != nil:
		return "lambda in " + c.In.Name
	default:
		return c.This.Name + "::operator()"
	}
}

// Algorithm returns what is assumed of the library algorithm that calls a callable, "" for
// nothing.
func Algorithm(root *warp.Result) string {
	c := root.Callable
	switch {
	case c == nil || c.Algorithm == "":
		return ""
	case c.Consecutive:
		return fmt.Sprintf("%s is assumed to pass consecutive numbers to neighbouring lanes", c.Algorithm)
	}
	return fmt.Sprintf("what %s passes is assumed to be data", c.Algorithm)
}

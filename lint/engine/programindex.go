package engine

import (
	"bytes"
	"slices"

	"github.com/cudalint/cudalint/lint/discover"
)

// A programIndex says which units of a program have an identifier in one of their files.
type programIndex struct {
	paths    map[string]int32 // of each file of the program, by its path
	mentions *mentionIndex    // of paths
	units    [][]int          // those that have a path among their files, headers left out that others cover
	// strange are the paths of files that are no unit, and not known to have nothing to do
	// with CUDA.
	strange []int32
}

// newIndex reads all files of the program.
func (p *fixProgram) newIndex() *programIndex {
	x := &programIndex{paths: map[string]int32{}}
	var paths []string
	add := func(path string) int32 {
		at, known := x.paths[path]
		if !known {
			at = int32(len(paths))
			x.paths[path], paths, x.units = at, append(paths, path), append(x.units, nil)
		}
		return at
	}
	given, none := map[string][]byte{}, map[int32]bool{} // texts that are in no file, and what is no unit
	for i, in := range p.files {
		path := p.linter.display(in.Path)
		at := add(path)
		if _, known := given[path]; in.HasText && !known {
			given[path] = in.Text
		}
		summary := p.summaries[i]
		if summary == nil {
			none[at] = true
			continue
		}
		for _, file := range summary.Files {
			at := add(file)
			if last := len(x.units[at]) - 1; !p.covered[i] && (last < 0 || x.units[at][last] != i) {
				x.units[at] = append(x.units[at], i)
			}
		}
	}
	hashes, plain := make([][]uint32, len(paths)), make([]bool, len(paths))
	p.linter.spread(len(paths), func(i int) {
		text, known := given[paths[i]]
		if !known {
			var err error
			if text, err = p.linter.readFile(paths[i]); err != nil {
				return
			}
		}
		hashes[i] = identifierHashes(text)
		plain[i] = none[int32(i)] && plainCPP(text)
	})
	for at := range int32(len(paths)) {
		if none[at] && !plain[at] {
			x.strange = append(x.strange, at)
		}
	}
	x.mentions = newMentionIndex(hashes, p.linter.spread)
	return x
}

// plainCPP reports whether a C++ source can have no use for kernels, device functions
// and variables of the device: a name that it has is another thing of that name, or
// stands in a comment.
func plainCPP(text []byte) bool {
	for _, word := range []string{"cudaLaunch", "cuLaunch", "GetFunction", "GetKernel", "GetSymbol", "GetGlobal", "cudaFunc"} {
		if bytes.Contains(text, []byte(word)) {
			return false
		}
	}
	return !discover.HoldsCUDA(text)
}

// mentioning returns the units of the same program as those of a group, which it
// grows, that have one of the names in one of their files, in their order. all is
// false where there are too many, or where a file has a name that is no unit and is
// not known to be plain C++.
func (p *fixProgram) mentioning(group map[int]bool, names []string) (units []int, all bool) {
	p.indexOnce.Do(func() { p.index = p.newIndex() })
	having := p.index.mentions.mentioning(names)
	all = !slices.ContainsFunc(p.index.strange, func(at int32) bool { return having[at] })
	for at := range having {
		units = append(units, p.index.units[at]...)
	}
	slices.Sort(units)
	units = slices.Compact(units)
	units = p.related(group, units, names, having)
	if len(units) > maxOpened {
		return units[:maxOpened], false
	}
	return units, all
}

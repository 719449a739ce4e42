// Package related finds the units that mention a name and belong to one program, so that a fix
// edits all uses of the name. It gets the files of each unit, their texts and the names that they
// declare and define.
package related

import (
	"bytes"
	"slices"

	"github.com/cudalint/cudalint/lint/discover"
)

// MaxUnits bounds the units that Mentioning returns: nobody would read a change of more files.
const MaxUnits = 64

// A File is one file that a run works on.
type File struct {
	// Path is the reported path. Text takes the place of what the file holds where HasText
	// is set.
	Path    string
	Text    []byte
	HasText bool
	// Files are the paths of the files of its unit; nil where it is no unit.
	Files []string
	// Covered is set for a header that another unit includes.
	Covered bool
	// Linkage returns the linkage of the unit. It is called for units that mention a name.
	Linkage func() *Linkage
}

// An Index finds the units that have an identifier in one of their files.
type Index struct {
	units    []File
	nearness func(a, b int) int
	paths    map[string]int32 // the number of each file of the program
	mentions *mentionIndex    // of these files
	having   [][]int          // the units that have a file, without covered headers
	// others are the files that are no unit and may use kernels or device variables.
	others []int32
}

// New returns the index of a program. read returns the text of a file. nearness rates how likely
// two units are of one program. each calls f with the numbers below n, in any order and
// concurrently.
func New(units []File, read func(path string) ([]byte, error), nearness func(a, b int) int, each func(n int, f func(i int))) *Index {
	x := &Index{units: units, nearness: nearness, paths: map[string]int32{}}
	var paths []string
	add := func(path string) int32 {
		at, known := x.paths[path]
		if !known {
			at = int32(len(paths))
			x.paths[path], paths, x.having = at, append(paths, path), append(x.having, nil)
		}
		return at
	}
	given, noUnit := map[string][]byte{}, map[int32]bool{}
	for i, unit := range units {
		at := add(unit.Path)
		if _, known := given[unit.Path]; unit.HasText && !known {
			given[unit.Path] = unit.Text
		}
		if unit.Files == nil {
			noUnit[at] = true
			continue
		}
		for _, file := range unit.Files {
			at := add(file)
			if last := len(x.having[at]) - 1; !unit.Covered && (last < 0 || x.having[at][last] != i) {
				x.having[at] = append(x.having[at], i)
			}
		}
	}
	hashes, plain := make([][]uint32, len(paths)), make([]bool, len(paths))
	each(len(paths), func(i int) {
		text, known := given[paths[i]]
		if !known {
			var err error
			if text, err = read(paths[i]); err != nil {
				return
			}
		}
		hashes[i] = identifierHashes(text)
		plain[i] = noUnit[int32(i)] && plainCPP(text)
	})
	for at := range int32(len(paths)) {
		if noUnit[at] && !plain[at] {
			x.others = append(x.others, at)
		}
	}
	x.mentions = newMentionIndex(hashes, each)
	return x
}

// plainCPP reports whether a C++ source cannot use kernels, device functions and variables of the
// device. A name in it means something else, or is in a comment.
func plainCPP(text []byte) bool {
	for _, word := range []string{"cudaLaunch", "cuLaunch", "GetFunction", "GetKernel", "GetSymbol", "GetGlobal", "cudaFunc"} {
		if bytes.Contains(text, []byte(word)) {
			return false
		}
	}
	return !discover.HoldsCUDA(text)
}

// Mentioning returns the units, in their order, that have one of the names in one of their files
// and belong to the same program as the units of a group. It adds them to the group. all is false
// where there are more than MaxUnits, or where a file that is no unit, and not plain C++, has a
// name.
func (x *Index) Mentioning(group map[int]bool, names []string) (units []int, all bool) {
	having := x.mentions.mentioning(names)
	all = !slices.ContainsFunc(x.others, func(at int32) bool { return having[at] })
	for at := range having {
		units = append(units, x.having[at]...)
	}
	slices.Sort(units)
	units = slices.Compact(units)
	units = x.related(group, units, names, having)
	if len(units) > MaxUnits {
		return units[:MaxUnits], false
	}
	return units, all
}

// related returns the units that belong to the same program as those of a group, and adds them to
// the group. units are the units that have one of some names in one of their files, having the
// files with a name. Two of these units belong together if they share such a file, or if one
// declares such a name without defining it and no unit that defines the name is nearer than the
// other.
//
// A run may have hundreds of programs with kernels of the same names. Units of other programs are
// never opened.
func (x *Index) related(group map[int]bool, units []int, names []string, having map[int32]bool) []int {
	hashes := make([]uint32, len(names))
	for i, name := range names {
		hashes[i] = hashIdentifier([]byte(name))
	}
	edges := map[int][]int{}
	link := func(a, b int) { edges[a], edges[b] = append(edges[a], b), append(edges[b], a) }
	sharing := map[int32]int{} // of each file that has a name, the last unit that has it
	for _, i := range units {
		for _, file := range x.units[i].Files {
			at := x.paths[file]
			if !having[at] {
				continue
			}
			if other, shared := sharing[at]; shared {
				link(other, i)
			}
			sharing[at] = i
		}
		if hasAny(x.units[i].Linkage().Declared, hashes) {
			for _, d := range x.nearest(i, units, hashes) {
				link(i, d)
			}
		}
	}
	queue := []int{}
	for _, i := range units {
		if group[i] {
			queue = append(queue, i)
		}
	}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		for _, other := range edges[i] {
			if !group[other] {
				group[other] = true
				queue = append(queue, other)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(units), func(i int) bool { return !group[i] })
}

// nearest returns the units nearest to one that define one of the names, or where none does, the
// nearest that declare one.
func (x *Index) nearest(to int, units []int, hashes []uint32) []int {
	for _, defined := range []bool{true, false} {
		best, found := -1, []int(nil)
		for _, i := range units {
			linkage := x.units[i].Linkage()
			names := linkage.Declared
			if defined {
				names = linkage.Defined
			}
			if i == to || !hasAny(names, hashes) {
				continue
			}
			near := x.nearness(to, i)
			if near > best {
				best, found = near, nil
			}
			if near == best {
				found = append(found, i)
			}
		}
		if found != nil {
			return found
		}
	}
	return nil
}

// Package headers decides which headers of a run are units of their own, and which are system
// headers. It gets the files of each unit, as numbers that a table gave their paths.
package headers

import "github.com/cudalint/cudalint/lint/intern"

// Uncovered returns the headers that are units of their own: no source and no other header in the
// result includes them. All other headers are analyzed where they are included, with the macros,
// types and launches that they are written for. header says for each input whether it is a header.
// units are the files of each unit: those of the inputs first, then maybe others. A unit begins
// with its own file, and is empty if that could not be read.
func Uncovered(paths *intern.Table, header []bool, units [][]int32) map[int]bool {
	covered := make([]int32, paths.Len()) // how many other inputs include a file
	among := make([]int32, paths.Len())   // how many headers include a header, itself counted
	var headers []int
	for i := range header {
		count := covered
		if header[i] {
			count = among
			if len(units[i]) > 0 {
				headers = append(headers, i)
			}
		}
		for _, file := range units[i] {
			count[file]++
		}
	}
	out := map[int]bool{}
	// Headers that no header includes come first. The rest include each other in a cycle, of
	// which the first header is taken.
	for _, top := range []bool{true, false} {
		for _, i := range headers {
			files := units[i]
			if covered[files[0]] > 0 || top && among[files[0]] > 1 {
				continue
			}
			out[i] = true
			for _, file := range files {
				covered[file]++
			}
		}
	}
	return out
}

// SystemOnly returns the files that are system headers in every unit that has them. system are the
// paths of the system headers of each unit. Covered headers are no units and do not count.
func SystemOnly(paths *intern.Table, units [][]int32, system [][]string, covered []bool) []string {
	counts := map[string]int32{} // how many units have a file as a system header
	for i := range system {
		if covered[i] {
			continue
		}
		for _, path := range system[i] {
			counts[path]++
		}
	}
	if len(counts) == 0 {
		return nil
	}
	all := make([]int32, paths.Len()) // how many units have a file at all
	for i, files := range units {
		if covered[i] {
			continue
		}
		for _, file := range files {
			all[file]++
		}
	}
	var out []string
	for path, n := range counts {
		if at, known := paths.Lookup(path); known && n == all[at] {
			out = append(out, path)
		}
	}
	return out
}

package program

import (
	"cmp"
	"maps"
	"slices"
)

// A Joiner joins units, of which some are replaced from time to time. To join again costs what
// was replaced, and the launches of kernels in other units. It is not safe for concurrent use.
type Joiner struct {
	units []Unit
	// The kernels that units define, in the order of the units. byName leaves those with
	// internal linkage out.
	byName  map[string][]definition
	byPlace map[FilePlace][]definition
	// launching are the units whose launches may be of kernels in other units.
	launching map[int]bool
	joined    *Program // nil after a change
}

// A definition is the definition of a kernel: indexes of a unit and of the kernel in its summary.
type definition struct{ unit, kernel int }

// NewJoiner returns a Joiner for n units, which could not be read so far.
func NewJoiner(n int) *Joiner {
	return &Joiner{units: make([]Unit, n), byName: map[string][]definition{}, byPlace: map[FilePlace][]definition{}, launching: map[int]bool{}}
}

// Set replaces unit i.
func (j *Joiner) Set(i int, u Unit) {
	if j.units[i].same(u) {
		return
	}
	j.joined = nil
	j.define(i, remove)
	j.units[i] = u
	j.define(i, insert)
	delete(j.launching, i)
	if u.Summary != nil && slices.ContainsFunc(u.Summary.Launches, func(l LaunchSummary) bool { return u.Context || !l.Defined }) {
		j.launching[i] = true
	}
}

// same reports whether two units are equal. Units with launches count as different.
func (u Unit) same(o Unit) bool {
	a, b := u.Summary, o.Summary
	if a == nil || b == nil {
		return a == b
	}
	return u.Context == o.Context && len(a.Launches)+len(b.Launches) == 0 && slices.Equal(a.Kernels, b.Kernels) && slices.Equal(a.Files, b.Files)
}

// define inserts or removes the kernels of unit i.
func (j *Joiner) define(i int, change func([]definition, definition) []definition) {
	if j.units[i].Summary == nil {
		return
	}
	for k, kernel := range j.units[i].Summary.Kernels {
		j.byPlace[kernel.At] = change(j.byPlace[kernel.At], definition{i, k})
		if len(j.byPlace[kernel.At]) == 0 {
			delete(j.byPlace, kernel.At)
		}
		if kernel.Internal {
			continue
		}
		j.byName[kernel.Name] = change(j.byName[kernel.Name], definition{i, k})
		if len(j.byName[kernel.Name]) == 0 {
			delete(j.byName, kernel.Name)
		}
	}
}

func compareDefinitions(a, b definition) int {
	return cmp.Or(cmp.Compare(a.unit, b.unit), cmp.Compare(a.kernel, b.kernel))
}

func insert(list []definition, d definition) []definition {
	at, _ := slices.BinarySearchFunc(list, d, compareDefinitions)
	return slices.Insert(list, at, d)
}

func remove(list []definition, d definition) []definition {
	if at, found := slices.BinarySearchFunc(list, d, compareDefinitions); found {
		return slices.Delete(list, at, at+1)
	}
	return list
}

// Program returns the program of the units as they are now. It is the one of the call before if
// nothing was replaced by something else.
func (j *Joiner) Program() *Program {
	if j.joined == nil {
		j.joined = &Program{units: slices.Clone(j.units), launches: map[int]map[FilePlace][]LaunchSummary{}}
		for _, i := range slices.Sorted(maps.Keys(j.launching)) {
			j.joined.link(i, j)
		}
	}
	return j.joined
}

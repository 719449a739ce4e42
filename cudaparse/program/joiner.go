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
	// links are those of the units with launches that may be of kernels in other units; nil
	// where they have to be found again. launchers are these units by the names of the kernels,
	// or by the places of kernels in shared headers.
	links     map[int][]link
	launchers map[any]map[int]bool
	joined    *Program // nil after a change
}

// A link says that a launch of one unit is of a kernel that another defines.
type link struct {
	to     int
	kernel FilePlace // the definition
	launch *LaunchSummary
}

// A definition is the definition of a kernel: indexes of a unit and of the kernel in its summary.
type definition struct{ unit, kernel int }

// NewJoiner returns a Joiner for n units, which could not be read so far.
func NewJoiner(n int) *Joiner {
	return &Joiner{units: make([]Unit, n), byName: map[string][]definition{}, byPlace: map[FilePlace][]definition{},
		links: map[int][]link{}, launchers: map[any]map[int]bool{}}
}

// Set replaces unit i.
func (j *Joiner) Set(i int, u Unit) {
	if j.units[i].same(u) {
		return
	}
	j.joined = nil
	before := j.units[i]
	j.define(i, remove)
	j.units[i] = u
	j.define(i, insert)
	for _, unit := range []Unit{before, u} {
		if unit.Summary == nil {
			continue
		}
		for _, k := range unit.Summary.Kernels {
			for _, kernel := range []any{k.Name, k.At} {
				for launcher := range j.launchers[kernel] {
					j.links[launcher] = nil
				}
			}
		}
	}
	delete(j.links, i)
	for _, kernel := range before.launched() {
		if delete(j.launchers[kernel], i); len(j.launchers[kernel]) == 0 {
			delete(j.launchers, kernel)
		}
	}
	for _, kernel := range u.launched() {
		if j.launchers[kernel] == nil {
			j.launchers[kernel] = map[int]bool{}
		}
		j.launchers[kernel][i], j.links[i] = true, nil
	}
}

// launched returns the keys in Joiner.launchers of the kernels whose launches by the unit may count
// for other units.
func (u Unit) launched() (kernels []any) {
	if u.Summary == nil {
		return nil
	}
	for _, l := range u.Summary.Launches {
		switch {
		case !l.Defined:
			kernels = append(kernels, l.Kernel.Name)
		case u.Context:
			kernels = append(kernels, l.Kernel.At)
		}
	}
	return kernels
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
// nothing was replaced by something else. The launches of a kernel are in the order of the units.
func (j *Joiner) Program() *Program {
	if j.joined == nil {
		j.joined = &Program{units: slices.Clone(j.units), launches: map[int]map[FilePlace][]*LaunchSummary{}}
		for _, i := range slices.Sorted(maps.Keys(j.links)) {
			if j.links[i] == nil {
				j.links[i] = j.find(i)
			}
			for _, l := range j.links[i] {
				j.joined.add(l)
			}
		}
	}
	return j.joined
}

// find finds the links of unit i.
func (j *Joiner) find(i int) []link {
	links := []link{}
	add := func(d definition, l *LaunchSummary) {
		if d.unit != i {
			links = append(links, link{d.unit, j.kernel(d).At, l})
		}
	}
	for k := range j.units[i].Summary.Launches {
		l := &j.units[i].Summary.Launches[k]
		if l.Defined {
			// A kernel in a shared header: a unit that is analysed has its own launches of it.
			if j.units[i].Context {
				for _, d := range j.byPlace[l.Kernel.At] {
					add(d, l)
				}
			}
			continue
		}
		if l.Kernel.Internal {
			continue // its definition is out of sight in the one unit that can have it
		}
		best, nearest := 0, []definition(nil)
		for _, d := range j.byName[l.Kernel.Name] {
			if j.kernel(d).Signature != l.Kernel.Signature {
				continue
			}
			near := nearness(j.units[i].Summary, j.units[d.unit].Summary, l.Kernel.At.Path)
			if near > best {
				best, nearest = near, nil
			}
			if near == best {
				nearest = append(nearest, d)
			}
		}
		for _, d := range nearest {
			add(d, l)
		}
	}
	return links
}

func (j *Joiner) kernel(d definition) *KernelSummary {
	return &j.units[d.unit].Summary.Kernels[d.kernel]
}

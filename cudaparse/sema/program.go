package sema

import "strings"

// A Program is what is known of all units together: which launches of a unit's
// kernels stand in other units. It holds summaries only, and is safe for
// concurrent use.
type Program struct {
	units []ProgramUnit
	// launches of each kernel from other units than its own, by unit and place.
	launches []map[FilePlace][]LaunchSummary
}

// A ProgramUnit is one unit of a program.
type ProgramUnit struct {
	Summary *Summary // nil where the unit could not be read
	// Context is set for a unit that is not analysed itself: what it launches of
	// the kernels that it includes is not seen by anyone else.
	Context bool
}

// maxForeign bounds the launches of one kernel that are taken from other units.
const maxForeign = 64

// NewProgram joins the units, whose order decides that of the launches.
func NewProgram(units []ProgramUnit) *Program {
	p := &Program{units: units, launches: make([]map[FilePlace][]LaunchSummary, len(units))}
	type definition struct {
		unit   int
		kernel KernelSummary
	}
	byName, byPlace := map[string][]definition{}, map[FilePlace][]definition{}
	for i, u := range units {
		if u.Summary == nil {
			continue
		}
		for _, k := range u.Summary.Kernels {
			d := definition{i, k}
			byPlace[k.At] = append(byPlace[k.At], d)
			if !k.Internal {
				byName[k.Name] = append(byName[k.Name], d)
			}
		}
	}
	for i, u := range units {
		if u.Summary == nil {
			continue
		}
		for _, l := range u.Summary.Launches {
			if l.Defined {
				// A unit that is analysed itself needs no help with what it includes.
				if u.Context {
					for _, d := range byPlace[l.Kernel.At] {
						p.add(i, d.unit, d.kernel.At, l)
					}
				}
				continue
			}
			if l.Kernel.Internal {
				continue // its definition is out of sight in the one unit that can have it
			}
			best, linked := 0, []definition(nil)
			for _, d := range byName[l.Kernel.Name] {
				if d.kernel.Signature != l.Kernel.Signature {
					continue
				}
				near := p.nearness(i, d.unit, l.Kernel.At.Path)
				if near > best {
					best, linked = near, nil
				}
				if near == best {
					linked = append(linked, d)
				}
			}
			for _, d := range linked {
				p.add(i, d.unit, d.kernel.At, l)
			}
		}
	}
	return p
}

// nearness tells how likely two units are parts of one program, which nothing
// in a source says for certain: those that share the header with the kernel's
// declaration are first, then those with the longest way of folders in common.
func (p *Program) nearness(launching, defining int, declared string) int {
	a, b := p.units[launching].Summary.Files, p.units[defining].Summary.Files
	for i, file := range b {
		if file == declared && (i > 0 || declared != a[0]) {
			return 1 << 20
		}
	}
	x, y := strings.Split(a[0], "/"), strings.Split(b[0], "/")
	n := 0
	for n < len(x)-1 && n < len(y)-1 && x[n] == y[n] {
		n++
	}
	return n
}

// Nearness tells how likely two units are parts of one program: those that share
// a header are first, then those with the longest way of folders in common. It is
// 0 or more, and has no unit.
func (p *Program) Nearness(a, b int) int {
	x, y := p.units[a].Summary, p.units[b].Summary
	if x == nil || y == nil {
		return 0
	}
	near := p.nearness(a, b, "")
	headers := map[string]bool{}
	for _, file := range x.Files[1:] {
		headers[file] = true
	}
	for _, file := range y.Files[1:] {
		if headers[file] {
			return near + 1<<20
		}
	}
	return near
}

func (p *Program) add(from, to int, kernel FilePlace, l LaunchSummary) {
	if from == to {
		return
	}
	if p.launches[to] == nil {
		p.launches[to] = map[FilePlace][]LaunchSummary{}
	}
	if list := p.launches[to][kernel]; len(list) < maxForeign {
		p.launches[to][kernel] = append(list, l)
	}
}

// Launches returns the launches that other units have of the kernels that unit i
// defines, by the place of the kernel's definition; nil for none.
func (p *Program) Launches(i int) map[FilePlace][]LaunchSummary { return p.launches[i] }

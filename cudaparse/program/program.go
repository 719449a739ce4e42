// Package program joins what is known of single translation units: it finds the launches of
// a unit's kernels that stand in other units.
//
// A unit gives a Summary, which holds no syntax tree. New joins the summaries of all units.
package program

import (
	"iter"
	"maps"
	"strings"
)

// A Program holds, for each unit, the launches of its kernels from other units. It keeps no
// syntax tree and is safe for concurrent use.
type Program struct {
	units []Unit
	// launches are the launches from other units: by unit, then by the place of the kernel's
	// definition.
	launches map[int]map[FilePlace][]LaunchSummary
}

// A Unit is one unit of a program.
type Unit struct {
	Summary *Summary // nil where the unit could not be read
	// Context is set for a unit that is read for its launches only and gets no findings.
	Context bool
}

// maxLaunchesFromElsewhere bounds the launches of one kernel that are taken from other units.
const maxLaunchesFromElsewhere = 64

// New joins the units. The launches of a kernel are in the order of the units.
func New(units []Unit) *Program {
	j := NewJoiner(len(units))
	for i, u := range units {
		j.Set(i, u)
	}
	return j.Program()
}

// link adds the launches of unit i to the units that define their kernels.
func (p *Program) link(i int, j *Joiner) {
	for _, l := range p.units[i].Summary.Launches {
		if l.Defined {
			// A kernel in a shared header: a unit that is analysed has its own launches of it.
			if p.units[i].Context {
				for _, d := range j.byPlace[l.Kernel.At] {
					p.add(i, d.unit, l.Kernel.At, l)
				}
			}
			continue
		}
		if l.Kernel.Internal {
			continue // its definition is out of sight in the one unit that can have it
		}
		best, linked := 0, []definition(nil)
		for _, d := range j.byName[l.Kernel.Name] {
			if p.kernel(d).Signature != l.Kernel.Signature {
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
			p.add(i, d.unit, p.kernel(d).At, l)
		}
	}
}

func (p *Program) kernel(d definition) *KernelSummary {
	return &p.units[d.unit].Summary.Kernels[d.kernel]
}

// nearness estimates how likely two units are linked into one program; no source says so for
// certain. Units that share the header with the kernel's declaration come first, then those
// that have most leading folders in common.
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

// Nearness estimates how likely two units are linked into one program. Units that share a
// header come first, then those that have most leading folders in common. The result is only
// for comparing: 0 or more.
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
	if list := p.launches[to][kernel]; len(list) < maxLaunchesFromElsewhere {
		p.launches[to][kernel] = append(list, l)
	}
}

// Launches returns the launches, from other units, of the kernels that unit i defines. The key
// is the place of the kernel's definition. It returns nil for none.
func (p *Program) Launches(i int) map[FilePlace][]LaunchSummary { return p.launches[i] }

// Launched returns the units that have launches from other units, in no order.
func (p *Program) Launched() iter.Seq[int] { return maps.Keys(p.launches) }

// Package program joins what is known of single translation units: it finds the launches of
// a unit's kernels that stand in other units.
//
// A unit gives a Summary, which holds no syntax tree. A Joiner joins the summaries of all units.
package program

import (
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// A Program holds, for each unit, the launches of its kernels from other units. It keeps no
// syntax tree and is safe for concurrent use.
type Program struct {
	units []Unit
	// launches are the launches from other units: by unit, then by the place of the kernel's
	// definition.
	launches map[int]map[FilePlace][]*LaunchSummary
}

// A Unit is one unit of a program.
type Unit struct {
	Summary *Summary // nil where the unit could not be read
	// Context is set for a unit that is read for its launches only and gets no findings.
	Context bool
}

// maxLaunchesFromElsewhere bounds the launches of one kernel that are taken from other units.
const maxLaunchesFromElsewhere = 64

// nearness estimates how likely two units are linked into one program; no source says so for
// certain. Units that share the header with the kernel's declaration come first, then those
// that have most leading folders in common.
func nearness(launching, defining *Summary, declared string) int {
	a, b := launching.Files, defining.Files
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
	near := nearness(x, y, "")
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

func (p *Program) add(l link) {
	if p.launches[l.to] == nil {
		p.launches[l.to] = map[FilePlace][]*LaunchSummary{}
	}
	if list := p.launches[l.to][l.kernel]; len(list) < maxLaunchesFromElsewhere {
		p.launches[l.to][l.kernel] = append(list, l.launch)
	}
}

// Launches returns the launches, from other units, of the kernels that unit i defines. The key
// is the place of the kernel's definition. It returns nil for none.
func (p *Program) Launches(i int) map[FilePlace][]*LaunchSummary { return p.launches[i] }

// Launched returns the units that have launches from other units, in no order.
func (p *Program) Launched() iter.Seq[int] { return maps.Keys(p.launches) }

// SameLaunches reports whether the launches from other units of unit i are the same in two
// programs. Launches of a unit that both programs have are the same pointers.
func (p *Program) SameLaunches(i int, o *Program) bool {
	return maps.EqualFunc(p.launches[i], o.launches[i], func(a, b []*LaunchSummary) bool {
		return slices.EqualFunc(a, b, func(a, b *LaunchSummary) bool { return a == b || reflect.DeepEqual(a, b) })
	})
}

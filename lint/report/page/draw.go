package page

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lint/wording"
)

// A drawing shows where the lanes of the worst warp of an access go: to sectors, to banks, or to the
// addresses of constant memory.
type drawing struct {
	Title, Caption, Below string
	Lanes                 []int // x of each lane
	Targets               []target
	Lines                 []stroke
	Width                 int
}

// A target is a sector, a bank or an address.
type target struct {
	X, Width int
	Load     int // lanes, or words of a bank
	Busy     bool
	Label    string
}

// A stroke is a line from a lane to a target.
type stroke struct {
	From, To int
	Busy     bool
}

const (
	laneStep = 20 // between lanes
	lanes    = 32 // of a warp
	banks    = 32 // of shared memory
	word     = 4  // bytes of a bank
	sector   = 32 // bytes
	canvas   = lanes * laneStep
)

// drawings draws the costliest accesses of a kernel whose lanes are known, and are not all at one
// address.
func drawings(k *inspect.DetailedKernel) (out []drawing) {
	var list []*inspect.KernelAccess
	for i := range k.Accesses {
		a := &k.Accesses[i]
		shape := a.Space == sema.GlobalSpace || a.Space == sema.SharedSpace || a.Space == sema.ConstantSpace
		if shape && a.EncodedLanes != "" && a.Addresses.Worst > 1 && a.Bytes > 0 {
			list = append(list, a)
		}
	}
	slices.SortStableFunc(list, func(a, b *inspect.KernelAccess) int { return cmp.Compare(b.Busy, a.Busy) })
	seen := map[string]bool{}
	for _, a := range list {
		if key := a.Space.String() + a.Expression; !seen[key] && len(out) < maxDrawings {
			seen[key] = true
			out = append(out, draw(a))
		}
	}
	return out
}

// draw draws one access.
func draw(a *inspect.KernelAccess) drawing {
	offsets := a.Lanes()
	offsets = offsets[:min(len(offsets), lanes)]
	d := drawing{Title: fmt.Sprintf("line %d: %s %s", a.Start.Line, a.Kind, wording.ClipRunes(oneLine(a.Expression), 80)), Width: canvas}
	for i := range offsets {
		d.Lanes = append(d.Lanes, i*laneStep+laneStep/2)
	}
	if a.Space == sema.SharedSpace {
		d.Caption = fmt.Sprintf("%s wavefronts/request, 1 would do for words in different banks", wording.Count(a.BankConflict, a.Ranges.BankConflict, true))
		d.Below = "32 banks, counted from that of the lowest address; the number of different words"
		d.banks(offsets)
		return d
	}
	unit := int64(sector)
	d.Caption = fmt.Sprintf("%s sectors/request, %d would do", wording.Count(a.Sectors, a.Ranges.Sectors, true), a.Ideal)
	d.Below = "sectors of 32 bytes, from the lowest address; the number of lanes"
	if a.Space == sema.ConstantSpace {
		unit = a.Bytes
		d.Caption = fmt.Sprintf("%s different addresses, one pass for each", wording.Count(a.Addresses, a.Ranges.Addresses, true))
		d.Below = "addresses; the number of lanes"
	}
	d.slots(offsets, unit)
	return d
}

// banks draws the lanes of an access of shared memory.
func (d *drawing) banks(offsets []int64) {
	var words [banks]map[int64]bool
	for _, at := range offsets {
		if at >= 0 {
			b := at / word % banks
			if words[b] == nil {
				words[b] = map[int64]bool{}
			}
			words[b][at/word] = true
		}
	}
	for b := range words {
		d.Targets = append(d.Targets, target{X: b * laneStep, Width: laneStep, Load: len(words[b]), Busy: len(words[b]) > 1, Label: fmt.Sprint(b)})
	}
	for i, at := range offsets {
		if at >= 0 {
			b := int(at / word % banks)
			d.Lines = append(d.Lines, stroke{d.Lanes[i], b*laneStep + laneStep/2, d.Targets[b].Busy})
		}
	}
}

// slots draws the lanes of an access of global or constant memory: a slot for each sector or address
// that is used, in order.
func (d *drawing) slots(offsets []int64, unit int64) {
	used := map[int64]int{}
	for _, at := range offsets {
		if at >= 0 {
			used[at/unit]++
		}
	}
	order := make([]int64, 0, len(used))
	for at := range used {
		order = append(order, at)
	}
	slices.Sort(order)
	width := canvas / max(1, len(order))
	busy := len(order) > 4 // more than 32 lanes of 4 bytes need
	for i, at := range order {
		d.Targets = append(d.Targets, target{X: i * width, Width: width, Load: used[at], Busy: busy, Label: fmt.Sprintf("+%d", at*unit)})
	}
	for i, at := range offsets {
		if at >= 0 {
			slot, _ := slices.BinarySearch(order, at/unit)
			d.Lines = append(d.Lines, stroke{d.Lanes[i], slot*width + width/2, busy})
		}
	}
}

// Middle returns the x of the middle of a target.
func (t target) Middle() int { return t.X + t.Width/2 }

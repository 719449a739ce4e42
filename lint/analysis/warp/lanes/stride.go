package lanes

import (
	"math"
	"slices"
)

// Stride returns the distance between neighbouring lanes' addresses where it is
// one number in every warp, for the active threads.
func (d *Domain) Stride(fp Footprint) (int64, bool) {
	v := fp.Address
	if v.unknown || len(v.choices()) > 0 {
		return 0, false
	}
	for _, tm := range v.terms {
		if len(tm.coef) > 1 || tm.sym.class != nil {
			return 0, false
		}
	}
	stride, found := int64(0), false
	for i := 1; i < d.threads; i++ {
		if i%WarpSize == 0 || !fp.Active[i] || !fp.Active[i-1] {
			continue
		}
		diff := at(v.offset, i) - at(v.offset, i-1)
		if found && diff != stride {
			return 0, false
		}
		stride, found = diff, true
	}
	return stride, found
}

// WarpOffsets returns the byte offset of each lane of a warp from the lowest
// active one, -1 for inactive lanes; nil where the distances are not known. Where
// they depend on an unknown that all threads share, one case stands for all.
func (d *Domain) WarpOffsets(fp Footprint, warp int) []int64 {
	offset := d.knownOffsets(fp)
	if offset == nil {
		return nil
	}
	out := make([]int64, WarpSize)
	lowest := int64(math.MaxInt64)
	for l := range out {
		i := warp*WarpSize + l
		if out[l] = -1; i < d.threads && fp.Active[i] {
			lowest = min(lowest, at(offset, i))
		}
	}
	for l := range out {
		if i := warp*WarpSize + l; i < d.threads && fp.Active[i] {
			out[l] = at(offset, i) - lowest
		}
	}
	return out
}

// Distance returns how many bytes the address of thread j is behind that of thread i, 0 where that
// is not known, or one of them is not active. What both addresses have of an unknown cancels out:
// threads in one row of a matrix have a distance, whatever the length of the row.
func (d *Domain) Distance(fp Footprint, i, j int) int64 {
	if i >= d.threads || j >= d.threads || !fp.Active[i] || !fp.Active[j] {
		return 0
	}
	v := fp.Address
	if len(v.choices()) > 0 && !v.unknown {
		v = v.alts()[0]
	}
	if v.unknown {
		return 0
	}
	distance := at(v.offset, j) - at(v.offset, i)
	for _, tm := range v.terms {
		switch u := tm.sym.turn; {
		case tm.sym.class != nil && u == nil || at(tm.coef, i) != at(tm.coef, j):
			return 0
		case u != nil && !u.carry:
			distance += at(tm.coef, i) * (at(u.at, j) - at(u.at, i))
		}
	}
	return distance
}

// BlockBytes returns how many bytes, in whole lines of the given size, all active
// threads reach together in one execution, 0 where the distances between them are not
// known. The block is taken to begin at the start of a line.
func (d *Domain) BlockBytes(fp Footprint, line int64) int64 {
	offset := d.knownOffsets(fp)
	if offset == nil {
		return 0
	}
	var lines []int64
	lowest := int64(math.MaxInt64)
	for i := range d.threads {
		if fp.Active[i] {
			lines = append(lines, at(offset, i))
			lowest = min(lowest, at(offset, i))
		}
	}
	for i := range lines {
		lines[i] = (lines[i] - lowest) / line
	}
	slices.Sort(lines)
	return int64(len(slices.Compact(lines))) * line
}

// knownOffsets returns the offset of each thread from a base that all share, in the
// form of Value.offset; nil where the distances are not known.
func (d *Domain) knownOffsets(fp Footprint) []int64 {
	v := fp.Address
	if len(v.choices()) > 0 && !v.unknown {
		v = v.alts()[0]
	}
	if v.unknown {
		return nil
	}
	offset := append([]int64(nil), v.offset...)
	for _, tm := range v.terms {
		switch u := tm.sym.turn; {
		case len(tm.coef) > 1 || tm.sym.class != nil && u == nil:
			return nil
		case u != nil && !u.carry:
			offset = zip(offset, u.at, func(x, m int64) int64 { return x + tm.coef[0]*m })
		}
	}
	return offset
}

package access

import (
	"math/bits"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
)

// sectorBytes is the unit of traffic of global memory on all architectures (CUDA C++ Programming
// Guide: memory transactions of 32 bytes).
const sectorBytes = 32

// Limits of what is followed: executions of one access, warps of the block, and sectors of one
// object. The first executions show how the later ones reuse sectors.
const (
	maxFollowed      = 32
	maxFollowedWarps = 8
	maxReached       = 1 << 13
)

// A sectorKey identifies a sector of an object as far as addresses are known.
type sectorKey struct {
	base   uint64
	number int64
}

// A sector says which bytes of a sector the block has reached, and in which request last.
type sector struct {
	bytes   uint32
	request int
}

// A reachKey says whose sectors are followed: loads and stores of an object are apart, as a
// store goes to memory even if its sector was loaded before.
type reachKey struct {
	object *Storage
	load   bool
}

// A reach holds the sectors of an object that the followed warps have asked for so far.
type reach struct {
	sectors  map[sectorKey]sector
	requests int
}

// A reuse counts the sectors that an access asks for, and those of them that no access of the block
// has asked for before.
type reuse struct {
	executions, asked, fresh int
	lost                     bool // some address is not known
}

// follow notes which sectors one execution of an access asks for.
func (rec *Recorder) follow(r *row, fp lanes.Footprint) {
	u := &r.reuse
	if u.lost || u.executions == maxFollowed || fp.Bytes <= 0 {
		return
	}
	u.executions++
	key := reachKey{r.storage, r.Kind == warp.Load}
	from := rec.reached[key]
	if from == nil {
		from = &reach{sectors: map[sectorKey]sector{}}
		rec.reached[key] = from
	}
	for w, warps := 0, 0; w*lanes.WarpSize < len(fp.Active) && warps < maxFollowedWarps && !u.lost; w++ {
		active := 0
		known := rec.d.Places(fp, w, func(places []lanes.Place) {
			active = 1
			from.requests++
			for _, p := range places {
				from.add(p, fp.Bytes, u)
			}
		})
		warps += active
		u.lost = !known || len(from.sectors) > maxReached
	}
}

// add adds what one lane reaches in the current request.
func (x *reach) add(p lanes.Place, bytes int64, u *reuse) {
	const most = 4 // sectors of one lane: what is larger is loaded in several requests
	for end, n := p.Offset+bytes, 0; p.Offset < end && n < most; n++ {
		key := sectorKey{p.Base, p.Offset >> 5}
		first := p.Offset & (sectorBytes - 1)
		size := min(sectorBytes-first, end-p.Offset)
		s, known := x.sectors[key]
		if s.request != x.requests {
			u.asked++
			if !known {
				u.fresh++
			}
		}
		x.sectors[key] = sector{s.bytes | uint32((uint64(1)<<size-1)<<first), x.requests}
		p.Offset += size
	}
}

// setReuse sets what an access reuses of the sectors that it asks for.
func (rec *Recorder) setReuse(a *warp.Access, r *row) {
	u := &r.reuse
	if u.lost || u.asked == 0 || a.Space != sema.GlobalSpace {
		return
	}
	a.Fresh = float64(u.fresh) / float64(u.asked)
	a.SectorBytes = rec.reached[reachKey{r.storage, r.Kind == warp.Load}].used()
}

// used returns how many bytes of a sector are reached, the mean over the sectors.
func (x *reach) used() float64 {
	sum := 0
	for _, s := range x.sectors {
		sum += bits.OnesCount32(s.bytes)
	}
	return float64(sum) / float64(max(1, len(x.sectors)))
}

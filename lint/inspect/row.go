package inspect

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/lanes"
	"github.com/cudalint/cudalint/lint/assumption"
)

// A Row is one line of the table of memory accesses: one access as it is reached from one launch
// of one kernel. It holds no syntax tree.
type Row struct {
	lint.Place
	Function, Kernel string
	Space            sema.MemorySpace
	Kind             warp.AccessKind
	Object           string
	Expression       string
	Bytes            int64
	Pattern          warp.Pattern
	// Counts that do not apply to the space or are not known have a zero Worst.
	Addresses, Sectors, BankConflict, ActiveLanes warp.Count
	// Ideal is the fewest sectors, or the lowest conflict degree, with which the worst warp
	// can access as many distinct addresses of Bytes bytes; 0 where Addresses is not known,
	// or the space has neither figure.
	Ideal int
	// Stride is the distance in bytes between the addresses of neighbouring lanes where
	// Pattern is affine.
	Stride int64
	// EncodedLanes holds Lanes as varints, so that rows can be compared by ==.
	EncodedLanes string
	// Ranges are the bounds of the figures that are not exact.
	Ranges warp.Ranges
	Trips  int64 // 0: not known
	// Texels is set where the access reads or writes an image, through a texture or a
	// surface: Addresses then counts texels. Dimensions and Tiled are those of warp.Access.
	Texels, Tiled bool
	Dimensions    int
	// Guarded is set where the access runs under a condition on data that may be false for
	// all lanes: see warp.Access.
	Guarded bool
	// Cycles is the price of one execution by one warp, 0 where there is none.
	Cycles float64
	Block  warp.Block // without Launch
	// BlockUnknownAt is the place of a launch, "a.cu:90", whose block shape cannot be
	// determined; "" for none.
	BlockUnknownAt string
	// Assumption is what the row assumes of an unknown algorithm or image, "" for nothing.
	Assumption string
	// Alone is set where a device function or a callable was analyzed by itself: no kernel
	// of the unit reaches the access.
	Alone bool
	// Assumed is the key of what the row assumes, see assumption.Key.
	Assumed string
}

// A Table is what the access command prints, ordered by path, offset, kernel and block.
type Table struct {
	Target   lint.Target
	Rows     []Row
	Problems []lint.Problem
	Files    int
}

// compareRows orders by path, offset, kernel and block.
func compareRows(a, b *Row) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Start.Offset, b.Start.Offset),
		cmp.Compare(a.End.Offset, b.End.Offset), cmp.Compare(a.Kernel, b.Kernel),
		slices.Compare(a.Block.Dim[:], b.Block.Dim[:]))
}

// Rows returns the rows of all accesses of some analyses.
func (u *Unit) Rows(results []warp.Result) []Row {
	var rows []Row
	for i := range results {
		for j := range results[i].Accesses {
			rows = append(rows, u.row(&results[i], &results[i].Accesses[j]))
		}
	}
	return rows
}

// row returns the row of an access of a kernel.
func (u *Unit) row(kernel *warp.Result, a *warp.Access) Row {
	row := Row{
		Place: u.Place(a.Node), Space: a.Space, Kind: a.Kind, Object: a.Object, Expression: a.Node.Text(),
		Bytes: a.Bytes, Pattern: a.Pattern, Stride: a.Stride, EncodedLanes: encodeLanes(a.Lanes), Addresses: a.Addresses, ActiveLanes: a.ActiveLanes,
		Trips: a.Trips, Guarded: a.Guarded, Texels: a.Texels, Tiled: a.Tiled, Dimensions: a.Dimensions, Block: a.Block, Ranges: a.Ranges,
	}
	row.Block.Launch = nil
	row.Assumed = assumption.Key(kernel, u.Place)
	if a.Function != nil {
		row.Function = a.Function.Name
	}
	row.Alone = kernel.Kernel != nil && !kernel.Kernel.Kernel()
	row.Kernel = assumption.RootName(kernel)
	row.Assumption = assumption.Algorithm(kernel)
	if text := assumption.Image(a); text != "" && row.Assumption == "" {
		row.Assumption = text
	}
	if kernel.Launch != nil && (a.Block.Source == warp.FromLaunchBounds || a.Block.Source == warp.Assumed) {
		row.BlockUnknownAt = u.LaunchAt(kernel.Launch) + kernel.Launch.BlockNote()
	}
	switch a.Space {
	case sema.GlobalSpace, sema.LocalSpace, sema.TextureSpace:
		row.Sectors = a.Sectors
	case sema.SharedSpace:
		row.BankConflict = a.BankConflict
	}
	if a.Pattern == warp.PatternUnknown {
		row.Addresses = warp.Count{}
	}
	row.Ideal = row.ideal()
	row.Cycles = u.Prices.Cycles(kernel, a)
	return row
}

// sectorBytes is the size of a sector, the unit in which caches and DRAM transfer data.
const sectorBytes = 32

// ideal returns Ideal.
func (r *Row) ideal() int {
	switch {
	case !r.Addresses.Known():
		return 0
	case r.Sectors.Known():
		return int((int64(r.Addresses.Worst)*r.Bytes + sectorBytes - 1) / sectorBytes)
	case r.BankConflict.Known():
		return 1
	}
	return 0
}

// Lanes returns the byte offset of each lane of the worst warp from the lowest of them, -1
// where a lane is inactive; nil where offsets are not known.
func (r *Row) Lanes() (offsets []int64) {
	for rest := []byte(r.EncodedLanes); len(rest) > 0; {
		offset, n := binary.Varint(rest)
		if n <= 0 {
			return nil
		}
		offsets, rest = append(offsets, offset), rest[n:]
	}
	return offsets
}

// BankLoads returns the banks that several lanes of the worst warp need different words of, and the
// lanes that are served together: see lanes.BankLoads. Banks count from that of the lowest address.
func (r *Row) BankLoads() (loads []lanes.BankLoad, first, last int) {
	if r.Space != sema.SharedSpace || r.BankConflict.Worst <= 1 {
		return nil, 0, 0
	}
	return lanes.BankLoads(r.Lanes(), r.Bytes)
}

// encodeLanes packs the byte offset of each lane as a varint, as Row.EncodedLanes holds them.
func encodeLanes(offsets []int64) string {
	var b []byte
	for _, offset := range offsets {
		b = binary.AppendVarint(b, offset)
	}
	return string(b)
}

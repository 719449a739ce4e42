package calibrate

import (
	"cmp"
	"slices"

	"github.com/cudalint/cudalint/lint/model/gpu"
)

// A curve is a cost by size of a model that the program measures.
type curve struct {
	name, benchmark string
	of              func(*gpu.Model) *gpu.Curve
	points          func(*table) []gpu.Point
	least, most     float64 // of the cycles of a point
}

// curves lists what is measured, in the order of the model.
var curves = []curve{
	{"constant/random", "constant,random of all SMs", func(m *gpu.Model) *gpu.Curve { return &m.Constant.Random }, constantRandom, 0.25, 1000},
	{"constant/literal", "constant,literal of independent blocks", func(m *gpu.Model) *gpu.Curve { return &m.Constant.Literal }, constantLiteral, 0.05, 64},
	{"global/random", "global,walk and random of one SM", func(m *gpu.Model) *gpu.Curve { return &m.Global.Random }, globalRandom, 0.25, 1000},
	{"shared/random", "shared,walk", func(m *gpu.Model) *gpu.Curve { return &m.Shared.Random }, sharedRandom, 0.25, 64},
	{"texture/random", "texture,random and distinct 1", func(m *gpu.Model) *gpu.Curve { return &m.Texture.Random }, textureRandom, 0.5, 1000},
}

// points returns the rows of a benchmark and pattern that fit, ordered by size.
func (t *table) points(benchmark, pattern string, fits func(Key) bool) []gpu.Point {
	return sorted(slices.DeleteFunc(t.all(benchmark, pattern), func(r Row) bool { return !fits(r.Key) }))
}

// sorted returns the rows as points, ordered by size.
func sorted(rows []Row) []gpu.Point {
	var points []gpu.Point
	for _, row := range rows {
		if row.Footprint > 0 {
			points = append(points, gpu.Point{Bytes: float64(row.Footprint), Cycles: row.Value})
		}
	}
	slices.SortFunc(points, func(a, b gpu.Point) int { return cmp.Compare(a.Bytes, b.Bytes) })
	return points
}

// constantRandom is the cost per distinct address of a random read; 32 lanes read the expected
// number of distinct words. The first point is the size of the first level with the cost of an
// address that hits.
func constantRandom(t *table) []gpu.Point {
	first := gpu.Point{Bytes: constantFirst(t), Cycles: constantAddress(t)}
	if first.Bytes == 0 || first.Cycles == 0 {
		return nil
	}
	points := t.points("constant", "random", func(k Key) bool {
		return k.Element == 4 && k.Addresses == 32 && k.Warps == 32 && k.Blocks == int(t.device.SMs) && float64(k.Footprint) > first.Bytes
	})
	for i := range points {
		points[i].Cycles /= gpu.ExpectedDistinct(32, points[i].Bytes/4)
	}
	return append([]gpu.Point{first}, points...)
}

// constantLiteral is the cost of a multiply-add with a literal operand, less the cost of the
// loop around it, which is measured with immediate operands.
func constantLiteral(t *table) []gpu.Point {
	points := sorted(t.independent("constant", "literal"))
	immediate := sorted(t.independent("instructions", "immediate"))
	if len(points) == 0 || len(points) != len(immediate) {
		return nil
	}
	arithmetic := instruction("ffma")(t)
	for i, alone := range immediate {
		points[i].Cycles = max(0, points[i].Cycles-alone.Cycles) + arithmetic
	}
	return points
}

// inCache drops the points from the size on where the cache is full. Sizes grow by a factor of
// 2 or 4. Below, the cost grows less from size to size, because lanes share a place less and
// less often; then misses make it grow more.
func inCache(points []gpu.Point) []gpu.Point {
	const from = 16384 // bytes; below, lines and banks come into play one after the other
	for i := 2; i < len(points); i++ {
		before, now := points[i-1].Cycles/points[i-2].Cycles, points[i].Cycles/points[i-1].Cycles
		if points[i].Bytes > from && now > before+0.01 {
			return points[:i]
		}
	}
	return points
}

// globalRandom is the cost of random reads that hit L1. Small tables are walked, because
// computing random indexes would take longer than the reads.
func globalRandom(t *table) []gpu.Point {
	const walked = 65536 // bytes, the largest table of the walks
	points := t.points("global", "walk", func(Key) bool { return true })
	return inCache(append(points, t.points("global", "random", func(k Key) bool {
		return k.Element == 4 && k.Addresses == 32 && k.Blocks == 1 && k.Footprint > walked
	})...))
}

func sharedRandom(t *table) []gpu.Point {
	return t.points("shared", "walk", func(Key) bool { return true })
}

// textureRandom starts with the cost of one element that all lanes read.
func textureRandom(t *table) []gpu.Point {
	one := gpu.Point{Bytes: 4, Cycles: reads("texture", "distinct", 4, 8192, 1)(t)}
	points := inCache(t.points("texture", "random", func(Key) bool { return true }))
	if one.Cycles == 0 || len(points) == 0 {
		return points
	}
	return append([]gpu.Point{one}, points...)
}

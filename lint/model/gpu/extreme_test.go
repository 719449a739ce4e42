package gpu

import (
	"math"
	"reflect"
	"testing"
)

// extreme returns a model all of whose figures are the least or the most that
// schema.json lets through, chosen by the bits of seed in turn.
func extreme(seed uint64) *Model {
	m := *Lookup("sm_90")
	m.Products = append([]Product(nil), m.Products...)
	var set func(v reflect.Value)
	set = func(v reflect.Value) {
		for i := range v.NumField() {
			limits := ranges[v.Type().Field(i).Tag.Get("unit")]
			seed = seed<<63 | seed>>1
			value := limits[seed&1]
			switch f := v.Field(i).Addr().Interface().(type) {
			case *Figure:
				f.Value = value
			case *Curve:
				f.Points = []Point{{1, value}, {ranges["bytes"][1], limits[1]}}
			case *[]Product:
				for j := range *f {
					set(reflect.ValueOf(&(*f)[j]).Elem())
				}
			default:
				if v.Field(i).Kind() == reflect.Struct {
					set(v.Field(i))
				}
			}
		}
	}
	set(reflect.ValueOf(&m).Elem())
	return &m
}

// TestExtremeModelsGiveFiniteCosts: a file that the schema lets through leads to
// no panic and to costs that are numbers.
func TestExtremeModelsGiveFiniteCosts(t *testing.T) {
	var lanes, far []int64
	for lane := range int64(32) {
		lanes, far = append(lanes, 4*lane), append(far, lane<<35)
	}
	reads := []Read{{}, {Addresses: 32, Worst: 32, Bytes: 4, Lanes: lanes}, {Addresses: 32, Worst: 32, Bytes: 16, Lanes: far, Order: Walking, Step: 1e9},
		{Addresses: 17.5, Worst: 32, Bytes: 8, Table: 1 << 40, Order: Random}, {Addresses: 1, Worst: 1, Bytes: 4, Table: 3}}
	residencies := []Residency{{L1: 1}, {L2: 1}, {DRAM: 1}, {}}
	for seed := range uint64(64) {
		m := extreme(seed * 0x9E3779B97F4A7C15)
		for i, r := range reads {
			costs := map[string]Cost{
				"constant": m.ConstantIndexed(r), "uniform": m.ConstantUniform(r), "literal": m.ConstantLiteral(float64(r.Table)),
				"parameter": m.Parameter(r), "shared load": m.SharedLoad(r), "shared store": m.SharedStore(r),
			}
			for _, at := range append(residencies, m.ResidencyOf(float64(r.Table), 1e12, 1e12, 1e12)) {
				costs["global"], costs["read-only"], costs["store"], costs["texture"] = m.GlobalLoad(r, at), m.ReadOnlyLoad(r, at), m.GlobalStore(r, at), m.TextureFetch(r, at)
				if c, ok := m.ShuffleLookup(r); ok {
					costs["shuffle"] = c
				}
				for name, c := range costs {
					for _, v := range []float64{c.Cycles, c.Latency, c.L2Sectors, c.DRAMSectors, c.Instructions} {
						if math.IsNaN(v) || math.IsInf(v, 0) || v < 0 {
							t.Fatalf("seed %d, read %d: %s costs %+v", seed, i, name, c)
						}
					}
				}
			}
		}
	}
}

package gpu

import (
	"math"
	"strconv"
	"testing"
)

// texelBytes are the sizes of the texels that were measured.
var texelBytes = map[string]int64{"unsigned char": 1, "float": 4, "float2": 8, "float4": 16}

// TestImageCycles compares fetches with point sampling from images in CUDA arrays with those
// of image_cycles.csv, with the sectors that image_sectors.csv has of the pattern.
func TestImageCycles(t *testing.T) {
	sectors := map[[3]string]float64{}
	for _, row := range table(t, "image_sectors.csv") {
		x, y, spread := int(number(t, row["lanes_x"])), int(number(t, row["lanes_y"])), row["spread"]
		lanes := strconv.Itoa(x) + "x" + strconv.Itoa(y) + "x" + strconv.Itoa(32/x/y)
		if spread == "2" {
			lanes = "second" + lanes
		}
		sectors[[3]string{row["kind"], row["texel"], lanes}] = number(t, row["sectors"])
	}
	m, compared := Lookup("sm_90"), 0
	for _, row := range table(t, "image_cycles.csv") {
		n, known := sectors[[3]string{row["kind"], row["texel"], row["lanes"]}]
		if row["filter"] != "point" || !known {
			continue
		}
		compared++
		want := number(t, row["cycles"])
		got := m.TextureTiled(Read{Bytes: texelBytes[row["texel"]], Sectors: n}, Reused).Cycles
		allowed := 0.21
		if row["kind"] == "tex2DLayered" && row["lanes"] == "1x1x32" && row["texel"] != "float4" {
			allowed = 0.37 // lanes in 32 layers take longer than in 32 planes; the model has one figure for both
		} else if row["kind"] == "tex2DLayered" && row["lanes"] == "1x1x32" {
			allowed = 0.5
		}
		if math.Abs(got-want) > allowed*want {
			t.Errorf("%s of %s, lanes %s: %.2f cycles, measured %.2f", row["kind"], row["texel"], row["lanes"], got, want)
		}
	}
	if compared < 40 {
		t.Errorf("%d patterns compared", compared)
	}
}

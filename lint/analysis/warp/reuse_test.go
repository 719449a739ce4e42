package warp_test

import (
	"math"
	"testing"

	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// TestReuse counts by hand which of the sectors that an access asks for are new, and how much of
// each sector the block uses.
func TestReuse(t *testing.T) {
	for _, c := range []struct {
		name, body string
		expression string
		kind       warp.AccessKind
		fresh      float64
		bytes      float64
	}{
		{"neighbours", "out[t] = p[t];", "p[t]", warp.Load, 1, 32},
		{"every other", "out[t] = p[2 * t];", "p[2 * t]", warp.Load, 1, 16},
		{"one of eight", "out[t] = p[8 * t];", "p[8 * t]", warp.Load, 1, 4},
		{"store", "out[8 * t] = p[t];", "out[8 * t]", warp.Store, 1, 4},
		{"own row", "float s = 0; for (int i = 0; i < 64; i++) s += p[t * 64 + i]; out[t] = s;", "p[t * 64 + i]", warp.Load, 1. / 8, 32},
		{"own row of unknown length", "float s = 0; for (int i = 0; i < n; i++) s += p[t * n + i]; out[t] = s;", "p[t * n + i]", warp.Load, 1. / 8, 32},
		{"rows together", "float s = 0; for (int i = 0; i < n; i++) s += p[i * n + t]; out[t] = s;", "p[i * n + t]", warp.Load, 1, 32},
		{"read again", "float s = 0; for (int i = 0; i < 8; i++) s += p[t] * q[i]; out[t] = s;", "q[i]", warp.Load, 1. / 8 / 2, 32},
		{"first member", "out[t] = s3[t].x + s3[t].y + s3[t].z;", "s3[t].x", warp.Load, 1, 32},
		{"second member", "out[t] = s3[t].x + s3[t].y + s3[t].z;", "s3[t].y", warp.Load, 0, 32},
		{"one member", "out[t] = s3[t].x;", "s3[t].x", warp.Load, 1, 4 * 64 / 24.},
		{"data", "out[t] = p[index[t]];", "p[index[t]]", warp.Load, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := analyzeText(t, "struct V { float x, y, z; };\n__global__ void k(const float *p, const float *q, const V *s3, const int *index, float *out, int n) {\n  int t = threadIdx.x;\n"+
				c.body+"\n}\nint main(int c, char **v) { k<<<1, 64>>>(0, 0, 0, 0, 0, atoi(v[1])); }\n")
			for _, a := range res.Accesses {
				if a.Node.Text() != c.expression || a.Kind != c.kind {
					continue
				}
				if math.Abs(a.Fresh-c.fresh) > 0.01 || math.Abs(a.SectorBytes-c.bytes) > 0.01 {
					t.Errorf("%s: fresh %.3f with %.2f bytes of a sector, want %.3f, %.2f", c.expression, a.Fresh, a.SectorBytes, c.fresh, c.bytes)
				}
				return
			}
			t.Fatalf("no row for %s", c.expression)
		})
	}
}

// TestIdealSectors: the bytes of the active lanes, packed.
func TestIdealSectors(t *testing.T) {
	for _, c := range []struct {
		addresses float64
		bytes     int64
		vector    float64
		want      float64
	}{{32, 4, 1, 4}, {32, 4, 4, 16}, {32, 1, 0, 1}, {32, 16, 1, 16}, {1, 4, 1, 1}, {12, 4, 1, 2}, {0, 4, 1, 0}} {
		a := warp.Access{Bytes: c.bytes, Vector: c.vector, Addresses: warp.Count{Worst: int(c.addresses), Mean: c.addresses}}
		if got := a.IdealSectors(); got != c.want {
			t.Errorf("%v addresses of %d bytes: %v sectors, want %v", c.addresses, c.bytes, got, c.want)
		}
	}
}

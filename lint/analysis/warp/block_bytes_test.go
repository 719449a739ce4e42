package warp_test

import "testing"

// TestBlockBytes: the lines of constant memory that the 8 warps of a block of 256
// threads reach together.
func TestBlockBytes(t *testing.T) {
	for _, c := range []struct {
		name, body, access string
		want               int64
	}{
		{"an element for each thread", "p[t] = tab[t];", "tab[t]", 1024},
		{"rows of four", "p[t] = tab[t * 4];", "tab[t * 4]", 4096},
		{"the same for each warp", "p[t] = tab[t % 32 * 4];", "tab[t % 32 * 4]", 512},
		{"few elements", "p[t] = tab[t & 3];", "tab[t & 3]", 64},
		{"an active warp", "if (t < 32) p[t] = tab[t * 16];", "tab[t * 16]", 2048},
		{"walking", "for (int i = 0; i < n; i++) p[t] += tab[t * 2 + i];", "tab[t * 2 + i]", 2048},
		{"one address for a warp", "p[t] = tab[t / 32 * 16];", "tab[t / 32 * 16]", 0},
		{"data", "p[t] = tab[p[t] & 255];", "tab[p[t] & 255]", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, a := range analyzeText(t, rowCase{body: c.body, block: 256}.source()).Accesses {
				if a.Node.Text() != c.access {
					continue
				}
				if a.BlockBytes != c.want {
					t.Errorf("%d bytes, want %d", a.BlockBytes, c.want)
				}
				return
			}
			t.Errorf("no access %s", c.access)
		})
	}
}

package lanes

import "testing"

// FuzzOperations drives a sequence of operations by bytes; none may panic, and
// each must stand for what the machine computes.
func FuzzOperations(f *testing.F) {
	f.Add([]byte("a few operations to begin with, some of which nest"))
	f.Add([]byte{5, 1, 0, 7, 3, 2, 6, 200, 31, 9, 9, 4, 17, 120, 33, 0, 255, 8})
	f.Fuzz(func(t *testing.T, data []byte) {
		w := newWorld(1, 32)
		pick := func(n int) int {
			if len(data) == 0 {
				return 0
			}
			x := int(data[0])
			if data = data[1:]; n > 256 && len(data) > 0 {
				x = x<<8 | int(data[0])
				data = data[1:]
			}
			return x % n
		}
		b := newBuilder(w, pick)
		for n := 0; len(data) > 0 && n < 60; n++ {
			b.step()
			if b.failure != "" {
				t.Fatal(b.failure)
			}
		}
	})
}

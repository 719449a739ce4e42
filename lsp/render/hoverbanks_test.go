package render

import "testing"

// TestNumberRanges: neighbours and equal distances are one part.
func TestNumberRanges(t *testing.T) {
	for _, c := range []struct {
		list []int
		want string
	}{
		{nil, ""}, {[]int{5}, "5"}, {[]int{0, 1}, "0, 1"}, {[]int{0, 1, 2}, "0-2"}, {[]int{0, 16}, "0, 16"},
		{[]int{0, 8, 16, 24}, "0, 8, ..., 24"}, {[]int{0, 1, 2, 8, 9, 16, 17, 18}, "0-2, 8, 9, 16-18"},
	} {
		if got := numberRanges(c.list); got != c.want {
			t.Errorf("%v: %q, want %q", c.list, got, c.want)
		}
	}
}

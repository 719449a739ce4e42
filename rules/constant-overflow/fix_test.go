package constantoverflow

import (
	"math"
	"slices"
	"testing"

	"github.com/cudalint/cudalint/rules/internal/placement"
)

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		name  string
		list  []candidate
		limit int64 // of what may stay
		want  []string
	}{
		{"the least uniform that is enough", named("a", 40, 1.0, "b", 30, 32.0, "c", 10, 32.0), 60, []string{"b"}},
		{"not one that is too small", named("a", 40, 1.0, "b", 30, 2.0, "c", 10, 32.0), 50, []string{"b"}},
		{"what nothing reads first", named("a", 40, 32.0, "b", 40, math.Inf(1)), 40, []string{"b"}},
		{"the larger of equals", named("a", 30, 1.0, "b", 40, 1.0), 60, []string{"b"}},
		{"the first of the same", named("b", 40, 1.0, "a", 40, 1.0), 60, []string{"b"}},
		{"two where one is not enough", named("a", 40, 1.0, "b", 30, 8.0, "c", 30, 32.0, "d", 5, 64.0), 45, []string{"b", "c"}},
		{"all are not enough", named("a", 40, 1.0), -1, nil},
	} {
		total := int64(0)
		for _, v := range c.list {
			total += v.bytes
		}
		got := choose(c.list, func(moved map[placement.Key]bool) bool {
			left := total
			for _, v := range c.list {
				if moved[v.key] {
					left -= v.bytes
				}
			}
			return left <= c.limit
		})
		var names []string
		for _, k := range got {
			names = append(names, k.Name)
		}
		if !slices.Equal(names, c.want) {
			t.Errorf("%s: %v, want %v", c.name, names, c.want)
		}
	}
}

// named makes candidates of names, bytes and spreads.
func named(values ...any) (out []candidate) {
	for i := 0; i < len(values); i += 3 {
		out = append(out, candidate{placement.Key{Name: values[i].(string)}, int64(values[i+1].(int)), values[i+2].(float64)})
	}
	return out
}

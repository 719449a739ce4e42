package lint

import (
	"strings"
	"testing"
)

func TestSelect(t *testing.T) {
	var all []*Rule
	for _, name := range []string{"constant-divergent-index", "constant-overflow", "texture-reference", "texture-object-leak"} {
		all = append(all, &Rule{Name: name})
	}
	list := func(s string) []string {
		if s == "" {
			return nil
		}
		return strings.Split(s, ",")
	}
	for _, c := range []struct{ selected, extend, ignored, want string }{
		{"", "", "", "constant-divergent-index constant-overflow texture-reference texture-object-leak"},
		{"constant", "", "", "constant-divergent-index constant-overflow"},
		{"constant-", "", "", "constant-divergent-index constant-overflow"},
		{"constant", "texture-reference", "", "constant-divergent-index constant-overflow texture-reference"},
		{"", "", "texture", "constant-divergent-index constant-overflow"},
		{"", "", "all", ""},
		{"texture-reference", "", "texture", "texture-reference"},
		{"texture", "", "texture", ""},
		{"all", "", "texture-object", "constant-divergent-index constant-overflow texture-reference"},
		{"texture-object-leak,constant-overflow", "", "", "constant-overflow texture-object-leak"},
	} {
		got, err := Select(all, list(c.selected), list(c.extend), list(c.ignored))
		if err != nil {
			t.Errorf("%+v: %v", c, err)
		}
		var names []string
		for _, r := range got {
			names = append(names, r.Name)
		}
		if strings.Join(names, " ") != c.want {
			t.Errorf("%+v: got %q", c, names)
		}
	}
	for _, unknown := range []string{"const", "constant-divergent-inde", "x", "", "-"} {
		if _, err := Select(all, []string{unknown}, nil, nil); err == nil {
			t.Errorf("selecting %q is no error", unknown)
		}
	}
}

package selector

import (
	"strings"
	"testing"
)

func TestSelect(t *testing.T) {
	all := []string{"constant-divergent-index", "constant-overflow", "texture-reference", "texture-object-leak"}
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
		selection := Selection{Select: list(c.selected), Extend: list(c.extend), Ignore: list(c.ignored)}
		var names []string
		for _, name := range all {
			if selection.On(name, true) {
				names = append(names, name)
			}
		}
		if strings.Join(names, " ") != c.want {
			t.Errorf("%+v: got %q", c, names)
		}
	}
}

// TestSelectionOverAnother: what is said later counts for the rules that it is about, and
// select for all.
func TestSelectionOverAnother(t *testing.T) {
	for _, c := range []struct {
		later        Selection
		before, want bool
	}{
		{Selection{}, true, true},
		{Selection{}, false, false},
		{Selection{Extend: []string{"constant"}}, false, true},
		{Selection{Extend: []string{"texture"}}, false, false},
		{Selection{Ignore: []string{"constant"}}, true, false},
		{Selection{Ignore: []string{"constant"}, Extend: []string{"constant-overflow"}}, false, true},
		{Selection{Ignore: []string{"constant-overflow"}, Extend: []string{"constant"}}, true, false},
		{Selection{Select: []string{"texture"}}, true, false},
		{Selection{Select: []string{"all"}}, false, true},
		{Selection{Select: []string{}}, true, false},
		{Selection{Select: []string{}, Extend: []string{"constant"}}, false, true},
	} {
		if got := c.later.On("constant-overflow", c.before); got != c.want {
			t.Errorf("%+v after %v: %v, want %v", c.later, c.before, got, c.want)
		}
	}
}

func TestUnknownRules(t *testing.T) {
	all := []string{"constant-divergent-index", "constant-overflow", "texture-object-leak"}
	for unknown, want := range map[string]string{
		"const": "", "constant-divergent-inde": `did you mean "constant-divergent-index"?`, "x": "cudalint rules", "": "cudalint rules", "-": "cudalint rules",
		"textur": `did you mean "texture"?`, "al": `did you mean "all"?`,
	} {
		if err := Check(all, unknown); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("selecting %q: %v, want %q", unknown, err, want)
		}
	}
	for _, known := range []string{"all", "constant", "constant-", "texture-object", "constant-overflow"} {
		if err := Check(all, known); err != nil {
			t.Errorf("selecting %q: %v", known, err)
		}
	}
}

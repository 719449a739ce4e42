package config

import (
	"strings"
	"testing"
	"time"
)

func TestPatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		folder        bool // whether path is one
		want          bool
	}{
		{"gen", "gen", true, true},
		{"gen", "src/gen", true, true},
		{"gen", "src/generated", true, false},
		{"*_gen.cu", "src/a_gen.cu", false, true},
		{"a.cu", "src/a.cu", false, true},
		{"gen/", "src/gen", true, true},
		{"gen/", "src/gen", false, false},
		{"/gen", "gen", true, true},
		{"/gen", "src/gen", true, false},
		{"./gen", "gen", true, true},
		{"./gen", "src/gen", true, false},
		{".github", ".github", true, true},
		{"src/gen", "src/gen", true, true},
		{"src/gen", "a/src/gen", true, false},
		{"src/*.cu", "src/a.cu", false, true},
		{"src/*.cu", "src/b/a.cu", false, false},
		{"src/**/*.cu", "src/b/c/a.cu", false, true},
		{"src/**/*.cu", "src/a.cu", false, true},
		{"**/gen/**", "a/b/gen/c.cu", false, true},
		{"src/**", "src", true, true},
		{"{a,b}.cu", "src/b.cu", false, true},
		{"{a,b/c}.cu", "b/c.cu", false, true},
		{"{a,{b,c}d}.cu", "cd.cu", false, true},
		{"{a,{b,c}d}.cu", "c.cu", false, false},
		{"[{]a,b[}].cu", "{a,b}.cu", false, true},
		{`\{a\}.cu`, "{a}.cu", false, true},
		{"[a-c]?.cu", "b1.cu", false, true},
		{"[!a]*.cu", "a.cu", false, false},
		{"gen", "../gen", true, true},
		{"src/gen", "../src/gen", true, false},
		{"*", ".", true, false},
	} {
		p, err := parsePattern(c.pattern)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		if got := p.matches(c.path, c.folder); got != c.want {
			t.Errorf("%s matches %s: %v, want %v", c.pattern, c.path, got, c.want)
		}
	}
}

// TestPatternsBelow: what lies in a folder that matches is meant, too.
func TestPatternsBelow(t *testing.T) {
	for _, c := range []struct {
		pattern, path string
		want          bool
	}{
		{"gen", "src/gen/a/b.cu", true}, {"gen/", "src/gen/b.cu", true}, {"src/gen", "src/gen/a.cu", true}, {"src/gen/", "src/gen/a.cu", true},
		{"src/*", "src/a/b/c.cu", true}, {"gen", "src/a.cu", false}, {"b.cu", "b.cu", true}, {"tests", "../tests/a.cu", true}, {"/tests", "/tests/a.cu", false},
	} {
		p, err := parsePattern(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.matchesBelow(c.path, false); got != c.want {
			t.Errorf("%s matches %s or a folder above: %v, want %v", c.pattern, c.path, got, c.want)
		}
	}
}

// TestHostilePatterns: matching the worst pattern there can be takes no time to speak of.
func TestHostilePatterns(t *testing.T) {
	name := strings.Repeat("a", 255)
	long := strings.Repeat(strings.Repeat("a", 63)+"/", 63) + strings.Repeat("a", 63)
	start := time.Now()
	for _, s := range []string{
		strings.Repeat("*a", maxPattern/2-1) + "b", strings.Repeat("**/", maxPattern/3-1) + "b", strings.Repeat("**/*a", maxPattern/5-1) + "/b",
		strings.Repeat("{a,a}", 6) + strings.Repeat("*a", 100) + "b", strings.Repeat("*a*/**/", maxPattern/7-1) + "b", strings.Repeat("[a-a]*", 40) + "b",
	} {
		p, err := parsePattern(s)
		if err != nil {
			t.Errorf("%s: %v", s, err)
			continue
		}
		for _, path := range []string{name, long, strings.Repeat("a/", 2000) + "a"} {
			if p.matches(path, false) || p.matchesBelow(path[:min(len(path), 255)], false) {
				t.Errorf("%s matches", s)
			}
		}
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("matching took %s", took)
	} else {
		t.Logf("matching took %s", took)
	}
}

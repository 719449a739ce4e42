package includes

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// link makes a symbolic link in a folder, with the folders above it.
func link(t *testing.T, dir, name, target string) {
	t.Helper()
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, name); err != nil {
		t.Skip(err)
	}
}

func TestBoundary(t *testing.T) {
	outside := files(t, false, map[string]string{"secret.h": "", "sdk/sdk.h": "", "other/o.h": "", "given/g.h": "", "named/a.cu": "", "named/n.h": "", "forced.h": ""})
	repo := files(t, true, map[string]string{"src/a.cu": "", "inc/b.h": "", "work/c.h": ""})
	link(t, repo, "inc/secret.h", filepath.Join(outside, "secret.h"))
	link(t, repo, "inc/folder", filepath.Join(outside, "other"))
	link(t, repo, "inc/good.h", filepath.Join(repo, "inc", "b.h"))
	link(t, repo, "inc/dangling.h", filepath.Join(outside, "none.h"))
	link(t, repo, "inc/circle.h", filepath.Join(repo, "inc", "circle.h"))
	link(t, outside, "way", filepath.Join(repo, "inc"))
	up, err := filepath.Rel(filepath.Join(repo, "work"), outside)
	if err != nil {
		t.Fatal(err)
	}
	b := NewBoundary(filepath.Join(repo, "work"), []string{filepath.Join(outside, "given"), filepath.Join(outside, "named", "a.cu")})
	a := b.Around("../src/a.cu", filepath.Join(outside, "sdk"), filepath.Join(outside, "forced.h"), filepath.Join(outside, "no such folder"))
	for _, c := range []struct {
		name, path string
		want       bool
	}{
		{"beside", "../src/x.h", true},
		{"in the repository", "../inc/b.h", true},
		{"in the repository, absolute", filepath.Join(repo, "inc", "b.h"), true},
		{"in the working folder", "c.h", true},
		{"absolute", filepath.Join(outside, "secret.h"), false},
		{"steps up", filepath.Join(up, "secret.h"), false},
		{"a link to a file", "../inc/secret.h", false},
		{"a link to a folder", "../inc/folder/o.h", false},
		{"a link inside", "../inc/good.h", true},
		{"a link that leads in", filepath.Join(outside, "way", "b.h"), true},
		{"a link in and out again", filepath.Join(outside, "way", "secret.h"), false},
		{"an include folder", filepath.Join(outside, "sdk", "sdk.h"), true},
		{"a file that is included first", filepath.Join(outside, "forced.h"), true},
		{"a folder that is given", filepath.Join(outside, "given", "g.h"), true},
		{"beside a file that is given", filepath.Join(outside, "named", "n.h"), true},
		{"nothing", "../inc/none.h", true},
		{"a dangling link", "../inc/dangling.h", true},
		{"a link to itself", "../inc/circle.h", true},
	} {
		if got := a.Holds(c.path); got != c.want {
			t.Errorf("%s: %s may be read: %v, want %v", c.name, c.path, got, c.want)
		}
	}
	if b.Around("../src/a.cu").Holds(filepath.Join(outside, "sdk", "sdk.h")) {
		t.Error("an include folder of one source counts for another")
	}
}

// TestBoundaryOfSiblings: a folder whose name begins like that of one that is given is
// another one.
func TestBoundaryOfSiblings(t *testing.T) {
	dir := files(t, false, map[string]string{"one/a.cu": "", "one2/b.h": ""})
	if NewBoundary(filepath.Join(dir, "one"), nil).Around("a.cu").Holds("../one2/b.h") {
		t.Error("../one2/b.h may be read from one")
	}
}

// TestBoundaryOfLinkedSource: the repository counts that a source leads to that is given,
// but not that of one that nobody named.
func TestBoundaryOfLinkedSource(t *testing.T) {
	repo := files(t, true, map[string]string{"src/a.cu": "", "inc/b.h": ""})
	farm := files(t, false, map[string]string{})
	link(t, farm, "src/a.cu", filepath.Join(repo, "src", "a.cu"))
	link(t, farm, "inc/b.h", filepath.Join(repo, "inc", "b.h"))
	for _, c := range []struct {
		given string
		want  bool
	}{{"src/a.cu", true}, {"src", false}, {".", false}} {
		if got := NewBoundary(farm, []string{c.given}).Around("src/a.cu").Holds("inc/b.h"); got != c.want {
			t.Errorf("given %s: inc/b.h may be read: %v, want %v", c.given, got, c.want)
		}
	}
}

// TestBoundaryForgets: what is made later counts after Forget.
func TestBoundaryForgets(t *testing.T) {
	outside := files(t, false, map[string]string{"secret.h": ""})
	dir := files(t, false, map[string]string{"a.cu": "", "b.h": ""})
	b := NewBoundary(dir, []string{"."})
	if !b.Around("a.cu").Holds("b.h") {
		t.Fatal("b.h may not be read")
	}
	if err := os.Remove(filepath.Join(dir, "b.h")); err != nil {
		t.Fatal(err)
	}
	link(t, dir, "b.h", filepath.Join(outside, "secret.h"))
	b.Forget()
	if b.Around("a.cu").Holds("b.h") {
		t.Error("b.h may be read though it leads out")
	}
}

// TestBoundaryOfLongPaths: a path without end takes no time, and is not one of a file.
func TestBoundaryOfLongPaths(t *testing.T) {
	dir := files(t, false, map[string]string{"a.cu": ""})
	b := NewBoundary(dir, nil)
	long := strings.Repeat("a/", 8<<20)
	if b.Around("a.cu", long).Holds(long + "b.h") {
		t.Error("a path of 16 MB may be read")
	}
	if len(b.real) > 1000 {
		t.Errorf("%d paths are kept", len(b.real))
	}
}

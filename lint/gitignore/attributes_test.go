package gitignore

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestAttributesAsGit compares the states with those that git check-attr prints.
func TestAttributesAsGit(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write(".gitattributes", "# a comment linguist-generated\n*.g.cu linguist-generated\ngen/** linguist-generated=true text\n"+
		"/top.cu -text linguist-generated\ndir/ linguist-generated\nkept.g.cu -linguist-generated\nlater.g.cu !linguist-generated\n"+
		"value.cu linguist-generated=false\nother.cu linguist-vendored\ntwice.cu linguist-generated -linguist-generated\n!not.cu linguist-generated\n")
	write("src/.gitattributes", "hand.g.cu linguist-generated=false\n*.inl linguist-generated\n")
	files := []string{"a.g.cu", "a.cu", "gen/a.cu", "gen/deep/b.cuh", "top.cu", "src/top.cu", "dir/a.cu", "kept.g.cu", "src/kept.g.cu", "later.g.cu",
		"value.cu", "other.cu", "twice.cu", "not.cu", "src/hand.g.cu", "src/a.g.cu", "src/x.inl", "x.inl", "src/in/x.inl"}
	if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command("git", append([]string{"check-attr", "linguist-generated", "--"}, files...)...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1", "GIT_ATTR_NOSYSTEM=1")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	states := map[string]State{"set": Set, "true": Set, "unset": Unset, "false": Unset, "unspecified": Unspecified}
	seen := map[State]int{}
	a := NewAttributes("linguist-generated")
	for _, line := range strings.Split(strings.TrimSpace(string(out)), "\n") {
		parts := strings.Split(line, ": ")
		want, ok := states[parts[2]]
		if !ok {
			t.Fatalf("git says %q", line)
		}
		seen[want]++
		if got := a.Of(filepath.Join(dir, parts[0])); got != want {
			t.Errorf("%s: state %d, git says %s", parts[0], got, parts[2])
		}
	}
	if seen[Set] < 3 || seen[Unset] < 3 || seen[Unspecified] < 3 {
		t.Errorf("the cases say little: %v", seen)
	}
}

func TestAttributesOutside(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".gitattributes"), []byte("*.cu linguist-generated\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	a := NewAttributes("linguist-generated")
	if a.Of(filepath.Join(dir, "a.cu")) != Set || a.Of(filepath.Join(dir, "sub", "a.cu")) != Unspecified {
		t.Error("outside of a repository only the folder of a file counts")
	}
}

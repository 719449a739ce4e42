package fixes

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestReplace(t *testing.T) {
	dir, _ := folder(t)
	path := filepath.Join(dir, "report.xml")
	for _, text := range []string{"first, and long", "second", ""} {
		if err := Replace(path, []byte(text)); err != nil {
			t.Fatal(err)
		}
		holds(t, dir, map[string]string{"report.xml": text})
	}
	// The link stays and its file changes, with its permissions.
	if err := os.Chmod(path, 0o640); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink("report.xml", link); err != nil {
		t.Skip(err)
	}
	if err := Replace(link, []byte("by the link")); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "by the link" {
		t.Errorf("%q, %v", text, err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if to, err := os.Readlink(link); err != nil || to != "report.xml" {
		t.Errorf("%q, %v", to, err)
	}
	if err := Replace(os.DevNull, []byte("anything")); err != nil {
		t.Error(err)
	}
	for path, why := range map[string]string{dir: "it is a folder", filepath.Join(dir, "no", "x"): "no such file or directory"} {
		if err := Replace(path, nil); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

func TestReplaceWithoutPermission(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("the user may write everything")
	}
	dir, paths := folder(t, "a", "b")
	if err := os.Chmod(paths[0], 0o444); err != nil {
		t.Fatal(err)
	}
	if err := Replace(paths[0], []byte("x")); err == nil || !strings.Contains(err.Error(), "permission denied") {
		t.Errorf("a file that may not be written: %v", err)
	}
	// A folder that takes no new file: in place.
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	if err := Replace(paths[1], []byte("x")); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(paths[1]); err != nil || string(text) != "x" {
		t.Errorf("%q, %v", text, err)
	}
}

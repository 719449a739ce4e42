package discover

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/cudalint/cudalint/lint"
)

func TestRulesAboveTheFolderApply(t *testing.T) {
	dir := folder(t, map[string]string{
		".git/info/exclude": "secret.cu\n", ".git/HEAD": "ref: refs/heads/main\n", ".git/objects/x": "", ".git/refs/x": "",
		".gitignore":     "gen/\n*.tmp.cu\n",
		"src/.gitignore": "!keep.tmp.cu\n",
		"src/a.cu":       "", "src/a.tmp.cu": "", "src/keep.tmp.cu": "", "src/gen/b.cu": "", "src/secret.cu": "",
	})
	inputs, _ := (&Search{Dir: dir}).Files([]string{"src"})
	var got []string
	for _, in := range inputs {
		got = append(got, filepath.ToSlash(in.Path))
	}
	if want := "src/a.cu src/keep.tmp.cu"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// A file that is named is linted whatever git ignores.
	if inputs, _ = (&Search{Dir: dir}).Files([]string{"src/gen/b.cu"}); len(inputs) != 1 {
		t.Errorf("a file named on the command line is left out")
	}
}

func TestSearchOfOddPlaces(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.cu": "", "b.cuh": "", "c.cu.cc": "", "d.cpp": "", "e.txt": "", "e.inc": "", "g.hip": "", "f.py": "", "sub/g.hpp": "", "real/h.cu": "", "i.CU": "",
	})
	link := func(to, name string) {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	link(".", "sub/loop")
	link("self.cu", "self.cu")
	link("a.cu", "alias.cu")
	link("real", "folderlink")
	link("gone.cu", "dangling.cu")
	link("gone", "dangling")
	inputs, problems := (&Search{Dir: dir}).Files([]string{".", "a.cu", "e.txt", "e.inc", "g.hip", "nowhere"})
	var got []string
	for _, in := range inputs {
		got = append(got, fmt.Sprintf("%s %v", in.Path, in.IfCUDA))
	}
	want := "a.cu false, alias.cu false, b.cuh false, c.cu.cc false, d.cpp true, e.inc false, i.CU false, real/h.cu false, sub/g.hpp true"
	if strings.Join(got, ", ") != want {
		t.Errorf("inputs\n%q\nwant\n%q", strings.Join(got, ", "), want)
	}
	got = nil
	for _, p := range problems {
		got = append(got, fmt.Sprintf("%s %s: %s", p.Kind, p.Path, p.Message))
	}
	want = strings.Join([]string{
		"io dangling.cu: there is no such file or folder",
		"io e.txt: is no CUDA or C++ source, by its name; if it is one, pass it as standard input: - with --stdin-filename NAME.cu",
		"io g.hip: is a HIP source, which is not linted",
		"io nowhere: there is no such file or folder",
		"io self.cu: the symbolic link leads back to itself",
		"io sub/loop: the symbolic link leads to a folder that it is in; it is not followed",
	}, "\n")
	if strings.Join(got, "\n") != want {
		t.Errorf("problems\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
	var err error = &fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}
	if got := lint.Reason(err).Error(); got != "cannot be read: permission denied" {
		t.Errorf("reason %q names the path again or loses the cause", got)
	}
}

// folder writes files into a new folder and returns it.
func folder(t *testing.T, files map[string]string) string {
	t.Helper()
	tree := fstest.MapFS{}
	for name, text := range files {
		tree[name] = &fstest.MapFile{Data: []byte(text)}
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, tree); err != nil {
		t.Fatal(err)
	}
	return dir
}

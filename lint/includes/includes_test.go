package includes

import (
	"os"
	"path/filepath"
	"testing"
)

// files writes a folder of files that is the top of a repository if git is set.
func files(t *testing.T, git bool, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	if git {
		for _, name := range []string{"HEAD", "objects/x", "refs/x"} {
			texts[".git/"+name] = "ref: refs/heads/main\n"
		}
	}
	for name, text := range texts {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestSearch(t *testing.T) {
	dir := files(t, true, map[string]string{
		"src/a.cu": "", "src/core/b.cu": "",
		"include/lib/types.h": "1", "include/lib/detail/deep.h": "1",
		"src/util.h": "1", "src/core/util/x.h": "1", "test/util.h": "2",
		"one/twice.h": "1", "two/twice.h": "2", "one/same.h": "1", "two/same.h": "1",
		"build/generated.h": "1", ".gitignore": "build/\n*.gen.h\n", "include/lib/made.gen.h": "1",
		"third_party/thrust/thrust/sort.h": "1", "third_party/fake/vector": "1", "third_party/fake/cuda_runtime.h": "1", "include/math_constants.h": "1",
		"lib/types.h.bak": "", "include/mylib/types.h": "2",
	})
	f := NewFinder(dir, []string{"src"})
	for _, c := range []struct{ name, from, include, want string }{
		{"by the end of the path", "src/a.cu", "lib/types.h", "include/lib/types.h"},
		{"whole names only", "src/a.cu", "ib/types.h", ""},
		{"deeper", "src/a.cu", "detail/deep.h", "include/lib/detail/deep.h"},
		{"the nearest", "src/core/b.cu", "util.h", "src/util.h"},
		{"steps up are cut off", "src/core/b.cu", "../../lib/types.h", "include/lib/types.h"},
		{"different and equally near", "src/a.cu", "twice.h", ""},
		{"equal and equally near", "src/a.cu", "same.h", "one/same.h"},
		{"the nearer of different ones", "two/c.cu", "twice.h", "two/twice.h"},
		{"an ignored folder", "src/a.cu", "generated.h", ""},
		{"an ignored file", "src/a.cu", "lib/made.gen.h", ""},
		{"a library's whole path", "src/a.cu", "thrust/sort.h", "third_party/thrust/thrust/sort.h"},
		{"a name of the C++ library", "src/a.cu", "vector", ""},
		{"a name of the toolkit", "src/a.cu", "cuda_runtime.h", ""},
		{"a name of the toolkit that the repository holds", "src/a.cu", "math_constants.h", "include/math_constants.h"},
		{"an absolute path", "src/a.cu", "/etc/passwd", ""},
		{"out of the repository", "src/a.cu", "../../../../../../etc/passwd", ""},
		{"nothing", "src/a.cu", "..", ""},
		{"not the file itself", "src/util.h", "util.h", "test/util.h"},
		{"but from beside it", "src/other.h", "util.h", "src/util.h"},
	} {
		if got := f.Search(c.from, c.include); got != c.want {
			t.Errorf("%s: %q from %s is %q, want %q", c.name, c.include, c.from, got, c.want)
		}
		want := c.want
		if want != "" {
			want = filepath.ToSlash(filepath.Join(dir, want))
		}
		if got := f.Search(filepath.Join(dir, c.from), c.include); got != want {
			t.Errorf("%s, absolute: %q, want %q", c.name, got, want)
		}
	}
}

// TestSearchStaysInside: links do not lead out of what is searched, and without a
// repository only the folders that are given are.
func TestSearchStaysInside(t *testing.T) {
	outside := files(t, false, map[string]string{"secret.h": "1", "sub/other.h": "1"})
	dir := files(t, false, map[string]string{"given/a.cu": "", "given/inc/b.h": "", "beside/c.h": ""})
	for _, link := range []string{"secret.h", "sub"} {
		if err := os.Symlink(filepath.Join(outside, link), filepath.Join(dir, "given", link)); err != nil {
			t.Skip(err)
		}
	}
	f := NewFinder(dir, []string{"given"})
	for include, want := range map[string]string{"b.h": "given/inc/b.h", "c.h": "", "secret.h": "", "other.h": ""} {
		if got := f.Search("given/a.cu", include); got != want {
			t.Errorf("%s is %q, want %q", include, got, want)
		}
	}
	if got := NewFinder(dir, []string{"given/a.cu"}).Search("given/a.cu", "b.h"); got != "" {
		t.Errorf("%q is found though no folder is given", got)
	}
}

// TestSearchAmongTheGiven: without a repository the files that are given are candidates,
// and what lies in the folders that are.
func TestSearchAmongTheGiven(t *testing.T) {
	texts := map[string]string{"src/a.cu": "", "inc/lib/b.cuh": "1", "inc/lib/c.cuh": "", "inc/vector": "", "far/lib/b.cuh": "2", "src/deep/near.h": "1", "far/near.h": "2"}
	dir := files(t, false, texts)
	for _, c := range []struct {
		name    string
		given   []string
		include string
		want    string
	}{
		{"a file that is given", []string{"src/a.cu", "inc/lib/b.cuh"}, "b.cuh", "inc/lib/b.cuh"},
		{"by more of its path", []string{"src/a.cu", "inc/lib/b.cuh"}, "lib/b.cuh", "inc/lib/b.cuh"},
		{"by all of it", []string{"src/a.cu", filepath.Join(dir, "inc", "lib", "b.cuh")}, "../inc/lib/b.cuh", "inc/lib/b.cuh"},
		{"by another path", []string{"src/a.cu", "inc/lib/b.cuh"}, "other/b.cuh", ""},
		{"a file that is not given", []string{"src/a.cu", "inc/lib/b.cuh"}, "c.cuh", ""},
		{"different and equally near", []string{"src/a.cu", "inc/lib/b.cuh", "far/lib/b.cuh"}, "b.cuh", ""},
		{"twice the same", []string{"src/a.cu", "inc", "inc/lib/b.cuh"}, "b.cuh", "inc/lib/b.cuh"},
		{"in another folder that is given", []string{"src", "inc"}, "lib/b.cuh", "inc/lib/b.cuh"},
		{"by the name of a folder that is given", []string{"src", "inc/lib"}, "lib/b.cuh", "inc/lib/b.cuh"},
		{"the nearer of a file and one in a folder", []string{"far", "src/deep/near.h"}, "near.h", "src/deep/near.h"},
		{"a name of the C++ library", []string{"src/a.cu", "inc/vector"}, "vector", ""},
		{"the same at the top of a folder that is given", []string{"src", "inc"}, "vector", "inc/vector"},
		{"not there", []string{"src/a.cu", "inc/none.cuh"}, "none.cuh", ""},
	} {
		if got := NewFinder(dir, c.given).Search("src/a.cu", c.include); got != c.want {
			t.Errorf("%s: %s is %q, want %q", c.name, c.include, got, c.want)
		}
	}
	if got := NewFinder(files(t, true, texts), []string{"src/a.cu", "inc/lib/b.cuh"}).Search("src/a.cu", "c.cuh"); got != "inc/lib/c.cuh" {
		t.Errorf("c.cuh in a repository is %q: it counts whatever is given", got)
	}
}

// TestForget: files that are made later are found after Forget.
func TestForget(t *testing.T) {
	dir := files(t, true, map[string]string{"src/a.cu": "", "inc/b.h": ""})
	f := NewFinder(dir, nil)
	if got := f.Search("src/a.cu", "late.h"); got != "" {
		t.Fatal(got)
	}
	if err := os.WriteFile(filepath.Join(dir, "inc", "late.h"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := f.Search("src/a.cu", "late.h"); got != "" {
		t.Errorf("%q: answers change while a run lasts", got)
	}
	f.Forget()
	if got, want := f.Search("src/a.cu", "late.h"), "inc/late.h"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestConcerns: files and folders that come or go are told from those that change.
func TestConcerns(t *testing.T) {
	dir := files(t, true, map[string]string{"src/a.cu": "", "src/deep/in/x.h": "", ".hidden/h.h": "", "top.h": "", "gone/g.h": "", "away.h": "", "notes.txt": ""})
	f := NewFinder(dir, nil)
	if f.Concerns("new.h") {
		t.Error("nothing was asked for, and something concerns it")
	}
	f.Search("src/a.cu", "x.h")
	for _, name := range []string{"gone", "away.h"} {
		if err := os.RemoveAll(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"new.h", "new.txt", "folder/f.h"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]bool{
		"src/a.cu": false, "src/deep/in/x.h": false, ".hidden/h.h": false, "top.h": false, "notes.txt": false, "never.h": false,
		"gone": true, "gone/g.h": true, "away.h": true, "new.h": true, "new.txt": false, "folder": true, "folder/f.h": true, ".gitignore": true,
	} {
		for _, name := range []string{name, filepath.Join(dir, name)} {
			if got := f.Concerns(name); got != want {
				t.Errorf("%s concerns the answers: %v, want %v", name, got, want)
			}
		}
	}
}

package lint

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

// gitFiles returns what git says is not ignored below a folder.
func gitFiles(t *testing.T, dir string) []string {
	t.Helper()
	cmd := exec.Command("git", "-c", "core.excludesFile=", "ls-files", "--others", "--exclude-standard", "-z")
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git ls-files: %v\n%s", err, stderr.String())
	}
	var files []string
	for _, f := range strings.Split(string(out), "\x00") {
		if strings.HasSuffix(f, ".cu") {
			files = append(files, f)
		}
	}
	sort.Strings(files)
	return files
}

// TestIgnoresAsGitDoes compares discovery with git on generated trees of
// .gitignore files.
func TestIgnoresAsGitDoes(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	const trees = 60
	names := []string{"a", "b", "ab", "build", "x.y", "a b", "[a]", "#c"}
	pieces := []string{"*", "**", "?", "/", "a", "b", "ab", "build", ".cu", "[ab]", "[!a]", "[a-c]", "[[:alpha:]]", `\*`, `\#c`, " ", `\ `, "x.y", "*.cu", "**/", "/**", "a*b", "[", `\[a]`}
	for seed := range trees {
		r := rand.New(rand.NewSource(int64(seed)))
		dir := t.TempDir()
		if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
			t.Fatalf("git init: %v\n%s", err, out)
		}
		pattern := func() string {
			var b strings.Builder
			if r.Intn(4) == 0 {
				b.WriteString("!")
			}
			for range 1 + r.Intn(4) {
				b.WriteString(pieces[r.Intn(len(pieces))])
			}
			return b.String()
		}
		var ignores []string
		writeIgnore := func(folder string) {
			var text strings.Builder
			for range 1 + r.Intn(5) {
				text.WriteString(pattern() + []string{"\n", "\r\n"}[r.Intn(2)])
			}
			ignores = append(ignores, fmt.Sprintf("%s: %q", folder, text.String()))
			if err := os.WriteFile(filepath.Join(dir, folder, ".gitignore"), []byte(text.String()), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for range 40 {
			parts := make([]string, 1+r.Intn(3))
			for i := range parts {
				parts[i] = names[r.Intn(len(names))]
			}
			folder := filepath.Join(parts[:len(parts)-1]...)
			if err := os.MkdirAll(filepath.Join(dir, folder), 0o777); err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(dir, folder, parts[len(parts)-1]+".cu")
			if err := os.WriteFile(file, []byte("int x;"), 0o666); err != nil {
				t.Fatal(err)
			}
			if r.Intn(10) == 0 {
				writeIgnore(folder)
			}
		}
		writeIgnore(".")
		want := gitFiles(t, dir)
		inputs, problems := Discover(dir, []string{"."})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		var got []string
		for _, in := range inputs {
			got = append(got, filepath.ToSlash(in.Path))
		}
		sort.Strings(got)
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("seed %d:\n%s\ngot  %q\nwant %q", seed, strings.Join(ignores, "\n"), got, want)
		}
	}
}

func TestRulesAboveTheFolderApply(t *testing.T) {
	dir := folder(t, map[string]string{
		".git/info/exclude": "secret.cu\n",
		".gitignore":        "gen/\n*.tmp.cu\n",
		"src/.gitignore":    "!keep.tmp.cu\n",
		"src/a.cu":          "", "src/a.tmp.cu": "", "src/keep.tmp.cu": "", "src/gen/b.cu": "", "src/secret.cu": "",
	})
	inputs, _ := Discover(dir, []string{"src"})
	var got []string
	for _, in := range inputs {
		got = append(got, filepath.ToSlash(in.Path))
	}
	if want := "src/a.cu src/keep.tmp.cu"; strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// A file that is named is linted whatever git ignores.
	if inputs, _ = Discover(dir, []string{"src/gen/b.cu"}); len(inputs) != 1 {
		t.Errorf("a file named on the command line is left out")
	}
}

// TestWildmatchIsNotExponential would not end in a lifetime if each star tried
// every split of the rest.
func TestWildmatchIsNotExponential(t *testing.T) {
	if wildmatch(strings.Repeat("a*", 40)+"b", strings.Repeat("a", 200)) {
		t.Error("matched without a b")
	}
}

func TestDiscoverOddPlaces(t *testing.T) {
	dir := folder(t, map[string]string{
		"a.cu": "", "b.cuh": "", "c.cu.cc": "", "d.cpp": "", "e.txt": "", "f.py": "", "sub/g.hpp": "", "real/h.cu": "", "i.CU": "",
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
	inputs, problems := Discover(dir, []string{".", "a.cu", "e.txt", "nowhere"})
	var got []string
	for _, in := range inputs {
		got = append(got, fmt.Sprintf("%s %v", in.Path, in.IfCUDA))
	}
	want := "a.cu false, alias.cu false, b.cuh false, c.cu.cc false, d.cpp true, e.txt false, i.CU false, real/h.cu false, sub/g.hpp true"
	if strings.Join(got, ", ") != want {
		t.Errorf("inputs\n%q\nwant\n%q", strings.Join(got, ", "), want)
	}
	got = nil
	for _, p := range problems {
		got = append(got, fmt.Sprintf("%s %s: %s", p.Kind, p.Path, p.Message))
	}
	want = strings.Join([]string{
		"io dangling.cu: there is no such file or folder",
		"io nowhere: there is no such file or folder",
		"io self.cu: the symbolic link leads back to itself",
		"io sub/loop: the symbolic link leads to a folder that it is in; it is not followed",
	}, "\n")
	if strings.Join(got, "\n") != want {
		t.Errorf("problems\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
	var err error = &fs.PathError{Op: "open", Path: "x", Err: fs.ErrPermission}
	if got := reason(err).Error(); got != "cannot be read: permission denied" {
		t.Errorf("reason %q names the path again or loses the cause", got)
	}
}

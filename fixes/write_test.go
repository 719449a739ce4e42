package fixes

import (
	"bufio"
	"errors"
	"io/fs"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// folder makes files in a new folder and returns their full names; the text
// of each is its name.
func folder(t *testing.T, names ...string) (dir string, paths []string) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range names {
		paths = append(paths, filepath.Join(dir, name))
		put(t, paths[len(paths)-1], name)
	}
	return dir, paths
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// holds checks what files hold, and that a folder has no others.
func holds(t *testing.T, dir string, texts map[string]string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if _, known := texts[e.Name()]; !known {
			t.Errorf("left behind: %s", e.Name())
		}
	}
	for name, want := range texts {
		if got, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v, want %q", name, got, err, want)
		}
	}
}

// change is a File whose text goes from its name to "new".
func change(path string) File {
	return File{path, []byte(filepath.Base(path)), []byte("new")}
}

func TestWrite(t *testing.T) {
	dir, p := folder(t, "a.cu", "b.cu", "same.cu")
	if err := os.Chmod(p[0], 0o750); err != nil {
		t.Fatal(err)
	}
	same := File{p[2], []byte("same.cu"), []byte("same.cu")}
	was, err := os.Stat(p[2])
	if err != nil {
		t.Fatal(err)
	}
	if err := Write([]File{change(p[0]), same, change(p[1])}); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, map[string]string{"a.cu": "new", "b.cu": "new", "same.cu": "same.cu"})
	if info, err := os.Stat(p[0]); err != nil || runtime.GOOS != "windows" && info.Mode() != 0o750 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if is, err := os.Stat(p[2]); err != nil || !os.SameFile(was, is) {
		t.Errorf("the file without a change was replaced: %v", err)
	}
	if err := Write(nil); err != nil {
		t.Error(err)
	}
}

func TestWriteFollowsLinks(t *testing.T) {
	dir, p := folder(t, "a.cu")
	link := filepath.Join(t.TempDir(), "link.cu")
	if err := os.Symlink(p[0], link); err != nil {
		t.Skip(err)
	}
	twice := []File{change(p[0]), {link, []byte("a.cu"), []byte("other")}}
	if err := Write(twice); err == nil || !strings.Contains(err.Error(), link+": is the same file as "+p[0]) {
		t.Errorf("one file by two names: %v", err)
	}
	holds(t, dir, map[string]string{"a.cu": "a.cu"})
	if err := Write([]File{{link, []byte("a.cu"), []byte("new")}}); err != nil {
		t.Fatal(err)
	}
	holds(t, dir, map[string]string{"a.cu": "new"})
	if info, err := os.Lstat(link); err != nil || info.Mode().Type() != fs.ModeSymlink {
		t.Errorf("the link is %v, %v", info.Mode(), err)
	}
}

func TestWriteRefuses(t *testing.T) {
	dir, p := folder(t, "a.cu", "b.cu")
	sub := t.TempDir()
	for name, c := range map[string]struct {
		file File
		want string
	}{
		"changed":  {File{p[1], []byte("as read"), []byte("new")}, "b.cu: changed since it was read"},
		"vanished": {File{filepath.Join(dir, "c.cu"), nil, []byte("new")}, "c.cu: "},
		"folder":   {File{sub, nil, []byte("new")}, sub + ": not a regular file"},
		"twice":    {change(filepath.Join(dir, ".", "a.cu")), "a.cu: is the same file as"},
	} {
		err := Write([]File{change(p[0]), c.file})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
		holds(t, dir, map[string]string{"a.cu": "a.cu", "b.cu": "b.cu"})
	}
	if err := Write([]File{{filepath.Join(dir, "c.cu"), nil, nil}}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("not fs.ErrNotExist: %v", err)
	}
}

func TestWriteWithoutPermission(t *testing.T) {
	if os.Geteuid() <= 0 {
		t.Skip("permissions do not bind this user")
	}
	dir, p := folder(t, "a.cu", "b.cu")
	locked, q := folder(t, "c.cu")
	if err := os.Chmod(locked, 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(locked, 0o755) })
	if err := os.Chmod(p[1], 0o444); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{p[1], q[0]} {
		err := Write([]File{change(p[0]), change(path)})
		if !errors.Is(err, fs.ErrPermission) || !strings.HasPrefix(err.Error(), path+": ") {
			t.Errorf("%s: %v", path, err)
		}
		holds(t, dir, map[string]string{"a.cu": "a.cu", "b.cu": "b.cu"})
		holds(t, locked, map[string]string{"c.cu": "c.cu"})
	}
}

// TestWritePutsBack lets the third file fail after two are replaced.
func TestWritePutsBack(t *testing.T) {
	defer func() { rename = os.Rename }()
	dir, p := folder(t, "a.cu", "b.cu", "c.cu")
	files := []File{change(p[0]), change(p[1]), change(p[2])}
	third := func(then func() error) {
		n := 0
		rename = func(from, to string) error {
			if n++; n == 3 {
				if err := then(); err != nil {
					return err
				}
			}
			return os.Rename(from, to)
		}
	}

	third(func() error { return &os.LinkError{Op: "rename", Old: "x", New: "y", Err: errors.New("disk on fire")} })
	if err := Write(files); err == nil || err.Error() != p[2]+": disk on fire" {
		t.Errorf("rename fails: %v", err)
	}
	holds(t, dir, map[string]string{"a.cu": "a.cu", "b.cu": "b.cu", "c.cu": "c.cu"})

	rename = func(from, to string) error {
		if to == p[1] {
			put(t, p[2], "edited meanwhile")
		}
		return os.Rename(from, to)
	}
	if err := Write(files); err == nil || err.Error() != p[2]+": changed since it was read" {
		t.Errorf("file changes meanwhile: %v", err)
	}
	holds(t, dir, map[string]string{"a.cu": "a.cu", "b.cu": "b.cu", "c.cu": "edited meanwhile"})

	put(t, p[2], "c.cu")
	broken := false
	rename = func(from, to string) error {
		broken = broken || to == p[2]
		if broken && to != p[1] {
			return errors.New("disk on fire")
		}
		return os.Rename(from, to)
	}
	err := Write(files)
	_, backup, found := strings.Cut(err.Error(), p[0]+": cannot be restored: disk on fire; its old content is in ")
	if !found {
		t.Fatalf("putting back fails: %v", err)
	}
	holds(t, dir, map[string]string{"a.cu": "new", "b.cu": "b.cu", "c.cu": "c.cu", filepath.Base(backup): "a.cu"})
}

// childFolder names the folder in which a child process of
// TestWriteInterrupted works.
const childFolder = "CUDALINT_FIXES_TEST_FOLDER"

// childTexts are two contents of different length, long enough to be caught
// half written.
var childTexts = [2]string{strings.Repeat("old ", 300_000), strings.Repeat("new and longer ", 100_000)}

var childNames = []string{"a.cu", "b.cu"}

// writeForever changes all files to and fro until the process is killed.
func writeForever(t *testing.T, dir string) {
	for i := 0; ; i++ {
		var files []File
		for _, name := range childNames {
			files = append(files, File{filepath.Join(dir, name), []byte(childTexts[i%2]), []byte(childTexts[(i+1)%2])})
		}
		if err := Write(files); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			os.Stdout.WriteString("writing\n")
		}
	}
}

// TestWriteInterrupted kills a process while it writes, again and again: each
// file is then old or new.
func TestWriteInterrupted(t *testing.T) {
	if dir := os.Getenv(childFolder); dir != "" {
		writeForever(t, dir)
	}
	r := rand.New(rand.NewSource(time.Now().UnixNano()))
	interrupted := 0
	// On a busy machine few are caught at work.
	for round := 0; round < 20 || interrupted == 0 && round < 200; round++ {
		dir := t.TempDir()
		for _, name := range childNames {
			put(t, filepath.Join(dir, name), childTexts[0])
		}
		child := exec.Command(os.Args[0], "-test.run=^TestWriteInterrupted$")
		child.Env = append(os.Environ(), childFolder+"="+dir)
		out, err := child.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := child.Start(); err != nil {
			t.Fatal(err)
		}
		line, err := bufio.NewReader(out).ReadString('\n')
		time.Sleep(time.Duration(r.Intn(20_000)) * time.Microsecond)
		child.Process.Kill()
		child.Wait()
		if line != "writing\n" {
			t.Fatalf("child: %q, %v", line, err)
		}
		for _, name := range childNames {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil || string(text) != childTexts[0] && string(text) != childTexts[1] {
				t.Errorf("%s: %d bytes, neither old nor new; %v", name, len(text), err)
			}
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".*.cudalint-*")); len(left) > 0 {
			interrupted++
		}
	}
	// Without temporary files no process was caught at work.
	if interrupted == 0 {
		t.Error("no process was killed while it wrote")
	}
}

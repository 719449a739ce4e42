package main

import (
	"archive/zip"
	"bytes"
	"debug/elf"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

// TestRelease builds the release of one commit in two folders, with nothing of the other
// in the go command's caches, and runs it where there is nothing else.
func TestRelease(t *testing.T) {
	optIn(t, "CUDALINT_RELEASE")
	first := thisRepository(t)
	second := &workshop{t: t, dir: filepath.Join(t.TempDir(), "deeper", "clone"), env: []string{"GOCACHE=" + t.TempDir()}}
	first.do("git", "clone", "-q", first.dir, second.dir)
	second.write("stray.go", "package broken\n") // what is not committed does not count
	name := "cudalint-linux-" + runtime.GOARCH
	read := func(w *workshop) []byte {
		t.Log(w.do(filepath.Join(".ci", "release"), "out"))
		text := w.read(filepath.Join("out", name))
		(&workshop{t: t, dir: filepath.Join(w.dir, "out")}).do("sha256sum", "-c", name+".sha256")
		return []byte(text)
	}
	binary := read(first)
	if !bytes.Equal(binary, read(second)) {
		t.Error("two builds of one commit differ")
	}
	if bytes.Contains(binary, []byte(first.dir)) {
		t.Error("the binary names the folder that it was built in")
	}
	file, err := elf.NewFile(bytes.NewReader(binary))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range file.Progs {
		if p.Type == elf.PT_INTERP || p.Type == elf.PT_DYNAMIC {
			t.Errorf("the binary is not static: it has a segment %s", p.Type)
		}
	}
	if os.Geteuid() != 0 {
		t.Log("not root: the binary is not run in an empty root folder")
		return
	}
	root := &workshop{t: t, dir: t.TempDir()}
	root.write("a.cu", divergent)
	if err := os.WriteFile(filepath.Join(root.dir, "cudalint"), binary, 0o777); err != nil {
		t.Fatal(err)
	}
	if got := root.do("chroot", root.dir, "/cudalint", "version"); !strings.HasPrefix(got, "cudalint "+release) || !strings.Contains(got, ", commit ") {
		t.Errorf("version: %q", got)
	}
	status, output := root.run("chroot", root.dir, "/cudalint", "check", "--output-format", "concise", "/a.cu")
	if status != 1 || !strings.Contains(output, "a.cu:5:24: warning:") {
		t.Errorf("exit status %d\n%s", status, output)
	}
}

// TestGoInstall installs the command as users do, by go install MODULE@VERSION, from a
// module proxy in a folder; other modules come from the usual one.
func TestGoInstall(t *testing.T) {
	optIn(t, "CUDALINT_RELEASE")
	tool := thisRepository(t)
	const version = "v1.2.3"
	proxy := t.TempDir()
	publish(t, tool, proxy, version)
	w := &workshop{t: t, dir: t.TempDir()}
	bin := t.TempDir()
	upstream := strings.TrimSpace(w.do("go", "env", "GOPROXY"))
	w.env = []string{"GOPROXY=file://" + filepath.ToSlash(proxy) + "," + upstream, "GONOSUMDB=github.com/cudalint/*", "GOBIN=" + bin, "GOFLAGS=-modcacherw",
		// The version must not be found in a cache of another run.
		"GOMODCACHE=" + t.TempDir()}
	t.Log(w.do("go", "install", "github.com/cudalint/cudalint/cmd/cudalint@"+version))
	w.write("a.cu", divergent)
	cudalint := filepath.Join(bin, "cudalint")
	if got := w.do(cudalint, "version"); !regexp.MustCompile(`^cudalint 1\.2\.3 \(go1\.[^,]+, \w+/\w+\)$`).MatchString(got) {
		t.Errorf("version: %q", got)
	}
	status, output := w.run(cudalint, "check", "--output-format", "concise")
	if status != 1 || !strings.Contains(output, "a.cu:5:24: warning:") {
		t.Errorf("exit status %d\n%s", status, output)
	}
}

// publish puts a module into the folder of a proxy, in the form that
// https://go.dev/ref/mod#goproxy-protocol describes.
func publish(t *testing.T, module *workshop, proxy, version string) {
	t.Helper()
	const path = "github.com/cudalint/cudalint"
	at := &workshop{t: t, dir: filepath.Join(proxy, filepath.FromSlash(path), "@v")}
	at.write("list", version+"\n")
	at.write(version+".info", fmt.Sprintf(`{"Version": %q, "Time": "2026-01-01T00:00:00Z"}`, version))
	at.write(version+".mod", module.read("go.mod"))
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, name := range strings.Split(module.do("git", "ls-files"), "\n") {
		out, err := z.Create(path + "@" + version + "/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(out, module.read(name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	at.write(version+".zip", b.String())
}

// TestBuildsElsewhere compiles all packages for other systems: what a system lacks is not
// noticed on Linux.
func TestBuildsElsewhere(t *testing.T) {
	optIn(t, "CUDALINT_RELEASE")
	w := &workshop{t: t, dir: filepath.Join("..", "..")}
	zig, err := exec.LookPath("zig")
	if err != nil {
		t.Skip("there is no zig in PATH")
	}
	for _, target := range []struct{ os, arch, zig string }{
		{"linux", "arm64", "aarch64-linux-musl"}, {"windows", "amd64", "x86_64-windows-gnu"},
		{"darwin", "arm64", "aarch64-macos"},
	} {
		w.env = []string{"CGO_ENABLED=1", "GOOS=" + target.os, "GOARCH=" + target.arch, "CC=" + zig + " cc -target " + target.zig}
		w.do("go", "build", "./...")
	}
}

package main

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// packageFiles are what .ci/packaging/write makes, and the platforms whose archives they name.
var packageFiles = map[string][]string{
	"homebrew/cudalint.rb":         {"darwin_amd64.tar.gz", "darwin_arm64.tar.gz", "linux_amd64.tar.gz", "linux_arm64.tar.gz"},
	"nix/flake.nix":                {"darwin_amd64.tar.gz", "darwin_arm64.tar.gz", "linux_amd64.tar.gz", "linux_arm64.tar.gz"},
	"bazel/cudalint_release.bzl":   {"darwin_amd64.tar.gz", "darwin_arm64.tar.gz", "linux_amd64.tar.gz", "linux_arm64.tar.gz"},
	"cmake/cudalint-release.cmake": {"darwin_amd64.tar.gz", "darwin_arm64.tar.gz", "linux_amd64.tar.gz", "linux_arm64.tar.gz", "windows_amd64.zip"},
	"conda/recipe.yaml":            {"source.tar.gz"},
	"spack/package.py":             {"source.tar.gz"},
}

// packageReaders are commands that read a file and complain of its syntax, by its extension.
var packageReaders = map[string][]string{
	".rb":  {"ruby", "-c"},
	".py":  {"python3", "-m", "py_compile"},
	".nix": {"nix-instantiate", "--parse"},
}

// writePackages runs .ci/packaging/write for a release 9.8.7 of archives with these checksums.
func writePackages(t *testing.T, sums map[string]string) (dir, log string, ok bool) {
	t.Helper()
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	script, err := filepath.Abs(filepath.Join("..", "..", ".ci", "packaging", "write"))
	if err != nil {
		t.Fatal(err)
	}
	w := &workshop{t: t, dir: t.TempDir()}
	var lines strings.Builder
	for archive, sum := range sums {
		fmt.Fprintf(&lines, "%s  cudalint_9.8.7_%s\n", sum, archive)
	}
	w.write("SHA256SUMS", lines.String())
	status, log := w.run("bash", script, "out", "9.8.7", "SHA256SUMS")
	return filepath.Join(w.dir, "out"), log, status == 0
}

// someSums returns a checksum for each archive of a release, different ones.
func someSums() map[string]string {
	sums := map[string]string{}
	for _, archives := range packageFiles {
		for _, archive := range archives {
			sums[archive] = fmt.Sprintf("%x", sha256.Sum256([]byte(archive)))
		}
	}
	return sums
}

// TestPackagesNameTheirRelease: the files have the version and the checksum of each archive,
// and can be read by the tools that are there.
func TestPackagesNameTheirRelease(t *testing.T) {
	sums := someSums()
	dir, log, ok := writePackages(t, sums)
	if !ok {
		t.Fatal(log)
	}
	found := 0
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		found++
		name, _ := filepath.Rel(dir, path)
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		archives := packageFiles[filepath.ToSlash(name)]
		if len(archives) == 0 || strings.Contains(string(text), "@VERSION") || strings.Contains(string(text), "@SHA256") || !strings.Contains(string(text), "9.8.7") {
			t.Errorf("%s is unknown, or not filled:\n%s", name, text)
		}
		for _, archive := range archives {
			if strings.Count(string(text), sums[archive]) != 1 {
				t.Errorf("%s has not the checksum of %s", name, archive)
			}
		}
		reader := packageReaders[filepath.Ext(name)]
		if len(reader) == 0 {
			return nil
		}
		if _, err := exec.LookPath(reader[0]); err != nil {
			t.Logf("%s is not read: %v", name, err)
		} else if out, ok := runIn(t, dir, reader[0], append(slices.Clone(reader[1:]), path)...); !ok {
			t.Errorf("%s: %s", name, out)
		}
		return nil
	})
	if err != nil || found < len(packageFiles) {
		t.Errorf("%v: %d files, want %d", err, found, len(packageFiles))
	}
}

// TestPackagesNeedEachChecksum: without an archive, or with a checksum that is none, nothing
// half-filled is called a success.
func TestPackagesNeedEachChecksum(t *testing.T) {
	for _, sum := range []string{"", "12ab"} {
		sums := someSums()
		sums["linux_arm64.tar.gz"] = sum
		if _, log, ok := writePackages(t, sums); ok || !strings.Contains(log, "the release has no cudalint_9.8.7_linux_arm64.tar.gz") {
			t.Errorf("checksum %q: succeeds: %v\n%s", sum, ok, log)
		}
	}
}

package main

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// checkoutRoot is the folder of the repository, as seen from this package.
const checkoutRoot = "../.."

// TestWheel writes the wheel of a program twice, and reads it as pip does.
func TestWheel(t *testing.T) {
	w := &workshop{t: t, dir: t.TempDir()}
	script, err := filepath.Abs(filepath.Join(checkoutRoot, ".ci", "wheel"))
	if err != nil {
		t.Fatal(err)
	}
	w.write("program", "not really a program")
	name := "cudalint-" + release + "-py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.musllinux_1_1_x86_64.whl"
	for _, folder := range []string{"a", "b"} {
		if got := w.do("python3", script, folder, "program", "linux-amd64"); strings.TrimSpace(got) != filepath.Join(folder, name) {
			t.Fatalf("the wheel is %s, want %s", got, name)
		}
	}
	text := w.read(filepath.Join("a", name))
	if text != w.read(filepath.Join("b", name)) {
		t.Error("two wheels of one program differ")
	}
	archive, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	checkWheel(t, archive)
	if status, output := w.run("python3", script, "a", "program", "linux-sparc"); status == 0 || !strings.Contains(output, "windows-arm64") {
		t.Errorf("an unknown platform: exit status %d\n%s", status, output)
	}
}

// checkWheel checks the entries of a wheel against its RECORD, and its program and description.
func checkWheel(t *testing.T, archive *zip.Reader) {
	t.Helper()
	info := "cudalint-" + release + ".dist-info/"
	program := "cudalint-" + release + ".data/scripts/cudalint"
	contents := map[string]string{}
	var record strings.Builder
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		contents[f.Name] = string(data)
		if f.Name != info+"RECORD" {
			sum := sha256.Sum256(data)
			fmt.Fprintf(&record, "%s,sha256=%s,%d\n", f.Name, base64.RawURLEncoding.EncodeToString(sum[:]), len(data))
		}
		if want := os.FileMode(0o644); f.Name == program && f.Mode() != 0o755 || f.Name != program && f.Mode() != want {
			t.Errorf("%s has the mode %s", f.Name, f.Mode())
		}
	}
	if got, want := contents[info+"RECORD"], record.String()+info+"RECORD,,\n"; got != want {
		t.Errorf("RECORD is\n%s, want\n%s", got, want)
	}
	if contents[program] != "not really a program" {
		t.Errorf("%s is %q", program, contents[program])
	}
	if !strings.Contains(contents["cudalint/__main__.py"], "find_cudalint_bin") {
		t.Error("python -m cudalint has nothing to run")
	}
	metadata := contents[info+"METADATA"]
	if !strings.Contains(metadata, "\nVersion: "+release+"\n") {
		t.Errorf("METADATA does not have the version %s", release)
	}
	// PyPI shows the README, where links to files of the repository lead nowhere.
	if m := regexp.MustCompile(`\]\([^h#][^)]*\)`).FindString(metadata); m != "" {
		t.Errorf("the description has the relative link %s", m)
	}
}

// TestVersionIsTheSame checks the places that .ci/version changes.
func TestVersionIsTheSame(t *testing.T) {
	w := &workshop{t: t, dir: checkoutRoot}
	mention := regexp.MustCompile(`(?:cudalint@v?|cudalint-v|cudalint_|releases/download/v|cudalint-linux-x64-|cudalint/cudalint@v|rev: v|cudalint==|raw\.githubusercontent\.com/cudalint/cudalint/v)(\d+\.\d+\.\d+)`)
	found := 0
	for _, name := range strings.Fields(w.do("git", "ls-files", "*.md", "*.yml", "*.yaml", "editors/vscode/package.json")) {
		for _, m := range mention.FindAllStringSubmatch(w.read(name), -1) {
			if found++; m[1] != release {
				t.Errorf("%s: %s, want version %s", name, m[0], release)
			}
		}
	}
	if found < 5 {
		t.Errorf("%d mentions of the version are found: the pattern has aged", found)
	}
	for _, name := range []string{"package.json", "package-lock.json"} {
		var pkg struct{ Version string }
		if err := json.Unmarshal([]byte(w.read("editors/vscode/"+name)), &pkg); err != nil || pkg.Version != release {
			t.Errorf("editors/vscode/%s has the version %q (%v), want %s", name, pkg.Version, err, release)
		}
	}
}

// TestArchive packs a program twice, for two systems.
func TestArchive(t *testing.T) {
	w := &workshop{t: t, dir: t.TempDir()}
	script, err := filepath.Abs(filepath.Join(checkoutRoot, ".ci", "archive"))
	if err != nil {
		t.Fatal(err)
	}
	sources, err := filepath.Abs(checkoutRoot)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ program, suffix, list string }{
		{"p", ".tar.gz", "cudalint CHANGELOG.md LICENSE README.md"},
		{"p.exe", ".zip", "cudalint.exe CHANGELOG.md LICENSE README.md"},
	} {
		w.write(c.program, "a program")
		w.do("python3", script, c.program, sources, "first")
		w.do("python3", script, c.program, sources, "second")
		if first := w.read("first" + c.suffix); !bytes.Equal([]byte(first), []byte(w.read("second"+c.suffix))) {
			t.Errorf("two archives of %s differ", c.program)
		}
		list := "import sys, tarfile, zipfile; f = sys.argv[1]; print(*(zipfile.ZipFile(f).namelist() if f.endswith('zip') else tarfile.open(f).getnames()))"
		if got := strings.TrimSpace(w.do("python3", "-c", list, "first"+c.suffix)); got != c.list {
			t.Errorf("first%s holds %s, want %s", c.suffix, got, c.list)
		}
	}
}

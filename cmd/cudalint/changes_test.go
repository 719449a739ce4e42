package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestChanges cuts versions out of a changelog, and out of that of the project.
func TestChanges(t *testing.T) {
	script, err := filepath.Abs(filepath.Join(checkoutRoot, ".ci", "changes"))
	if err != nil {
		t.Fatal(err)
	}
	w := &workshop{t: t, dir: t.TempDir()}
	w.write("log.md", "# Changelog\n\n## [Unreleased]\n\n- soon\n\n## [1.2.0] - 2026-01-31\n\n### Added\n\n- a\n- b\n\n## [1.1.0]\n\nold\n\n[1.1.0]: https://example.com\n")
	cut := func(version, log string) (int, string) {
		return w.run("bash", "-c", script+" "+version+" <"+log)
	}
	for version, want := range map[string]string{"1.2.0": "### Added\n\n- a\n- b", "1.1.0": "old"} {
		if status, got := cut(version, "log.md"); status != 0 || strings.TrimSuffix(got, "\n") != want {
			t.Errorf("%s: exit status %d\n%s\nwant\n%s", version, status, got, want)
		}
	}
	if status, _ := cut("1.2", "log.md"); status == 0 {
		t.Error("a version that is not in the changelog is cut")
	}
	w.write("own.md", (&workshop{t: t, dir: checkoutRoot}).read("CHANGELOG.md"))
	if status, got := cut(release, "own.md"); status != 0 || len(got) < 100 {
		t.Errorf("the changes of %s: exit status %d\n%s", release, status, got)
	}
}

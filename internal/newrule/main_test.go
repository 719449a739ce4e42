package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const module = "../.."

// copyOfRules returns a module with a copy of the folder of rules, and nothing else.
func copyOfRules(t *testing.T) (root string) {
	t.Helper()
	root = t.TempDir()
	if err := os.CopyFS(filepath.Join(root, "rules"), os.DirFS(filepath.Join(module, "rules"))); err != nil {
		t.Fatal(err)
	}
	return root
}

// TestNewRuleWorks makes a rule in a copy, builds the tests of rules with it, and runs those about
// it: what newrule writes compiles, is in the list, and finds what its corpus wants.
func TestNewRuleWorks(t *testing.T) {
	if testing.Short() {
		t.Skip("it links a test binary")
	}
	root := copyOfRules(t)
	files, err := generate(root, "some-new-thing")
	if err != nil {
		t.Fatal(err)
	}
	// The build sees the new files in the module, the tests run in the copy.
	overlay := map[string]map[string]string{"Replace": {}}
	for _, path := range files {
		name, err := filepath.Abs(filepath.Join(module, path))
		if err != nil {
			t.Fatal(err)
		}
		overlay["Replace"][name] = filepath.Join(root, path)
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "overlay.json"), text, 0o666); err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(root, "rules.test")
	run := func(dir, name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", strings.Join(cmd.Args, " "), err, out)
		}
		return string(out)
	}
	run(module, "go", "test", "-c", "-vet=off", "-overlay", filepath.Join(root, "overlay.json"), "-o", binary, "./rules")
	out := run(filepath.Join(root, "rules"), binary, "-test.v", "-test.run", "TestList|TestCorpus/some-new-thing")
	for _, want := range []string{"--- PASS: TestCorpus/some-new-thing/flagged.cu", "--- PASS: TestCorpus/some-new-thing/clean.cu", "--- PASS: TestList"} {
		if !strings.Contains(out, want) {
			t.Errorf("the tests do not say %q:\n%s", want, out)
		}
	}
}

// TestListIsGenerated: rules.go is what newrule writes.
func TestListIsGenerated(t *testing.T) {
	root := copyOfRules(t)
	if _, err := generate(root, ""); err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile(filepath.Join(root, "rules", "rules.go"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(module, "rules", "rules.go")); err != nil || string(got) != string(want) {
		t.Errorf("rules/rules.go is not what `go generate ./rules` writes: %v", err)
	}
}

// TestNames: a name that is no rule's, or that of a rule, changes nothing.
func TestNames(t *testing.T) {
	root := copyOfRules(t)
	for _, name := range []string{"thing", "Some-Thing", "some_thing", "../some-thing", "some-", "restrict-alias"} {
		if files, err := generate(root, name); err == nil || len(files) > 0 {
			t.Errorf("%s: wrote %q, %v", name, files, err)
		}
	}
}

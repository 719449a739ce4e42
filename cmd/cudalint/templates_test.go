package main

import (
	"bytes"
	"io/fs"
	"path"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// An issueForm is what GitHub reads of an issue form.
type issueForm struct {
	Name, Description, Title string
	Labels                   []string
	Body                     []formField
}

type formField struct {
	Type, ID   string
	Attributes struct {
		Label, Description, Placeholder, Render, Value string
	}
	Validations struct{ Required bool }
}

// TestIssueForms reads the issue forms as GitHub does: no unknown key, the keys that a field has
// to have, and every identifier and label once.
func TestIssueForms(t *testing.T) {
	const dir = ".github/ISSUE_TEMPLATE"
	entries, err := fs.ReadDir(repository, dir)
	if err != nil {
		t.Fatal(err)
	}
	read := map[string]issueForm{}
	for _, e := range entries {
		if e.Name() == "config.yml" {
			continue
		}
		var form issueForm
		decodeStrictly(t, path.Join(dir, e.Name()), &form)
		if form.Name == "" || form.Description == "" {
			t.Errorf("%s has no name or no description", e.Name())
		}
		seen := map[string]bool{}
		for _, f := range form.Body {
			checkField(t, e.Name(), f, seen)
		}
		read[e.Name()] = form
	}
	// A wrong count cannot be looked into without these.
	var asks []string
	for _, f := range read["1-wrong-count.yml"].Body {
		if f.Validations.Required {
			asks = append(asks, f.ID)
		}
	}
	for _, need := range []string{"kernel", "launch", "access", "counter"} {
		if !slices.Contains(asks, need) {
			t.Errorf("a wrong count can be reported without its %s", need)
		}
	}
}

// checkField checks one field of a form. seen has the identifiers and labels of those before.
func checkField(t *testing.T, form string, f formField, seen map[string]bool) {
	t.Helper()
	switch f.Type {
	case "markdown":
		if f.Attributes.Value == "" {
			t.Errorf("%s: a text is empty", form)
		}
		return
	case "textarea", "input":
	default:
		t.Errorf("%s: field %s has the type %q", form, f.ID, f.Type)
	}
	if f.ID == "" || f.Attributes.Label == "" || seen[f.ID] || seen[f.Attributes.Label] {
		t.Errorf("%s: field %q (%q) lacks an identifier or a label, or another field has it", form, f.ID, f.Attributes.Label)
	}
	seen[f.ID], seen[f.Attributes.Label] = true, true
}

// TestIssueFormsNameWhatThereIs compares the commands that "Wrong count" gives with the page that
// explains them.
func TestIssueFormsNameWhatThereIs(t *testing.T) {
	var form issueForm
	decodeStrictly(t, ".github/ISSUE_TEMPLATE/1-wrong-count.yml", &form)
	page, err := fs.ReadFile(repository, "docs/nsight-compute.md")
	if err != nil {
		t.Fatal(err)
	}
	commands := 0
	for _, f := range form.Body {
		for _, line := range strings.Split(f.Attributes.Description, "\n") {
			if !strings.HasPrefix(line, "ncu ") {
				continue
			}
			commands++
			if !bytes.Contains(page, []byte(line)) {
				t.Errorf("docs/nsight-compute.md has no command %q", line)
			}
		}
	}
	if commands != 3 {
		t.Errorf("%d commands of ncu, want 3", commands)
	}
}

// TestIssueConfig reads the choices besides the forms.
func TestIssueConfig(t *testing.T) {
	var config struct {
		Blank bool                                `yaml:"blank_issues_enabled"`
		Links []struct{ Name, URL, About string } `yaml:"contact_links"`
	}
	decodeStrictly(t, ".github/ISSUE_TEMPLATE/config.yml", &config)
	const ours = "https://github.com/cudalint/cudalint/"
	for _, l := range config.Links {
		file, isFile := strings.CutPrefix(l.URL, ours+"blob/main/")
		if l.Name == "" || l.About == "" || !strings.HasPrefix(l.URL, ours) {
			t.Errorf("%+v lacks a name, a text or an address of this repository", l)
		}
		if _, err := fs.Stat(repository, file); isFile && err != nil {
			t.Error(err)
		}
	}
}

// decodeStrictly reads a YAML file of the repository. Keys that v does not have are errors.
func decodeStrictly(t *testing.T, name string, v any) {
	t.Helper()
	text, err := fs.ReadFile(repository, name)
	if err != nil {
		t.Fatal(err)
	}
	d := yaml.NewDecoder(bytes.NewReader(text))
	d.KnownFields(true)
	if err := d.Decode(v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

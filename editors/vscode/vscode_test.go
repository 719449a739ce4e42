// Package vscode_test holds the extension for VS Code against the server that it runs.
package vscode_test

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lsp"
	"github.com/cudalint/cudalint/lsp/settings"
)

// A manifest is what package.json says.
type manifest struct {
	Version     string
	Contributes struct {
		Commands      []struct{ Command string }
		Configuration struct {
			Properties map[string]property
		}
		TomlValidation []struct{ URL string }
	}
}

type property struct {
	Type             string
	Default          any
	Enum             []string
	EnumDescriptions []string
	Minimum, Maximum *int
	Scope            string

	Description, MarkdownDescription string
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func readManifest(t *testing.T) manifest {
	t.Helper()
	var m manifest
	if err := json.Unmarshal([]byte(read(t, "package.json")), &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// ownSettings are those of the extension, which the server does not know.
var ownSettings = []string{"cudalint.path", "cudalint.importStrategy", "cudalint.trace.server"}

// TestSettings: the settings of the extension are those of the server, with its types,
// defaults and bounds.
func TestSettings(t *testing.T) {
	properties := readManifest(t).Contributes.Configuration.Properties
	types := map[reflect.Kind]string{reflect.String: "string", reflect.Bool: "boolean", reflect.Int: "integer"}
	for _, s := range settings.All {
		name := "cudalint." + s.Name
		p, ok := properties[name]
		if !ok {
			t.Errorf("package.json has no %s", name)
			continue
		}
		delete(properties, name)
		if want := types[reflect.TypeOf(s.Default).Kind()]; p.Type != want {
			t.Errorf("%s is of type %s, for the server %s", name, p.Type, want)
		}
		if got, want := fmt.Sprint(p.Default), fmt.Sprint(s.Default); got != want {
			t.Errorf("%s is %s by default, for the server %s", name, got, want)
		}
		if got, want := slices.Sorted(slices.Values(p.Enum)), slices.Sorted(slices.Values(s.Values)); !slices.Equal(got, want) {
			t.Errorf("%s is one of %q, for the server of %q", name, got, want)
		}
		if len(p.Enum) != len(p.EnumDescriptions) {
			t.Errorf("%s describes %d of %d values", name, len(p.EnumDescriptions), len(p.Enum))
		}
		if p.Type == "integer" && (p.Minimum == nil || *p.Minimum != s.Least || p.Maximum == nil || *p.Maximum != s.Most) {
			t.Errorf("%s has not the bounds of the server, %d and %d", name, s.Least, s.Most)
		}
		if p.Scope == "" || p.Description+p.MarkdownDescription == "" {
			t.Errorf("%s has no scope or no description", name)
		}
	}
	for _, name := range ownSettings {
		if _, ok := properties[name]; !ok {
			t.Errorf("package.json has no %s", name)
		}
		delete(properties, name)
	}
	for name := range properties {
		t.Errorf("the server has no setting %s", name)
	}
}

// TestReadmesListSettings: the tables of settings have each, and its default.
func TestReadmesListSettings(t *testing.T) {
	properties := readManifest(t).Contributes.Configuration.Properties
	for file, own := range map[string]bool{"README.md": true, "../README.md": false} {
		rows := map[string]string{}
		for _, m := range regexp.MustCompile("(?m)^\\| `(cudalint\\.[\\w.]+)` \\| ([^|]*)\\|").FindAllStringSubmatch(read(t, file), -1) {
			rows[m[1]] = strings.Trim(m[2], " `\"")
		}
		for name, p := range properties {
			got, ok := rows[name]
			if !ok {
				if own || !slices.Contains(ownSettings, name) {
					t.Errorf("%s does not list %s", file, name)
				}
				continue
			}
			if want := fmt.Sprint(p.Default); got != want {
				t.Errorf("%s: %s is %q by default, not %q", file, name, want, got)
			}
			delete(rows, name)
		}
		for name := range rows {
			t.Errorf("%s lists %s, which there is not", file, name)
		}
	}
}

// TestCommands: the extension registers none of the server's commands, which the language
// client registers (VS Code refuses the second), and asks for none that the server lacks.
func TestCommands(t *testing.T) {
	server := lsp.Commands()
	source := read(t, "src/commands.ts")
	for _, c := range readManifest(t).Contributes.Commands {
		if slices.Contains(server, c.Command) {
			t.Errorf("%s is a command of the server", c.Command)
		}
		if name := strings.TrimPrefix(c.Command, "cudalint."); !strings.Contains(source, `add("`+name+`", `) {
			t.Errorf("the extension does not register %s", c.Command)
		}
	}
	asked := regexp.MustCompile(`execute\("(cudalint\.\w+)"`).FindAllStringSubmatch(source, -1)
	for _, m := range asked {
		if !slices.Contains(server, m[1]) {
			t.Errorf("the server has no command %s", m[1])
		}
	}
	if len(asked) < 3 {
		t.Errorf("found only %q", asked)
	}
}

// TestVersion: the extension has the version of the tool, wherever it says it.
func TestVersion(t *testing.T) {
	m := readManifest(t)
	release := regexp.MustCompile(`(?m)^const release = "(.*)"$`).FindStringSubmatch(read(t, "../../cmd/cudalint/version.go"))
	if release == nil || m.Version != release[1] {
		t.Errorf("package.json has version %s, the tool %q", m.Version, release)
	}
	for file, want := range map[string]string{
		"package-lock.json": `"version": "` + m.Version + `"`,
		"CHANGELOG.md":      "\n## " + m.Version + "\n",
		"README.md":         "cudalint-" + m.Version + ".vsix",
	} {
		if !strings.Contains(read(t, file), want) {
			t.Errorf("%s has no %q", file, want)
		}
	}
	for _, v := range m.Contributes.TomlValidation {
		_, file, ok := strings.Cut(v.URL, "/v"+m.Version+"/")
		if !ok {
			t.Errorf("%s is not of version %s", v.URL, m.Version)
		} else if _, err := os.Stat(filepath.FromSlash("../../" + file)); err != nil {
			t.Error(err)
		}
	}
	if read(t, "LICENSE") != read(t, "../../LICENSE") {
		t.Error("LICENSE is not the one of the project")
	}
}

// TestBrowser packages the extension and tries it in VS Code, if CUDALINT_VSCODE is set; the
// screenshots go to the folder that it names, or with 1 to a temporary one.
// test/browser/run.sh says what that needs.
func TestBrowser(t *testing.T) {
	folder := os.Getenv("CUDALINT_VSCODE")
	if folder == "" {
		t.Skip("CUDALINT_VSCODE is not set")
	}
	if folder == "1" {
		folder = filepath.Join(os.TempDir(), "cudalint-vscode-screenshots")
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"ci"}, {"run", "check"}, {"test"}, {"run", "test:browser", "--", folder}} {
		out, err := exec.Command("npm", args...).CombinedOutput()
		t.Logf("npm %s\n%s", strings.Join(args, " "), out)
		if err != nil {
			t.Fatal(err)
		}
	}
}

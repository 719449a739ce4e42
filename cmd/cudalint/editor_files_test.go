package main

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"

	"github.com/cudalint/cudalint/lsp"
	"github.com/cudalint/cudalint/lsp/settings"
)

// editorFile returns a file of the folder editors.
func editorFile(t *testing.T, name ...string) string {
	t.Helper()
	text, err := os.ReadFile(editorFolder(t, append([]string{"editors"}, name...)...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// startsTheServer fails the test unless the program knows a command line that is to start
// the language server.
func startsTheServer(t *testing.T, from string, line []string) {
	t.Helper()
	if len(line) < 2 || line[0] != "cudalint" {
		t.Errorf("%s starts %q", from, line)
		return
	}
	cmd, rest, err := new(Command).root().Find(line[1:])
	if err != nil || cmd.Name() != "lsp" || cmd.ParseFlags(rest) != nil {
		t.Errorf("%s starts %q", from, line)
	}
}

// TestEditorsREADMEListsTheSettings: the table of settings is what the server takes.
func TestEditorsREADMEListsTheSettings(t *testing.T) {
	_, table, ok := strings.Cut(editorFile(t, "README.md"), "\n| setting | default | |\n|---|---|---|\n")
	if !ok {
		t.Fatal("there is no table of settings")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	got := map[string]string{}
	for _, m := range regexp.MustCompile("(?m)^\\| `cudalint\\.([^`]+)` \\| (?:`([^`]*)`)? ?\\|").FindAllStringSubmatch(table, -1) {
		got[m[1]] = m[2]
	}
	for _, setting := range settings.All {
		value, ok := got[setting.Name]
		if want := fmt.Sprint(setting.Default); !ok || value != want {
			t.Errorf("cudalint.%s: the table has the default %q, %t; want %q", setting.Name, value, ok, want)
		}
		delete(got, setting.Name)
	}
	for name := range got {
		t.Errorf("the server has no setting cudalint.%s", name)
	}
}

// TestHelixFile: languages.toml starts the server beside clangd, and the settings in it,
// commented out, are right.
func TestHelixFile(t *testing.T) {
	text := editorFile(t, "helix", "languages.toml")
	text = regexp.MustCompile(`(?m)^# (\w+ = )`).ReplaceAllString(text, "$1")
	var file struct {
		Server map[string]struct {
			Command string
			Args    []string
			Config  map[string]map[string]any
		} `toml:"language-server"`
		Language []struct {
			Name    string
			Servers []any `toml:"language-servers"` // names, or tables with a name
		}
	}
	if err := toml.Unmarshal([]byte(text), &file); err != nil {
		t.Fatal(err)
	}
	server := file.Server["cudalint"]
	startsTheServer(t, "languages.toml", append([]string{server.Command}, server.Args...))
	if len(file.Language) != 1 || len(file.Language[0].Servers) != 2 || !slices.Contains(file.Language[0].Servers, any("cudalint")) {
		t.Errorf("languages: %+v", file.Language)
	}
	known := map[string]bool{}
	for _, setting := range settings.All {
		known[setting.Name] = true
	}
	found := 0
	for name, value := range server.Config["cudalint"] {
		names := []string{name}
		if members, ok := value.(map[string]any); ok {
			names = nil
			for member := range members {
				names = append(names, name+"."+member)
			}
		}
		for _, name := range names {
			found++
			if !known[name] {
				t.Errorf("the server has no setting cudalint.%s", name)
			}
		}
	}
	if found < 2 {
		t.Errorf("found the settings %v", server.Config)
	}
}

// TestKateFiles: the server is that of the language that cuda.xml describes.
func TestKateFiles(t *testing.T) {
	var settings struct {
		Servers map[string]struct {
			Command               []string
			HighlightingModeRegex string
		}
	}
	if err := json.Unmarshal([]byte(editorFile(t, "kate", "settings.json")), &settings); err != nil {
		t.Fatal(err)
	}
	var language struct {
		Name       string `xml:"name,attr"`
		Extensions string `xml:"extensions,attr"`
	}
	if err := xml.Unmarshal([]byte(editorFile(t, "kate", "cuda.xml")), &language); err != nil {
		t.Fatal(err)
	}
	server := settings.Servers["cuda"]
	startsTheServer(t, "settings.json", server.Command)
	if !regexp.MustCompile(server.HighlightingModeRegex).MatchString(language.Name) || !strings.Contains(language.Extensions, "*.cuh") {
		t.Errorf("the language is %q for %s, the server for %s", language.Name, language.Extensions, server.HighlightingModeRegex)
	}
}

// TestSublimeFiles: the client and the commands are those of the server.
func TestSublimeFiles(t *testing.T) {
	var settings struct {
		Clients map[string]struct{ Command []string }
	}
	if err := json.Unmarshal([]byte(editorFile(t, "sublime", "LSP.sublime-settings")), &settings); err != nil {
		t.Fatal(err)
	}
	startsTheServer(t, "LSP.sublime-settings", settings.Clients["cudalint"].Command)
	var commands []struct {
		Args struct {
			Session string `json:"session_name"`
			Command string `json:"command_name"`
		}
	}
	if err := json.Unmarshal([]byte(editorFile(t, "sublime", "cudalint.sublime-commands")), &commands); err != nil {
		t.Fatal(err)
	}
	for _, command := range commands {
		if settings.Clients[command.Args.Session].Command == nil || !slices.Contains(lsp.Commands(), command.Args.Command) {
			t.Errorf("%+v", command)
		}
	}
	if len(commands) < 3 {
		t.Errorf("found the commands %v", commands)
	}
}

// TestEditorSourcesAskForCommandsThereAre: what Neovim, Vim and Emacs have the server run
// is what it offers, and what editors/README.md names is in their sources.
func TestEditorSourcesAskForCommandsThereAre(t *testing.T) {
	readme := editorFile(t, "README.md")
	for _, c := range []struct {
		source         []string
		defines, named string
	}{
		{[]string{"nvim/lua/cudalint.lua", "nvim/plugin/cudalint.lua"}, `(?m)^command\('(\w+)'`, "(?m)^\\| `:(Cudalint\\w+)"},
		{[]string{"vim/autoload/cudalint.vim", "vim/plugin/cudalint.vim"}, `(?m)^let (g:ale_cuda_cudalint_\w+)`, "`(g:ale_cuda_cudalint_\\w+)`"},
		{[]string{"emacs/cudalint.el"}, `(?m)^\((?:defun|defcustom|define-derived-mode) (cudalint-\w[\w-]*)`, "(?:`|M-x |#')(cudalint-\\w[\\w-]*?)(?:-hook)?[`)]"},
	} {
		var text string
		for _, name := range c.source {
			text += editorFile(t, filepath.FromSlash(name))
		}
		asks := regexp.MustCompile(`(?:execute\(client, bufnr, |s:Request\(|cudalint--execute )['"]([\w.]+)['"]`).FindAllStringSubmatch(text, -1)
		for _, m := range asks {
			if !slices.Contains(lsp.Commands(), m[1]) {
				t.Errorf("%s: the server has no command %s", c.source[0], m[1])
			}
		}
		var defined []string
		for _, m := range regexp.MustCompile(c.defines).FindAllStringSubmatch(text, -1) {
			defined = append(defined, m[1])
		}
		named := regexp.MustCompile(c.named).FindAllStringSubmatch(readme, -1)
		for _, m := range named {
			if !slices.Contains(defined, m[1]) {
				t.Errorf("%s: there is no %s; it has %q", c.source[0], m[1], defined)
			}
		}
		if len(asks) < 2 || len(named) < 3 {
			t.Errorf("%s: found only %q and %q", c.source[0], asks, named)
		}
	}
}

// TestEditorsREADME: its command lines are known to the program, its links lead to files.
func TestEditorsREADME(t *testing.T) {
	readme := editorFile(t, "README.md")
	lines := regexp.MustCompile("(?m)(?:^|`)cudalint ([a-z][^`\n]*)").FindAllStringSubmatch(readme, -1)
	for _, m := range lines {
		args := strings.Fields(m[1])
		cmd, rest, err := new(Command).root().Find(args)
		if err == nil {
			err = cmd.ParseFlags(rest)
		}
		if err != nil {
			t.Errorf("cudalint %s: %v", m[1], err)
		}
	}
	links := regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`).FindAllStringSubmatch(readme, -1)
	for _, m := range links {
		if _, err := os.Stat(editorFolder(t, "editors", filepath.FromSlash(m[1]))); err != nil {
			t.Error(err)
		}
	}
	if len(lines) < 6 || len(links) < 5 {
		t.Errorf("found only %q and %q", lines, links)
	}
}

package main

import (
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// quoted are the texts in quotes of a list in Lua.
var quoted = regexp.MustCompile(`['"]([^'"]*)['"]`)

// list returns the texts of the list that a key has in a file of Lua.
func list(t *testing.T, file, key string) []string {
	t.Helper()
	m := regexp.MustCompile(`(?m)^  ` + key + ` = \{ (.*) \},$`).FindStringSubmatch(file)
	if m == nil {
		t.Fatalf("there is no %s", key)
	}
	var out []string
	for _, text := range quoted.FindAllStringSubmatch(m[1], -1) {
		out = append(out, text[1])
	}
	return out
}

// TestEntriesOfOtherLists: what is submitted to the lists of editors runs commands that there are.
func TestEntriesOfOtherLists(t *testing.T) {
	startsTheServer(t, "nvim/lspconfig", list(t, editorFile(t, "nvim", "lspconfig", "cudalint.lua"), "cmd"))

	args := list(t, editorFile(t, "nvim", "conform", "cudalint.lua"), "args")
	cmd, rest, err := new(Command).root().Find(args)
	if err != nil || cmd.Name() != "check" || cmd.ParseFlags(rest) != nil {
		t.Errorf("conform runs %q: %v", args, err)
	}

	command := regexp.MustCompile(`'%e (\w+)'`).FindStringSubmatch(editorFile(t, "vim", "ale", "cudalint.vim"))
	if command == nil || command[1] != "lsp" {
		t.Errorf("ALE runs %q", command)
	}

	var mason struct {
		Name   string
		Source struct{ ID string }
		Bin    map[string]string
	}
	if err := yaml.Unmarshal([]byte(editorFile(t, "mason", "package.yaml")), &mason); err != nil {
		t.Fatal(err)
	}
	if mason.Name != "cudalint" || mason.Bin["cudalint"] != "pypi:cudalint" || !strings.HasPrefix(mason.Source.ID, "pkg:pypi/cudalint@") {
		t.Errorf("mason: %+v", mason)
	}
}

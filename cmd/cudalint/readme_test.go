package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/rules"
)

// TestReadmeShowsWhatIsPrinted runs each command that the README shows with its
// output ("$ cudalint ..." in a console block) and compares.
func TestReadmeShowsWhatIsPrinted(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile(filepath.Join(root, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	back, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chdir(root); err != nil {
		t.Fatal(err)
	}
	defer os.Chdir(back)
	shown := 0
	for _, block := range strings.Split(string(readme), "```console\n")[1:] {
		block, _, ok := strings.Cut(block, "```")
		if !ok {
			t.Fatal("a console block has no end")
		}
		line, want, _ := strings.Cut(block, "\n")
		args, ok := strings.CutPrefix(line, "$ cudalint ")
		if !ok {
			continue
		}
		shown++
		var stdout, stderr bytes.Buffer
		c := Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Getenv: func(string) string { return "" }}
		c.Run(context.Background(), strings.Fields(args))
		if got := stdout.String() + stderr.String(); got != want {
			t.Errorf("$ cudalint %s\nprints\n%s\nthe README shows\n%s", args, got, want)
		}
	}
	if shown == 0 {
		t.Error("the README shows no command with its output")
	}
}

// TestReadmeCommandsAreThoseThatRun: the command for all tests in the README is
// the one that the checks of the project run.
func TestReadmeCommandsAreThoseThatRun(t *testing.T) {
	for _, file := range []string{"README.md", filepath.Join(".ci", "run")} {
		text, err := os.ReadFile(filepath.Join("..", "..", file))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "\ngo test ./...\n") {
			t.Errorf("%s does not run all tests with a line of its own: go test ./...", file)
		}
	}
}

// TestReadmeListsTheRules: the table of rules is the list of rules.
func TestReadmeListsTheRules(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(readme), "| rule | severity | reports |\n|---|---|---|\n")
	table, _, ok2 := strings.Cut(table, "\n\n")
	var want strings.Builder
	qualifier := regexp.MustCompile(`__\w+?__`) // Markdown would take the underscores for emphasis
	for _, r := range rules.All() {
		fmt.Fprintf(&want, "| `%s` | %s | %s |\n", r.Name, r.Severity, qualifier.ReplaceAllString(r.Summary, "`$0`"))
	}
	if !ok || !ok2 || table+"\n" != want.String() {
		t.Errorf("the table of rules in README.md is\n%s\nwant\n%s", table, want.String())
	}
}

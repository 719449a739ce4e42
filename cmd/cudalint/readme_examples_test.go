package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/cudalint/cudalint/lint/report"
)

// readmeText returns the README.
func readmeText(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// blocks returns what the README has in code blocks of a language.
func blocks(t *testing.T, readme, language string) []string {
	t.Helper()
	var out []string
	for _, block := range strings.Split(readme, "\n```"+language+"\n")[1:] {
		block, _, ok := strings.Cut(block, "\n```")
		if !ok {
			t.Fatal("a code block has no end")
		}
		out = append(out, block)
	}
	if out == nil {
		t.Fatalf("the README has no example in %s", language)
	}
	return out
}

// TestReadmeCommandLinesParse: the program knows the commands and flags of every command
// line in the README.
func TestReadmeCommandLinesParse(t *testing.T) {
	readme := readmeText(t)
	var lines []string
	for _, m := range regexp.MustCompile("`(cudalint [^`]+)`").FindAllStringSubmatch(readme, -1) {
		lines = append(lines, m[1])
	}
	command := regexp.MustCompile(`(?m)^(?:- run: |\$ )?(cudalint .*)$`)
	for _, language := range []string{"sh", "yaml", "console"} {
		for _, block := range blocks(t, readme, language) {
			for _, m := range command.FindAllStringSubmatch(block, -1) {
				lines = append(lines, m[1])
			}
		}
	}
	if len(lines) < 30 {
		t.Fatalf("found only %q", lines)
	}
	end := regexp.MustCompile(`\s+(#|\||<|>).*`)
	for _, line := range lines {
		args := strings.Fields(strings.ReplaceAll(end.ReplaceAllString(line, ""), `"`, ""))[1:]
		cmd, rest, err := new(Command).root().Find(args)
		if err == nil {
			err = cmd.ParseFlags(rest)
		}
		if err != nil && !errors.Is(err, pflag.ErrHelp) {
			t.Errorf("%s: %v", line, err)
		}
	}
}

// TestReadmeFlagsExist: every flag that the README names is one of a command.
func TestReadmeFlagsExist(t *testing.T) {
	known := map[string]bool{}
	for _, cmd := range new(Command).root().Commands() {
		cmd.InitDefaultHelpFlag()
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
	}
	found := regexp.MustCompile("`--([a-z-]+)").FindAllStringSubmatch(readmeText(t), -1)
	for _, m := range found {
		if !known[m[1]] {
			t.Errorf("no command has the flag --%s", m[1])
		}
	}
	if len(found) < 20 {
		t.Errorf("found only %q", found)
	}
}

// firstColumn returns the first code of each row of a table of the README.
func firstColumn(t *testing.T, readme, head string) []string {
	t.Helper()
	_, table, ok := strings.Cut(readme, "\n"+head+"\n|---|---|---|\n")
	if !ok {
		t.Fatalf("the README has no table %s", head)
	}
	table, _, _ = strings.Cut(table, "\n\n")
	var out []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)`").FindAllStringSubmatch(table, -1) {
		out = append(out, m[1])
	}
	return out
}

// TestReadmeListsTheFormats: the table of formats is the list of formats.
func TestReadmeListsTheFormats(t *testing.T) {
	if got := firstColumn(t, readmeText(t), "| format | for | notes |"); !slices.Equal(got, report.Formats()) {
		t.Errorf("the table has %q, the program %q", got, report.Formats())
	}
}

// TestReadmeConfigures: the configuration files in the README are right, and the table of
// keys has all there are.
func TestReadmeConfigures(t *testing.T) {
	readme := readmeText(t)
	run := func(args ...string) string {
		t.Helper()
		var stdout, stderr bytes.Buffer
		c := Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Getenv: func(string) string { return "" }}
		if status := c.Run(context.Background(), args); status != 0 || stderr.Len() > 0 {
			t.Errorf("%s: exit status %d: %s", args, status, stderr.String())
		}
		return stdout.String()
	}
	for _, block := range blocks(t, readme, "toml") {
		file := filepath.Join(t.TempDir(), "cudalint.toml")
		if err := os.WriteFile(file, []byte(block), 0o666); err != nil {
			t.Fatal(err)
		}
		run("config", "--config", file, "a.cu")
	}
	var schema struct{ Properties map[string]any }
	if err := json.Unmarshal([]byte(run("config", "--schema")), &schema); err != nil {
		t.Fatal(err)
	}
	var keys []string
	for _, key := range firstColumn(t, readme, "| key | example | sets |") {
		key, _, _ = strings.Cut(strings.Trim(key, "[]"), ".")
		keys = append(keys, key)
	}
	slices.Sort(keys)
	if want := slices.Sorted(maps.Keys(schema.Properties)); !slices.Equal(keys, want) {
		t.Errorf("the table has the keys %q, the schema %q", keys, want)
	}
}

// TestReadmeNamesHooksAndInputs: the hooks and the inputs of the action in the README are
// those of the files that define them.
func TestReadmeNamesHooksAndInputs(t *testing.T) {
	readme := readmeText(t)
	for _, c := range []struct{ file, in, want string }{
		{".pre-commit-hooks.yaml", `- id: (\S+)`, "\n- id: %s\n"},
		{".github/actions/cudalint/action.yml", `(?m)^        ([a-z-]+): `, "\n  %s:\n"},
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(c.file)))
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, block := range blocks(t, readme, "yaml") {
			if _, of, ok := strings.Cut(block, "uses: cudalint/"); ok {
				block = of
			} else if strings.Contains(c.file, "action") {
				continue
			}
			for _, m := range regexp.MustCompile(c.in).FindAllStringSubmatch(block, -1) {
				found++
				if !strings.Contains(string(text), strings.ReplaceAll(c.want, "%s", m[1])) {
					t.Errorf("%s has no %s", c.file, m[1])
				}
			}
		}
		if found < 2 {
			t.Errorf("the README names only %d of %s", found, c.file)
		}
	}
}

// TestReadmeLinks: links lead to files and headings that there are.
func TestReadmeLinks(t *testing.T) {
	readme := readmeText(t)
	headings := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(readme, -1) {
		headings["#"+strings.ReplaceAll(strings.ToLower(m[1]), " ", "-")] = true
	}
	found := regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(readme, -1)
	for _, m := range found {
		switch link := m[1]; {
		case strings.HasPrefix(link, "https://"):
		case strings.HasPrefix(link, "#"):
			if !headings[link] {
				t.Errorf("no heading is called %s", link)
			}
		default:
			if _, err := os.Stat(filepath.Join("..", "..", filepath.FromSlash(link))); err != nil {
				t.Error(err)
			}
		}
	}
	if len(found) < 10 {
		t.Errorf("found only %q", found)
	}
}

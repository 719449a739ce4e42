package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/cudalint/cudalint/lint/report"
)

// userPages returns the pages for users by their paths: the pages and those in docs.
func userPages(t *testing.T) map[string]string {
	t.Helper()
	names, err := fs.Glob(repository, "docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	pages := map[string]string{}
	for _, name := range append(names, "README.md", "SECURITY.md") {
		if slices.Contains(contributorPages, name) {
			continue
		}
		text, err := fs.ReadFile(repository, name)
		if err != nil {
			t.Fatal(err)
		}
		pages[name] = string(text)
	}
	return pages
}

// userText returns all pages for users, one after the other by path.
func userText(t *testing.T) string {
	t.Helper()
	pages := userPages(t)
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		text.WriteString(pages[name] + "\n")
	}
	return text.String()
}

// blocks returns what the pages has in code blocks of a language.
func blocks(t *testing.T, text, language string) []string {
	t.Helper()
	var out []string
	for _, block := range strings.Split(text, "\n```"+language+"\n")[1:] {
		block, _, ok := strings.Cut(block, "\n```")
		if !ok {
			t.Fatal("a code block has no end")
		}
		out = append(out, block)
	}
	if out == nil {
		t.Fatalf("the pages has no example in %s", language)
	}
	return out
}

// TestPagesCommandLinesParse: the program knows the commands and flags of every command
// line in the pages.
func TestPagesCommandLinesParse(t *testing.T) {
	text := userText(t)
	var lines []string
	for _, m := range regexp.MustCompile("`(cudalint [^`]+)`").FindAllStringSubmatch(text, -1) {
		lines = append(lines, m[1])
	}
	command := regexp.MustCompile(`(?m)^(?:- run: |\$ )?(cudalint .*)$`)
	for _, language := range []string{"sh", "yaml", "console"} {
		for _, block := range blocks(t, text, language) {
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

// TestPagesFlagsExist: every flag that the pages names is one of a command.
func TestPagesFlagsExist(t *testing.T) {
	known := map[string]bool{}
	for _, cmd := range new(Command).root().Commands() {
		cmd.InitDefaultHelpFlag()
		cmd.Flags().VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
	}
	found := regexp.MustCompile("`--([a-z-]+)").FindAllStringSubmatch(userText(t), -1)
	for _, m := range found {
		if !known[m[1]] {
			t.Errorf("no command has the flag --%s", m[1])
		}
	}
	if len(found) < 20 {
		t.Errorf("found only %q", found)
	}
}

// firstColumn returns the first code of each row of a table of the pages.
func firstColumn(t *testing.T, text, head string) []string {
	t.Helper()
	_, table, ok := strings.Cut(text, "\n"+head+"\n|---|---|---|\n")
	if !ok {
		t.Fatalf("the pages has no table %s", head)
	}
	table, _, _ = strings.Cut(table, "\n\n")
	var out []string
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)`").FindAllStringSubmatch(table, -1) {
		out = append(out, m[1])
	}
	return out
}

// TestPagesListTheFormats: the table of formats is the list of formats.
func TestPagesListTheFormats(t *testing.T) {
	if got := firstColumn(t, userText(t), "| format | for | notes |"); !slices.Equal(got, report.Formats()) {
		t.Errorf("the table has %q, the program %q", got, report.Formats())
	}
}

// TestPagesConfigure: the configuration files in the pages are right, and the table of
// keys has all there are.
func TestPagesConfigure(t *testing.T) {
	text := userText(t)
	run := func(args ...string) string {
		t.Helper()
		var stdout, stderr bytes.Buffer
		c := Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Getenv: func(string) string { return "" }}
		if status := c.Run(context.Background(), args); status != 0 || stderr.Len() > 0 {
			t.Errorf("%s: exit status %d: %s", args, status, stderr.String())
		}
		return stdout.String()
	}
	for _, block := range blocks(t, text, "toml") {
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
	for _, key := range firstColumn(t, text, "| key | example | sets |") {
		key, _, _ = strings.Cut(strings.Trim(key, "[]"), ".")
		keys = append(keys, key)
	}
	slices.Sort(keys)
	if want := slices.Sorted(maps.Keys(schema.Properties)); !slices.Equal(keys, want) {
		t.Errorf("the table has the keys %q, the schema %q", keys, want)
	}
}

// TestPagesNameHooksAndInputs: the hooks and the inputs of the action in the pages are
// those of the files that define them.
func TestPagesNameHooksAndInputs(t *testing.T) {
	pages := userText(t)
	for _, c := range []struct{ file, in, want string }{
		{".pre-commit-hooks.yaml", `- id: (\S+)`, "\n- id: %s\n"},
		{"action.yml", `(?m)^        ([a-z-]+): `, "\n  %s:\n"},
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", filepath.FromSlash(c.file)))
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, block := range blocks(t, pages, "yaml") {
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
			t.Errorf("the pages names only %d of %s", found, c.file)
		}
	}
}

// TestPagesLink: links lead to files and headings that there are.
func TestPagesLink(t *testing.T) {
	pages := userPages(t)
	found := 0
	for page, text := range pages {
		for _, m := range regexp.MustCompile(`\]\(([^)]+)\)`).FindAllStringSubmatch(text, -1) {
			found++
			if strings.HasPrefix(m[1], "https://") {
				continue
			}
			file, heading, _ := strings.Cut(m[1], "#")
			target := page
			if file != "" {
				target = path.Join(path.Dir(page), file)
			}
			if _, err := fs.Stat(repository, target); err != nil {
				t.Errorf("%s links %s: %v", page, m[1], err)
			}
			if heading != "" && !slices.Contains(headings(pages[target]), heading) {
				t.Errorf("%s links %s: no heading is called that", page, m[1])
			}
		}
	}
	if found < 40 {
		t.Errorf("found only %d links", found)
	}
}

// headings returns the names by which links lead to the headings of a page.
func headings(page string) []string {
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(fence.ReplaceAllString(page, ""), -1) {
		name := regexp.MustCompile(`[^\w -]`).ReplaceAllString(strings.ToLower(m[1]), "")
		names = append(names, strings.ReplaceAll(name, " ", "-"))
	}
	return names
}

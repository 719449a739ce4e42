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

	"github.com/cudalint/cudalint/lint/model/calibrate"
	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/verify"
	"github.com/cudalint/cudalint/rules"
)

// TestPagesShowWhatIsPrinted runs each command that a page for users shows with its
// output ("$ cudalint ..." in a console block) and compares.
func TestPagesShowWhatIsPrinted(t *testing.T) {
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	text := userText(t)
	back, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Chdir(root); err != nil {
		t.Fatal(err)
	}
	defer os.Chdir(back)
	shown := 0
	for _, block := range strings.Split(text, "```console\n")[1:] {
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
			t.Errorf("$ cudalint %s\nprints\n%s\nthe page shows\n%s", args, got, want)
		}
	}
	if shown == 0 {
		t.Error("no page shows a command with its output")
	}
}

// TestCommandForAllTests: the command for all tests in CONTRIBUTING.md is the one that the checks
// of the project run.
func TestCommandForAllTests(t *testing.T) {
	for _, file := range []string{"CONTRIBUTING.md", filepath.Join(".ci", "run")} {
		text, err := os.ReadFile(filepath.Join("..", "..", file))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "\ngo test ./...\n") {
			t.Errorf("%s does not run all tests with a line of its own: go test ./...", file)
		}
	}
}

// TestReadmeListsTheRules: the table of rules is the list of rules. UPDATE_SCRIPTS=1 writes it.
func TestReadmeListsTheRules(t *testing.T) {
	path := filepath.Join("..", "..", "README.md")
	readme, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const heading = "| rule | severity | reports |\n|---|---|---|\n"
	before, table, ok := strings.Cut(string(readme), heading)
	table, after, ok2 := strings.Cut(table, "\n\n")
	var want strings.Builder
	qualifier := regexp.MustCompile(`__\w+?__`) // Markdown would take the underscores for emphasis
	for _, r := range rules.All() {
		fmt.Fprintf(&want, "| [`%s`](rules/%[1]s/doc.md) | %[2]s | %[3]s |\n", r.Name, r.Severity, qualifier.ReplaceAllString(r.Summary, "`$0`"))
	}
	if ok && ok2 && os.Getenv("UPDATE_SCRIPTS") != "" {
		if err := os.WriteFile(path, []byte(before+heading+want.String()+"\n"+after), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !ok || !ok2 || table+"\n" != want.String() {
		t.Errorf("the table of rules in README.md is\n%s\nwant\n%s", table, want.String())
	}
}

// TestPagesNameWhatThereIs: the README names every command; the pages show the command
// lines that the program itself names, and a model file that it accepts.
func TestPagesNameWhatThereIs(t *testing.T) {
	text := userText(t)
	readme := userPages(t)["README.md"]
	lines := []string{calibrate.BuildCommand, verify.Command()}
	for _, command := range new(Command).root().Commands() {
		if name := "`cudalint " + command.Name() + "`"; !command.Hidden && !strings.Contains(readme, name) {
			t.Errorf("README.md does not name %s", name)
		}
	}
	for _, line := range lines {
		if !strings.Contains(text, line) {
			t.Errorf("no page shows %s", line)
		}
	}
	_, model, ok := strings.Cut(text, "```json\n")
	model, _, ok2 := strings.Cut(model, "```")
	file := filepath.Join(t.TempDir(), "model.json")
	if err := os.WriteFile(file, []byte(model), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := gpu.ReadFile(file); err != nil || !ok || !ok2 {
		t.Errorf("the model file in docs/gpus.md: %v", err)
	}
}

// TestPagesGiveTheErrors: the errors of the predicted savings in docs/prices.md are those
// of the table.
func TestPagesGiveTheErrors(t *testing.T) {
	read := func(path ...string) string {
		text, err := os.ReadFile(filepath.Join(append([]string{"..", ".."}, path...)...))
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(strings.Fields(string(text)), " ")
	}
	form := regexp.MustCompile(`Median error of the saving: ([\d.]+) points over (\d+) kernels(?:, ([\d.]+) over the (\d+) that were held out)?; the largest: (\d+) points`)
	f := form.FindStringSubmatch(read("lint", "model", "cost", "testdata", "kernels", "predicted.md"))
	if f == nil {
		t.Fatal("predicted.md does not say the errors")
	}
	want := []string{
		fmt.Sprintf("%s kernels were timed on an H200 before and after taking the advice", f[2]),
		fmt.Sprintf("The predicted saving is off by %s points in the median.", f[1]),
		fmt.Sprintf("The largest error is %s points", f[5]),
	}
	if f[4] != "" {
		want = append(want, fmt.Sprintf("For the %s kernels that were held out while the model was fitted, it is %s.", f[4], f[3]))
	}
	page := read("docs", "prices.md")
	for _, sentence := range want {
		if !strings.Contains(page, sentence) {
			t.Errorf("docs/prices.md does not say: %s", sentence)
		}
	}
}

package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestHelpListsEveryFlagOnce: every flag of check is in one group of its help, and every
// group names flags that there are.
func TestHelpListsEveryFlagOnce(t *testing.T) {
	cmd := new(Command).check()
	cmd.InitDefaultHelpFlag()
	listed := map[string]int{}
	for _, group := range checkGroups {
		for _, name := range group.flags {
			listed[name]++
		}
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if listed[f.Name] != 1 {
			t.Errorf("--%s is listed %d times", f.Name, listed[f.Name])
		}
		delete(listed, f.Name)
	})
	for name := range listed {
		t.Errorf("there is no flag --%s", name)
	}
	var stdout, stderr bytes.Buffer
	c := Command{Stdin: strings.NewReader(""), Stdout: &stdout, Stderr: &stderr, Getenv: func(string) string { return "" }}
	if status := c.Run(context.Background(), []string{"check", "--help"}); status != 0 || stderr.Len() > 0 {
		t.Errorf("exit status %d, %s", status, stderr.String())
	}
	text := stdout.String()
	for _, want := range []string{"\nUsage:\n  cudalint check [flags] [paths]\n", "\nFixes:\n      --fix ", "\n  -o, --output-file FILE ", "\n  -h, --help "} {
		if !strings.Contains(text, want) {
			t.Errorf("the help has no %q:\n%s", want, text)
		}
	}
	for _, line := range strings.Split(text, "\n") {
		if len(line) > usageWidth && !strings.Contains(line, ".sum,") { // names of counters, which cannot be divided
			t.Errorf("%d columns: %s", len(line), line)
		}
	}
}

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// An invocation is one run of the command in a script of testdata/cli.
type invocation struct {
	args []string
	exit string // the status it has to have, "" where the script does not say
	// streams are those that the script looks at before the next run.
	streams map[string]bool
}

// invocations returns the runs of all scripts.
func invocations(t *testing.T) []invocation {
	t.Helper()
	scripts, err := filepath.Glob(filepath.Join("..", "..", "testdata", "cli", "*.txtar"))
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	var runs []invocation
	for _, script := range scripts {
		text, err := os.ReadFile(script)
		if err != nil {
			t.Fatal(err)
		}
		commands, _, _ := strings.Cut(string(text), "\n-- ")
		for _, line := range strings.Split(commands, "\n") {
			words := strings.Fields(line)
			at := slices.Index(words, "cudalint")
			switch {
			case len(words) == 0 || strings.HasPrefix(words[0], "#"):
			case at > 0 && slices.Contains([]string{"exits", "exec", "!"}, words[0]):
				run := invocation{args: words[at+1:], streams: map[string]bool{}}
				if words[0] == "exits" {
					run.exit = words[1]
				}
				runs = append(runs, run)
			case len(runs) > 0:
				for _, word := range words {
					if word == "stdout" || word == "stderr" {
						runs[len(runs)-1].streams[word] = true
					}
				}
			}
		}
	}
	return runs
}

// gives reports whether a run gives a flag, in its long or short form.
func (r *invocation) gives(f *pflag.Flag) bool {
	return slices.ContainsFunc(r.args, func(arg string) bool {
		arg = strings.Trim(arg, `'"`)
		name, _, _ := strings.Cut(arg, "=")
		return name == "--"+f.Name || f.Shorthand != "" && (arg == "-"+f.Shorthand || strings.HasPrefix(arg, "-"+f.Shorthand) && !strings.HasPrefix(arg, "--"))
	})
}

// TestScriptsCoverTheCommandLine holds the scripts against the commands and flags there
// are: each command is run with success and with a usage error, each flag is given at
// least once, and what those runs print is looked at.
func TestScriptsCoverTheCommandLine(t *testing.T) {
	runs := invocations(t)
	root := (&Command{Stdin: strings.NewReader(""), Stdout: new(strings.Builder), Stderr: new(strings.Builder), Getenv: os.Getenv}).root()
	root.InitDefaultCompletionCmd()
	var visit func(cmd *cobra.Command)
	visit = func(cmd *cobra.Command) {
		if cmd.Hidden {
			return // users do not rely on it
		}
		for _, sub := range cmd.Commands() {
			visit(sub)
		}
		if !cmd.Runnable() {
			return
		}
		path := strings.Fields(cmd.CommandPath())[1:]
		var own []invocation
		for _, run := range runs {
			if len(run.args) >= len(path) && slices.Equal(run.args[:len(path)], path) {
				own = append(own, run)
			}
		}
		name := cmd.CommandPath()
		for _, exit := range []string{"0", "2"} {
			if !slices.ContainsFunc(own, func(r invocation) bool { return r.exit == exit && len(r.streams) > 0 }) {
				t.Errorf("no script has a run of %q with exit status %s and looks at what it prints", name, exit)
			}
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !slices.ContainsFunc(own, func(r invocation) bool { return r.gives(f) && len(r.streams) > 0 }) {
				t.Errorf("no script has a run of %q with --%s and looks at what it prints", name, f.Name)
			}
		})
	}
	visit(root)
}

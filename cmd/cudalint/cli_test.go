package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(ownCache{m}, map[string]func(){"cudalint": main})
}

// ownCache runs tests with a cache of their own: results of an earlier run would make some faster
// than they expect, and the user's cache is the user's.
type ownCache struct{ tests *testing.M }

// Run returns the exit status of the tests.
func (c ownCache) Run() int {
	folder, err := os.MkdirTemp("", "cudalint-cache-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	if err := os.Setenv("CUDALINT_CACHE_DIR", folder); err != nil {
		panic(err)
	}
	return c.tests.Run()
}

// TestCommandLine runs the scripts of testdata/cli, one for each topic of the
// command line. Besides the usual commands they have:
//
//	exits N CMD ARGS...   run a command that has to exit with status N
//	gen KIND N FILE       write a large source: "parens" nests N parentheses,
//	                      "bytes" is a source of N bytes
//	damage FOLDER         change a byte in each entry of a results cache
//
// the condition [root]: the user may read everything, and $REPO, the root of the
// repository.
func TestCommandLine(t *testing.T) {
	repo, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "testdata", "cli"),
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("REPO", repo)
			env.Setenv(cacheDirVar, filepath.Join(env.WorkDir, ".cache"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "gen": generate, "damage": damage},
		Condition: func(condition string) (bool, error) {
			if condition == "root" {
				return os.Geteuid() == 0, nil
			}
			return false, errors.New("unknown condition " + condition)
		},
	})
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N CMD ARGS...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d\n%s", got, want, ts.ReadFile("stdout")+ts.ReadFile("stderr"))
	}
}

func damage(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: damage FOLDER")
	}
	entries, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "v*", "*", "*"))
	ts.Check(err)
	if len(entries) == 0 {
		ts.Fatalf("no entries")
	}
	for _, name := range entries {
		text, err := os.ReadFile(name)
		ts.Check(err)
		text[len(text)/2] ^= 1
		ts.Check(os.WriteFile(name, text, 0o600))
	}
}

func generate(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: gen KIND N FILE")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	var text string
	switch args[0] {
	case "parens":
		text = "int x = " + strings.Repeat("(", n) + "1" + strings.Repeat(")", n) + ";\n"
	case "bytes":
		line := "int f(int i) { return i; }\n"
		text = strings.Repeat(line, n/len(line)+1)[:n]
	default:
		ts.Fatalf("unknown kind %q", args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(text), 0o666))
}

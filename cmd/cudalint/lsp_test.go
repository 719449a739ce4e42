package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/cudalint/cudalint/internal/lsptest"
)

// TestLanguageServer runs the scripts of testdata/lsp, stories of an editor and the
// language server, which is the real command at the other end of two pipes. What they
// are made of is said at lsptest.Commands; the commands of TestCommandLine are there,
// too.
func TestLanguageServer(t *testing.T) {
	repo, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	commands := lsptest.Commands()
	commands["exits"] = exits
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "testdata", "lsp"),
		RequireExplicitExec: true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		Setup: func(env *testscript.Env) error {
			env.Setenv("REPO", repo)
			env.Setenv(cacheDirVar, filepath.Join(env.WorkDir, ".cache"))
			lsptest.Setup(env)
			return nil
		},
		Cmds: commands,
	})
}

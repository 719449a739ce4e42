package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// optIn skips a test that needs more than Go, git and a C compiler, unless the variable,
// or CUDALINT_TOOLS for all of them, is set.
func optIn(t *testing.T, variable string) {
	t.Helper()
	if os.Getenv(variable) == "" && os.Getenv("CUDALINT_TOOLS") == "" {
		t.Skip(variable + " is not set")
	}
}

// A workshop is a folder in which commands run.
type workshop struct {
	t   *testing.T
	dir string
	env []string // added to that of the test
}

// run runs a command and returns its exit status and what it printed.
func (w *workshop) run(name string, args ...string) (status int, output string) {
	w.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = w.dir
	cmd.Env = append(os.Environ(), w.env...)
	text, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		w.t.Fatalf("%s: %v", name, err)
	}
	return cmd.ProcessState.ExitCode(), string(text)
}

// do runs a command that has to succeed and returns what it printed, white space at the
// ends cut off.
func (w *workshop) do(name string, args ...string) string {
	w.t.Helper()
	status, output := w.run(name, args...)
	if status != 0 {
		w.t.Fatalf("%s %s: exit status %d\n%s", name, strings.Join(args, " "), status, output)
	}
	return strings.TrimSpace(output)
}

func (w *workshop) write(name, text string) {
	w.t.Helper()
	name = filepath.Join(w.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		w.t.Fatal(err)
	}
}

func (w *workshop) read(name string) string {
	w.t.Helper()
	text, err := os.ReadFile(filepath.Join(w.dir, name))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(text)
}

// newRepository returns a new git repository.
func newRepository(t *testing.T) *workshop {
	t.Helper()
	w := &workshop{t: t, dir: t.TempDir()}
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		w.env = append(w.env, "GIT_"+who+"_NAME=A User", "GIT_"+who+"_EMAIL=user@example.com")
	}
	w.env = append(w.env, "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	w.do("git", "init", "-q", "-b", "main")
	return w
}

// thisRepository returns a repository with one commit, tagged v0.1.0, that holds the
// files of this one as they are now.
func thisRepository(t *testing.T) *workshop {
	t.Helper()
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	w := newRepository(t)
	here := &workshop{t: t, dir: root}
	for _, name := range strings.Split(here.do("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"), "\x00") {
		info, err := os.Lstat(filepath.Join(root, name))
		if name == "" || err != nil || !info.Mode().IsRegular() {
			continue // removed since it was committed
		}
		if err := copyFile(filepath.Join(root, name), filepath.Join(w.dir, name), info.Mode()); err != nil {
			t.Fatal(err)
		}
	}
	w.do("git", "add", "-A")
	w.do("git", "commit", "-q", "-m", "cudalint")
	w.do("git", "tag", "v0.1.0")
	return w
}

func copyFile(from, to string, mode os.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, mode)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	return errors.Join(err, out.Close())
}

// A project with a kernel in one file that is launched in another.
const (
	kernelSource = `#include "kernel.h"
__constant__ float table[64];
__device__ float get(int i) { return table[i]; }

__global__ void far(float *out)
{
    out[threadIdx.y] = get(threadIdx.y);
}
`
	kernelHeader = "#pragma once\n__global__ void far(float *out);\n"
	launchSource = "#include \"kernel.h\"\nvoid launch(float *out) { far<<<1, dim3(1, 64)>>>(out); }\n"
	cleanSource  = "__global__ void fill(float *out, int n)\n{\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    if (i < n) out[i] = 0;\n}\n"
	// divergent is a table that each lane reads at an index of its own.
	divergent = `__constant__ float lut[256];

__global__ void apply(float *out)
{
    out[threadIdx.x] = lut[threadIdx.x];
}

void apply_all(float *out) { apply<<<1, 256>>>(out); }
`
	// fixable has a finding with a safe fix: nothing outside can see the table.
	fixable = "static __constant__ float hidden[256];\n" +
		"__global__ void use(float *out) { out[threadIdx.x] = hidden[threadIdx.x]; }\n" +
		"void use_all(float *out, const float *from)\n{\n    cudaMemcpyToSymbol(hidden, from, sizeof hidden);\n    use<<<1, 256>>>(out);\n}\n"
)

// TestPreCommit installs the hooks from this repository by the real pre-commit, and
// commits.
func TestPreCommit(t *testing.T) {
	optIn(t, "CUDALINT_PRECOMMIT")
	tool := thisRepository(t)
	user := newRepository(t)
	user.env = append(user.env, "PRE_COMMIT_HOME="+t.TempDir(), "CUDALINT_CACHE_DIR="+t.TempDir(), "GITHUB_ACTIONS=")
	t.Log(user.do("pre-commit", "--version"))

	use := func(id string) {
		t.Helper()
		user.write(".pre-commit-config.yaml", "repos:\n- repo: file://"+filepath.ToSlash(tool.dir)+"\n  rev: v0.1.0\n  hooks:\n  - id: "+id+"\n")
		user.do("git", "add", ".pre-commit-config.yaml")
		user.do("git", "commit", "-q", "--no-verify", "-m", "hook "+id)
		start := time.Now()
		user.do("pre-commit", "install-hooks")
		t.Logf("hook %s: installed in %s", id, time.Since(start).Round(time.Millisecond))
	}
	// commit commits what is staged, and says whether it went through.
	commit := func(what string) (ok bool, output string) {
		t.Helper()
		start := time.Now()
		status, output := user.run("git", "commit", "-m", what)
		t.Logf("%s: git commit exits with %d in %s\n%s", what, status, time.Since(start).Round(time.Millisecond), output)
		return status == 0, output
	}
	blocked := func(what string, says ...string) {
		t.Helper()
		ok, output := commit(what)
		if ok {
			t.Errorf("%s: the commit went through", what)
		}
		for _, say := range says {
			if !strings.Contains(output, say) {
				t.Errorf("%s: %q is not said", what, say)
			}
		}
		for _, file := range []string{"old.cu", "launch.cu"} {
			if strings.Contains(output, file+":") && !strings.Contains(output, "launch at src/"+file) {
				t.Errorf("%s: %s did not change and is reported", what, file)
			}
		}
	}
	passes := func(what string) {
		t.Helper()
		if ok, _ := commit(what); !ok {
			t.Errorf("%s: the commit is blocked", what)
		}
	}
	reset := func() { user.do("git", "reset", "-q", "--hard") }

	// There are findings before the hook comes.
	user.write("src/old.cu", strings.ReplaceAll(divergent, "apply", "old"))
	user.write("src/kernel.h", kernelHeader)
	user.write("src/launch.cu", launchSource)
	user.do("git", "add", "-A")
	user.do("git", "commit", "-q", "-m", "old findings")
	user.do("pre-commit", "install")

	use("cudalint")
	user.write("src/clean.cu", cleanSource)
	user.do("git", "add", "-A")
	passes("a clean kernel")

	user.write("src/new.cu", divergent)
	user.do("git", "add", "-A")
	blocked("a divergent table", "constant-divergent-index", "src/new.cu:5:", "exit code: 1")
	reset()

	// The kernel is launched in a file that does not change.
	user.write("src/kernel.cu", kernelSource)
	user.do("git", "add", "-A")
	blocked("a kernel that is launched elsewhere", "src/kernel.cu:3:", "block 1x64x1 from the launch at src/launch.cu:2")
	reset()

	// What is not staged is not linted: pre-commit takes it away meanwhile.
	user.write("src/clean.cu", cleanSource+"// a comment\n")
	user.do("git", "add", "-A")
	user.write("src/clean.cu", cleanSource+"// a comment\n"+divergent)
	passes("a staged comment")
	if got := user.read("src/clean.cu"); got != cleanSource+"// a comment\n"+divergent {
		t.Errorf("what was not staged is now\n%s", got)
	}
	reset()

	// A file that the configuration excludes is not linted, though it is named.
	user.write("cudalint.toml", "exclude = [\"vendor\"]\n")
	user.write("vendor/theirs.cu", divergent)
	user.do("git", "add", "-A")
	passes("an excluded file")

	user.write("broken.cu", "")
	user.write("cudalint.toml", "exclud = [\"vendor\"]\n")
	user.do("git", "add", "-A")
	blocked("a broken configuration", "cudalint.toml:1:", "did you mean \"exclude\"?", "exit code: 2")
	reset()

	use("cudalint-fix")
	user.write("src/table.cu", fixable)
	user.do("git", "add", "-A")
	blocked("a table with a safe fix", "files were modified by this hook")
	if got := user.read("src/table.cu"); !strings.Contains(got, "static __device__ float hidden[256]") {
		t.Errorf("the file is not fixed:\n%s", got)
	}
	user.do("git", "add", "-A")
	passes("the fixed table")
	if user.do("git", "status", "--porcelain") != "" {
		t.Error("a file changed besides")
	}

	use("cudalint-system") // testscript puts the cudalint under test in PATH
	user.write("src/new.cu", divergent)
	user.do("git", "add", "-A")
	blocked("a divergent table, by the installed cudalint", "constant-divergent-index", "src/new.cu:5:", "exit code: 1")
	reset()
	user.write("src/clean2.cu", strings.ReplaceAll(cleanSource, "fill", "fill2"))
	user.do("git", "add", "-A")
	passes("a clean kernel, by the installed cudalint")

	status, output := user.run("pre-commit", "run", "--all-files")
	t.Logf("all files: exit status %d\n%s", status, output)
	if status != 1 || !strings.Contains(output, "src/old.cu:5:") || strings.Contains(output, "vendor/") {
		t.Error("all files: want the old findings, and those only")
	}
}

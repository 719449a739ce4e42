package changes

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
)

// A sandbox is a folder with git repositories, apart from the configuration of the user.
type sandbox struct {
	*testing.T
	dir string
}

func newSandbox(t *testing.T) *sandbox {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	return &sandbox{t, dir}
}

// git runs git in a folder of the sandbox.
func (s *sandbox) git(dir string, args ...string) string {
	s.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main",
		"-c", "commit.gpgSign=false", "-c", "protocol.file.allow=always"}, args...)...)
	cmd.Dir = filepath.Join(s.dir, dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSuffix(string(out), "\n")
}

// init makes a repository with files, committed.
func (s *sandbox) init(dir string, files map[string]string) {
	s.Helper()
	if err := os.MkdirAll(filepath.Join(s.dir, dir), 0o777); err != nil {
		s.Fatal(err)
	}
	s.git(dir, "init", "-q")
	s.commit(dir, files)
}

// write makes files; a nil text removes one.
func (s *sandbox) write(dir string, files map[string]string) {
	s.Helper()
	for name, text := range files {
		name = filepath.Join(s.dir, dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			s.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			s.Fatal(err)
		}
	}
}

func (s *sandbox) commit(dir string, files map[string]string) {
	s.Helper()
	s.write(dir, files)
	s.git(dir, "add", "-A")
	s.git(dir, "commit", "-q", "-m", "change")
}

// at returns a finding on some lines of a file.
func (s *sandbox) at(dir, path string, first, last int, basis ...lint.Lines) lint.Diagnostic {
	d := lint.Diagnostic{Place: lint.Place{Path: path}, Basis: basis}
	d.Start.Line, d.Start.Column, d.End.Line, d.End.Column = first, 1, last, 2
	if text, err := os.ReadFile(s.name(dir, path)); err == nil {
		lines := strings.SplitAfter(string(text), "\n")
		d.Start.Offset = len(strings.Join(lines[:first-1], ""))
		d.Line = strings.TrimRight(lines[first-1], "\r\n")
	}
	return d
}

func (s *sandbox) name(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(s.dir, dir, path)
}

// kept returns the first lines of the findings that a filter keeps, and its problems.
func (s *sandbox) kept(dir, rev string, findings ...lint.Diagnostic) (string, []lint.Problem) {
	s.Helper()
	since, err := Open(context.Background(), filepath.Join(s.dir, dir), rev, func(path string) ([]byte, error) { return os.ReadFile(s.name(dir, path)) })
	if err != nil {
		s.Fatalf("Open %s: %v", rev, err)
	}
	r := &engine.Result{Findings: findings}
	r.Keep(since.Filter)
	var out []string
	for i := range r.Findings {
		out = append(out, fmt.Sprintf("%s:%d", r.Findings[i].Path, r.Findings[i].Start.Line))
	}
	return strings.Join(out, " "), since.Problems()
}

// expect compares what is kept of a finding on each of the first n lines of a file.
func (s *sandbox) expect(dir, rev, path string, n int, want ...int) {
	s.Helper()
	var findings []lint.Diagnostic
	for line := 1; line <= n; line++ {
		findings = append(findings, s.at(dir, path, line, line))
	}
	var list []string
	for _, line := range want {
		list = append(list, fmt.Sprintf("%s:%d", path, line))
	}
	got, problems := s.kept(dir, rev, findings...)
	if got != strings.Join(list, " ") || len(problems) > 0 {
		s.Errorf("%s since %s: kept %q, want %q; problems %v", path, rev, got, list, problems)
	}
}

const ten = "l1\nl2\nl3\nl4\nl5\nl6\nl7\nl8\nl9\nl10\n"

func TestChangedLines(t *testing.T) {
	s := newSandbox(t)
	s.init("r", map[string]string{"a.cu": ten, "src/b.cu": ten, "same.cu": ten, "moved.cu": ten, "half.cu": ten})
	changed := strings.NewReplacer("l2\n", "l2\nnew\n", "l7\n", "", "l9\n", "l9 \n").Replace(ten)
	s.write("r", map[string]string{"a.cu": changed, "src/b.cu": "\n" + ten, "new.cu": "n1\nn2\nn3\n", "src/lib/moved.cu": strings.Replace(ten, "l4", "four", 1)})
	os.Remove(s.name("r", "moved.cu"))
	s.expect("r", "HEAD", "a.cu", 10, 3, 9)
	s.expect("r", "HEAD", "src/b.cu", 11, 1)
	s.expect("r", "HEAD", "same.cu", 10)
	s.expect("r", "HEAD", "new.cu", 3, 1, 2, 3)
	s.expect("r", "HEAD", "src/lib/moved.cu", 10, 4)
	s.expect("r/src", "HEAD", "../a.cu", 10, 3, 9)
	s.expect("r/src", "HEAD", "b.cu", 11, 1)
	// Staged and committed is as well changed.
	s.git("r", "add", "-A")
	s.expect("r", "HEAD", "a.cu", 10, 3, 9)
	s.expect("r", "HEAD", "src/lib/moved.cu", 10, 4)
	s.git("r", "commit", "-q", "-m", "more")
	s.expect("r", "HEAD~1", "a.cu", 10, 3, 9)
	s.expect("r", "HEAD", "a.cu", 10)
	s.git("r", "tag", "v1")
	s.expect("r", "v1", "a.cu", 10)
	s.expect("r", "HEAD^{/change}", "a.cu", 10, 3, 9)
	// Another working tree of the repository.
	s.git("r", "worktree", "add", "-q", "../tree", "HEAD")
	s.write("tree", map[string]string{"a.cu": "first\n" + changed})
	s.expect("tree", "HEAD~1", "a.cu", 11, 1, 4, 10)
}

// TestWhatIsAround: a finding is kept if the function around it, the launch or a related
// place has changed lines, or has lost some.
func TestWhatIsAround(t *testing.T) {
	s := newSandbox(t)
	s.init("r", map[string]string{"a.cu": ten, "run.cu": ten, "old.cu": ten})
	s.write("r", map[string]string{"a.cu": strings.Replace(ten, "l5\n", "", 1), "run.cu": strings.Replace(ten, "l3", "three", 1)})
	lines := func(path string, first, last int) lint.Lines { return lint.Lines{Path: path, First: first, Last: last} }
	related := s.at("r", "old.cu", 9, 9)
	related.Related = []lint.Related{{Place: s.at("r", "run.cu", 2, 4).Place}}
	outside := s.at("r", "old.cu", 8, 8)
	other := filepath.Join(s.dir, "other.cuh")
	s.write("", map[string]string{"other.cuh": ten})
	outside.Basis = []lint.Lines{lines("../other.cuh", 1, 3)}
	got, problems := s.kept("r", "HEAD",
		s.at("r", "a.cu", 3, 3, lines("a.cu", 2, 5)), // l5 was in between
		s.at("r", "a.cu", 4, 4, lines("a.cu", 1, 4)), // it came after
		s.at("r", "a.cu", 5, 5, lines("a.cu", 5, 9)), // it came before
		s.at("r", "a.cu", 4, 5),                      // a finding of several lines
		s.at("r", "old.cu", 1, 1, lines("run.cu", 3, 3)),
		s.at("r", "old.cu", 2, 2, lines("run.cu", 4, 4), lines("old.cu", 1, 9)),
		outside, related, s.at("r", "../other.cuh", 2, 2), s.at("r", other, 3, 3))
	if want := "a.cu:3 a.cu:4 old.cu:1 old.cu:9 ../other.cuh:2 " + other + ":3"; got != want || len(problems) > 0 {
		t.Errorf("kept %q, want %q; problems %v", got, want, problems)
	}
}

// TestLinesOfFixes: lines that fixes changed in memory are what they were.
func TestLinesOfFixes(t *testing.T) {
	s := newSandbox(t)
	s.init("r", map[string]string{"a.cu": ten})
	now := strings.Replace(ten, "l5", "five", 1)
	s.write("r", map[string]string{"a.cu": now})
	since, err := Open(context.Background(), s.name("r", ""), "HEAD", func(string) ([]byte, error) { return []byte(now), nil })
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ after, want string }{
		{now, "5"},
		{"more\n" + now, "6"},
		{strings.Replace(now, "l2\n", "l2\nl2b\nl2c\n", 1), "7"},
		{strings.Replace(now, "five", "5", 1), "5"},
		{strings.Replace(now, "five\n", "5\n5\n", 1), "5 6"},
		{strings.Replace(now, "l2\nl3\nl4\n", "", 1), "2"},
		{strings.Replace(now, "five\n", "", 1), ""},
	} {
		r := &engine.Result{}
		if c.after != now {
			r.Edited = []engine.EditedFile{{Path: "a.cu", Before: []byte(now), After: []byte(c.after)}}
		}
		offset := 0
		for i, line := range strings.Split(strings.TrimSuffix(c.after, "\n"), "\n") {
			d := lint.Diagnostic{Place: lint.Place{Path: "a.cu", Line: line}}
			d.Start.Line, d.Start.Column, d.Start.Offset, d.End.Line, d.End.Column = i+1, 1, offset, i+1, 2
			offset += len(line) + 1
			r.Findings = append(r.Findings, d)
		}
		r.Keep(since.Filter)
		var got []string
		for _, d := range r.Findings {
			got = append(got, fmt.Sprint(d.Start.Line))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%q: kept lines %q, want %s", c.after, got, c.want)
		}
	}
}

func TestNamesThatNeedQuoting(t *testing.T) {
	names := []string{"a b.cu", "quo\"te'.cu", "tab\t.cu", "naïve.cu", "-rf.cu", ":(glob)*.cu", "a\\b.cu"}
	if runtime.GOOS == "linux" {
		names = append(names, "line\nbreak.cu", "not\xffutf8.cu")
	}
	s := newSandbox(t)
	old, fresh := map[string]string{}, map[string]string{}
	for i, name := range names {
		old[name] = fmt.Sprintf("file %d\n%s", i, ten)
		fresh[name] = old[name] + "new\n"
	}
	s.init("r", old)
	s.git("r", "config", "core.quotePath", "true")
	s.write("r", fresh)
	for _, name := range names {
		s.expect("r", "HEAD", name, 12, 12)
	}
	// The same with all of them in a folder with a new name.
	if err := os.Mkdir(s.name("r", "new\" folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := os.Rename(s.name("r", name), s.name("r", filepath.Join("new\" folder", name))); err != nil {
			t.Fatal(err)
		}
		s.expect("r", "HEAD", "new\" folder/"+name, 12, 12)
	}
}

// TestLineEnds: what git makes of line ends is no change.
func TestLineEnds(t *testing.T) {
	s := newSandbox(t)
	s.init("r", map[string]string{"a.cu": ten, "b.cu": ten})
	s.git("r", "config", "core.autocrlf", "true")
	crlf := strings.ReplaceAll(ten, "\n", "\r\n")
	s.write("r", map[string]string{"a.cu": crlf, "b.cu": strings.Replace(crlf, "l3", "three", 1)})
	s.expect("r", "HEAD", "a.cu", 10)
	s.expect("r", "HEAD", "b.cu", 10, 3)
}

func TestLinks(t *testing.T) {
	s := newSandbox(t)
	s.init("r", map[string]string{"src/a.cu": ten, "was.cu": ten})
	for link, to := range map[string]string{"r/link.cu": "src/a.cu", "r/dir": "src", "alias": "r"} {
		if err := os.Symlink(to, s.name("", link)); err != nil {
			t.Skip(err)
		}
	}
	s.commit("r", nil)
	s.write("r", map[string]string{"src/a.cu": strings.Replace(ten, "l3", "three", 1)})
	for _, path := range []string{"src/a.cu", "link.cu", "dir/a.cu"} {
		s.expect("r", "HEAD", path, 10, 3)
		s.expect("alias", "HEAD", path, 10, 3)
	}
	s.expect("r", "HEAD~1", "link.cu", 10, 3)
	// A link that has become a file.
	os.Remove(s.name("r", "link.cu"))
	s.write("r", map[string]string{"link.cu": "other\n"})
	s.expect("r", "HEAD", "link.cu", 1, 1)
}

func TestMergeBase(t *testing.T) {
	s := newSandbox(t)
	s.init("r", map[string]string{"a.cu": ten, "b.cu": ten})
	s.git("r", "checkout", "-q", "-b", "work")
	s.commit("r", map[string]string{"a.cu": strings.Replace(ten, "l3", "three", 1)})
	s.git("r", "checkout", "-q", "main")
	s.commit("r", map[string]string{"b.cu": strings.Replace(ten, "l5", "five", 1)})
	s.git("r", "checkout", "-q", "work")
	for _, rev := range []string{"main...", "main...HEAD"} {
		s.expect("r", rev, "a.cu", 10, 3)
		s.expect("r", rev, "b.cu", 10)
	}
	s.expect("r", "main", "b.cu", 10, 5)
}

func TestSubmodules(t *testing.T) {
	s := newSandbox(t)
	s.init("lib", map[string]string{"src/l.cu": ten})
	s.init("r", map[string]string{"a.cu": ten})
	s.git("r", "submodule", "--quiet", "add", "../lib", "third/lib")
	s.commit("r", nil)
	changed := strings.Replace(ten, "l3", "three", 1)
	s.write("r/third/lib", map[string]string{"src/l.cu": changed})
	s.expect("r", "HEAD", "third/lib/src/l.cu", 10, 3)
	// The submodule at a new commit: what counts is the one that REV has.
	s.git("r/third/lib", "commit", "-q", "-a", "-m", "changed")
	s.commit("r", nil)
	s.expect("r", "HEAD~1", "third/lib/src/l.cu", 10, 3)
	s.expect("r", "HEAD", "third/lib/src/l.cu", 10)
	// A repository inside that is no submodule is new.
	s.init("r/nested", map[string]string{"n.cu": ten})
	s.expect("r", "HEAD", "nested/n.cu", 2, 1, 2)
	// A commit that the clone of the submodule does not have.
	s.git("r", "update-index", "--cacheinfo", "160000,"+strings.Repeat("12", 20)+",third/lib")
	s.git("r", "commit", "-q", "-m", "a commit out of sight")
	got, problems := s.kept("r", "HEAD", s.at("r", "third/lib/src/l.cu", 1, 1))
	if got != "third/lib/src/l.cu:1" || len(problems) != 1 || !strings.Contains(problems[0].Message, "submodule third/lib: its clone does not have commit 121212121212; all lines") {
		t.Errorf("kept %q, problems %v", got, problems)
	}
}

func TestErrors(t *testing.T) {
	s := newSandbox(t)
	s.init("r", map[string]string{"a.cu": ten})
	s.commit("r", map[string]string{"a.cu": "changed\n"})
	s.git("r", "update-ref", "refs/remotes/origin/release", "HEAD")
	s.git("", "clone", "-q", "--bare", "r", "bare")
	s.git("", "clone", "-q", "--depth", "1", "file://"+s.name("", "r"), "shallow")
	s.git("shallow", "checkout", "-q", "--orphan", "other")
	s.git("shallow", "commit", "-q", "-m", "no parent")
	if err := os.MkdirAll(s.name("", "none"), 0o777); err != nil {
		t.Fatal(err)
	}
	s.git("none", "init", "-q", "../unborn")
	t.Setenv("GIT_CEILING_DIRECTORIES", s.dir)
	for _, c := range []struct{ dir, rev, want string }{
		{"r", "nowhere", "there is no revision nowhere in the repository"},
		{"r", "release", "there is no revision release in the repository; there is origin/release"},
		{"r", "", "the revision is empty"},
		{"r", "--upload-pack=touch mark", `"--upload-pack=touch mark" is not a revision`},
		{"r", "-...", `"-" is not a revision`},
		{"r", "HEAD:a.cu", "there is no revision HEAD:a.cu"},
		{"r", "main..HEAD", "a range has no place here: write main for what differs from it, or main... for what came since the common ancestor"},
		{"r", "main...other", "the other end is the working tree: write \"main...\""},
		{"r", "HEAD\nHEAD", "there is no revision"},
		{"bare", "HEAD", "the working folder is in a bare git repository"},
		{"none", "HEAD", "the working folder is in no git repository"},
		{"unborn", "HEAD", "there is no revision HEAD"},
		{"shallow", "HEAD~5", "the clone is shallow; fetch the whole history (fetch-depth: 0 of actions/checkout"},
		{"shallow", "main...", "main and HEAD have no common ancestor: the clone is shallow"},
	} {
		_, err := Open(context.Background(), s.name("", c.dir), c.rev, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s in %s: %v\nwant %s", c.rev, c.dir, err, c.want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Open(ctx, s.name("", "r"), "HEAD", nil); err != context.Canceled {
		t.Errorf("an interrupted run: %v", err)
	}
	t.Setenv("PATH", "")
	if _, err := Open(context.Background(), s.name("", "r"), "HEAD", nil); err == nil || err.Error() != "git is not installed" {
		t.Errorf("without git: %v", err)
	}
}

// TestForeignOwner: what git says about a repository of somebody else is passed on.
func TestForeignOwner(t *testing.T) {
	s := newSandbox(t)
	s.init("r", map[string]string{"a.cu": ten})
	if err := exec.Command("chown", "-R", "12345", s.name("", "r")).Run(); err != nil {
		t.Skip("only root can give files away")
	}
	_, err := Open(context.Background(), s.name("", "r"), "HEAD", nil)
	if err == nil || !strings.Contains(err.Error(), "dubious ownership") || !strings.Contains(err.Error(), "safe.directory") {
		t.Errorf("%v", err)
	}
}

// TestPartialClone: old contents that are not there are not fetched.
func TestPartialClone(t *testing.T) {
	s := newSandbox(t)
	s.init("r", map[string]string{"a.cu": ten})
	s.git("r", "config", "uploadpack.allowFilter", "true")
	s.commit("r", map[string]string{"a.cu": ten + "more\n"})
	s.git("", "clone", "-q", "--filter=blob:none", "file://"+s.name("", "r"), "partial")
	got, problems := s.kept("partial", "HEAD~1", s.at("partial", "a.cu", 1, 1))
	if got != "a.cu:1" || len(problems) != 1 || !strings.Contains(problems[0].Message, "the partial clone does not have the old contents of files, and nothing is fetched: clone without --filter; all lines count as changed") {
		t.Errorf("kept %q, problems %v", got, problems)
	}
}

// TestFileThatChangesMeanwhile: lines are only told apart where the text is that of the
// finding.
func TestFileThatChangesMeanwhile(t *testing.T) {
	s := newSandbox(t)
	s.init("r", map[string]string{"a.cu": ten})
	s.write("r", map[string]string{"a.cu": ten + "more\n"})
	d := s.at("r", "a.cu", 3, 3)
	s.write("r", map[string]string{"a.cu": "first\n" + ten})
	if got, _ := s.kept("r", "HEAD", d, s.at("r", "a.cu", 5, 5)); got != "a.cu:3" {
		t.Errorf("kept %q", got)
	}
}

// TestHostileRepository: a repository in which everything that git can run is a program
// runs nothing.
func TestHostileRepository(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are shell scripts")
	}
	s := newSandbox(t)
	s.init("lib", map[string]string{"l.cu": ten})
	s.init("r", map[string]string{"a.cu": ten, "gone.cu": "x\n" + ten})
	s.git("r", "submodule", "--quiet", "add", "../lib", "lib")
	s.commit("r", map[string]string{".gitattributes": "*.cu diff=evil filter=evil merge=evil working-tree-encoding=UTF-8 ident\n", ".lfsconfig": ""})
	s.write("r", map[string]string{"a.cu": ten + "more\n", "new.cu": "x\n" + ten + "y\n"})
	os.Remove(s.name("r", "gone.cu"))
	s.write("r/lib", map[string]string{"l.cu": ten + "more\n"})

	mark := s.name("", "mark")
	script := s.name("", "evil.sh")
	s.write("", map[string]string{"evil.sh": "#!/bin/sh\necho \"$0 $@\" >> '" + mark + "'\nexit 1\n"})
	if err := os.Chmod(script, 0o755); err != nil {
		t.Fatal(err)
	}
	evil := "!" + script
	for _, dir := range []string{"r", "r/lib"} {
		for _, key := range []string{"core.fsmonitor", "core.editor", "core.pager", "core.askPass", "core.sshCommand", "core.gitProxy", "core.alternateRefsCommand",
			"diff.external", "diff.evil.command", "diff.evil.textconv", "filter.evil.clean", "filter.evil.smudge", "filter.evil.process", "merge.evil.driver",
			"gpg.program", "gpg.ssh.defaultKeyCommand", "sequence.editor", "interactive.diffFilter", "pager.rev-parse", "pager.ls-tree", "pager.cat-file",
			"uploadpack.packObjectsHook", "remote.origin.uploadpack", "remote.origin.receivepack", "remote.evil.vcs", "credential.helper", "http.proxy",
			"trailer.sign.command", "browser.evil.cmd", "submodule.lib.update", "trace2.normalTarget", "init.templateDir"} {
			s.git(dir, "config", key, script)
		}
		for _, alias := range []string{"rev-parse", "ls-tree", "cat-file", "merge-base"} {
			s.git(dir, "config", "alias."+alias, evil)
		}
		// A partial clone that fetches what is missing by a program, over any protocol.
		s.git(dir, "config", "core.repositoryFormatVersion", "1")
		s.git(dir, "config", "extensions.partialClone", "origin")
		s.git(dir, "config", "protocol.allow", "always")
		s.git(dir, "config", "protocol.ext.allow", "always")
		s.git(dir, "config", "remote.origin.url", "ext::"+script)
		s.git(dir, "config", "remote.origin.promisor", "true")
		s.git(dir, "config", "filter.evil.required", "true")
	}
	hooks := s.name("r", ".git/hooks")
	os.MkdirAll(hooks, 0o777)
	for _, hook := range []string{"post-index-change", "post-checkout", "reference-transaction", "pre-auto-gc", "fsmonitor-watchman", "pre-commit"} {
		if err := os.Symlink(script, filepath.Join(hooks, hook)); err != nil {
			t.Fatal(err)
		}
	}
	// An object that is missing, as in a partial clone, is the bait for a fetch.
	blob := s.git("r", "rev-parse", "HEAD:a.cu")
	if err := os.Remove(s.name("r", filepath.Join(".git/objects", blob[:2], blob[2:]))); err != nil {
		t.Fatal(err)
	}
	for _, v := range []string{"GIT_EXTERNAL_DIFF", "GIT_PAGER", "GIT_SSH", "GIT_SSH_COMMAND", "GIT_ASKPASS", "GIT_EDITOR", "GIT_PROXY_COMMAND"} {
		t.Setenv(v, script)
	}
	os.Remove(mark)
	// The bait is one: git itself would take it.
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	exec.CommandContext(ctx, "git", "-C", s.name("", "r"), "diff", "HEAD").Run()
	if _, err := os.Stat(mark); err != nil {
		t.Fatalf("git diff runs none of the programs: the test shows nothing")
	}
	os.Remove(mark)

	for _, rev := range []string{"HEAD", "HEAD...", "HEAD~1"} {
		s.kept("r", rev, s.at("r", "a.cu", 1, 1), s.at("r", "new.cu", 1, 1), s.at("r", "lib/l.cu", 1, 1))
	}
	got, problems := s.kept("r", "HEAD", s.at("r", "new.cu", 1, 1), s.at("r", "new.cu", 12, 12), s.at("r", "lib/l.cu", 1, 1), s.at("r", "lib/l.cu", 11, 11))
	if got != "new.cu:12 lib/l.cu:11" {
		t.Errorf("kept %q, problems %v", got, problems)
	}
	Open(context.Background(), s.name("", "r"), "nowhere", nil)
	Open(context.Background(), s.name("", "r"), strings.Repeat("a", 40), nil)
	if text, err := os.ReadFile(mark); err == nil {
		t.Errorf("programs of the repository ran:\n%s", text)
	}
}

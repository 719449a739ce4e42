package discover

import (
	"bytes"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// git runs git in a folder, with nothing of the user's or the machine's configuration.
func git(t *testing.T, dir, stdin string, args ...string) (stdout string, ok bool) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(stdin)
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") && !strings.HasPrefix(v, "HOME=") && !strings.HasPrefix(v, "XDG_CONFIG_HOME=") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(cmd.Env, "HOME="+dir, "XDG_CONFIG_HOME="+dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if stderr.Len() > 0 {
		t.Fatalf("git %q in %s: %v\n%s", args, dir, err, stderr.String())
	}
	return string(out), err == nil
}

// gitIgnores returns which of some paths git ignores.
func gitIgnores(t *testing.T, dir string, paths []string) map[string]bool {
	t.Helper()
	ignored := map[string]bool{}
	if len(paths) == 0 {
		return ignored
	}
	out, _ := git(t, dir, strings.Join(paths, "\x00")+"\x00", "-c", "core.ignoreCase=false", "check-ignore", "--no-index", "--stdin", "-z", "-v")
	// Source, line, pattern and path of each that a pattern matches, be it a negated one.
	fields := strings.Split(strings.TrimSuffix(out, "\x00"), "\x00")
	for ; len(fields) >= 4; fields = fields[4:] {
		ignored[fields[3]] = !strings.HasPrefix(fields[2], "!")
	}
	return ignored
}

// An ignoreTree is a generated folder with repositories and .gitignore files.
type ignoreTree struct {
	t     *testing.T
	r     *rand.Rand
	dir   string
	files []string // the sources, relative to dir, by path
	repos []string // the folders that are repositories, relative to dir, the outer before the inner
	rules []string // what the .gitignore files hold, for messages
}

var (
	treeNames = []string{"a", "b", "ab", "A", "build", "x.y", "a b", "[a]", "#c", "!d", "ü", "*", `a\b`, "-", "trail ", "n\nl", "\xff", "t\tb", "a]", "?"}
	patterns  = []string{"*", "**", "***", "?", "/", "//", "a", "b", "ab", "A", "build", ".cu", "x.y", "*.cu", "**/", "/**", "/**/", "a*b", "a**", "**b",
		"[ab]", "[!a]", "[^a]", "[a-c]", "[]a]", "[!]a]", "[a-]", "[-a]", `[\]a]`, `[a\]`, "[", "]", "[c-a]", "[[a]", "[a/b]", "[[:alpha:]]", "[[:digit:][:upper:]]", "[[:space:]]",
		"[[:punct:]]", "[[:nope:]]", "[:alpha:]", "[[:alpha:", "[[:alpha:]", "[!-~]",
		`\*`, `\#c`, `\!d`, `\a`, `\`, `\\`, `\[a]`, "[[:a]b:]", "[[::]a]", "[[:]a]", "[a-c-e]", "[a--b]", `[\a-\c]`, `\?`, `\ `, " ", "  ", "#c", "!d", "ü", "\xff", "\t", "\r", "./", "../", "trail ", `trail\ `, "-", "\x00"}
)

func (g *ignoreTree) name() string { return treeNames[g.r.Intn(len(treeNames))] }

// pattern returns a line of a .gitignore file: pieces at random, or a path that there is,
// more or less changed.
func (g *ignoreTree) pattern() string {
	var b strings.Builder
	if g.r.Intn(4) == 0 {
		b.WriteString("!")
	}
	switch g.r.Intn(3) {
	case 0:
		for range 1 + g.r.Intn(4) {
			b.WriteString(patterns[g.r.Intn(len(patterns))])
		}
	default:
		parts := strings.Split(g.files[g.r.Intn(len(g.files))], "/")
		first := g.r.Intn(len(parts))
		last := first + 1 + g.r.Intn(len(parts)-first)
		if g.r.Intn(3) == 0 {
			b.WriteString([]string{"/", "**/", "*/"}[g.r.Intn(3)])
		}
		for i, part := range parts[first:last] {
			if i > 0 {
				b.WriteString([]string{"/", "/", "/", "/**/", "/*/"}[g.r.Intn(5)])
			}
			if g.r.Intn(4) == 0 {
				part = patterns[g.r.Intn(len(patterns))]
			}
			b.WriteString(part)
		}
		if g.r.Intn(3) == 0 {
			b.WriteString([]string{"/", "/*", "/**", " ", `\ `, "*"}[g.r.Intn(6)])
		}
	}
	return b.String()
}

// ignoreFile returns the text of a .gitignore file.
func (g *ignoreTree) ignoreFile() string {
	var b strings.Builder
	if g.r.Intn(10) == 0 {
		b.WriteString("\xef\xbb\xbf")
	}
	for range 1 + g.r.Intn(5) {
		b.WriteString(g.pattern())
		b.WriteString([]string{"\n", "\n", "\r\n", "\n\n", "\n# comment\n", " \n"}[g.r.Intn(6)])
	}
	text := b.String()
	if g.r.Intn(5) == 0 {
		text = strings.TrimRight(text, "\r\n")
	}
	return text
}

func (g *ignoreTree) write(name, text string) {
	g.t.Helper()
	name = filepath.Join(g.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		g.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		g.t.Fatal(err)
	}
}

func (g *ignoreTree) ignore(name string) {
	text := g.ignoreFile()
	g.rules = append(g.rules, fmt.Sprintf("%s: %q", name, text))
	g.write(name, text)
}

// repository makes a folder the top of one, as git init, git worktree or a submodule
// leaves it, or nearly one, which is none.
func (g *ignoreTree) repository(folder string, kind int) {
	gitDir, common := filepath.Join(folder, ".git"), filepath.Join(folder, ".git")
	switch kind {
	case 1: // a submodule
		gitDir = filepath.Join(".git", "modules", strconv.Itoa(len(g.repos)))
		common = gitDir
		g.write(filepath.Join(folder, ".git"), "gitdir: "+filepath.Join(g.dir, gitDir)+"\n")
	case 2: // a worktree of a repository outside
		common = filepath.Join("..", "outside", strconv.Itoa(len(g.repos)))
		gitDir = filepath.Join(common, "worktrees", "w")
		g.write(filepath.Join(gitDir, "commondir"), "../..\n")
		relative, err := filepath.Rel(folder, gitDir)
		if err != nil {
			g.t.Fatal(err)
		}
		g.write(filepath.Join(folder, ".git"), "gitdir: "+relative+"\n")
	}
	if kind == 3 { // no repository
		g.write(filepath.Join(gitDir, "config"), "")
		return
	}
	g.repos = append(g.repos, folder)
	g.write(filepath.Join(gitDir, "HEAD"), "ref: refs/heads/main\n")
	g.write(filepath.Join(common, "objects", "info", "packs"), "")
	g.write(filepath.Join(common, "refs", "heads", "x"), "")
	if err := os.Remove(filepath.Join(g.dir, common, "refs", "heads", "x")); err != nil {
		g.t.Fatal(err)
	}
	if g.r.Intn(3) == 0 {
		g.ignore(filepath.Join(common, "info", "exclude"))
	}
}

// generate fills the tree.
func (g *ignoreTree) generate() {
	folders := map[string]bool{".": true}
	for range 150 {
		parts := make([]string, 1+g.r.Intn(4))
		for i := range parts {
			parts[i] = g.name()
			if i+1 < len(parts) {
				folders[filepath.Join(parts[:i+1]...)] = true
			}
		}
		g.files = append(g.files, strings.Join(parts, "/")+".cu")
	}
	slices.Sort(g.files)
	g.files = slices.Compact(g.files)
	for _, file := range g.files {
		g.write(file, "int x;")
	}
	g.repository(".", 0)
	var all []string
	for folder := range folders {
		all = append(all, folder)
	}
	slices.Sort(all)
	for _, folder := range all {
		if folder == "." || g.r.Intn(6) == 0 {
			g.ignore(filepath.Join(folder, ".gitignore"))
		}
		if folder != "." && g.r.Intn(25) == 0 {
			g.repository(folder, g.r.Intn(4))
		}
	}
}

// kept returns the sources that git does not ignore. Each repository is asked about
// what is its own; one that another ignores is ignored with all it holds.
func (g *ignoreTree) kept() []string {
	owner := func(file string) string { // the innermost repository around a file
		best := "."
		for _, repo := range g.repos {
			if repo != "." && strings.HasPrefix(file, repo+"/") && (best == "." || len(repo) > len(best)) {
				best = repo
			}
		}
		return best
	}
	asked := map[string][]string{}
	for _, name := range slices.Concat(g.files, g.repos) {
		if name != "." {
			asked[owner(name)] = append(asked[owner(name)], name)
		}
	}
	ignored := map[string]bool{}
	for repo, names := range asked {
		var paths []string
		for _, name := range names {
			if repo != "." {
				name = strings.TrimPrefix(name, repo+"/")
			}
			paths = append(paths, name)
		}
		for path, is := range gitIgnores(g.t, filepath.Join(g.dir, repo), paths) {
			ignored[filepath.Join(repo, path)] = is
		}
	}
	var kept []string
	for _, file := range g.files {
		out := ignored[file]
		for repo := owner(file); repo != "." && !out; repo = owner(repo) {
			out = ignored[repo]
		}
		if !out {
			kept = append(kept, file)
		}
	}
	return kept
}

// TestIgnoresAsGitDoes compares discovery with git check-ignore on generated trees of
// .gitignore files, repositories in repositories, worktrees and submodules.
// CUDALINT_IGNORE_TREES sets how many trees; each holds some 130 files.
func TestIgnoresAsGitDoes(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	trees := 25
	if n, err := strconv.Atoi(os.Getenv("CUDALINT_IGNORE_TREES")); err == nil {
		trees = n
	}
	files, ignored := 0, 0
	for seed := range trees {
		outer, err := filepath.EvalSymlinks(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		g := &ignoreTree{t: t, r: rand.New(rand.NewSource(int64(seed))), dir: filepath.Join(outer, "tree")}
		g.generate()
		inputs, problems := (&Search{Dir: g.dir}).Files([]string{"."})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		var got []string
		for _, in := range inputs {
			got = append(got, filepath.ToSlash(in.Path))
		}
		want := g.kept()
		files += len(g.files)
		ignored += len(g.files) - len(want)
		for _, file := range g.files {
			if slices.Contains(got, file) != slices.Contains(want, file) {
				t.Errorf("seed %d: %q: git ignores it: %v\nrepositories %q\n%s", seed, file, !slices.Contains(want, file), g.repos, strings.Join(g.rules, "\n"))
				break
			}
		}
		if err := os.RemoveAll(outer); err != nil {
			t.Fatal(err)
		}
		if t.Failed() {
			return
		}
	}
	if ignored < files/20 || ignored > files*19/20 {
		t.Errorf("%d of %d files are ignored: the cases say little", ignored, files)
	}
	t.Logf("%d files in %d trees, %d ignored", files, trees, ignored)
}

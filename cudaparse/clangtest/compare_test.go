package clangtest

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// giveUp is the number of sources in a row that may fail to compile before the rest of their
// repository is skipped.
const giveUp = 10

// A result is the comparison of one file.
type result struct {
	path           string
	err            error
	clang, missing [constructs]int
	ours, extra    [constructs]int
	differences    []string
}

// TestClang compares functions, calls and subscripts in cudalint's trees with those
// in clang's, of files drawn by a seed that compile. What cudalint lacks counts
// wherever clang has it; what only cudalint has counts on lines that clang compiled.
func TestClang(t *testing.T) {
	root := os.Getenv("CUDALINT_CLANG")
	if root == "" {
		t.Skip("CUDALINT_CLANG names no folder of sources")
	}
	c := compiler{setting("QUERY", "clang-query"), setting("CXX", "clang++"), strings.Fields(setting("FLAGS", ""))}
	repos, err := repositories(root, number(t, "SEED", 1))
	if err != nil {
		t.Fatal(err)
	}
	list := io.Discard
	if name := setting("LIST", ""); name != "" {
		f, err := os.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		list = f
	}
	want := int(number(t, "COUNT", 200))
	var sum result
	files, tried := 0, 0
	for files < want {
		results := round(c, repos)
		if len(results) == 0 {
			break
		}
		for _, r := range results {
			tried++
			if r.err != nil {
				if !errors.Is(r.err, errDoesNotCompile) {
					t.Errorf("%s: %v", r.path, r.err)
				}
				fmt.Fprintf(list, "failed %s: %v\n", r.path, r.err)
				continue
			}
			if files++; files > want {
				break
			}
			sum.count(r)
			fmt.Fprintf(list, "compared %s: clang %v, missing %v, ours %v, extra %v\n", r.path, r.clang, r.missing, r.ours, r.extra)
			for _, d := range r.differences {
				fmt.Fprintln(list, d)
			}
		}
	}
	t.Logf("%d files compared, %d tried", min(files, want), tried)
	if files < want {
		t.Errorf("only %d files of %d compile", files, want)
	}
	for k := range constructs {
		t.Logf("%s: %d of clang's %d found (%.3f %%); %d of our %d on compiled lines are not clang's (%.3f %%)", k,
			sum.clang[k]-sum.missing[k], sum.clang[k], share(sum.clang[k]-sum.missing[k], sum.clang[k]), sum.extra[k], sum.ours[k], share(sum.extra[k], sum.ours[k]))
		if share(sum.missing[k], sum.clang[k]) > 0.5 {
			t.Errorf("%s: more than 0.5 %% are not in the tree", k)
		}
	}
}

// round compares the next source of each repository, two at a time.
func round(c compiler, repos []*repository) []result {
	var out []result
	var at []*repository
	for _, r := range repos {
		if len(r.sources) > 0 && r.failed < giveUp {
			out = append(out, result{path: r.sources[0]})
			r.sources = r.sources[1:]
			at = append(at, r)
		}
	}
	var wait sync.WaitGroup
	slots := make(chan bool, 2)
	for i := range out {
		wait.Add(1)
		go func() {
			defer wait.Done()
			slots <- true
			out[i].compare(c, at[i])
			<-slots
		}()
	}
	wait.Wait()
	for i, r := range at {
		if r.failed++; out[i].err == nil {
			r.failed = 0
		}
	}
	return out
}

// compare sets the result of one source.
func (r *result) compare(c compiler, repo *repository) {
	content, err := os.ReadFile(r.path)
	if err != nil {
		r.err = err
		return
	}
	t := newText(r.path, content)
	dirs := repo.includeDirs(r.path, c.systemDirs())
	theirs, err := c.compile(t, dirs)
	if err != nil {
		r.err = err
		return
	}
	ours, err := readTree(t, dirs)
	if err != nil {
		r.err = err
		return
	}
	for k := range constructs {
		for p := range theirs.places[k] {
			r.clang[k]++
			if !ours.places[k][p] {
				r.missing[k]++
				r.differ("missing", k, t, p)
			}
		}
		for p := range ours.places[k] {
			if !theirs.lines[p.line] || (k == call || k == function) && theirs.macros[ours.name[p]] {
				continue
			}
			r.ours[k]++
			if !theirs.places[k][p] {
				r.extra[k]++
				r.differ("extra", k, t, p)
			}
		}
	}
	sort.Strings(r.differences)
}

func (r *result) differ(what string, k construct, t text, p place) {
	r.differences = append(r.differences, fmt.Sprintf("%s %s %s:%d:%d: %.160s", what, k, r.path, p.line, p.column, strings.TrimSpace(t.Slice(t.LineSpan(p.line)))))
}

func (r *result) count(other result) {
	for k := range constructs {
		r.clang[k] += other.clang[k]
		r.missing[k] += other.missing[k]
		r.ours[k] += other.ours[k]
		r.extra[k] += other.extra[k]
	}
}

// systemDirs returns the folders of system headers, which those of a repository do not replace.
func (c compiler) systemDirs() []string {
	dirs := []string{"/usr/include"}
	for _, f := range c.flags {
		if dir, ok := strings.CutPrefix(f, "--cuda-path="); ok {
			dirs = append(dirs, filepath.Join(dir, "include"))
		}
	}
	return dirs
}

func setting(name, or string) string {
	if v := os.Getenv("CUDALINT_CLANG_" + name); v != "" {
		return v
	}
	return or
}

func number(t *testing.T, name string, or int64) int64 {
	t.Helper()
	n, err := strconv.ParseInt(setting(name, strconv.FormatInt(or, 10)), 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func share(n, of int) float64 { return 100 * float64(n) / float64(max(of, 1)) }

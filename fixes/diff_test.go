package fixes

import (
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestDiff(t *testing.T) {
	want := "--- a/src/a.cu\n+++ b/src/a.cu\n@@ -1,4 +1,5 @@\n a\r\n-b\xff\r\n+B\r\n+C\n c\n-d\n\\ No newline at end of file\n+d\n"
	if got := Diff("./src/a.cu", []byte("a\r\nb\xff\r\nc\nd"), []byte("a\r\nB\r\nC\nc\nd\n")); got != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	want = "--- a/my file.cu\t\n+++ b/my file.cu\t\n@@ -1 +1 @@\n-a\n+b\n"
	if got := Diff("my file.cu", []byte("a\n"), []byte("b\n")); got != want {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	// Two changes in one hunk, and what their lines add up to before the next.
	want = "--- a/a.cu\n+++ b/a.cu\n@@ -1,8 +1,9 @@\n-0\n+x\n+y\n 1\n 2\n 3\n-4\n+z\n 5\n 6\n 7\n@@ -12,4 +13,3 @@\n 11\n 12\n 13\n-14\n"
	before, after := "0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n", "x\ny\n1\n2\n3\nz\n5\n6\n7\n8\n9\n10\n11\n12\n13\n"
	if got := Diff("a.cu", []byte(before), []byte(after)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, same := range []string{"", "a\n", "a"} {
		if got := Diff("a.cu", []byte(same), []byte(same)); got != "" {
			t.Errorf("%q against itself: %q", same, got)
		}
	}
}

// patch applies a unified diff of one file; it reads the counts of the hunks
// and requires every old line to be there.
func patch(before, diff string) (string, error) {
	if diff == "" {
		return before, nil
	}
	old := strings.SplitAfter(before, "\n")
	lines := strings.SplitAfter(diff, "\n")
	var out strings.Builder
	at := 0
	for i := 2; i < len(lines) && lines[i] != ""; {
		hunk := strings.TrimSpace(strings.Trim(strings.TrimSpace(lines[i]), "@"))
		oldStart, oldCount, newCount := 0, 1, 1
		oldPart, newPart, ok := strings.Cut(hunk, " ")
		if _, err := fmt.Sscanf(oldPart, "-%d,%d", &oldStart, &oldCount); !ok || oldStart == 0 && err != nil {
			return "", fmt.Errorf("hunk %q", lines[i])
		}
		var newStart int
		fmt.Sscanf(newPart, "+%d,%d", &newStart, &newCount)
		if oldCount > 0 {
			oldStart--
		}
		for ; at < oldStart; at++ {
			out.WriteString(old[at])
		}
		// A count of 0 names the line before.
		if before := strings.Count(out.String(), "\n"); newStart != before+min(newCount, 1) {
			return "", fmt.Errorf("hunk %q: %d lines stand before it", lines[i], before)
		}
		for i++; oldCount > 0 || newCount > 0; i++ {
			kind, line := lines[i][0], lines[i][1:]
			if i+1 < len(lines) && strings.HasPrefix(lines[i+1], `\`) {
				line = strings.TrimSuffix(line, "\n")
			}
			if kind == '\\' {
				continue
			}
			if kind != '+' {
				if at >= len(old) || old[at] != line {
					return "", fmt.Errorf("line %d is not %q", at+1, line)
				}
				at++
				oldCount--
			}
			if kind != '-' {
				out.WriteString(line)
				newCount--
			}
		}
		if i < len(lines) && strings.HasPrefix(lines[i], `\`) {
			i++
		}
	}
	for ; at < len(old); at++ {
		out.WriteString(old[at])
	}
	return out.String(), nil
}

func FuzzDiff(f *testing.F) {
	f.Add("a\nb\n", "a\nc")
	f.Add("", "a\r\n")
	f.Add("a", "")
	f.Add("-- a\n++ b\n@@ c\n\\ d\n", "++ b\n@@ c\n")
	f.Add("\xff\x00\n\r", "\xfe\x00\n\n\r")
	f.Fuzz(func(t *testing.T, before, after string) {
		changed, done := "", 0
		for _, e := range Changes("a.cu", []byte(before), []byte(after)) {
			changed, done = changed+before[done:e.Start]+e.Text, e.End
		}
		if changed += before[done:]; changed != after {
			t.Fatalf("%q to %q by changes gives %q", before, after, changed)
		}
		diff := Diff("a.cu", []byte(before), []byte(after))
		if (diff == "") != (before == after) {
			t.Fatalf("diff %q", diff)
		}
		got, err := patch(before, diff)
		if err != nil || got != after {
			t.Fatalf("%q to %q by\n%s\ngives %q, %v", before, after, diff, got, err)
		}
	})
}

// TestGitApply gives git one patch of many files with all that is odd about
// names, line ends, ends of files and bytes.
func TestGitApply(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git")
	}
	dir := t.TempDir()
	run := func(stdin string, args ...string) {
		t.Helper()
		c := exec.Command(git, args...)
		c.Dir, c.Stdin = dir, strings.NewReader(stdin)
		c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_DIR="+filepath.Join(dir, ".git"), "GIT_WORK_TREE="+dir)
		if out, err := c.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	run("", "init", "-q")

	r := rand.New(rand.NewSource(3))
	texts := map[string][2]string{
		"filled.cu": {"", "a\nb\n"}, "one.cu": {"", "a"}, "emptied.cu": {"a\nb\n", ""}, "emptied1.cu": {"a", ""},
		"newline added.cu": {"a\nb", "a\nb\n"}, "taken.cu": {"a\nb\n", "a\nb"},
		"sub/tab\there.cu": {"a\n", "b\n"}, `back\slash.cu`: {"a\n", "b\n"}, `quo"te one.cu`: {"a\n", "b\n"}, "é.cu": {"é\n", "è\n"}, " lead.cu": {"a\n", "b\n"}, "new\nline.cu": {"a\n", "b\n"},
		"long.cu": {strings.Repeat("a\n", 5000), strings.Repeat("a\nb\n", 2500)},
	}
	for i := range 300 {
		before := randomText(r, 60)
		after, err := Apply([]byte(before), randomEdits(r, len(before)))
		if err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 { // changes far apart: several hunks
			line := strings.Repeat("same\r\n", 20)
			after = []byte("x" + line + string(after) + line + before)
			before = line + before + line + before
		}
		texts[fmt.Sprintf("dir%d/f%d.cu", i%7, i)] = [2]string{before, string(after)}
	}
	var all strings.Builder
	for name, text := range texts {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text[0]), 0o666); err != nil {
			t.Skipf("this system has no such names: %v", err)
		}
		all.WriteString(Diff(name, []byte(text[0]), []byte(text[1])))
	}
	run(all.String(), "apply", "--whitespace=nowarn")
	for name, text := range texts {
		got, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil || string(got) != text[1] {
			t.Errorf("%q: from %q: got %q, %v, want %q", name, text[0], got, err, text[1])
		}
	}
}

func TestChanges(t *testing.T) {
	got := Changes("a.cu", []byte("a\r\nb\nc\nd"), []byte("a\r\nB\nc\nd\r\n"))
	want := []Edit{{"a.cu", 3, 5, "B\n"}, {"a.cu", 7, 8, "d\r\n"}}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if same := Changes("a.cu", []byte("a\n"), []byte("a\n")); same != nil {
		t.Errorf("%q for the same text", same)
	}
}

package preproc

import (
	"bytes"
	"context"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"testing"
)

// expandedTexts returns texts after macro replacement as they will be parsed. It is
// all that the test below knows of the expander.
func expandedTexts(t *testing.T, definitions string, uses []string) []string {
	t.Helper()
	u := Process(context.Background(), NewOutline("a.cu", []byte(definitions)), &Options{Arch: 900})
	var out []string
	for _, use := range uses {
		x := Expander{Lookup: u.Macros.Now}
		tokens, ok := x.Expand(Spell(use))
		if !ok {
			tokens = Spell("<past the bounds>")
		}
		out = append(out, Join(tokens))
	}
	return out
}

// TestAgainstGCC compares macro expansion and #if with those of gcc on random
// macros. CUDALINT_GCC=1 runs many and shows what differs, another number so many;
// CUDALINT_GCC_SEED starts elsewhere.
func TestAgainstGCC(t *testing.T) {
	gcc := findGCC(t)
	cases, seed := gccNumber(t, "CUDALINT_GCC", shortCases), gccNumber(t, "CUDALINT_GCC_SEED", 1)
	if cases == 1 {
		cases = 5000
	}
	compared, rejected, differ := 0, 0, 0
	for i := range cases {
		definitions, uses := generate(rand.New(rand.NewSource(int64(seed + i))))
		expanded := expandedTexts(t, definitions, uses)
		shown := false
		for k, want := range gccTokens(t, gcc, definitions, uses) {
			if want == nil { // gcc rejects it
				rejected++
				continue
			}
			compared++
			if equal(spelled(expanded[k]), want) {
				continue
			}
			if differ++; !shown && differ <= maxShown {
				shown = true
				small, use := shrink(t, gcc, definitions, uses[k])
				t.Logf("seed %d:\n%s%s\n got %q\nwant %q", seed+i, small, use,
					spelled(expandedTexts(t, undefineAll()+small, []string{use})[0]), gccTokens(t, gcc, undefineAll()+small, []string{use})[0])
			}
		}
	}
	t.Logf("%d texts compared, %d differ, %d that gcc rejects", compared, differ, rejected)
	if differ > 0 {
		t.Errorf("%d of %d texts differ", differ, compared)
	}
	if rejected > compared {
		t.Errorf("gcc rejects %d of %d texts", rejected, compared+rejected)
	}
}

// shortCases is how many cases the short run has.
const shortCases = 200

// maxShown bounds how many differences are made small, which takes a while.
const maxShown = 40

// findGCC returns the path of a gcc that knows the directives of C++23; the test is
// skipped without one, or where clang has that name.
func findGCC(t *testing.T) string {
	t.Helper()
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc")
	}
	about, err := exec.Command(gcc, "--version").Output()
	version, err2 := exec.Command(gcc, "-dumpversion").Output()
	major, _, _ := strings.Cut(strings.TrimSpace(string(version)), ".")
	if n, _ := strconv.Atoi(major); err != nil || err2 != nil || n < 12 || strings.Contains(string(about), "clang") {
		t.Skip("no gcc from version 12")
	}
	return gcc
}

// gccNumber returns the number in an environment variable.
func gccNumber(t *testing.T, name string, or int) int {
	t.Helper()
	s := os.Getenv(name)
	if s == "" {
		return or
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}

var (
	useMarker  = regexp.MustCompile(`@\d+@`)
	gccMessage = regexp.MustCompile(`(?m)^[^:\n]+:(\d+):(?:\d+:)? (?:fatal )?(error|note):`)
)

// gccTokens returns the tokens that gcc's preprocessor makes of each text, nil for
// those it reports an error in.
func gccTokens(t *testing.T, gcc, definitions string, uses []string) [][]string {
	t.Helper()
	in := []byte(definitions)
	var starts []int // the lines of the markers
	for i, use := range uses {
		starts = append(starts, bytes.Count(in, []byte("\n"))+2)
		in = append(in, "\n@"+strconv.Itoa(i)+"@\n"+use...)
	}
	file := filepath.Join(t.TempDir(), "text.cc")
	if err := os.WriteFile(file, append(in, '\n'), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(gcc, "-E", "-P", "-w", "-x", "c++", "-std=gnu++23", "-fno-diagnostics-show-caret", file)
	cmd.Env = append(os.Environ(), "LC_ALL=C")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	failed := cmd.Run() != nil
	out := make([][]string, len(uses))
	// gcc puts nothing before the first marker: there are directives only.
	texts := useMarker.Split(stdout.String(), -1)[1:]
	if len(texts) != len(uses) { // an invocation that does not end took the rest
		return out
	}
	for i, text := range texts {
		out[i] = spelled(text)
	}
	if failed {
		reject(out, starts, stderr.String())
	}
	return out
}

// reject takes out the texts that gcc reports errors in, and all of them if there is
// an error in the definitions. The last line of an error's notes is where it was
// expanded.
func reject(out [][]string, starts []int, messages string) {
	line := -1
	take := func() {
		if line < 0 {
			return
		}
		in := sort.SearchInts(starts, line+1) - 1
		if in < 0 {
			clear(out)
			return
		}
		out[in] = nil
	}
	for _, m := range gccMessage.FindAllStringSubmatch(messages, -1) {
		at, _ := strconv.Atoi(m[1])
		if m[2] == "error" {
			take()
			line = at
		} else {
			line = max(line, at)
		}
	}
	take()
}

var spelledToken = regexp.MustCompile(`(?:u8|[LuU])?"(?:[^"\\\n]|\\.)*"|(?:u8|[LuU])?'(?:[^'\\\n]|\\.)*'|\.?[0-9](?:[eEpP][+-]|'[0-9A-Za-z_]|[0-9A-Za-z_.])*|[A-Za-z_]\w*|<<=|>>=|\.\.\.|->\*|<=>|[-+*/%^&|<>=!]=|<<|>>|->|::|&&|\|\||\+\+|--|##|\S`)

// spelled splits a text into tokens.
func spelled(text string) []string {
	tokens := spelledToken.FindAllString(text, -1)
	if tokens == nil {
		return []string{}
	}
	return tokens
}

func equal(a, b []string) bool { return strings.Join(a, "\x00") == strings.Join(b, "\x00") }

// shrink takes lines and words out of definitions and of a text that differs, as long
// as it still does.
func shrink(t *testing.T, gcc, definitions, use string) (string, string) {
	lines := strings.SplitAfter(strings.ReplaceAll(definitions, "\\\n", ""), "\n")
	differs := func(lines []string, use string) bool {
		text := undefineAll() + strings.Join(lines, "")
		want := gccTokens(t, gcc, text, []string{use})[0]
		return want != nil && !equal(spelled(expandedTexts(t, text, []string{use})[0]), want)
	}
	if !differs(lines, use) {
		return definitions, use
	}
	lines = reduce(lines, func(less []string) bool { return differs(less, use) })
	words := reduce(strings.Fields(use), func(less []string) bool { return differs(lines, strings.Join(less, " ")) })
	if joined := strings.Join(words, " "); differs(lines, joined) {
		use = joined
	}
	for i, line := range lines {
		with := func(words []string) []string {
			changed := append([]string(nil), lines...)
			changed[i] = strings.Join(words, " ") + "\n"
			return changed
		}
		words := reduce(strings.Fields(line), func(less []string) bool { return differs(with(less), use) })
		if differs(with(words), use) {
			lines = with(words)
		}
	}
	return strings.Join(lines, ""), use
}

// reduce leaves out runs of parts, the long ones first, as long as still holds.
func reduce(parts []string, still func([]string) bool) []string {
	for size := 6; size > 0; size-- {
		for i := len(parts) - size; i >= 0; i-- {
			if i+size > len(parts) {
				continue
			}
			if less := append(append([]string(nil), parts[:i]...), parts[i+size:]...); still(less) {
				parts = less
			}
		}
	}
	return parts
}

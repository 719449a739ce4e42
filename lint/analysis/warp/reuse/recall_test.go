package reuse_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/cudaparse/localflow"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/analysis/warp/kernels"
	"github.com/cudalint/cudalint/lint/analysis/warp/reuse"
)

// recallEdits is how many edits are made of each file: more by CUDALINT_RECALL_EDITS.
func recallEdits(t *testing.T) int {
	if n, err := strconv.Atoi(os.Getenv("CUDALINT_RECALL_EDITS")); err == nil {
		return n
	}
	if testing.Short() {
		return 3
	}
	return 6
}

// TestRecallEqualsFresh edits sources at random and holds analyses with a FileCache against
// analyses without.
func TestRecallEqualsFresh(t *testing.T) {
	reused, analysed := 0, 0
	for _, pattern := range []string{"../../../../testdata/truth/*.cu", "../../../../testdata/rules/*/*.cu", "../../../model/cost/testdata/*/*.cu"} {
		paths, _ := filepath.Glob(pattern)
		for i, path := range paths {
			if os.Getenv("CUDALINT_RECALL_EDITS") == "" && i%4 != 0 && !strings.Contains(pattern, "truth") {
				continue
			}
			r, a := recallFile(t, path, recallEdits(t))
			reused, analysed = reused+r, analysed+a
		}
	}
	t.Logf("%d results were taken over, %d made", reused, analysed)
	if reused < analysed/2 {
		t.Errorf("%d results were taken over, %d made: the test compares little", reused, analysed)
	}
}

func recallFile(t *testing.T, path string, edits int) (reused, analysed int) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	e := editor{text: string(text), r: rand.New(rand.NewPCG(7, uint64(len(text))))}
	memory := reuse.NewFileCache()
	started := time.Now()
	for i := range edits + 1 {
		what := "nothing"
		if i > 0 {
			what = e.edit()
		}
		if time.Since(started) > 4*time.Second*time.Duration(1+edits/50) {
			break // some kernels take long
		}
		compareRecall(t, fmt.Sprintf("%s, edit %d (%s)", path, i, what), path, e.text, memory)
		if t.Failed() {
			os.WriteFile(filepath.Join(os.TempDir(), "recall_failed.cu"), []byte(e.text), 0o644)
			t.FailNow()
		}
	}
	return memory.Reused, memory.Analysed
}

// compareRecall compares an analysis with a memory to one of a unit of its own without.
func compareRecall(t *testing.T, name, path, text string, memory *reuse.FileCache) {
	t.Helper()
	open := func() *sema.Unit {
		unit, err := sema.NewUnit(context.Background(), source.NewFile(path, []byte(text)), sema.Options{Arch: 900, Read: os.ReadFile})
		if err != nil {
			return nil // too deep, or no text at all
		}
		return unit
	}
	unit, other := open(), open()
	if unit == nil || other == nil {
		return
	}
	for _, opts := range []kernels.Options{{ConstantOnly: true, UniformOver: 2048}, {Brief: true}, {Brief: true, Restrict: "out"}} {
		with := opts
		with.File = memory
		got, want := kernels.Analyze(context.Background(), unit, with), kernels.Analyze(context.Background(), other, opts)
		if g, w := spellResults(unit, got), spellResults(other, want); g != w {
			t.Errorf("%s: %+v:\n%s", name, opts, firstDifference(g, w))
		}
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(g), len(w)) {
		line := func(lines []string) string {
			if i < len(lines) {
				return lines[i]
			}
			return "nothing"
		}
		if line(g) != line(w) {
			return "taken over: " + line(g) + "\nfresh:      " + line(w)
		}
	}
	return ""
}

// spellResults spells everything in results, nodes and what else is of the unit by their
// places.
func spellResults(unit *sema.Unit, results []warp.Result) string {
	var b strings.Builder
	for i := range results {
		r := &results[i]
		fmt.Fprintf(&b, "result of %s\n", spell(unit, reflect.ValueOf(*r)))
	}
	return b.String()
}

func spell(unit *sema.Unit, v reflect.Value) string {
	switch x := v.Interface().(type) {
	case *warp.Derived:
		return ""
	case *sema.Function:
		if x == nil {
			return "no function"
		}
		for i, f := range unit.Functions() {
			if f == x {
				return fmt.Sprintf("function %d %s", i, x.Name)
			}
		}
		return fmt.Sprint("instance ", x.Name, x.Node.Origin().Span())
	case *localflow.Callable:
		if x == nil {
			return "no callable"
		}
		return fmt.Sprintf("callable %v in %s for %q, consecutive: %t", x.Node.Origin().Span(), spell(unit, reflect.ValueOf(x.In)), x.Algorithm, x.Consecutive)
	case *sema.Variable:
		if x == nil {
			return "no variable"
		}
		for i, f := range unit.Variables {
			if f == x {
				return fmt.Sprintf("variable %d %s", i, x.Name)
			}
		}
		return "instance " + x.Name
	case *sema.Launch:
		if x == nil {
			return "no launch"
		}
		if !x.Node.Valid() {
			return "foreign"
		}
		return fmt.Sprint("launch ", x.Node.Origin().Span(), x.Grid, x.Block, spell(unit, reflect.ValueOf(x.Bindings)))
	case interface{ Valid() bool }: // ast.Node
		n := reflect.ValueOf(x).Interface().(interface {
			Valid() bool
			Index() int
			Text() string
		})
		if !x.Valid() {
			return "no node"
		}
		return fmt.Sprintf("node %d %q", n.Index(), n.Text())
	}
	var b strings.Builder
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fmt.Fprintf(&b, "%s: %s; ", v.Type().Field(i).Name, spell(unit, v.Field(i)))
		}
	case reflect.Slice:
		if v.Type().Elem().Kind() == reflect.Int64 {
			return fmt.Sprint(v.Interface())
		}
		for i := range v.Len() {
			fmt.Fprintf(&b, "\n  %d: %s", i, spell(unit, v.Index(i)))
		}
	default:
		return fmt.Sprintf("%v", v.Interface())
	}
	return b.String()
}

// An editor changes a text at random, as people do.
type editor struct {
	text string
	past []string
	r    *rand.Rand
}

// edit makes one change and says what it is.
func (e *editor) edit() string {
	if len(e.text) < 100 && len(e.past) > 0 {
		e.text = e.past[0]
	}
	e.past = append(e.past, e.text)
	lines := strings.SplitAfter(e.text, "\n")
	at := e.r.IntN(len(lines))
	words := wordsOf(e.text)
	word := words[e.r.IntN(len(words))]
	name := func() string {
		for range 20 {
			if w := words[e.r.IntN(len(words))]; e.text[w[0]] > '9' {
				return e.text[w[0]:w[1]]
			}
		}
		return "x"
	}
	put := func(offset int, text string) { e.text = e.text[:offset] + text + e.text[offset:] }
	behind := func(marks string) int {
		var places []int
		for i := range len(e.text) {
			if strings.IndexByte(marks, e.text[i]) >= 0 {
				places = append(places, i+1)
			}
		}
		if len(places) == 0 {
			return 0
		}
		return places[e.r.IntN(len(places))]
	}
	switch kind := e.r.IntN(24); kind {
	case 0, 1, 2, 3: // a number
		for range 50 {
			w := words[e.r.IntN(len(words))]
			if n, err := strconv.Atoi(e.text[w[0]:w[1]]); err == nil {
				e.text = e.text[:w[0]] + fmt.Sprint([]int{n + 1, n * 2, max(n-1, 0), 7, 32, 64}[e.r.IntN(6)]) + e.text[w[1]:]
				return "a number"
			}
		}
	case 4, 5:
		put(behind(";{"), " int added = 3; added += 1;")
		return "a statement"
	case 6, 7:
		put(behind(";{}"), []string{" // a comment on " + name() + "\n", " /* a comment " + name() + " */ ", "\n\n"}[e.r.IntN(3)])
		return "a comment"
	case 8:
		put(behind("(,="), []string{" /* why */ ", " "}[e.r.IntN(2)])
		return "a comment in an expression"
	case 9:
		lines[at] = ""
		e.text = strings.Join(lines, "")
		return "a line deleted"
	case 10:
		lines[at] += lines[at]
		e.text = strings.Join(lines, "")
		return "a line doubled"
	case 11:
		e.text = e.text[:word[0]] + name() + e.text[word[1]:]
		return "another name in one place"
	case 12:
		from := name()
		e.text = replaceWord(e.text, from, from+"_renamed")
		return "a name changed"
	case 13:
		a, c := name(), name()
		e.text = replaceWord(e.text, a, c)
		return "a name for another"
	case 14:
		e.text = fmt.Sprintf("#define %s %s\n", name(), []string{"3", "(2 + 1)", name(), name() + " + 1"}[e.r.IntN(4)]) + e.text
		return "a macro"
	case 15:
		i := behind("}\n")
		put(i, fmt.Sprintf("\n__device__ int %s(int a, const float *b) { return a * 3 + (int)b[a]; }\n", name()))
		return "a function"
	case 16:
		for from, to := range map[string]string{"<": ">", "+": "-", "*": "+", "if (": "while (", "==": "!="} {
			if i := strings.Index(e.text[word[0]:], from); i >= 0 {
				e.text = e.text[:word[0]+i] + to + e.text[word[0]+i+len(from):]
				return "an operator"
			}
		}
	case 17:
		put(behind("\n;"), []string{"{", "}", "(", "\"", "/*", "#if 0\n", "#define ADDED 1\n", "#pragma unroll 2\n", "return; "}[e.r.IntN(9)])
		return "a token"
	case 18:
		e.text = e.past[e.r.IntN(len(e.past))]
		return "back"
	case 19:
		chunks := strings.SplitAfter(e.text, "\n}\n")
		i, j := e.r.IntN(len(chunks)), e.r.IntN(len(chunks))
		chunks[i], chunks[j] = chunks[j], chunks[i]
		e.text = strings.Join(chunks, "")
		return "definitions swapped"
	case 20:
		chunks := strings.SplitAfter(e.text, "\n}\n")
		i := e.r.IntN(len(chunks))
		chunks[i] = ""
		e.text = strings.Join(chunks, "")
		return "a definition deleted"
	case 21:
		put(behind("\n"), []string{"__constant__ int " + name() + "[40];\n", "const int " + name() + " = 5;\n", "#pragma pack(1)\n", "#undef " + name() + "\n", "typedef double " + name() + ";\n",
			"struct " + name() + " { int a[3]; };\n", "using namespace " + name() + ";\n"}[e.r.IntN(7)])
		return "a declaration"
	case 22:
		put(behind("{;"), fmt.Sprintf(" %s(%s);", name(), name()))
		return "a call"
	case 23:
		put(behind("{;"), fmt.Sprintf(" %s = %s;", name(), name()))
		return "an assignment"
	}
	return "nothing"
}

// wordsOf returns the places of the words in a text.
func wordsOf(text string) (out [][2]int) {
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && source.WordByte(text[j]) {
			j++
		}
		if j > i {
			out = append(out, [2]int{i, j})
		}
		i = max(j, i+1)
	}
	if len(out) == 0 {
		return [][2]int{{0, 0}}
	}
	return out
}

func replaceWord(text, from, to string) string {
	var b strings.Builder
	last := 0
	for _, w := range wordsOf(text) {
		if text[w[0]:w[1]] == from {
			b.WriteString(text[last:w[0]] + to)
			last = w[1]
		}
	}
	return b.String() + text[last:]
}

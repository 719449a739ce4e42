package baseline_test

import (
	"context"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/baseline"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/rules"
)

// A program is a source as a list of pieces: tables, kernels of some lines, host code.
type program struct {
	kernels []kernel
	around  []string // what stands before each kernel, and at the end
}

type kernel struct {
	name  string
	lines []string
}

func (p *program) String() string {
	var b strings.Builder
	b.WriteString("__constant__ float t[1024];\n__constant__ float u[64];\n")
	for i, k := range p.kernels {
		b.WriteString(p.around[i])
		fmt.Fprintf(&b, "__global__ void %s(float *out)\n{\n", k.name)
		for _, line := range k.lines {
			b.WriteString("    " + line + "\n")
		}
		b.WriteString("}\n")
	}
	return b.String() + p.around[len(p.kernels)]
}

// reads are lines of which each has one finding, quiet ones have none.
var (
	reads = []string{"out[threadIdx.x] = t[threadIdx.x];", "out[threadIdx.x] += t[threadIdx.x];", "out[threadIdx.x] += t[threadIdx.x * 2];",
		"out[threadIdx.x] -= u[threadIdx.x & 31];", "if (threadIdx.x < 16) out[0] = u[threadIdx.x];"}
	quiet = []string{"out[threadIdx.x] += u[blockIdx.x & 3];", "// out = t[threadIdx.x]", "", "__syncthreads();", "/* t[threadIdx.x] */ out[1] = 2;",
		"{ float t[64]; t[threadIdx.x] = 1; out[2] = t[threadIdx.x]; }"}
)

func pick(r *rand.Rand, from []string) string { return from[r.Intn(len(from))] }

func insert(list []string, at int, s string) []string {
	return append(append(append([]string(nil), list[:at]...), s), list[at:]...)
}

func generate(r *rand.Rand) *program {
	p := &program{around: []string{""}}
	for i := range 1 + r.Intn(4) {
		k := kernel{name: fmt.Sprintf("kernel_%d", i)}
		for range 1 + r.Intn(5) {
			k.lines = append(k.lines, pick(r, append(reads, quiet...)))
		}
		p.kernels, p.around = append(p.kernels, k), append(p.around, "")
	}
	return p
}

// spaced is a line with other white space and a comment.
func spaced(r *rand.Rand, line string) string {
	return strings.NewReplacer("[", pick(r, []string{"[", " [ ", "[\n\t"}), "]", pick(r, []string{"]", " ]"})).Replace(line) + pick(r, []string{"", " // changed", "  "})
}

// edit changes the program so that no finding is added: each is still there.
func (p *program) edit(r *rand.Rand) string {
	i := r.Intn(len(p.kernels))
	k := &p.kernels[i]
	switch r.Intn(7) {
	case 0:
		p.around[r.Intn(len(p.around))] += fmt.Sprintf("\n// note %d\nstatic int helper_%d(int a) { return a + %d; }\n", r.Int(), r.Int(), r.Intn(9))
		return "a function before or after"
	case 1:
		k.lines = insert(k.lines, r.Intn(len(k.lines)+1), pick(r, quiet))
		return "a line without a finding in " + k.name
	case 2:
		at := r.Intn(len(p.kernels) + 1)
		fresh := kernel{name: fmt.Sprintf("quiet_%d", r.Int()), lines: []string{pick(r, quiet)}}
		p.kernels = append(p.kernels[:at:at], append([]kernel{fresh}, p.kernels[at:]...)...)
		p.around = insert(p.around, at, "\n")
		return "a kernel without findings"
	case 3:
		at := r.Intn(len(k.lines) + 1)
		if at < len(k.lines) && !strings.HasPrefix(k.lines[at], "//") {
			k.lines[at] = spaced(r, k.lines[at])
		}
		return "formatting in " + k.name
	case 4:
		j := r.Intn(len(p.kernels))
		p.kernels[i], p.kernels[j] = p.kernels[j], p.kernels[i]
		return "another order of kernels"
	case 5:
		old := k.name
		k.name = fmt.Sprintf("renamed_%d", r.Int())
		for j := range p.around {
			p.around[j] = strings.ReplaceAll(p.around[j], " "+old+"<<<", " "+k.name+"<<<")
		}
		return "a new name for a kernel"
	default:
		p.around[len(p.kernels)] += fmt.Sprintf("void run_%d(float *o) { %s<<<8, 256>>>(o); }\n", r.Int(), k.name)
		return "a launch of " + k.name
	}
}

// check lints the program as the file a.cu of a folder, which is written there.
func check(t *testing.T, dir string, p *program, name string) (*engine.Result, baseline.Run) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(p.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	rule, err := lint.FindRule(rules.All(), "constant-divergent-index")
	if err != nil {
		t.Fatal(err)
	}
	result := engine.New(engine.Options{Dir: dir, Rules: []*lint.Rule{rule}, Jobs: 1}).Check(context.Background(), []discover.Input{{Path: name}})
	if len(result.Problems) > 0 {
		t.Fatalf("%v in\n%s", result.Problems, p)
	}
	return result, baseline.Run{
		Dir: dir, Checked: func(path string) bool { return path == name }, Ran: func(string, string) bool { return true },
		Searched: func(string) bool { return true },
		Text:     func(path string) ([]byte, error) { return os.ReadFile(filepath.Join(dir, path)) },
	}
}

func unknown(m *baseline.Match, r *engine.Result) []string {
	var out []string
	for i := range r.Findings {
		if d := &r.Findings[i]; !m.Known(d) {
			out = append(out, fmt.Sprintf("%s:%d: %s: %s", d.Path, d.Start.Line, d.Function, d.Code))
		}
	}
	return out
}

func all(*lint.Diagnostic) bool { return true }

// TestEditsElsewhereShowNothing makes random edits that add no finding: none is reported,
// none is gone. Then one is added, which is.
func TestEditsElsewhereShowNothing(t *testing.T) {
	n := 150
	if testing.Short() {
		n = 20
	}
	for seed := range n {
		r := rand.New(rand.NewSource(int64(seed)))
		dir, p := t.TempDir(), generate(r)
		result, run := check(t, dir, p, "a.cu")
		b, change := baseline.Empty(filepath.Join(dir, "known.json")).Match(result.Findings, run).Update(all)
		if err := b.Write(); err != nil {
			t.Fatal(err)
		}
		b, err := baseline.Read(b.File)
		if err != nil || b.Len() != len(result.Findings) || change.Added != b.Len() {
			t.Fatalf("seed %d: %d findings, %d recorded, %+v: %v", seed, len(result.Findings), b.Len(), change, err)
		}
		before := p.String()
		var edits []string
		for range 1 + r.Intn(6) {
			edits = append(edits, p.edit(r))
		}
		name := "a.cu"
		if r.Intn(3) == 0 && !strings.Contains(p.String(), "renamed_") {
			edits, name = append(edits, "a new name for the file"), "b.cu"
			os.Remove(filepath.Join(dir, "a.cu"))
		}
		result, run = check(t, dir, p, name)
		m := b.Match(result.Findings, run)
		if got := unknown(m, result); len(got) > 0 || m.Gone() > 0 || len(result.Findings) != b.Len() {
			t.Fatalf("seed %d: after %s\n%s is reported, %d gone, %d findings of %d.\n%s\nbefore\n%s", seed, strings.Join(edits, ", "),
				strings.Join(got, "\n"), m.Gone(), len(result.Findings), b.Len(), p, before)
		}

		k := &p.kernels[r.Intn(len(p.kernels))]
		line := pick(r, reads)
		k.lines = insert(k.lines, r.Intn(len(k.lines)+1), line)
		result, run = check(t, dir, p, name)
		if got := unknown(b.Match(result.Findings, run), result); len(got) != 1 ||
			!strings.Contains(got[0], ": "+k.name+": ") && !strings.Contains(got[0], ": renamed_") {
			t.Fatalf("seed %d: %s was added to %s; reported is %q\n%s\nbefore\n%s", seed, line, k.name, got, p, before)
		}
	}
}

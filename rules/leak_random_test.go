package rules

import (
	"bytes"
	"context"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/autofix"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
)

// TestLeakFixesOfRandomPrograms fixes random functions that make, use and destroy texture
// objects, and runs them before and after on the host, each 300 times: what is left is
// less, nothing more is destroyed twice, while work that uses it runs, or used after it,
// and what the functions do otherwise is the same.
func TestLeakFixesOfRandomPrograms(t *testing.T) {
	compiler, err := exec.LookPath("g++")
	if err != nil {
		t.Skip("no g++")
	}
	runtime, err := os.ReadFile(filepath.Join("internal", "leak", "testdata", "runtime.h"))
	if err != nil {
		t.Fatal(err)
	}
	programs := 2
	if testing.Short() {
		programs = 1
	}
	rule, fixed := lint.Rule{}, [2]int{}
	for _, r := range All() {
		if r.Name == "texture-object-leak" {
			rule = *r
		}
	}
	for seed := range programs {
		const functions = 25
		g := leaky{Rand: rand.New(rand.NewSource(int64(seed)))}
		source := g.program(functions)
		before := runLeaky(t, compiler, runtime, source)
		for i, unsafe := range []bool{false, true} {
			l := engine.New(engine.Options{Dir: t.TempDir(), Rules: []*lint.Rule{&rule}, Jobs: 1, Texts: map[string][]byte{"p.cu": source}})
			f := autofix.Inputs(context.Background(), l, []discover.Input{{Path: "p.cu", Text: source}}, autofix.Options{Unsafe: unsafe})
			after := before
			for _, file := range f.Files {
				after = runLeaky(t, compiler, runtime, file.After)
			}
			fixed[i] += len(f.Applied)
			compareLeaky(t, seed, unsafe, before, after)
		}
	}
	t.Logf("%d findings fixed, %d with unsafe fixes", fixed[0], fixed[1])
	if fixed[0] == 0 || fixed[1] <= fixed[0] {
		t.Errorf("%d findings have safe fixes, %d any", fixed[0], fixed[1])
	}
}

// A leakyRun is what one function did.
type leakyRun struct {
	Which, Left, Twice, Early, Late int
	Hash                            int64
}

// runLeaky compiles a program and returns what its functions did.
func runLeaky(t *testing.T, compiler string, runtime, source []byte) (runs []leakyRun) {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string][]byte{"runtime.h": runtime, "p.cu": source} {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	binary := filepath.Join(folder, "p")
	// What is not initialised has a value that is no handle.
	if out, err := command(compiler, "-std=c++17", "-w", "-ftrivial-auto-var-init=pattern", "-x", "c++", filepath.Join(folder, "p.cu"), "-o", binary); err != nil {
		t.Fatalf("%v\n%s\n%s", err, out, source)
	}
	out, err := command(binary)
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		var r leakyRun
		if _, err := fmt.Sscan(line, &r.Which, &r.Left, &r.Twice, &r.Early, &r.Late, &r.Hash); err != nil {
			t.Fatal(err)
		}
		runs = append(runs, r)
	}
	return runs
}

func compareLeaky(t *testing.T, seed int, unsafe bool, before, after []leakyRun) {
	t.Helper()
	for i, b := range before {
		a := after[i]
		if a.Left > b.Left || a.Twice > b.Twice || a.Early > b.Early || a.Late > b.Late || a.Hash != b.Hash {
			t.Errorf("seed %d, unsafe %t: before %+v, after %+v", seed, unsafe, b, a)
		}
	}
}

// leaky writes random functions.
type leaky struct {
	*rand.Rand
	bytes.Buffer
	made   int // variables of the function
	result string
}

func (g *leaky) program(functions int) []byte {
	g.WriteString("#include \"runtime.h\"\n")
	for i := range functions {
		g.made, g.result = 0, g.one("int", "void", "cudaError_t")
		fmt.Fprintf(g, "static %s f%d(const cudaResourceDesc &res, const cudaTextureDesc &desc)\n{\n", g.result, i)
		g.block(1, false, nil)
		if g.result != "void" {
			g.line(1, g.leave())
		}
		g.WriteString("}\n\n")
	}
	g.WriteString("int main()\n{\n    cudaResourceDesc res;\n    cudaTextureDesc desc;\n")
	for i := range functions {
		g.line(1, fmt.Sprintf("runs(%d, [&] { return f%d(res, desc); });", i, i))
	}
	g.WriteString("}\n")
	return slices.Clone(g.Bytes())
}

func (g *leaky) one(of ...string) string { return of[g.Intn(len(of))] }

func (g *leaky) line(depth int, text string) {
	g.WriteString(strings.Repeat("    ", depth) + text + "\n")
}

// leave returns a return statement.
func (g *leaky) leave() string {
	switch g.result {
	case "void":
		return "return;"
	case "int":
		return g.one("return 1;", "return in(2);", "return work(3);")
	}
	return g.one("return cudaSuccess;", "return cudaDeviceSynchronize();", "return cudaGetLastError();")
}

func (g *leaky) create(depth int, name string) {
	call := "cudaCreateTextureObject(&" + name + ", &res, &desc, nullptr)"
	switch g.Intn(4) {
	case 0:
		g.line(depth, "CHECK("+call+");")
	case 1:
		g.line(depth, "if ("+call+" != cudaSuccess)")
		g.line(depth+1, g.leave())
	default:
		g.line(depth, call+";")
	}
}

func (g *leaky) condition() string {
	return fmt.Sprintf(g.one("in(%d)", "!in(%d)", "in(%d) && in(7)", "in(%d) || in(3)"), g.Intn(10))
}

// block writes statements that use variables declared around them, and their own.
func (g *leaky) block(depth int, looped bool, names []string) {
	names = slices.Clone(names)
	for range 1 + g.Intn(6) {
		what := g.Intn(16)
		if len(names) == 0 || what == 0 {
			name := fmt.Sprintf("t%d", g.made)
			g.made++
			g.line(depth, "cudaTextureObject_t "+name+g.one(";", " = 0;"))
			names = append(names, name)
			what = 1
		}
		name := names[g.Intn(len(names))]
		switch what {
		case 1, 2:
			g.create(depth, name)
		case 3, 4:
			g.line(depth, "launch("+name+");")
		case 5, 6:
			g.line(depth, "cudaDestroyTextureObject("+name+");")
		case 7:
			g.line(depth, "cudaDeviceSynchronize();")
		case 8:
			g.line(depth, g.one(name+" = 0;", "use("+name+");", fmt.Sprintf("work(%d);", g.Intn(10))))
		case 9:
			g.line(depth, "if ("+g.one(name, g.condition())+")")
			g.line(depth+1, "cudaDestroyTextureObject("+name+");")
		case 10, 11:
			g.line(depth, "if ("+g.condition()+")")
			if g.line(depth+1, g.leave()); looped && g.Intn(2) == 0 {
				g.line(depth, "if ("+g.condition()+") "+g.one("break;", "continue;"))
			}
		default:
			if depth < 4 {
				g.nested(depth, looped, names)
			}
		}
	}
}

// nested writes a condition, loop or switch.
func (g *leaky) nested(depth int, looped bool, names []string) {
	switch g.Intn(4) {
	case 0:
		g.line(depth, g.one("while (more()) {", fmt.Sprintf("for (int i%d = 0; i%[1]d < 3; i%[1]d++) {", depth)))
		g.block(depth+1, true, names)
	case 1:
		g.line(depth, "switch (pick()) {")
		for _, label := range []string{"case 0:", "case 1:", "default:"} {
			g.line(depth, label+" {")
			g.block(depth+1, looped, names)
			g.line(depth, "}")
			if g.Intn(3) > 0 {
				g.line(depth+1, g.one("break;", "break;", g.leave()))
			}
		}
	default:
		g.line(depth, "if ("+g.condition()+") {")
		if g.block(depth+1, looped, names); g.Intn(2) == 0 {
			g.line(depth, "} else {")
			g.block(depth+1, looped, names)
		}
	}
	g.line(depth, "}")
}

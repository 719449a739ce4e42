package rules

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
)

// Two tests that need what a computer with Go need not have:
//
//	CUDALINT_NVCC=nvcc go test ./rules -run TestGoldensCompile
//	CUDALINT_NVCC=nvcc CUDALINT_GPU=1 go test ./rules -run TestGoldensRun

// rejected are the rules whose findings the compiler does not accept: what they fix must
// compile although the original did not.
var rejected = []string{"constant-overflow", "texture-reference"}

// nvcc returns the compiler that the environment names, and skips the test if it names
// none.
func nvcc(t *testing.T) string {
	t.Helper()
	name := os.Getenv("CUDALINT_NVCC")
	if name == "" {
		t.Skip("CUDALINT_NVCC names no compiler")
	}
	path, err := exec.LookPath(name)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// atOnce bounds the compilers that run at one time; parallel tests alone would be as many
// as -parallel says, with all of their sources in memory.
var atOnce = make(chan struct{}, runtime.NumCPU())

// command runs a program for two minutes at most and returns what it wrote.
func command(name string, args ...string) (string, error) {
	atOnce <- struct{}{}
	defer func() { <-atOnce }()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, name, args...).CombinedOutput()
	return string(out), err
}

var includeForm = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]*"([^"]+)"`)

// units returns the sources that are compiled: those that no other source includes.
func (p *program) units(t *testing.T) (units []string) {
	t.Helper()
	included := map[string]bool{}
	for _, path := range p.sources {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range includeForm.FindAllStringSubmatch(string(text), -1) {
			included[filepath.Join(filepath.Dir(path), m[1])] = true
		}
	}
	for _, path := range p.sources {
		if slices.Contains([]string{".cu", ".cpp"}, filepath.Ext(path)) && !included[path] {
			units = append(units, path)
		}
	}
	return units
}

// golden returns the program as a fix leaves it, from the folder of its golden.
func (p *program) golden(t *testing.T, suffix string) (g program, ok bool) {
	t.Helper()
	folder := filepath.Join(filepath.Dir(p.folder), p.name+suffix)
	g = program{name: p.name, folder: folder, root: folder}
	for _, file := range filesIn(t, folder) {
		g.sources = append(g.sources, filepath.Join(folder, file))
	}
	return g, len(g.sources) > 0
}

// arguments are those that the program asks for in its first line and, with
// relocatable device code, in compile_commands.json; for sm_90 unless the first line names
// an architecture that the compiler of CUDA 13 knows.
func (p *program) arguments(t *testing.T) []string {
	t.Helper()
	opts := p.options(t)
	args := []string{"-w", "-arch=sm_90"}
	if gpu := opts.Target.GPU; len(gpu) > len("sm_75") || len(gpu) == len("sm_75") && gpu >= "sm_75" {
		args[1] = "-arch=" + gpu
	}
	rdc := opts.RDC
	for _, path := range p.sources {
		rdc = rdc || opts.Flags != nil && opts.Flags(path).RDC
	}
	if rdc {
		args = append(args, "-rdc=true")
	}
	for _, define := range opts.Defines {
		args = append(args, "-D"+define)
	}
	return args
}

// compiles compiles each unit of a program to an object file.
func (p *program) compiles(t *testing.T, compiler string, args []string) (log string, ok bool) {
	t.Helper()
	for _, unit := range p.units(t) {
		if out, err := command(compiler, append(args, "-c", unit, "-o", filepath.Join(t.TempDir(), "unit.o"))...); err != nil {
			return unit + ": " + err.Error() + "\n" + out, false
		}
	}
	return "", true
}

// leaves reports whether the program still has findings of the rule.
func (p *program) leaves(t *testing.T, rule *lint.Rule) bool {
	t.Helper()
	opts := p.options(t)
	var inputs []discover.Input
	for _, path := range p.sources {
		inputs = append(inputs, discover.Input{Path: path})
	}
	return engine.New(opts).Check(context.Background(), inputs).ByRule()[rule.Name] > 0
}

// eachCase runs a test for each program of testdata/fixes, all in parallel.
func eachCase(t *testing.T, test func(t *testing.T, rule *lint.Rule, p program)) {
	t.Helper()
	for _, rule := range All() {
		for _, p := range fixCases(t, filepath.Join("..", "testdata", "fixes", rule.Name)) {
			t.Run(rule.Name+"/"+p.name, func(t *testing.T) {
				t.Parallel()
				test(t, rule, p)
			})
		}
	}
}

// TestGoldensCompile compiles each program of testdata/fixes before and after its fixes:
// what compiled before still does, and what the compiler rejected because of the findings
// compiles when none of them is left.
func TestGoldensCompile(t *testing.T) {
	compiler := nvcc(t)
	eachCase(t, func(t *testing.T, rule *lint.Rule, p program) {
		args := p.arguments(t)
		before, compiled := p.compiles(t, compiler, args)
		wrong := slices.Contains(rejected, rule.Name)
		if !compiled && !wrong {
			t.Errorf("the original does not compile: %s", before)
		}
		for _, suffix := range []string{".fixed", ".fixed.unsafe"} {
			g, there := p.golden(t, suffix)
			if !there || !compiled && g.leaves(t, rule) {
				continue
			}
			if log, ok := g.compiles(t, compiler, args); !ok {
				t.Error(log)
			}
		}
	})
}

var mainForm = regexp.MustCompile(`(?m)^int\s+main\s*\(`)

// hasMain reports whether the program can be run.
func (p *program) hasMain(t *testing.T) bool {
	t.Helper()
	for _, unit := range p.units(t) {
		if text, err := os.ReadFile(unit); err != nil {
			t.Fatal(err)
		} else if mainForm.Match(text) {
			return true
		}
	}
	return false
}

// TestGoldensRun builds and runs each program of testdata/fixes that has a main and
// compiles after its fixes. Each compares what its kernels compute with a reference that
// it computes on the CPU and exits with 0 if they agree. compute-sanitizer has nothing to
// say of them, if CUDALINT_SANITIZER names it.
func TestGoldensRun(t *testing.T) {
	compiler := nvcc(t)
	if os.Getenv("CUDALINT_GPU") == "" {
		t.Skip("CUDALINT_GPU is not set")
	}
	eachCase(t, func(t *testing.T, rule *lint.Rule, p program) {
		for _, suffix := range []string{".fixed", ".fixed.unsafe"} {
			g, there := p.golden(t, suffix)
			if !there || !g.hasMain(t) || slices.Contains(rejected, rule.Name) && g.leaves(t, rule) {
				continue
			}
			binary := filepath.Join(t.TempDir(), "program")
			args := append(p.arguments(t), "-x", "cu", "-o", binary)
			if out, err := command(compiler, append(args, g.units(t)...)...); err != nil {
				t.Errorf("%s: %v\n%s", g.folder, err, out)
				continue
			}
			if out, err := command(binary); err != nil {
				t.Errorf("%s: %v\n%s", g.folder, err, out)
			}
			if sanitizer := os.Getenv("CUDALINT_SANITIZER"); sanitizer != "" {
				if out, err := command(sanitizer, "--error-exitcode", "9", binary); err != nil {
					t.Errorf("%s: %v\n%s", g.folder, err, out)
				}
			}
		}
	})
}

package engine_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/internal/lsptest"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/includes"
	"github.com/cudalint/cudalint/lint/report"
	"github.com/cudalint/cudalint/rules"
)

// program are the files of a small program, each with texts that it can have; "" is a
// file that is not there, and one that begins with "-> " a link.
var program = map[string][]string{
	"table.cuh": {
		"#pragma once\nextern __constant__ float table[64];\n__global__ void far(float *out, const float *in, int n);\n",
		"#pragma once\nextern __constant__ float table[32];\n__global__ void far(float *out, const float *in, int n);\nenum Mode { fast, slow };\n",
		"#pragma once\nextern __constant__ float table[64];\n__global__ void far(float *out, const float *in, int n);\n__device__ inline float entry(int i) { return table[i]; }\n",
		"#define SCALE 3\nextern __constant__ float table[64];\n", "",
	},
	"inc/table.cuh": {"", "", "extern __constant__ int table[64];\n"},
	"lib/table.cuh": {"", "extern __constant__ int table[32];\n", "-> ../../outside/table.cuh"},
	"link.inc":      {"", tableOutside, "-> ../outside/table.cuh", "-> inc/table.cuh"},
	"link.cu":       {"#include \"link.inc\"\n__global__ void link(float *out) { out[threadIdx.x] = table[threadIdx.x % 4]; }\n", ""},
	"table.cu": {
		"#include \"table.cuh\"\n__constant__ float table[64];\n",
		"#include \"table.cuh\"\n__constant__ float table[64];\n__global__ void own(float *out) { out[threadIdx.x] = table[threadIdx.x]; }\n",
		"// nothing is defined here\n", "",
	},
	"read.cu": {
		"#include \"table.cuh\"\n__global__ void read(float *out) { out[threadIdx.x] = table[threadIdx.x % 8]; }\nvoid go(float *out) { read<<<4, 32>>>(out); }\n",
		"#include \"table.cuh\"\n\n__global__ void read(float *out, int k) { out[threadIdx.x] = table[k]; }\n",
		"#include \"table.cuh\"\n__global__ void read(float *out) { out[threadIdx.x] = table[threadIdx.x]; } // NOLINT(constant-divergent-index)\n", "",
	},
	"get.cu": {
		"#include \"table.cuh\"\n__global__ void get(float *out) { out[threadIdx.x] = entry(threadIdx.x); }\n", "",
	},
	"far.cu": {
		"#include \"table.cuh\"\n__global__ void far(float *out, const float *in, int n) {\n  for (int i = 0; i < n; i++) { out[i * 32 + threadIdx.x] = in[0]; out[i] = table[threadIdx.x / 2]; }\n}\n",
		"#include <table.cuh>\n__global__ void far(float *out, const float *__restrict__ in, int n) {\n  for (int i = 0; i < n; i++) out[i * 32 + threadIdx.x] = in[0];\n}\n",
		"#include \"table.cuh\"\n__global__ void far(float *out, const float *in, int n) {\n  for (int i = 0; i < n; i++) { out[i] = table[i]; }\n}\n",
		"",
	},
	"launch.cu": {
		"#include \"table.cuh\"\nvoid start(float *a, float *b) { far<<<8, 64>>>(a, b, 10); }\n",
		"#include \"table.cuh\"\nvoid start(float *a) { far<<<8, dim3(8, 8)>>>(a, a, 10); }\n",
		"#include \"table.cuh\"\nvoid start(float *a, float4 *b) { far<<<8, 128>>>(a, (float *)b, 20); }\n", "",
	},
	"leak.cu": {
		"cudaTextureObject_t make();\nvoid drop(cudaTextureObject_t t);\nvoid use(int x) { cudaTextureObject_t t = make(); if (x) return; drop(t); }\n",
		"void use(cudaResourceDesc *r, cudaTextureDesc *d, int x) {\n  cudaTextureObject_t t; cudaCreateTextureObject(&t, r, d, 0); if (x) return; cudaDestroyTextureObject(t);\n}\n", "",
	},
	"make.cu": {
		"cudaTextureObject_t make() { cudaTextureObject_t t; cudaCreateTextureObject(&t, 0, 0, 0); return t; }\nvoid drop(cudaTextureObject_t t) { cudaDestroyTextureObject(t); }\n",
		"cudaTextureObject_t make() { cudaTextureObject_t t; cudaCreateTextureObject(&t, 0, 0, 0); return t; }\nvoid drop(cudaTextureObject_t t) { if (!t) cudaDestroyTextureObject(t); }\n",
		"cudaTextureObject_t make() { cudaTextureObject_t t; cudaCreateTextureObject(&t, 0, 0, 0); return t; }\nvoid drop(cudaTextureObject_t t) { }\n",
		"cudaTextureObject_t make() { static cudaTextureObject_t t; return t; }\nvoid drop(cudaTextureObject_t t) {}\n", "",
	},
	"other.cu": {"int other;\n", ""},
	"ref.cu": {
		"#include \"ref.h\"\ntexture<float, 1> ref;\ntexture<float, 1> second;\n__global__ void fetch(float *out) { out[threadIdx.x] = tex1Dfetch(ref, threadIdx.x) + tex1Dfetch(second, 0); }\nvoid both(float *p) { cudaBindTexture(0, second, p, 400); }\n",
		"#include \"ref.h\"\ntexture<float, 1> ref;\n__global__ void fetch(float *out) { out[threadIdx.x] = tex1Dfetch(ref, threadIdx.x); }\n",
		"#include \"ref.h\"\ntexture<float, 1> ref;\n", "",
	},
	"bind.cu": {
		"#include \"ref.h\"\nextern texture<float, 1> ref;\nvoid bind(float *p) { cudaBindTexture(0, ref, p, 400); }\n",
		"#include \"ref.h\"\nextern texture<float, 1> ref;\nvoid bind(float *p) { cudaBindTexture(0, ref, p, 800); cudaUnbindTexture(ref); }\n",
		"void bind(float *p);\n", "",
	},
	"ref.h":      {"#pragma once\n", "", "#pragma once\n__device__ int used;\n#include \"table.cuh\"\n"},
	"plain.cpp":  {"int table(int x) { return x; }\n", "void launch() { cudaLaunchKernel(0, 1, 1, 0, 0, 0); } // table far\n", ""},
	".gitignore": {"", "", "make.cu\n", "read.cu\nleak.cu\n"},
}

// tableOutside is what a header outside of the program holds.
const tableOutside = "extern __constant__ float table[16];\n"

// A setting is how the program is checked.
type setting struct {
	rules, fixes, off, define, include, flags, context, search int
}

func (s setting) options(dir string) engine.Options {
	o := engine.Options{Dir: dir, Rules: rules.All(), Known: rules.All(), Fixes: s.fixes > 0, Jobs: 2}
	if s.rules == 3 {
		o.Rules = slices.DeleteFunc(slices.Clone(o.Rules), func(r *lint.Rule) bool { return !strings.HasPrefix(r.Name, "constant") })
	}
	switch s.define {
	case 1:
		o.Defines = []string{"table=tafel"}
	case 2:
		o.Block = warp.Block{Dim: [3]int{16, 2, 1}, Source: warp.FromFlag}
	case 3:
		o.Target.GPU = "sm_80"
	}
	if s.include == 1 {
		o.IncludeDirs = []string{"inc"}
	}
	if s.search == 1 {
		o.Includes = includes.NewFinder(dir, []string{"."})
	}
	if s.flags == 1 {
		o.Flags = func(path string) engine.Flags {
			return engine.Flags{Defines: []string{"FROM_BUILD"}, Build: lint.Build{RDC: path != "read.cu", LinkUnit: "app"}}
		}
		o.Units = []string{"table.cu", "read.cu", "far.cu", "launch.cu", "other.cu"}
	}
	if s.off > 0 {
		everywhere := engine.FileOptions{Target: o.Target, Defines: o.Defines, IncludeDirs: o.IncludeDirs, Block: o.Block}
		header := everywhere
		header.Off = map[string]bool{"constant-divergent-index": s.off == 1 || s.off == 3}
		header.Severities = map[string]lint.Severity{"missing-restrict": lint.Severity(min(s.off, 2))}
		if s.off > 2 {
			everywhere.Off = map[string]bool{"constant-divergent-index": true}
		}
		o.File = func(path string) *engine.FileOptions {
			if path == "table.cuh" || path == "far.cu" {
				return &header
			}
			return &everywhere
		}
	}
	return o
}

// checked returns the result of a check as JSON.
func checked(t *testing.T, dir string, s setting, store *cache.Store) string {
	t.Helper()
	o, inputs := prepared(t, dir, s)
	o.Cache = store
	return resultText(t, o, inputs)
}

// prepared returns the options and the inputs of a check.
func prepared(t *testing.T, dir string, s setting) (engine.Options, []discover.Input) {
	t.Helper()
	o := s.options(dir)
	inputs, problems := (&discover.Search{Dir: dir}).Files([]string{"."})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	if s.context > 0 { // what a commit hook passes, with the rest as context or without
		if s.context == 1 {
			o.Context = inputs
		}
		inputs = slices.DeleteFunc(slices.Clone(inputs), func(in discover.Input) bool {
			return !slices.Contains([]string{"read.cu", "get.cu", "far.cu"}, in.Path)
		})
	}
	return o, inputs
}

// resultText returns the result of a check as text.
func resultText(t *testing.T, o engine.Options, inputs []discover.Input) string {
	t.Helper()
	result := engine.New(o).Check(context.Background(), inputs)
	var out bytes.Buffer
	if err := report.Write(&out, "json", result, report.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, s := range result.Suppressed {
		fmt.Fprintln(&out, "suppressed:", s.Rule, s.Path, s.Start.Line, s.Directive.Kind)
	}
	fmt.Fprintln(&out, result.Target, result.GPUs, result.Files)
	return out.String()
}

// damage changes an entry of a cache at random, as a broken disk, a full one or somebody
// else may.
func damage(t *testing.T, folder string, random *rand.Rand) {
	entries, err := filepath.Glob(filepath.Join(folder, "v*", "??", "*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) == 0 {
		return
	}
	name := entries[random.Intn(len(entries))]
	data, err := os.ReadFile(name)
	if err != nil || len(data) == 0 {
		return
	}
	switch random.Intn(5) {
	case 0:
		data[random.Intn(len(data))] ^= 1 << random.Intn(8)
	case 1:
		data = data[:random.Intn(len(data))]
	case 2:
		data, _ = os.ReadFile(entries[random.Intn(len(entries))])
	case 3:
		random.Read(data)
	case 4:
		os.Remove(name)
		return
	}
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

// TestCacheFollowsRandomEdits edits a small program, and how it is checked, at random,
// stops some runs and damages entries: with the cache every result is the one without it,
// to the byte.
func TestCacheFollowsRandomEdits(t *testing.T) {
	const programs = 6
	steps := 100 * programs
	if testing.Short() {
		steps = 20 * programs
	}
	steps, first := lsptest.RandomEdits(t, steps)
	for seed := range int64(programs) {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewSource(first + seed))
			dir, folder := filepath.Join(t.TempDir(), "program"), t.TempDir()
			store, err := cache.Open(folder, "test", 1<<30)
			if err != nil {
				t.Fatal(err)
			}
			names := slices.Sorted(maps.Keys(program))
			edit := func(name string, text string) {
				name = filepath.Join(dir, name)
				os.MkdirAll(filepath.Dir(name), 0o755)
				os.Remove(name)
				if target, link := strings.CutPrefix(text, "-> "); link {
					if err := os.Symlink(target, name); err != nil {
						t.Skip(err)
					}
				} else if text != "" {
					if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
						t.Fatal(err)
					}
				}
			}
			os.MkdirAll(filepath.Join(dir, ".git"), 0o755)
			edit("../outside/table.cuh", tableOutside)
			for _, name := range names {
				edit(name, program[name][0])
			}
			// Few settings, so that what was kept under each meets other files.
			settings := []setting{{fixes: 1}, {fixes: 1, flags: 1}}
			for range 2 {
				settings = append(settings, setting{random.Intn(4), random.Intn(3), random.Intn(5), random.Intn(4), random.Intn(2), random.Intn(2), random.Intn(3), random.Intn(2)})
			}
			if seed == 1 {
				settings = []setting{{context: 2}, {context: 2, fixes: 1}}
			}
			if seed == 0 {
				settings = []setting{{off: 3}, {off: 4}, {off: 3, context: 2}, {off: 4, context: 2}}
			}
			if seed == 2 {
				settings = []setting{{search: 1}, {search: 1, fixes: 1}, {search: 1, include: 1}}
			}
			s := settings[0]
			for step := range (steps + programs - 1) / programs {
				var did []string
				for range random.Intn(3) {
					name := names[random.Intn(len(names))]
					variant := random.Intn(len(program[name]))
					edit(name, program[name][variant])
					did = append(did, fmt.Sprint(name, " ", variant))
				}
				if random.Intn(4) == 0 {
					s = settings[random.Intn(len(settings))]
				}
				if random.Intn(5) == 0 {
					did = append(did, "damaged")
					damage(t, folder, random)
				}
				if random.Intn(8) == 0 {
					did = append(did, "stopped")
					ctx, stop := context.WithTimeout(context.Background(), time.Duration(random.Intn(20))*time.Millisecond)
					o, inputs := prepared(t, dir, s)
					o.Cache = store
					engine.New(o).Check(ctx, inputs)
					stop()
				}
				want := checked(t, dir, s, nil)
				if got := checked(t, dir, s, store); got != want {
					t.Fatalf("step %d, %+v, %v: with the cache\n%s\nwithout\n%s", step, s, did, got, want)
				}
				if got := checked(t, dir, s, store); got != want {
					t.Fatalf("step %d, %+v, %v: a second time with the cache\n%s\nwithout\n%s", step, s, did, got, want)
				}
			}
		})
	}
}

// TestCacheKeepsAllRules checks the sources of every rule, one by one changed and all but
// the changed from the cache: what a rule tells, finds and fixes can be kept.
func TestCacheKeepsAllRules(t *testing.T) {
	sources, err := filepath.Glob(filepath.Join("..", "..", "testdata", "rules", "*", "*.cu*"))
	if err != nil || len(sources) < 30 {
		t.Fatalf("%d sources, %v", len(sources), err)
	}
	store, err := cache.Open(t.TempDir(), "test", 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	dir, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	check := func(extra string, store *cache.Store) string {
		var inputs []discover.Input
		for _, name := range sources {
			inputs = append(inputs, discover.Input{Path: name[len("../../"):]})
		}
		inputs = append(inputs, discover.Input{Path: "extra.cu", Text: []byte(extra), HasText: true})
		o := engine.Options{Dir: dir, Rules: rules.All(), Known: rules.All(), Fixes: true, Cache: store}
		var out bytes.Buffer
		if err := report.Write(&out, "json", engine.New(o).Check(context.Background(), inputs), report.Options{}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	check("int x;", store)
	_, before := store.Used()
	got, want := check("int y;", store), check("int y;", nil)
	if got != want {
		t.Errorf("results differ with the cache")
	}
	// The run, and the file that is another one.
	if _, misses := store.Used(); misses-before != 2 {
		t.Errorf("%d results of a second run were not kept", misses-before-2)
	}
}

// TestOptionsAreInTheKey names every option and whether results depend on it: who adds
// one decides here, and in commonKey, runKey or jobKey.
func TestOptionsAreInTheKey(t *testing.T) {
	const key, ignored = "in the key", "no influence on results that are kept"
	want := map[string]map[string]string{
		"Options": {
			"Rules": key, "RuleOptions": key, "Target": key, "Model": key, "Product": key, "RDC": key, "Defines": key,
			"IncludeDirs": key, "Flags": key, "File": key, "Includes": key, "Given": key, "Context": key, "Block": key, "Fixes": key, "Units": key, "Known": key,
			"Texts": key, "Dir": key, "Shard": key, "MaxFileSize": key,
			"Measurements": "not used with a cache", "Jobs": ignored, "InFlight": ignored, "HeaderCache": ignored, "FileTimeout": ignored, "Progress": ignored, "Took": ignored, "Cache": ignored,
		},
		"Input": {"Path": key, "Text": key, "HasText": key, "IfCUDA": key},
	}
	for name, typ := range map[string]reflect.Type{"Options": reflect.TypeFor[engine.Options](), "Input": reflect.TypeFor[discover.Input]()} {
		for i := range typ.NumField() {
			if want[name][typ.Field(i).Name] == "" {
				t.Errorf("is lint.%s.%s part of the key of the cache?", name, typ.Field(i).Name)
			}
		}
	}
	// Flags and FileOptions are taken whole.
}

// TestCacheSeesHeadersThatAreNoInputs changes a header that only an include names: the
// run as a whole has the same inputs then.
func TestCacheSeesHeadersThatAreNoInputs(t *testing.T) {
	dir := t.TempDir()
	store, err := cache.Open(t.TempDir(), "test", 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) { os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644) }
	write("read.cu", program["read.cu"][0])
	results := map[string]bool{}
	for _, header := range []string{program["table.cuh"][0], "#define table other\n", program["table.cuh"][0]} {
		write("table.cuh", header)
		got := checked(t, dir, setting{context: 2}, store)
		if want := checked(t, dir, setting{context: 2}, nil); got != want {
			t.Fatalf("with the cache\n%s\nwithout\n%s", got, want)
		}
		results[got] = true
	}
	if len(results) != 2 {
		t.Errorf("%d different results: the header does not matter", len(results))
	}
}

package report

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/inspect"
	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/wording"
)

// placeIn returns the place of the first occurrence of what in a text.
func placeIn(text, what string) lint.Place {
	src := source.NewFile("src/a.cu", []byte(text))
	start := strings.Index(text, what)
	p := lint.Place{Path: src.Path, Start: src.Position(start), End: src.Position(start + len(what))}
	p.Line = src.Slice(src.LineSpan(p.Start.Line))
	return p
}

const kernelText = "__constant__ float table_f[256];\n\n__global__ void by_thread(float *out) {\n\tout[threadIdx.x] = table_f[threadIdx.x];\n}\n"

func sample() *engine.Result {
	return &engine.Result{
		Target: lint.Target{GPU: "sm_90", CUDA: "13.0"}, Files: 1,
		Findings: []lint.Diagnostic{{
			Rule: "constant-divergent-index", Severity: lint.Warning, Confidence: lint.Likely,
			Place: placeIn(kernelText, "table_f[threadIdx.x]"), Function: "by_thread",
			Message: "each warp reads 32 distinct addresses of __constant__ table_f",
			Label:   "lanes 0..31 read 32 addresses, stride 4 bytes", Help: "declare it __device__",
			Impact:      &lint.Impact{GPU: "sm_90", Level: lint.Critical, Cycles: 64, Best: lint.Alternative{Placement: "global-read-only", Cycles: 1.3}, SavingPercent: 97, Basis: gpu.Measured},
			Assumptions: []string{"block 256x1x1 is assumed"},
			Related:     []lint.Related{{Place: placeIn(kernelText, "table_f"), Message: "table_f is declared here"}},
			Data:        json.RawMessage(`{"pattern":"affine"}`), Fingerprint: strings.Repeat("0", 32),
			Fixes: []fixes.Fix{{Title: "declare table_f __device__ instead of __constant__", Safety: fixes.Unsafe,
				Edits: []fixes.Edit{{Path: "src/a.cu", Start: 0, End: 12, Text: "__device__"}}}},
		}},
		Problems: []lint.Problem{{Kind: lint.Syntax, Path: "src/a.cu", Line: 3, Message: "cannot parse this"}},
	}
}

func TestText(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, "text", sample(), Options{}); err != nil {
		t.Fatal(err)
	}
	want := `warning[constant-divergent-index]: each warp reads 32 distinct addresses of __constant__ table_f
  --> src/a.cu:4:21 in by_thread
   |
 4 |     out[threadIdx.x] = table_f[threadIdx.x];
   |                        ^^^^^^^^^^^^^^^^^^^^ lanes 0..31 read 32 addresses, stride 4 bytes
   = price: 64.0 cycles per warp on sm_90, 1.3 through the L1 cache (global-read-only; measured on sm_90); est. speedup about 97 % of the kernel's time (critical)
   = confidence: likely
   = note: block 256x1x1 is assumed
   = note: src/a.cu:1:20: table_f is declared here
   = help: declare it __device__
   = fix: declare table_f __device__ instead of __constant__ (--fix --unsafe-fixes)

1 finding (1 warning) in 1 file
1 fixable with --fix --unsafe-fixes
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	b.Reset()
	if err := Write(&b, "text", sample(), Options{Color: true}); err != nil {
		t.Fatal(err)
	}
	stripped := ansi.ReplaceAllString(b.String(), "")
	if stripped == b.String() || stripped != want {
		t.Errorf("colour changes more than colour:\n%q", b.String())
	}
}

// TestPlacementsHaveWords: the text format names every placement that is priced.
func TestPlacementsHaveWords(t *testing.T) {
	for _, placement := range []string{"global-read-only", "shared"} {
		if wording.Through[placement] == "" {
			t.Errorf("no words for %s", placement)
		}
	}
}

func TestConcise(t *testing.T) {
	var b bytes.Buffer
	if err := Write(&b, "concise", sample(), Options{}); err != nil {
		t.Fatal(err)
	}
	want := "src/a.cu:4:21: warning: each warp reads 32 distinct addresses of __constant__ table_f [constant-divergent-index]\n"
	if b.String() != want {
		t.Errorf("got %q", b.String())
	}
}

// schemas are those of this package that validate has compiled.
var schemas = map[string]*jsonschema.Schema{}

// validate checks a JSON text against a schema of this package.
func validate(t *testing.T, schema string, text []byte) {
	t.Helper()
	compiled := schemas[schema]
	if compiled == nil {
		var err error
		if compiled, err = jsonschema.NewCompiler().Compile("schema/" + schema); err != nil {
			t.Fatal(err)
		}
		schemas[schema] = compiled
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := compiled.Validate(value); err != nil {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestJSONIsAsTheSchemaSays(t *testing.T) {
	empty := &engine.Result{Target: lint.Target{GPU: "sm_90", CUDA: "13.0"}}
	noPrice := sample()
	noPrice.Findings[0].Impact, noPrice.Findings[0].Data, noPrice.Findings[0].Assumptions, noPrice.Findings[0].Fixes = nil, nil, nil, nil
	for _, r := range []*engine.Result{sample(), empty, noPrice} {
		for _, statistics := range []bool{false, true} {
			var b bytes.Buffer
			err := Write(&b, "json", r, Options{Version: "0.1.0"})
			if statistics {
				b.Reset()
				err = Statistics(&b, "json", r, Options{Version: "0.1.0"})
			}
			if err != nil {
				t.Fatal(err)
			}
			validate(t, "check.schema.json", b.Bytes())
		}
	}
}

// TestSchemaRefusesWhatTheContractDoesNotSay spoils one field at a time: a schema that accepts
// everything protects nobody.
func TestSchemaRefusesWhatTheContractDoesNotSay(t *testing.T) {
	compiled, err := jsonschema.NewCompiler().Compile("schema/check.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	spoil := map[string]func(finding map[string]any){
		"no rule":         func(f map[string]any) { delete(f, "rule") },
		"odd severity":    func(f map[string]any) { f["severity"] = "fatal" },
		"line 0":          func(f map[string]any) { f["range"].(map[string]any)["start"].(map[string]any)["line"] = 0.0 },
		"saving over 100": func(f map[string]any) { f["impact"].(map[string]any)["saving_percent"] = 101.0 },
		"null fixes":      func(f map[string]any) { f["fixes"] = nil },
		"null edits":      func(f map[string]any) { f["fixes"].([]any)[0].(map[string]any)["edits"] = nil },
		"odd safety":      func(f map[string]any) { f["fixes"].([]any)[0].(map[string]any)["safety"] = "sure" },
		"unknown field":   func(f map[string]any) { f["surprise"] = 1.0 },
	}
	for name, change := range spoil {
		var b bytes.Buffer
		if err := Write(&b, "json", sample(), Options{}); err != nil {
			t.Fatal(err)
		}
		var value map[string]any
		if err := json.Unmarshal(b.Bytes(), &value); err != nil {
			t.Fatal(err)
		}
		if err := compiled.Validate(value); err != nil {
			t.Fatalf("unchanged: %v", err)
		}
		change(value["findings"].([]any)[0].(map[string]any))
		if compiled.Validate(value) == nil {
			t.Errorf("%s: the schema accepts it", name)
		}
	}
}

func table() *inspect.Table {
	block := warp.Block{Dim: [3]int{256, 1, 1}, Source: warp.FromLaunch}
	return &inspect.Table{Target: lint.Target{GPU: "sm_90", CUDA: "13.0"}, Files: 1, Rows: []inspect.Row{
		{Place: placeIn(kernelText, "table_f[threadIdx.x]"), Function: "by_thread", Kernel: "by_thread", Space: sema.ConstantSpace,
			Object: "table_f", Expression: "table_f[\n threadIdx.x]", Bytes: 4, Pattern: warp.Affine,
			Addresses: warp.Count{Worst: 32, Mean: 32}, ActiveLanes: warp.Count{Worst: 32, Mean: 20.5}, Trips: 1, Cycles: 64, Block: block},
		{Place: placeIn(kernelText, "out[threadIdx.x]"), Function: "by_thread", Kernel: "by_thread", Space: sema.GlobalSpace, Kind: warp.Store,
			Object: "out", Expression: "out[\xff]", Bytes: 4, Pattern: warp.PatternUnknown, ActiveLanes: warp.Count{Worst: 32, Mean: 32}, Block: block},
	}}
}

func TestAccess(t *testing.T) {
	var b bytes.Buffer
	if err := WriteAccess(&b, "json", table(), Options{Version: "0.1.0"}); err != nil {
		t.Fatal(err)
	}
	validate(t, "access.schema.json", b.Bytes())
	b.Reset()
	if err := WriteAccess(&b, "text", table(), Options{}); err != nil {
		t.Fatal(err)
	}
	want := `src/a.cu: kernel by_thread, block 256x1x1 (from a launch)
  line:col  access                 space     kind   bytes  pattern  addresses  sectors  conflict  lanes       trips  cycles
  4:21      table_f[ threadIdx.x]  constant  load   4      affine   32         -        -         32 (20.50)  1      64.0
  4:2       out[` + "\uFFFD" + `]                 global    store  4      unknown  ?          ?        -         32          ?      -
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

// TestAccessHoldsHostileTexts: names in the table for people do not reach the terminal as
// they are.
func TestAccessHoldsHostileTexts(t *testing.T) {
	for name, text := range hostile {
		hit := table()
		for i := range hit.Rows {
			r := &hit.Rows[i]
			r.Path, r.Kernel, r.Object, r.Expression = "src/"+text, text, text, "a["+text+"]"
		}
		var b bytes.Buffer
		if err := WriteAccess(&b, "text", hit, Options{}); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(b.String(), "\n"); n != 4 {
			t.Errorf("%s: %d lines", name, n)
		}
		if at := strings.IndexFunc(b.String(), func(r rune) bool { return wording.Unprintable(r) && r != '\n' }); at >= 0 {
			t.Errorf("%s: %q", name, b.String()[at:])
		}
		b.Reset()
		if err := WriteAccess(&b, "json", hit, Options{Version: "0.1.0"}); err != nil {
			t.Fatal(err)
		}
		validate(t, "access.schema.json", b.Bytes())
	}
}

func TestWriteErrorsAreReturned(t *testing.T) {
	full, err := os.Open(os.DevNull) // not writable
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	for _, format := range Formats() {
		if Write(full, format, sample(), Options{}) == nil {
			t.Errorf("%s: a failed write is no error", format)
		}
	}
	if WriteAccess(full, "text", table(), Options{}) == nil {
		t.Error("access: a failed write is no error")
	}
	if Write(&bytes.Buffer{}, "xml", sample(), Options{}) == nil {
		t.Error("an unknown format is no error")
	}
}

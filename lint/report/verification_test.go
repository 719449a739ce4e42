package report

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/kernelname"
	"github.com/cudalint/cudalint/lint/verify"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// measured is a sample with what measurements say, of each status.
func measured() *engine.Result {
	r := sample()
	r.Findings[0].Verification = &lint.Verification{
		Status: verify.Agrees, Kernel: "by_thread", Note: "confirmed: 31 replays per divergent instruction measured in a.csv, 31 predicted", Measured: 31, Predicted: 31,
	}
	shape := verify.Shape{256, 1, 1}
	at := func(name string) verify.Kernel {
		return verify.Kernel{Path: "src/a.cu", Line: 3, Name: kernelname.Parse(name), Block: shape}
	}
	plain := verify.Result{Kernel: verify.Kernel{Path: "src/a.cu", Line: 9, Name: kernelname.Name{Base: "plain"}}, Status: verify.Agrees, Files: []string{"a.csv"}, Launches: 1, Measured: true}
	absent := plain
	absent.Status, absent.Files, absent.Launches, absent.Measured = verify.DidNotRun, nil, 0, false
	r.Verified = &lint.Verified{
		Kernels: []verify.Result{
			{Kernel: at("by_thread"), Status: verify.Agrees, Files: []string{"a.csv"}, Launches: 2, Measured: true, Instructions: 16, ReplaySum: 496, Least: 31, Mean: 31, Most: 31},
			{Kernel: at("n::other<8>"), Status: verify.Disagrees, Why: "7 replays per divergent instruction measured, 31 predicted", Next: "look", Files: []string{"a.csv"}, Launches: 1, Measured: true, Instructions: 1, ReplaySum: 7, Least: 31, Mean: 31, Most: 31},
			{Kernel: at("mixed"), Status: verify.CannotTell, Why: "the export lacks a counter", Next: "record it", Files: []string{"a.csv"}, Launches: 1, Least: 3, Most: 31},
			{Kernel: at("never"), Status: verify.DidNotRun, Why: "no launch of it was measured", Least: 31, Mean: 31, Most: 31},
			plain, plain, absent,
		},
		Foreign: []string{"a()", "b()", "c()", "d()", "e()", "f()"},
	}
	return r
}

func TestVerificationForPeople(t *testing.T) {
	var b bytes.Buffer
	if err := Verification(&b, measured().Verified); err != nil {
		t.Fatal(err)
	}
	want := `verify: kernel by_thread, block 256x1x1: agrees: 31 replays per divergent instruction measured in 2 launches, 31 predicted
verify: kernel n::other<8>, block 256x1x1: disagrees: 7 replays per divergent instruction measured, 31 predicted; look
verify: kernel mixed, block 256x1x1: cannot tell: the export lacks a counter; record it
verify: kernel never, block 256x1x1: did not run: no launch of it was measured
verify: 2 other kernels without divergent reads of constant memory, as predicted
verify: 1 other kernel without divergent reads of constant memory did not run
verify: 6 measured kernels not in the sources: a(); b(); c(); d(); e(); ...
`
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
	b.Reset()
	if err := Write(&b, "text", measured(), Options{}); err != nil || !strings.Contains(b.String(), "\n   = verify: confirmed: 31 replays") {
		t.Errorf("the finding does not say it: %v\n%s", err, b.String())
	}
	full, err := os.Open(os.DevNull) // not writable
	if err != nil {
		t.Fatal(err)
	}
	defer full.Close()
	if Verification(full, measured().Verified) == nil {
		t.Error("a failed write is no error")
	}
}

func TestVerificationIsAsTheSchemaSays(t *testing.T) {
	none := measured()
	none.Verified = &lint.Verified{}
	for _, r := range []*engine.Result{measured(), none} {
		var b bytes.Buffer
		if err := Write(&b, "json", r, Options{Version: "0.1.0"}); err != nil {
			t.Fatal(err)
		}
		validate(t, "check.schema.json", b.Bytes())
		if !strings.Contains(b.String(), "\n  \"verification\": [") {
			t.Error("the kernels are missing")
		}
	}
	var b bytes.Buffer
	if err := Write(&b, "json", sample(), Options{}); err != nil || strings.Contains(b.String(), "verification") {
		t.Errorf("%v: a verification without a measurement", err)
	}
	compiled, err := jsonschema.NewCompiler().Compile("schema/check.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(finding, kernel map[string]any){
		"odd status of a finding": func(f, k map[string]any) { f["status"] = "maybe" },
		"no note":                 func(f, k map[string]any) { f["note"] = "" },
		"odd status of a kernel":  func(f, k map[string]any) { k["status"] = "cannot tell" },
		"two dimensions":          func(f, k map[string]any) { k["block"] = []any{1.0, 2.0} },
		"negative replays":        func(f, k map[string]any) { k["measured"].(map[string]any)["replays"] = -1.0 },
		"no prediction":           func(f, k map[string]any) { delete(k, "predicted") },
	} {
		b.Reset()
		if err := Write(&b, "json", measured(), Options{}); err != nil {
			t.Fatal(err)
		}
		var value map[string]any
		if err := json.Unmarshal(b.Bytes(), &value); err != nil {
			t.Fatal(err)
		}
		spoil(value["findings"].([]any)[0].(map[string]any)["verification"].(map[string]any), value["verification"].([]any)[0].(map[string]any))
		if compiled.Validate(value) == nil {
			t.Errorf("%s: the schema accepts it", name)
		}
	}
}

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/report"
)

// writePart writes the JSON of a shard to a file and returns its name.
func writePart(t *testing.T, part *engine.Part) string {
	t.Helper()
	data, err := part.Encode()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	opts := report.Options{Version: version(), Part: &report.Part{Shard: part.Shard, Data: data}}
	if err := report.Write(&out, "json", &part.Result, opts); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "part.json")
	if err := os.WriteFile(name, out.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestMergeRejectsUnfinishedParts: what an interrupted shard found is not merged.
func TestMergeRejectsUnfinishedParts(t *testing.T) {
	part := &engine.Part{Shard: engine.Shard{Index: 1, Count: 1}}
	if _, err := readParts([]string{writePart(t, part)}); err != nil {
		t.Error(err)
	}
	part.Result.Problems = []lint.Problem{lint.Interruption("2 of 9 files were begun")}
	if _, err := readParts([]string{writePart(t, part)}); err == nil || !strings.Contains(err.Error(), "the run was interrupted: check shard 1 of 1 again") {
		t.Errorf("an interrupted part: %v", err)
	}
}

// TestMergeRejectsDamagedParts: an error says which file is damaged.
func TestMergeRejectsDamagedParts(t *testing.T) {
	for name, part := range map[string]*engine.Part{
		"no index":  {Shard: engine.Shard{Index: 0, Count: 2}},
		"no count":  {},
		"above all": {Shard: engine.Shard{Index: 3, Count: 2}},
	} {
		file := writePart(t, part)
		if _, err := readParts([]string{file}); err == nil || !strings.Contains(err.Error(), file+": its data cannot be read") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

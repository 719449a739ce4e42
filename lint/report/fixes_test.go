package report

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/engine"
)

func TestFixTexts(t *testing.T) {
	edits := []fixes.Edit{{Path: "a.cu", Text: "x"}}
	safe, unsafe := fixes.Fix{Title: "safe", Edits: edits}, fixes.Fix{Title: "unsafe", Safety: fixes.Unsafe, Edits: edits}
	shown, told := fixes.Fix{Title: "shown", Safety: fixes.Display, Edits: edits}, fixes.Fix{Title: "told"}
	for _, c := range []struct {
		list    []fixes.Fix
		want    []string
		unfixed string
	}{
		{nil, nil, ""},
		{[]fixes.Fix{safe, unsafe, shown}, []string{"safe (--fix)"}, ""},
		{[]fixes.Fix{shown, unsafe, safe}, []string{"unsafe (--fix --unsafe-fixes)", "safe (--fix)"}, ""},
		{[]fixes.Fix{told, unsafe}, []string{"unsafe (--fix --unsafe-fixes)"}, ""},
		{[]fixes.Fix{shown, told}, []string{"shown (by hand)"}, ""},
		{[]fixes.Fix{told, shown}, nil, "told"},
	} {
		if got := unfixedText(&lint.Diagnostic{Fixes: c.list}); got != c.unfixed {
			t.Errorf("%v: unfixed for %q, want %q", c.list, got, c.unfixed)
		}
		if got := fixTexts(&lint.Diagnostic{Fixes: c.list}); !slices.Equal(got, c.want) {
			t.Errorf("%v: %q, want %q", c.list, got, c.want)
		}
	}
	r := &engine.Result{}
	for _, c := range []struct {
		add  fixes.Fix
		want string
	}{
		{told, ""},
		{unsafe, "1 fixable with --fix --unsafe-fixes"},
		{safe, "1 fixable with --fix, 1 more with --fix --unsafe-fixes"},
	} {
		r.Findings = append(r.Findings, lint.Diagnostic{Fixes: []fixes.Fix{c.add}})
		if got := fixableText(r); got != c.want {
			t.Errorf("%d findings: %q, want %q", len(r.Findings), got, c.want)
		}
	}
	r.Findings = r.Findings[2:]
	if got := fixableText(r); got != "1 fixable with --fix" {
		t.Errorf("one safe: %q", got)
	}
	var b bytes.Buffer
	if err := Write(&b, "text", sample(), Options{Fixed: true}); err != nil || strings.Contains(b.String(), "fixable") {
		t.Errorf("after fixing: %v\n%s", err, b.String())
	}
}

// TestFixesInJSON: an edit that JSON cannot hold is only shown.
func TestFixesInJSON(t *testing.T) {
	r := sample()
	latin1 := r.Findings[0].Fixes[0]
	latin1.Edits = []fixes.Edit{{Path: "src/a.cu", Start: 3, End: 3, Text: "caf\xe9"}}
	r.Findings[0].Fixes = append(r.Findings[0].Fixes, latin1)
	var b bytes.Buffer
	if err := Write(&b, "json", r, Options{}); err != nil {
		t.Fatal(err)
	}
	validate(t, "check.schema.json", b.Bytes())
	var got struct {
		Findings []struct{ Fixes []jsonFix }
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	list := got.Findings[0].Fixes
	if len(list) != 2 || list[0].Safety != "unsafe" || list[0].Edits[0] != (jsonEdit{"src/a.cu", 0, 12, "__device__"}) || list[1].Safety != "display" {
		t.Errorf("%+v", list)
	}
}

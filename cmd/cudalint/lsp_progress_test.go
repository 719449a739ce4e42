package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/internal/lsptest"
)

// TestProgress has a workspace linted that takes long enough to show how far it is, and
// one of which the user has enough.
func TestProgress(t *testing.T) {
	files := map[string]string{}
	for i := range 24 {
		files[fmt.Sprintf("f%02d.cu", i)] = lsptest.Source(40<<10, 1)
	}
	e := newEditor(t, files, lsptest.Config{})
	lint := map[string]any{"command": "cudalint.lintWorkspace"}
	raw, err := e.Call("workspace/executeCommand", lint)
	e.must(err)
	var counts struct{ Files, Findings int }
	e.must(json.Unmarshal(raw, &counts))
	if counts.Files != len(files) || counts.Findings < len(files) {
		t.Errorf("%d files, %d findings", counts.Files, counts.Findings)
	}
	e.must(e.WaitIdle())
	e.Locked(func() { checkProgress(t, e.Progress) })

	// All of it again, with another GPU, until the user cancels it.
	e.must(e.Notify("workspace/didChangeConfiguration", map[string]any{"settings": nil}))
	e.Locked(func() { e.Progress, e.Settings["gpu"] = nil, "A100" })
	e.must(e.Notify("workspace/didChangeConfiguration", map[string]any{"settings": nil}))
	p, err := e.Send("workspace/executeCommand", lint)
	e.must(err)
	e.wait("progress", func() bool { return len(e.Progress) > 1 })
	e.must(e.Notify("$/cancelRequest", map[string]any{"id": p.ID}))
	var refused *lsptest.Error
	if _, err := p.Wait(); !errors.As(err, &refused) || refused.Code != -32800 {
		t.Errorf("cancelled, it answers %v", err)
	}
	e.must(e.WaitIdle())
	e.Locked(func() { checkProgress(t, e.Progress) })
	e.quit()
}

// checkProgress fails unless all that begins ends and percentages grow.
func checkProgress(t *testing.T, lines []string) {
	t.Helper()
	begun, reports, last := 0, 0, 0
	for _, line := range lines {
		percent := last
		if m := regexp.MustCompile(` (\d+)%$`).FindStringSubmatch(line); m != nil {
			percent, _ = strconv.Atoi(m[1])
		}
		switch strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ':' })[0] {
		case "begin":
			begun, last = begun+1, 0
		case "report":
			reports++
			if percent < last || percent > 100 {
				t.Errorf("%d %% after %d %%", percent, last)
			}
			last = percent
		case "end":
			begun--
		default:
			t.Errorf("progress %q", line)
		}
		if begun < 0 || begun > 1 {
			t.Fatalf("%d begun: %q", begun, lines)
		}
	}
	if begun != 0 || reports == 0 {
		t.Errorf("progress was %q", lines)
	}
}

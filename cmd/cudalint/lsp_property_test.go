package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/internal/lsptest"
)

// TestServerFollowsRandomEdits compares what a server shows after random edits of several
// open files, a header, files that include it and a launch in another file among them,
// with a server that is started on the same texts and knows nothing, in all that is sent,
// and with `cudalint check` of the same texts, in all that both have. Now and then a file
// is saved, closed or opened again. CUDALINT_EDITS=N[:SEED] says how many edits.
func TestServerFollowsRandomEdits(t *testing.T) {
	n, seed := lsptest.RandomEdits(t, 12)
	random := rand.New(rand.NewSource(seed))
	texts := lsptest.Program(t, filepath.Join("..", "..", "testdata"), random, 4)
	var names, clipboard []string
	for name, text := range texts {
		names, clipboard = append(names, name), append(clipboard, text)
	}
	slices.Sort(names)
	slices.Sort(clipboard)
	encoding := []string{"utf-8", "utf-16", "utf-32"}[random.Intn(3)]
	config := lsptest.Config{
		Capabilities: map[string]any{"general": map[string]any{"positionEncodings": []any{encoding, "utf-16"}}},
		Settings:     map[string]any{"debounce": 0, "diagnostics": map[string]any{"scope": "workspace"}},
	}
	pull := random.Intn(3) == 0
	if pull {
		config.Capabilities["textDocument"] = map[string]any{"diagnostic": map[string]any{}}
		config.Settings = map[string]any{"debounce": 0}
	}
	t.Logf("%s, pull %v", encoding, pull)
	e := newEditor(t, texts, config)
	typists := map[string]*lsptest.Typist{}
	open := func(name string) {
		e.must(e.Open(name))
		if typists[name] == nil {
			typists[name] = &lsptest.Typist{Rand: random, Clipboard: clipboard}
		}
	}
	for _, name := range names[:len(names)-2] {
		open(name)
	}
	opened := func() (list []string) {
		for name := range e.Docs {
			list = append(list, name)
		}
		slices.Sort(list)
		return list
	}
	total := 0
	var name string
	var log []string
	for i := range n {
		if list := opened(); name == "" || e.Docs[name] == nil || random.Intn(8) == 0 {
			name = list[random.Intn(len(list))]
		}
		d, err := e.Doc(name)
		e.must(err)
		edit := typists[name].Next(d.Text)
		log = append(log, fmt.Sprintf("%s: %s, bytes %d to %d of %d, %q", name, edit.Kind, edit.Start, edit.End, len(d.Text), edit.Text))
		e.must(e.Edit(name, edit.Start, edit.End, edit.Text))
		switch random.Intn(30) {
		case 0:
			e.must(e.Save(name))
			log = append(log, "saved")
		case 1:
			if len(e.Docs) > 3 {
				e.must(e.Close(name))
				log = append(log, "closed")
			}
		case 2:
			if other := names[random.Intn(len(names))]; e.Docs[other] == nil {
				open(other)
				log = append(log, "opened "+other)
			}
		case 3, 4, 5, 6, 7, 8, 9:
			continue // and the next at once
		}
		shown := e.shown()
		fresh := fresh(t, e, config)
		if got, want := texted(shown), texted(fresh); got != want {
			t.Fatalf("edit %d: the server (+) does not show what a fresh one (-) shows:\n%s\nafter\n%s",
				i+1, lineDiff(want, got), strings.Join(log[max(0, len(log)-8):], "\n"))
		}
		total += compareCheck(t, e, shown, encoding)
		if t.Failed() {
			t.Fatalf("edit %d, after\n%s", i+1, strings.Join(log[max(0, len(log)-8):], "\n"))
		}
	}
	t.Logf("%d edits, %d findings compared", n, total)
	e.quit()
}

// shown waits until the server has done its work, and returns what is shown, by path;
// nothing for files without diagnostics.
func (e *editor) shown() map[string][]json.RawMessage {
	e.t.Helper()
	e.must(e.WaitIdle())
	out := map[string][]json.RawMessage{}
	if e.pulls() {
		for path, d := range e.Docs {
			raw, err := e.Call("textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": d.URI}})
			e.must(err)
			var report struct{ Items []json.RawMessage }
			e.must(json.Unmarshal(raw, &report))
			if len(report.Items) > 0 {
				out[path] = report.Items
			}
		}
		if len(e.Shown) > 0 {
			e.t.Errorf("pushed as well: %v", e.Shown)
		}
		return out
	}
	e.Locked(func() {
		for uri, p := range e.Shown {
			path := e.Path(uri)
			if d := e.Docs[path]; (d != nil) != (p.Version != nil) || d != nil && d.Version != *p.Version {
				e.t.Errorf("%s: shown are diagnostics of another version", path)
			}
			var list []json.RawMessage
			if err := json.Unmarshal(p.Diagnostics, &list); err != nil {
				e.t.Errorf("%s: %v", path, err)
			}
			if len(list) > 0 {
				out[path] = list
			}
		}
		for path, d := range e.Docs {
			if _, ok := e.Shown[d.URI]; !ok {
				e.t.Errorf("%s: nothing was shown", path)
			}
		}
	})
	return out
}

// pulls reports whether the client asks for diagnostics.
func (e *editor) pulls() bool {
	_, ok := e.Capabilities["textDocument"].(map[string]any)
	return ok
}

// fresh returns what another server shows of the same files and texts.
func fresh(t *testing.T, e *editor, config lsptest.Config) map[string][]json.RawMessage {
	t.Helper()
	config.Root, config.Folders = e.Root, e.Folders
	other := startEditor(t, config)
	other.must(other.Initialize())
	for path, d := range e.Docs {
		other.must(other.OpenText(path, d.Text))
	}
	shown := other.shown()
	other.quit()
	return shown
}

// texted returns what is shown as text, in order.
func texted(shown map[string][]json.RawMessage) string {
	var b strings.Builder
	var paths []string
	for path := range shown {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		for _, raw := range shown[path] {
			fmt.Fprintf(&b, "%s: ", path)
			var indented bytes.Buffer
			_ = json.Indent(&indented, raw, "", " ") // it was decoded
			fmt.Fprintln(&b, indented.String())
		}
	}
	return b.String()
}

func lineDiff(want, got string) string {
	dir, err := os.MkdirTemp("", "cudalint")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(dir)
	a, b := filepath.Join(dir, "fresh"), filepath.Join(dir, "shown")
	_ = os.WriteFile(a, []byte(want), 0o666)
	_ = os.WriteFile(b, []byte(got), 0o666)
	out, _ := exec.Command("diff", "-u", a, b).Output()
	return string(out)
}

// compareCheck holds what is shown against `cudalint check` of the same texts in a folder
// of their own, and returns how many findings these are.
func compareCheck(t *testing.T, e *editor, shown map[string][]json.RawMessage, encoding string) int {
	t.Helper()
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(e.Root)); err != nil {
		t.Fatal(err)
	}
	for path, d := range e.Docs {
		if err := os.WriteFile(filepath.Join(dir, path), []byte(d.Text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("cudalint", "check", "--no-cache", "--exit-zero", "--output-format", "json", ".")
	cmd.Dir = dir
	out, err := cmd.Output()
	var checked struct {
		Findings []struct {
			Rule, Severity, Path, Message, Fingerprint string
			Range                                      struct{ Start, End struct{ Offset int } }
			Related                                    []struct{ Message string }
			Assumptions                                []string
		}
		Problems []struct {
			Kind, Path, Message string
			Line                int
		}
	}
	if json.Unmarshal(out, &checked) != nil {
		t.Fatalf("check: %v\n%s", err, out)
	}
	text := func(path string) string {
		text, err := os.ReadFile(filepath.Join(dir, path))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	want := map[string]int{}
	for _, f := range checked.Findings {
		if e.pulls() && e.Docs[f.Path] == nil {
			continue // is not asked for
		}
		source := text(f.Path)
		at := lsptest.Range{Start: lsptest.PositionOf(source, f.Range.Start.Offset, encoding), End: lsptest.PositionOf(source, f.Range.End.Offset, encoding)}
		want[fmt.Sprintf("%s:%v %s %s: %s %s (%d)", f.Path, at, f.Severity, f.Rule, f.Message, f.Fingerprint, len(f.Related))]++
	}
	for _, p := range checked.Problems {
		if e.pulls() && e.Docs[p.Path] == nil {
			continue
		}
		want[fmt.Sprintf("%s:%d %s: %s", p.Path, max(1, p.Line), p.Kind, p.Message)]++
	}
	got := map[string]int{}
	for path, list := range shown {
		for _, raw := range list {
			var d lsptest.Diagnostic
			var data struct{ Fingerprint string }
			if err := json.Unmarshal(raw, &d); err != nil {
				t.Fatal(err)
			}
			if d.Data != nil {
				if err := json.Unmarshal(d.Data, &data); err != nil {
					t.Fatal(err)
				}
			}
			first, _, _ := strings.Cut(d.Message, "\n")
			if data.Fingerprint == "" {
				got[fmt.Sprintf("%s:%d %s: %s", path, d.Range.Start.Line+1, d.Code, d.Message)]++
				continue
			}
			severity := []string{"", "error", "warning", "info", "info"}[d.Severity] // hints are of little worth
			got[fmt.Sprintf("%s:%v %s %s: %s %s (%d)", path, d.Range, severity, d.Code, first, data.Fingerprint, len(d.Related))]++
		}
	}
	for line, n := range want {
		if got[line] != n {
			t.Errorf("check has %d times, the server %d times: %s", n, got[line], line)
		}
	}
	for line, n := range got {
		if want[line] == 0 {
			t.Errorf("the server has %d times, check never: %s", n, line)
		}
	}
	return len(checked.Findings)
}

package lsp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/internal/lsptest"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/autofix"
	"github.com/cudalint/cudalint/lint/config"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lsp"
	"github.com/cudalint/cudalint/rules"
)

// An editor is a client of a server in the same process.
type editor struct {
	*lsptest.Client
	testing.TB
	dir string
}

// newEditor starts a server and a client that has a folder open.
func newEditor(t testing.TB, dir string, settings, capabilities map[string]any) *editor {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := lsp.Serve(context.Background(), lsp.Options{In: in, Out: out, Rules: rules.All(), Version: "test"})
		out.Close()
		ended <- err
	}()
	settings = lsptest.Merge(map[string]any{"debounce": 0}, settings)
	client := lsptest.NewClient(fromServer, toServer, lsptest.Config{Root: dir, Folders: []string{"."}, Settings: settings,
		Options: lsptest.Merge(map[string]any{"status": true}, settings), Capabilities: capabilities})
	e := &editor{client, t, dir}
	e.must(e.Initialize())
	t.Cleanup(func() {
		e.must(e.Shutdown())
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return e
}

func (e *editor) must(err error) {
	e.Helper()
	if err != nil {
		e.Fatal(err)
	}
}

// call sends a request and reads its result.
func (e *editor) call(method string, params, result any) error {
	raw, err := e.Call(method, params)
	if err == nil && result != nil {
		err = json.Unmarshal(raw, result)
	}
	return err
}

// shown returns the diagnostics of a file, when all is checked.
func (e *editor) shown(path string) (list []lsptest.Diagnostic) {
	e.Helper()
	e.must(e.WaitIdle())
	var raw json.RawMessage
	e.Locked(func() { raw = e.Shown[e.URI(path)].Diagnostics })
	if raw != nil {
		e.must(json.Unmarshal(raw, &list))
	}
	return list
}

// A codeAction is what tests look at of one.
type codeAction struct {
	Title, Kind string
	IsPreferred bool
	Disabled    *struct{ Reason string }
	Diagnostics []lsptest.Diagnostic
	Edit        json.RawMessage
	Command     any
	Arguments   []json.RawMessage
	raw         json.RawMessage
}

// actions asks for the actions at a range of an open file; context is what is sent besides
// the diagnostics.
func (e *editor) actions(path string, at lsptest.Range, context map[string]any) (list []codeAction) {
	e.Helper()
	var diagnostics json.RawMessage
	e.Locked(func() { diagnostics = e.Shown[e.URI(path)].Diagnostics })
	var all, sent []json.RawMessage
	if diagnostics != nil {
		e.must(json.Unmarshal(diagnostics, &all))
	}
	for _, raw := range all {
		var d lsptest.Diagnostic
		e.must(json.Unmarshal(raw, &d))
		if d.Range.Start.Line <= at.End.Line && at.Start.Line <= d.Range.End.Line {
			sent = append(sent, raw)
		}
	}
	params := map[string]any{
		"textDocument": map[string]any{"uri": e.URI(path)}, "range": at,
		"context": lsptest.Merge(map[string]any{"diagnostics": append([]json.RawMessage{}, sent...)}, context),
	}
	var raws []json.RawMessage
	e.must(e.call("textDocument/codeAction", params, &raws))
	for _, raw := range raws {
		a := codeAction{raw: raw}
		e.must(json.Unmarshal(raw, &a))
		list = append(list, a)
	}
	return list
}

// apply does what choosing an action in an editor does.
func (e *editor) apply(a codeAction) error {
	if a.Edit == nil {
		if err := e.call("codeAction/resolve", a.raw, &a); err != nil {
			return err
		}
	}
	return e.ApplyEdit(a.Edit)
}

// text returns what a file holds in the editor, or else on disk.
func (e *editor) text(path string) string {
	e.Helper()
	if d, err := e.Doc(path); err == nil {
		return d.Text
	}
	text, err := os.ReadFile(filepath.Join(e.dir, path))
	e.must(err)
	return string(text)
}

// programs returns the folders and files of testdata/fixes/RULE that are no goldens.
func programs(t *testing.T, rule string) (out []string) {
	t.Helper()
	root := filepath.Join("..", "testdata", "fixes", rule)
	entries, err := os.ReadDir(root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if _, _, dotted := strings.Cut(entry.Name(), "."); !entry.IsDir() || !dotted {
			out = append(out, filepath.Join(root, entry.Name()))
		}
	}
	return out
}

// copyProgram copies a program to a folder and returns its sources, relative to that.
func copyProgram(t *testing.T, from, dir string) (sources []string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if rel == "." {
			rel = filepath.Base(path)
		}
		text, err2 := os.ReadFile(path)
		to := filepath.Join(dir, rel)
		err = errors.Join(err, err2, os.MkdirAll(filepath.Dir(to), 0o777), os.WriteFile(to, text, 0o666))
		if filepath.Ext(rel) != ".json" {
			sources = append(sources, filepath.ToSlash(rel))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(sources)
	return sources
}

// fixed returns the files that `check --fix` changes in a folder, by path.
func fixed(t *testing.T, dir string, opts autofix.Options) map[string]string {
	t.Helper()
	options := engine.Options{Rules: rules.All(), Dir: dir}
	if hasCommands(dir) {
		commands, err := config.ReadCompileCommands(dir)
		if err != nil {
			t.Fatal(err)
		}
		options.Flags = func(path string) engine.Flags { return commands.Flags(filepath.Join(dir, path)) }
		options.Units = commands.Files()
	}
	search := discover.Search{Dir: dir}
	inputs, _ := search.Files([]string{"."})
	out := map[string]string{}
	for _, f := range autofix.Inputs(context.Background(), engine.New(options), inputs, opts).Files {
		out[f.Path] = string(f.After)
	}
	return out
}

func hasCommands(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "compile_commands.json"))
	return err == nil
}

// settingsOf returns the settings for a program.
func settingsOf(dir string) map[string]any {
	if hasCommands(dir) {
		return map[string]any{"compileCommands": dir}
	}
	return nil
}

// TestActionsFixAsCheckDoes applies the fixes of each rule to the programs of
// testdata/fixes, one after the other as a user does, first the safe ones only and then
// unsafe ones too: the files are those of `check --fix`, and of `--unsafe-fixes`.
// Files are opened one by one, so that fixes also edit such as are not open.
func TestActionsFixAsCheckDoes(t *testing.T) {
	for _, rule := range rules.All() {
		for _, from := range programs(t, rule.Name) {
			t.Run(rule.Name+"/"+filepath.Base(from), func(t *testing.T) { fixByActions(t, rule.Name, from) })
		}
	}
}

func fixByActions(t *testing.T, rule, from string) {
	dir := t.TempDir()
	sources := copyProgram(t, from, dir)
	ofRule := func(*engine.Result) func(*lint.Diagnostic) bool {
		return func(d *lint.Diagnostic) bool { return d.Rule == rule }
	}
	var e *editor
	fresh := true
	for _, unsafe := range []bool{false, true} {
		if fresh {
			e = newEditor(t, dir, settingsOf(dir), nil)
		}
		for _, path := range sources {
			if _, err := e.Doc(path); err != nil {
				e.must(e.Open(path))
			}
			for n := 0; e.applyFirst(path, rule, unsafe); n++ {
				if n == 200 {
					t.Fatalf("%s: there is no end of fixes", path)
				}
			}
		}
		want := fixed(t, dir, autofix.Options{Filter: ofRule, Unsafe: unsafe})
		fresh = len(want) > 0 // what comes first counts, so unsafe fixes begin anew
		for _, path := range sources {
			before, err := os.ReadFile(filepath.Join(dir, path))
			e.must(err)
			wanted, changed := want[path]
			if !changed {
				wanted = string(before)
			}
			if got := e.text(path); got != wanted {
				t.Errorf("unsafe %v: %s is\n%s\nwant\n%s", unsafe, path, got, wanted)
			}
		}
	}
}

// applyFirst applies the first fix of a finding of a rule in a file, and reports whether
// there is one.
func (e *editor) applyFirst(path, rule string, unsafe bool) bool {
	e.Helper()
	for _, d := range e.shown(path) {
		if d.Code != rule {
			continue
		}
		at := lsptest.Range{Start: d.Range.Start, End: d.Range.Start}
		for _, a := range e.actions(path, at, map[string]any{"only": []string{"quickfix"}}) {
			mine := slices.ContainsFunc(a.Diagnostics, func(x lsptest.Diagnostic) bool { return x.Code == rule && x.Range == d.Range })
			if !mine || strings.HasPrefix(a.Title, "Suppress ") || strings.HasPrefix(a.Title, "Ignore ") || strings.HasSuffix(a.Title, " (unsafe)") && !unsafe {
				continue
			}
			if err := e.apply(a); err != nil {
				e.Fatalf("%s:%v: %s: %v", path, d.Range, a.Title, err)
			}
			return true
		}
	}
	return false
}

// TestFixAllIsCheckFix: the action that fixes all makes of a file what `check --fix` does.
func TestFixAllIsCheckFix(t *testing.T) {
	n := 0
	for _, rule := range rules.All() {
		for _, from := range programs(t, rule.Name) {
			if filepath.Ext(from) != ".cu" {
				continue
			}
			dir := t.TempDir()
			path := copyProgram(t, from, dir)[0]
			want := fixed(t, dir, autofix.Options{})
			e := newEditor(t, dir, nil, nil)
			e.must(e.Open(path))
			e.shown(path)
			for _, a := range e.actions(path, lsptest.Range{}, map[string]any{"only": []string{"source.fixAll"}}) {
				if a.Kind != "source.fixAll.cudalint" {
					t.Errorf("%s: %s is %s", path, a.Title, a.Kind)
				}
				e.must(e.call("codeAction/resolve", a.raw, &a))
				if !bytes.Equal(a.Edit, []byte("{}")) {
					e.must(e.ApplyEdit(a.Edit))
				}
			}
			wanted, changed := want[path]
			if !changed {
				wanted = e.text(path)
			} else {
				n++
			}
			if got := e.text(path); got != wanted {
				t.Errorf("%s is\n%s\nwant\n%s", from, got, wanted)
			}
		}
	}
	if n < 5 {
		t.Errorf("only %d files were fixed", n)
	}
}

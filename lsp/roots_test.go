package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/internal/lsptest"
)

func TestRootsOwnTheirFiles(t *testing.T) {
	files := map[string]string{
		"one/a.cu": divergent, "one/inner/b.cu": divergent, "one/inner/cudalint.toml": `ignore = ["constant"]`,
		"two/c.cu": divergent, "three/d.cu": divergent,
	}
	s := serve(t, files, lsptest.Config{Folders: []string{"one", "one/inner", "two"}, Settings: map[string]any{"diagnostics": map[string]any{"scope": "workspace"}}})
	s.must(s.Initialize())
	s.open("three/d.cu", divergent) // in no root
	const found = "2:constant-divergent-index"
	for path, want := range map[string]string{"one/a.cu": found, "one/inner/b.cu": "-", "two/c.cu": found, "three/d.cu": found} {
		if got := s.rulesIn(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	s.must(s.Notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{
		"removed": []any{map[string]any{"uri": s.URI("two"), "name": "two"}}, "added": []any{map[string]any{"uri": s.URI("three"), "name": "three"}},
	}}))
	if got := s.rulesIn("two/c.cu"); got != "" {
		t.Errorf("a file of a root that is closed shows %s", got)
	}
	if got := s.rulesIn("three/d.cu"); got != found {
		t.Errorf("a file of a new root shows %s", got)
	}
	s.end()
}

// TestConfigurationIsReadAgain changes a configuration file, for a client that watches files
// and for one that does not.
func TestConfigurationIsReadAgain(t *testing.T) {
	for name, capabilities := range map[string]map[string]any{
		"watched": nil, "not watched": {"workspace": map[string]any{"didChangeWatchedFiles": nil}},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, map[string]string{"a.cu": divergent}, lsptest.Config{Folders: []string{"."}, Capabilities: capabilities})
			s.must(s.Initialize())
			s.open("a.cu", divergent)
			if got := s.rulesIn("a.cu"); got == "" {
				t.Error("nothing is shown")
			}
			tell := func() {
				if capabilities == nil {
					s.must(s.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": s.URI("cudalint.toml"), "type": 1}}}))
				} else {
					s.must(s.Notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": s.URI("a.cu")}}))
				}
			}
			config := filepath.Join(s.dir, "cudalint.toml")
			writeFile(t, config, "ignore = [\"constant\"]\n")
			tell()
			if got := s.rulesIn("a.cu"); got != "" {
				t.Errorf("shown is %s though it is off", got)
			}
			writeFile(t, config, "ignore = [\"constant\"]\n\nignored = 1\n")
			tell()
			if got := s.rulesIn("cudalint.toml"); got != "3:config" {
				t.Errorf("of the configuration %q is shown", got)
			}
			s.must(os.Remove(config))
			tell()
			if got := s.rulesIn("a.cu"); got == "" {
				t.Error("nothing is shown though nothing is off")
			}
			if got := s.rulesIn("cudalint.toml"); got != "" && got != "-" {
				t.Errorf("of no configuration %q is shown", got)
			}
			s.end()
		})
	}
}

// TestPullOrPush compares what clients of both kinds get: never both.
func TestPullOrPush(t *testing.T) {
	s := serve(t, map[string]string{"a.cu": divergent}, lsptest.Config{Folders: []string{"."}, Capabilities: map[string]any{
		"textDocument": map[string]any{"diagnostic": map[string]any{}}, "workspace": map[string]any{"diagnostics": map[string]any{"refreshSupport": true}}}})
	s.must(s.Initialize())
	s.open("a.cu", divergent)
	ask := func(previous string) (report diagnosticReport) {
		t.Helper()
		raw, err := s.Call("textDocument/diagnostic", map[string]any{"textDocument": map[string]any{"uri": s.URI("a.cu")}, "previousResultId": previous})
		s.must(err)
		s.must(json.Unmarshal(raw, &report))
		return report
	}
	first := ask("")
	if first.Kind != "full" || first.Items == nil || len(*first.Items) != 1 {
		t.Fatalf("%+v", first)
	}
	if again := ask(first.ResultID); again.Kind != "unchanged" || again.ResultID != first.ResultID || again.Items != nil {
		t.Errorf("asked again: %+v", again)
	}
	s.change("a.cu", 2, clean)
	second := ask(first.ResultID)
	if second.Kind != "full" || second.Items == nil || len(*second.Items) != 0 {
		t.Errorf("after the edit: %+v", second)
	}
	if got := s.rulesIn("a.cu"); got != "-" {
		t.Errorf("%s was pushed, too", got)
	}
	// What changes by another cause is asked for again.
	s.change("a.cu", 3, divergent)
	ask("")
	s.must(s.WaitIdle())
	writeFile(t, filepath.Join(s.dir, "cudalint.toml"), `ignore = ["constant"]`)
	s.must(s.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": s.URI("cudalint.toml"), "type": 1}}}))
	s.must(s.WaitIdle())
	s.must(s.Wait("a refresh", func() bool { return strings.Contains(strings.Join(s.Requests, " "), "workspace/diagnostic/refresh") }))
	if now := ask(""); len(*now.Items) != 0 {
		t.Errorf("with the rule off: %+v", now)
	}
	s.end()
}

// TestUnsavedDocuments lints texts that are no files.
func TestUnsavedDocuments(t *testing.T) {
	s := serve(t, nil, lsptest.Config{})
	s.must(s.Initialize())
	s.must(s.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "untitled:Untitled-1", "languageId": "cuda-cpp", "version": 1, "text": divergent}}))
	s.must(s.WaitIdle())
	s.Locked(func() {
		if got := string(s.Shown["untitled:Untitled-1"].Diagnostics); !strings.Contains(got, "constant-divergent-index") {
			t.Errorf("shown is %s", got)
		}
	})
	s.end()
}

// TestCppFilesCountIfTheyHoldCUDA opens what an editor calls C++.
func TestCppFilesCountIfTheyHoldCUDA(t *testing.T) {
	s := serve(t, nil, lsptest.Config{Folders: []string{"."}})
	s.must(s.Initialize())
	for path, text := range map[string]string{"a.h": divergent, "b.cpp": "int main() {{\n", "c.txt": divergent} {
		s.must(s.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": s.URI(path), "languageId": "cpp", "version": 1, "text": text}}))
	}
	for path, want := range map[string]string{"a.h": "2:constant-divergent-index", "b.cpp": "", "c.txt": ""} {
		if got := s.rulesIn(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
	s.end()
}

// TestOtherFilesStartNothing tells of changes that have nothing to do with a project.
func TestOtherFilesStartNothing(t *testing.T) {
	s := serve(t, map[string]string{"a.cu": divergent, "cudalint.toml": "baseline = \"known.json\"\n"}, lsptest.Config{Folders: []string{"."}})
	s.must(s.Initialize())
	s.open("a.cu", divergent)
	if got := s.rulesIn("known.json"); got != "1:config" {
		t.Errorf("of a baseline that is missing %q is shown", got)
	}
	if got := s.rulesIn("a.cu"); got == "" {
		t.Error("nothing is shown")
	}
	changed := func(path string) {
		t.Helper()
		s.must(s.Notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": s.URI(path), "type": 2}}}))
		if _, err := s.Call("no/such", nil); codeOfError(err) != -32601 {
			t.Fatal(err)
		}
	}
	changed("package.json")
	s.Locked(func() {
		if s.Busy {
			t.Error("package.json has made the server busy")
		}
	})
	s.end()
}

// TestLargeFoldersAreCut bounds what is searched.
func TestLargeFoldersAreCut(t *testing.T) {
	files := map[string]string{}
	for i := range 30 {
		files[fmt.Sprintf("d%d/a.cu", i)] = divergent
	}
	s := serve(t, files, lsptest.Config{Folders: []string{"."}, Settings: map[string]any{"workspace": map[string]any{"maxFiles": 10}, "diagnostics": map[string]any{"scope": "workspace"}}})
	s.must(s.Initialize())
	s.must(s.WaitIdle())
	s.Locked(func() {
		if len(s.Shown) != 10 || !strings.Contains(strings.Join(s.Messages, "\n"), "only 10 are; exclude folders") {
			t.Errorf("%d files are shown, messages %q", len(s.Shown), s.Messages)
		}
	})
	s.end()

	limit := searchLimit{ctx: context.Background(), files: 10, entries: 100, excludes: func(string, bool) bool { return false }}
	for i := range 1000 {
		if left := limit.leaveOut(fmt.Sprint(i), true); left != (i >= 100) {
			t.Fatalf("entry %d: %t", i, left)
		}
	}
}

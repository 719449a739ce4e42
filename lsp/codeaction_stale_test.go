package lsp_test

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/internal/lsptest"
)

const laneTable = `static __constant__ float table[256];
static __global__ void k(float *out) {
  out[threadIdx.x] = table[threadIdx.x];
}
void run(float *out) { k<<<8, 128>>>(out); }
`

// write writes the files of a test.
func write(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for path, text := range files {
		path = filepath.Join(dir, path)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// at returns the range of the first place of a text in an open file.
func (e *editor) at(path, text string) lsptest.Range {
	e.Helper()
	d, err := e.Doc(path)
	e.must(err)
	i := strings.Index(d.Text, text)
	if i < 0 {
		e.Fatalf("%s has no %q", path, text)
	}
	start := lsptest.PositionOf(d.Text, i, e.Encoding)
	return lsptest.Range{Start: start, End: start}
}

// titled returns the action whose title a pattern matches.
func (e *editor) titled(list []codeAction, pattern string) codeAction {
	e.Helper()
	for _, a := range list {
		if regexp.MustCompile(pattern).MatchString(a.Title) {
			return a
		}
	}
	e.Fatalf("no action %s in %+v", pattern, list)
	return codeAction{}
}

const contentModified, invalidParams = -32801, -32602

// wantError fails unless an error is one of the server with a code.
func wantError(t *testing.T, what string, err error, code int) {
	t.Helper()
	var wire *lsptest.Error
	if !errors.As(err, &wire) || wire.Code != code {
		t.Errorf("%s: %v, want %d", what, err, code)
	}
}

// TestActionsOfAnEarlierVersion: an action is not taken on another text than it was offered
// for, even if its finding is still there.
func TestActionsOfAnEarlierVersion(t *testing.T) {
	e := newEditor(t, write(t, map[string]string{"a.cu": laneTable}), nil, nil)
	e.must(e.Open("a.cu"))
	e.shown("a.cu")
	list := e.actions("a.cu", e.at("a.cu", "table[thr"), nil)
	all := append(slices.Clone(list), e.actions("a.cu", lsptest.Range{}, map[string]any{"only": []string{"source"}})...)
	if len(all) != 6 {
		t.Fatalf("%d actions", len(all))
	}
	for _, a := range list {
		e.must(e.call("codeAction/resolve", a.raw, &a))
		if a.Edit == nil || string(a.Edit) == "{}" {
			t.Errorf("%s has no edit", a.Title)
		}
	}
	e.must(e.Edit("a.cu", 0, 0, "// above\n"))
	for _, a := range all {
		wantError(t, a.Title, e.call("codeAction/resolve", a.raw, nil), contentModified)
	}
	// Also once all is checked, and where the finding is gone.
	e.shown("a.cu")
	for _, a := range all {
		wantError(t, a.Title, e.call("codeAction/resolve", a.raw, nil), contentModified)
	}
	var offered, data map[string]any
	e.must(json.Unmarshal(e.titled(e.actions("a.cu", e.at("a.cu", "table[thr"), nil), "^Declare").raw, &offered))
	data = offered["data"].(map[string]any)
	for field, value := range map[string]any{"fingerprint": "0", "rule": "constant-overflow", "fix": "other", "alternative": 7, "version": 3, "uri": "file:///b.cu"} {
		was := data[field]
		data[field] = value
		wantError(t, field, e.call("codeAction/resolve", offered, nil), contentModified)
		if data[field] = was; was == nil {
			delete(data, field)
		}
	}
	e.must(e.call("codeAction/resolve", offered, nil))
	for _, data := range []any{1, map[string]any{}, map[string]any{"uri": 1}} {
		offered["data"] = data
		wantError(t, "data of others", e.call("codeAction/resolve", offered, nil), invalidParams)
	}
	// An action that needs nothing stays as it is.
	var back map[string]any
	e.must(e.call("codeAction/resolve", map[string]any{"title": "other"}, &back))
	if back["title"] != "other" || len(back) != 1 {
		t.Errorf("%v", back)
	}
	e.must(e.Close("a.cu"))
	wantError(t, "closed", e.call("codeAction/resolve", list[0].raw, nil), contentModified)
	var none []any
	e.must(e.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": e.URI("a.cu")}, "range": lsptest.Range{}, "context": map[string]any{"diagnostics": []any{}}}, &none))
	if none == nil || len(none) != 0 {
		t.Errorf("actions of a file that is not open: %v", none)
	}
}

const sharedHeader = "__constant__ float shared_table[256];\n"

const sharedUser = "#include \"shared.cuh\"\n" + `static __global__ void k(float *out) {
  out[threadIdx.x] = shared_table[threadIdx.x];
}
void run(float *out) { k<<<8, 128>>>(out); }
`

// TestActionsEditWhatWasAnalysed: a fix of another file is not made if the client has
// another text of that, or if it is not on disk as it was.
func TestActionsEditWhatWasAnalysed(t *testing.T) {
	dir := write(t, map[string]string{"a.cu": sharedUser, "shared.cuh": sharedHeader})
	e := newEditor(t, dir, nil, nil)
	e.must(e.Open("a.cu"))
	e.shown("a.cu")
	offer := func() codeAction {
		return e.titled(e.actions("a.cu", e.at("a.cu", "shared_table["), nil), "^Declare")
	}
	a := offer()
	// The header is opened and changed: it counts as it is now.
	e.must(e.OpenText("shared.cuh", "// unsaved\n"+sharedHeader))
	var edit struct {
		Edit struct {
			DocumentChanges []struct {
				TextDocument struct {
					URI     string
					Version *int
				}
				Edits []lsptest.TextEdit
			}
		}
	}
	e.must(e.call("codeAction/resolve", offer().raw, &edit))
	changes := edit.Edit.DocumentChanges
	if len(changes) != 1 || changes[0].TextDocument.Version == nil || changes[0].Edits[0].Range.Start.Line != 1 {
		t.Errorf("%+v", changes)
	}
	e.must(e.Close("shared.cuh"))
	e.shown("a.cu")
	e.must(e.call("codeAction/resolve", offer().raw, &edit))
	changes = edit.Edit.DocumentChanges
	if len(changes) != 1 || changes[0].TextDocument.Version != nil || changes[0].Edits[0].Range.Start.Line != 0 {
		t.Errorf("%+v", changes)
	}
	// It changes on disk and nobody tells.
	a = offer()
	e.must(os.WriteFile(filepath.Join(dir, "shared.cuh"), []byte("// on disk\n"+sharedHeader), 0o666))
	err := e.call("codeAction/resolve", a.raw, nil)
	wantError(t, "changed on disk", err, -32803)
	if err != nil && !strings.Contains(err.Error(), "shared.cuh cannot be edited: it has changed on disk") {
		t.Error(err)
	}
	e.must(e.Watch("shared.cuh", lsptest.Changed))
	e.shown("a.cu")
	e.must(e.apply(offer()))
	if got := e.text("shared.cuh"); got != "// on disk\n"+strings.Replace(sharedHeader, "__constant__", "__device__", 1) {
		t.Errorf("%q", got)
	}
}

// TestActionsOfEncodingsAndMarks: edits are at the right place in each encoding, and in a
// file that is not open and begins with a byte order mark, which clients keep to themselves.
func TestActionsOfEncodingsAndMarks(t *testing.T) {
	const before = "/* 𝛼ä */ "
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		dir := write(t, map[string]string{"a.cu": strings.Replace(sharedUser, "  out", before+"out", 1), "shared.cuh": "\xef\xbb\xbf" + before + sharedHeader})
		e := newEditor(t, dir, nil, map[string]any{"general": map[string]any{"positionEncodings": []string{encoding}}})
		if e.Encoding != encoding {
			t.Errorf("%s: agreed on %s", encoding, e.Encoding)
		}
		e.must(e.Open("a.cu"))
		e.shown("a.cu")
		list := e.actions("a.cu", e.at("a.cu", "shared_table["), nil)
		var edit struct {
			Edit struct {
				DocumentChanges []struct{ Edits []lsptest.TextEdit }
			}
		}
		e.must(e.call("codeAction/resolve", e.titled(list, "^Declare").raw, &edit))
		if n := len(edit.Edit.DocumentChanges); n != 1 {
			t.Fatalf("%d files", n)
		}
		got, err := lsptest.Apply(before+sharedHeader, edit.Edit.DocumentChanges[0].Edits, encoding)
		if err != nil || got != before+strings.Replace(sharedHeader, "__constant__", "__device__", 1) {
			t.Errorf("%s: %q, %v", encoding, got, err)
		}
		e.must(e.apply(e.titled(list, "NOLINT")))
		if got := e.text("a.cu"); !strings.Contains(got, "[threadIdx.x]; // NOLINT(constant-divergent-index)\n") {
			t.Errorf("%s: %s", encoding, got)
		}
	}
}

// TestUnsafeEditsAreConfirmed by clients that can have that, where they are of other files
// than the document.
func TestUnsafeEditsAreConfirmed(t *testing.T) {
	capabilities := map[string]any{
		"workspace":    map[string]any{"workspaceEdit": map[string]any{"changeAnnotationSupport": map[string]any{}}},
		"textDocument": map[string]any{"codeAction": map[string]any{"honorsChangeAnnotations": true}},
	}
	external := strings.Replace(laneTable, "static __constant__ float table", "__constant__ float shared_table", 1)
	external = strings.Replace(external, "= table[", "= shared_table[", 1)
	for _, c := range []struct {
		name, text        string
		unsafe, confirmed bool
	}{{"safe", laneTable, false, false}, {"in the header", sharedUser, true, true}, {"in the document", external, true, false}} {
		e := newEditor(t, write(t, map[string]string{"a.cu": c.text, "shared.cuh": sharedHeader}), nil, capabilities)
		e.must(e.Open("a.cu"))
		e.shown("a.cu")
		a := e.titled(e.actions("a.cu", e.at("a.cu", "table[thr"), nil), "^Declare")
		if a.IsPreferred == c.unsafe || strings.HasSuffix(a.Title, " (unsafe)") != c.unsafe {
			t.Errorf("%s: %q, preferred: %v", c.name, a.Title, a.IsPreferred)
		}
		var edit struct {
			Edit struct {
				DocumentChanges []struct {
					Edits []struct{ AnnotationID string }
				}
				ChangeAnnotations map[string]struct{ NeedsConfirmation bool }
			}
		}
		e.must(e.call("codeAction/resolve", a.raw, &edit))
		id := edit.Edit.DocumentChanges[0].Edits[0].AnnotationID
		if annotation, told := edit.Edit.ChangeAnnotations[id]; told != c.unsafe || annotation.NeedsConfirmation != c.confirmed {
			t.Errorf("%s: %+v", c.name, edit)
		}
	}
}

// TestActionsForALE: diagnostics without data, whose ends are one off, and no resolve.
func TestActionsForALE(t *testing.T) {
	capabilities := map[string]any{"textDocument": map[string]any{"codeAction": map[string]any{"resolveSupport": nil, "dataSupport": nil}}}
	e := newEditor(t, write(t, map[string]string{"a.cu": laneTable}), nil, capabilities)
	e.must(e.Open("a.cu"))
	d := e.shown("a.cu")[0]
	end := d.Range.End
	end.Character++
	sent := map[string]any{"range": lsptest.Range{Start: d.Range.Start, End: end}, "code": d.Code, "message": strings.ReplaceAll(d.Message, "\n", " ")}
	line := lsptest.Position{Line: d.Range.Start.Line} // the cursor is in the first column
	var list []codeAction
	e.must(e.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": e.URI("a.cu")}, "range": lsptest.Range{Start: line, End: line},
		"context": map[string]any{"diagnostics": []any{sent, map[string]any{"code": 7, "range": lsptest.Range{}, "message": "of another server"}}},
	}, &list))
	if a := e.titled(list, "^Declare"); a.Edit == nil || len(a.Diagnostics) != 1 {
		t.Errorf("%+v", a)
	}
}

// TestActionsOfAnUnsavedDocument, which is no file: what is found in it is fixed there.
func TestActionsOfAnUnsavedDocument(t *testing.T) {
	e := newEditor(t, t.TempDir(), nil, nil)
	const uri = "untitled:Untitled-1"
	e.must(e.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "cuda-cpp", "version": 4, "text": laneTable}}))
	e.must(e.WaitIdle())
	at := lsptest.Position{Line: 2, Character: 24}
	var raws []json.RawMessage
	e.must(e.call("textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": uri},
		"range": lsptest.Range{Start: at, End: at}, "context": map[string]any{"diagnostics": []any{}}}, &raws))
	want := []string{"static __device__ float", "]; // cudalint: ignore[", "]; // NOLINT(", "// cudalint: ignore-file["}
	if len(raws) != len(want) {
		t.Fatalf("%s", raws)
	}
	for i, text := range want {
		var action struct {
			Edit struct {
				DocumentChanges []struct {
					TextDocument struct {
						URI     string
						Version int
					}
					Edits []lsptest.TextEdit
				}
			}
		}
		e.must(e.call("codeAction/resolve", raws[i], &action))
		changes := action.Edit.DocumentChanges
		if len(changes) != 1 || changes[0].TextDocument.URI != uri || changes[0].TextDocument.Version != 4 {
			t.Fatalf("%+v", changes)
		}
		if got, err := lsptest.Apply(laneTable, changes[0].Edits, e.Encoding); err != nil || !strings.Contains(got, text) {
			t.Errorf("%s, %v, has no %q", got, err, text)
		}
	}
}

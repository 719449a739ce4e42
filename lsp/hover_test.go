package lsp_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/cudalint/cudalint/internal/lsptest"
)

const hoverSource = `__constant__ float table[256];
__global__ void k(float *out, int n) {
  __shared__ float tile[32][32];
  /* 𝄞 ü */ out[threadIdx.x] = table[threadIdx.x * 2];
  tile[threadIdx.x % 32][0] = table[n];
  out[threadIdx.x * 8] = 0;
}
int main() { k<<<1, 256>>>(0, 1); }
`

// A hover is what tests look at of one.
type hover struct {
	Contents json.RawMessage
	Range    lsptest.Range
}

func (h *hover) text(t *testing.T) string {
	t.Helper()
	var markup struct{ Kind, Value string }
	if json.Unmarshal(h.Contents, &markup) == nil && markup.Kind != "" {
		return markup.Kind + ": " + markup.Value
	}
	var text string
	if err := json.Unmarshal(h.Contents, &text); err != nil {
		t.Fatalf("contents %s: %v", h.Contents, err)
	}
	return text
}

// hoverAt asks for the hover at an offset; nil where there is none.
func (e *editor) hoverAt(path string, offset int) (h *hover) {
	e.Helper()
	at := lsptest.PositionOf(e.text(path), offset, e.Encoding)
	e.must(e.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": e.URI(path)}, "position": at}, &h))
	return h
}

type inlayHint struct {
	Position    lsptest.Position
	Label       string
	PaddingLeft bool
	Tooltip     struct{ Kind, Value string }
	raw         json.RawMessage
}

// hintsIn asks for the hints between two offsets.
func (e *editor) hintsIn(path string, start, end int) (list []inlayHint) {
	e.Helper()
	text := e.text(path)
	params := map[string]any{"textDocument": map[string]any{"uri": e.URI(path)},
		"range": lsptest.Range{Start: lsptest.PositionOf(text, start, e.Encoding), End: lsptest.PositionOf(text, end, e.Encoding)}}
	var raws []json.RawMessage
	e.must(e.call("textDocument/inlayHint", params, &raws))
	for _, raw := range raws {
		h := inlayHint{raw: raw}
		e.must(json.Unmarshal(raw, &h))
		list = append(list, h)
	}
	return list
}

// labels are hints as a line each: where, by bytes, and what.
func (e *editor) labels(path string, hints []inlayHint) string {
	e.Helper()
	out := ""
	for _, h := range hints {
		offset, err := lsptest.OffsetOf(e.text(path), h.Position, e.Encoding)
		e.must(err)
		out += fmt.Sprintf("%s|%s\n", e.text(path)[max(0, offset-12):offset], h.Label)
	}
	return out
}

func positions(encoding string, hover, hint map[string]any) map[string]any {
	return map[string]any{"general": map[string]any{"positionEncodings": []string{encoding}},
		"textDocument": map[string]any{"hover": hover, "inlayHint": hint}}
}

func TestHoverAndHintsInEachEncoding(t *testing.T) {
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		t.Run(encoding, func(t *testing.T) {
			e := newEditor(t, t.TempDir(), map[string]any{"inlayHints": map[string]any{"sectors": true}}, positions(encoding, nil, nil))
			e.must(e.OpenText("a.cu", hoverSource))
			e.must(e.WaitIdle())
			const read = "table[threadIdx.x * 2]"
			start := strings.Index(hoverSource, read)
			for offset := start; offset < start+len(read); offset++ {
				h := e.hoverAt("a.cu", offset)
				if h == nil || !strings.Contains(h.text(t), "32 distinct addresses") {
					t.Fatalf("offset %d: %+v", offset-start, h)
				}
				want := lsptest.Range{Start: lsptest.PositionOf(hoverSource, start, encoding), End: lsptest.PositionOf(hoverSource, start+len(read), encoding)}
				if h.Range != want {
					t.Errorf("offset %d: range %v, want %v", offset-start, h.Range, want)
				}
			}
			got := e.labels("a.cu", e.hintsIn("a.cu", 0, len(hoverSource)))
			if got != "adIdx.x * 2]|32 addr\nx.x % 32][0]|x32 bank conflict\nadIdx.x * 8]|x8 sectors\n" {
				t.Errorf("hints\n%s", got)
			}
		})
	}
}

func TestHoverForms(t *testing.T) {
	at := strings.Index(hoverSource, "table[thread")
	for _, c := range []struct {
		name     string
		settings map[string]any
		formats  any
		want     string // what the text begins with
	}{
		{"Markdown", nil, []string{"plaintext", "markdown"}, "markdown: **32 distinct addresses**"},
		{"plain text", nil, []string{"plaintext"}, "plaintext: 32 distinct addresses"},
		{"an older client", nil, []string{}, "**32 distinct addresses**"},
		{"switched off", map[string]any{"hover": map[string]any{"enable": false}}, []string{"markdown"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEditor(t, t.TempDir(), c.settings, positions("utf-16", map[string]any{"contentFormat": c.formats}, nil))
			e.must(e.OpenText("a.cu", hoverSource))
			e.must(e.WaitIdle())
			switch h := e.hoverAt("a.cu", at); {
			case h == nil && c.want != "":
				t.Error("nothing")
			case h != nil && (c.want == "" || !strings.HasPrefix(h.text(t), c.want)):
				t.Errorf("%s", h.text(t))
			}
		})
	}
}

// TestHoverFollowsEdits changes the text, and what the launch in another file says.
func TestHoverFollowsEdits(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "run.cu"), []byte("__global__ void k(float *out, int n);\nvoid run() { k<<<1, 8>>>(0, 1); }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	e := newEditor(t, dir, nil, nil)
	text := strings.Replace(hoverSource, "int main() { k<<<1, 256>>>(0, 1); }\n", "", 1)
	e.must(e.OpenText("a.cu", text))
	e.must(e.WaitIdle())
	at := strings.Index(text, "table[thread")
	if h := e.hoverAt("a.cu", at); h == nil || !strings.Contains(h.text(t), "8 distinct addresses") || !strings.Contains(h.text(t), "run.cu:2") {
		t.Errorf("by the launch of the other file: %+v", h)
	}
	e.must(e.OpenText("run.cu", "__global__ void k(float *out, int n);\nvoid run() { k<<<1, 64>>>(0, 1); }\n"))
	e.must(e.WaitIdle())
	if h := e.hoverAt("a.cu", at); h == nil || !strings.Contains(h.text(t), "32 distinct addresses") {
		t.Errorf("by the unsaved launch of the other file: %+v", h)
	}
	end := at + len("table[threadIdx.x")
	e.must(e.Edit("a.cu", end, end, " / 4"))
	if h := e.hoverAt("a.cu", at); h == nil || !strings.Contains(h.text(t), "8 distinct addresses") {
		t.Errorf("by the new text: %+v", h)
	}
	e.must(e.SetText("a.cu", "int x;\n"))
	if h := e.hoverAt("a.cu", 4); h != nil {
		t.Errorf("of host code: %s", h.text(t))
	}
}

func TestHints(t *testing.T) {
	source := hoverSource
	line := func(n int) (start, end int) {
		lines := strings.SplitAfter(source, "\n")
		start = len(strings.Join(lines[:n-1], ""))
		return start, start + len(lines[n-1]) - 1
	}
	for _, c := range []struct {
		name  string
		kinds map[string]any
		line  int
		want  string
	}{
		{"by default", nil, 0, "adIdx.x * 2]|32 addr\nx.x % 32][0]|x32 bank conflict\n"},
		{"sectors alone", map[string]any{"addresses": false, "bankConflicts": false, "sectors": true}, 0, "adIdx.x * 8]|x8 sectors\n"},
		{"none", map[string]any{"addresses": false, "bankConflicts": false, "sectors": false}, 0, ""},
		{"of one line", nil, 5, "x.x % 32][0]|x32 bank conflict\n"},
		{"of a line without", nil, 2, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newEditor(t, t.TempDir(), map[string]any{"inlayHints": c.kinds}, nil)
			e.must(e.OpenText("a.cu", source))
			e.must(e.WaitIdle())
			start, end := 0, len(source)
			if c.line > 0 {
				start, end = line(c.line)
			}
			hints := e.hintsIn("a.cu", start, end)
			if got := e.labels("a.cu", hints); got != c.want {
				t.Errorf("hints\n%swant\n%s", got, c.want)
			}
			for _, h := range hints {
				if !h.PaddingLeft || h.Tooltip.Value != "" {
					t.Errorf("%s", h.raw)
				}
				var resolved inlayHint
				e.must(e.call("inlayHint/resolve", h.raw, &resolved))
				if resolved.Label != h.Label || resolved.Position != h.Position || !strings.Contains(resolved.Tooltip.Value, "Based on: block 256x1x1") {
					t.Errorf("resolved: %+v", resolved)
				}
			}
		})
	}
	t.Run("without resolve", func(t *testing.T) {
		e := newEditor(t, t.TempDir(), nil, positions("utf-16", nil, map[string]any{"resolveSupport": nil}))
		e.must(e.OpenText("a.cu", source))
		e.must(e.WaitIdle())
		for _, h := range e.hintsIn("a.cu", 0, len(source)) {
			if !strings.Contains(h.Tooltip.Value, "Based on: block 256x1x1") {
				t.Errorf("%s", h.raw)
			}
		}
	})
}

// TestHoverEverywhere asks at every offset of texts that do not parse, too.
func TestHoverEverywhere(t *testing.T) {
	e := newEditor(t, t.TempDir(), nil, nil)
	half := len(hoverSource) / 2
	for i, text := range []string{hoverSource, hoverSource[:half], hoverSource[half:], strings.ReplaceAll(hoverSource, ")", ""),
		strings.ReplaceAll(hoverSource, "]", "[\x00\xff"), "#define X(a) a[\n" + strings.ReplaceAll(hoverSource, "table[", "X(")} {
		path := fmt.Sprintf("f%d.cu", i)
		e.must(e.OpenText(path, strings.ToValidUTF8(text, "?")))
		for offset := range len(e.text(path)) + 1 {
			e.hoverAt(path, offset)
		}
		e.hintsIn(path, 0, len(e.text(path)))
	}
	e.Locked(func() {
		for _, m := range e.Messages {
			if strings.Contains(m, "internal error") {
				t.Error(m)
			}
		}
	})
}

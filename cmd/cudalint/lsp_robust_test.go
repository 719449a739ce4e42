package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/cudalint/cudalint/internal/lsptest"
)

const tableSource = `__constant__ float table[256];
__global__ void k(float *out) {
  out[threadIdx.x] = table[threadIdx.x];
}
void run(float *out) { k<<<8, 128>>>(out); }
`

// An editor is a client with a server of its own.
type editor struct {
	*lsptest.Client
	t      testing.TB
	server *lsptest.Process
}

// newEditor starts a server on a workspace of the given files. Where config has no
// folders they are the whole.
func newEditor(t testing.TB, files map[string]string, config lsptest.Config) *editor {
	t.Helper()
	if config.Root == "" {
		config.Root = t.TempDir()
	}
	for name, text := range files {
		name = filepath.Join(config.Root, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(text), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	if config.Folders == nil {
		config.Folders = []string{"."}
	}
	if config.Settings == nil {
		config.Settings = map[string]any{"debounce": 0}
	}
	e := startEditor(t, config)
	e.must(e.Initialize())
	return e
}

// startEditor starts a server and does not shake hands.
func startEditor(t testing.TB, config lsptest.Config) *editor {
	t.Helper()
	server, err := lsptest.Start(config.Root, "cudalint", "lsp")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Kill)
	return &editor{lsptest.NewClient(server.Out, server.In, config), t, server}
}

func (e *editor) must(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

// wait is Client.Wait, and ends the test where it does not come.
func (e *editor) wait(what string, done func() bool) {
	e.t.Helper()
	e.must(e.Wait(what, done))
}

// rules returns the rules of the diagnostics that are shown of the current text.
func (e *editor) rules(path string) []string {
	e.t.Helper()
	e.must(e.WaitIdle())
	shown, err := e.Current(path)
	e.must(err)
	var list []lsptest.Diagnostic
	e.must(json.Unmarshal(shown.Diagnostics, &list))
	names := []string{}
	for _, d := range list {
		names = append(names, fmt.Sprint(d.Code))
	}
	return names
}

// alive fails unless the server works as ever: it shows what it should of a new text.
func (e *editor) alive() {
	e.t.Helper()
	if _, err := e.Doc("alive.cu"); err == nil {
		e.must(e.Close("alive.cu"))
	}
	e.must(e.OpenText("alive.cu", tableSource))
	if got := e.rules("alive.cu"); len(got) != 1 || got[0] != "constant-divergent-index" {
		e.t.Errorf("shown are %q", got)
	}
}

// quit ends the server as editors do.
func (e *editor) quit() {
	e.t.Helper()
	e.must(e.Shutdown())
	e.must(e.server.Wait())
}

// TestServerAnswersWhatIsWrong sends messages that are wrong, each of which has its
// answer, and works on.
func TestServerAnswersWhatIsWrong(t *testing.T) {
	e := newEditor(t, map[string]string{"a.cu": tableSource}, lsptest.Config{})
	const (
		parseError     = -32700
		invalidRequest = -32600
		unknownMethod  = -32601
		invalidParams  = -32602
	)
	uri := e.URI("a.cu")
	for _, c := range []struct {
		name, body string
		code       int // of the error in answer; 0 where nothing is answered
	}{
		{"no JSON", `{"jsonrpc": "2.0", "id": 1,`, parseError},
		{"an empty body", ``, parseError},
		{"bytes", "\x00\xff\xfe", parseError},
		{"a number", `17`, invalidRequest},
		{"a batch", `[{"jsonrpc": "2.0", "id": "x", "method": "shutdown"}]`, invalidRequest},
		{"an empty batch", `[]`, invalidRequest},
		{"deep", strings.Repeat("[", 100_000), parseError},
		{"no method", `{"jsonrpc": "2.0", "id": "x"}`, invalidRequest},
		{"an id that is an object", `{"jsonrpc": "2.0", "id": {}, "method": "textDocument/hover"}`, invalidRequest},
		{"a method that is a number", `{"jsonrpc": "2.0", "id": "x", "method": 3}`, invalidRequest},
		{"an unknown method", `{"jsonrpc": "2.0", "id": "x", "method": "textDocument/divine"}`, unknownMethod},
		{"an unknown notification", `{"jsonrpc": "2.0", "method": "textDocument/didDivine", "params": {}}`, 0},
		{"one to be ignored", `{"jsonrpc": "2.0", "method": "$/divine"}`, 0},
		{"a request to be refused", `{"jsonrpc": "2.0", "id": "x", "method": "$/divine"}`, unknownMethod},
		{"initialize again", `{"jsonrpc": "2.0", "id": "x", "method": "initialize", "params": {"capabilities": {}}}`, invalidRequest},
		{"initialized again", `{"jsonrpc": "2.0", "method": "initialized", "params": {}}`, 0},
		{"no parameters", `{"jsonrpc": "2.0", "id": "x", "method": "textDocument/hover"}`, invalidParams},
		{"parameters of the wrong type", `{"jsonrpc": "2.0", "id": "x", "method": "textDocument/hover", "params": {"textDocument": 7, "position": "here"}}`, invalidParams},
		{"parameters that are a list", `{"jsonrpc": "2.0", "id": "x", "method": "textDocument/codeAction", "params": [1, 2]}`, invalidParams},
		{"a position that is a fraction", `{"jsonrpc": "2.0", "id": "x", "method": "textDocument/hover", "params": {"textDocument": {"uri": "` + uri + `"}, "position": {"line": 0.5, "character": 0}}}`, invalidParams},
		{"an unknown command", `{"jsonrpc": "2.0", "id": "x", "method": "workspace/executeCommand", "params": {"command": "rm -rf"}}`, invalidParams},
		{"an argument of the wrong type", `{"jsonrpc": "2.0", "id": "x", "method": "workspace/executeCommand", "params": {"command": "cudalint.chooseGpu", "arguments": [{"a": 1}]}}`, invalidParams},
		{"the cancelling of nothing", `{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 4711}}`, 0},
		{"the cancelling of something odd", `{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": [1]}}`, 0},
		{"an answer to nothing", `{"jsonrpc": "2.0", "id": 999, "result": null}`, 0},
		{"an error in answer to nothing", `{"jsonrpc": "2.0", "id": "y", "error": {"code": 1, "message": "no"}}`, 0},
		{"a change of what is not open", `{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": {"uri": "` + uri + `", "version": 3}, "contentChanges": [{"text": "x"}]}}`, 0},
		{"a close of what is not open", `{"jsonrpc": "2.0", "method": "textDocument/didClose", "params": {"textDocument": {"uri": "` + uri + `"}}}`, 0},
		{"a save of what is not open", `{"jsonrpc": "2.0", "method": "textDocument/didSave", "params": {"textDocument": {"uri": "` + uri + `"}}}`, 0},
		{"an open of nothing", `{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {}}`, 0},
		{"an open of a URI that is none", `{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": "%%%", "languageId": "cuda", "version": 1, "text": "int x;"}}}`, 0},
		{"watched files of the wrong type", `{"jsonrpc": "2.0", "method": "workspace/didChangeWatchedFiles", "params": {"changes": 3}}`, 0},
		{"a configuration of the wrong type", `{"jsonrpc": "2.0", "method": "workspace/didChangeConfiguration", "params": {"settings": [3]}}`, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := &editor{e.Client, t, e.server}
			answers := e.strays()
			e.must(e.Body(c.body))
			// What is asked later is answered later.
			if _, err := e.Call("workspace/executeCommand", map[string]any{"command": "cudalint.gpus"}); err != nil {
				t.Fatal(err)
			}
			if c.code != 0 {
				e.wait("the error", func() bool { return len(answers()) > 0 })
			}
			var got []lsptest.Message
			e.Locked(func() { got = answers() })
			switch {
			case c.code == 0 && len(got) > 0:
				t.Errorf("answered: %+v", got)
			case c.code != 0 && (len(got) != 1 || got[0].Error == nil || got[0].Error.Code != c.code || got[0].Error.Message == ""):
				t.Errorf("answered: %+v, want one error %d", got, c.code)
			}
		})
	}
	e.alive()
	e.quit()
}

// strays returns what returns, where the client is locked, the replies that came since to
// nothing that was asked.
func (e *editor) strays() func() []lsptest.Message {
	before := 0
	e.Locked(func() { before = len(e.Strays) })
	return func() []lsptest.Message { return e.Strays[before:] }
}

// TestServerEndsWhenFramingIsLost sends what cannot be cut into messages any more: the
// server may work on or end, and must not hang.
func TestServerEndsWhenFramingIsLost(t *testing.T) {
	for name, raw := range map[string]string{
		"no header":              "hello\r\n\r\n",
		"no length":              "Content-Type: application/json\r\n\r\n{}",
		"a negative length":      "Content-Length: -5\r\n\r\n{}",
		"no number":              "Content-Length: five\r\n\r\n{}",
		"a length without end":   "Content-Length: 99999999999999999999\r\n\r\n{}",
		"more than there can be": "Content-Length: 1099511627776\r\n\r\n{}",
		"a header without end":   "Content-Length: " + strings.Repeat("1", 4<<20),
		"headers without end":    strings.Repeat("X-Padding: y\r\n", 1<<18),
		"a body too short":       "Content-Length: 100\r\n\r\n{\"jsonrpc\"",
	} {
		t.Run(name, func(t *testing.T) {
			e := newEditor(t, nil, lsptest.Config{})
			// The server may be gone before all of it is written.
			_ = e.Raw(raw)
			_ = e.server.In.Close()
			select {
			case <-e.server.Ended:
			case <-time.After(lsptest.Timeout):
				t.Fatal("the server hangs")
			}
			if text := e.server.Stderr(); strings.Contains(text, "goroutine ") {
				t.Errorf("it crashed:\n%s", text)
			}
		})
	}
}

// TestServerBeforeAndAfter asks at times when nothing can be answered.
func TestServerBeforeAndAfter(t *testing.T) {
	e := startEditor(t, lsptest.Config{Root: t.TempDir()})
	refused := func(method string, code int) {
		t.Helper()
		var failure *lsptest.Error
		if _, err := e.Call(method, map[string]any{}); !errors.As(err, &failure) || failure.Code != code {
			t.Errorf("%s: %v, want error %d", method, err, code)
		}
	}
	refused("textDocument/hover", -32002)
	refused("workspace/executeCommand", -32002)
	e.must(e.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.URI("a.cu"), "languageId": "cuda", "version": 1, "text": tableSource}}))
	e.must(e.Initialize())
	e.alive()
	if _, ok := e.Shown[e.URI("a.cu")]; ok {
		t.Error("a file counts as open that was opened before the handshake")
	}
	if _, err := e.Call("shutdown", nil); err != nil {
		t.Fatal(err)
	}
	refused("textDocument/hover", -32600)
	refused("shutdown", -32600)
	e.must(e.Notify("exit", nil))
	e.must(e.server.Wait())
}

// TestServerEndsWithItsClient ends clients in all the ways that clients end.
func TestServerEndsWithItsClient(t *testing.T) {
	t.Run("exit without shutdown", func(t *testing.T) {
		e := newEditor(t, nil, lsptest.Config{})
		e.must(e.Notify("exit", nil))
		if err := e.server.Wait(); err == nil || !strings.Contains(err.Error(), "exit status 1") {
			t.Errorf("%v, want exit status 1", err)
		}
	})
	t.Run("input closed", func(t *testing.T) {
		e := newEditor(t, nil, lsptest.Config{})
		e.alive()
		e.must(e.server.In.Close())
		e.ends()
	})
	t.Run("output closed", func(t *testing.T) {
		e := newEditor(t, nil, lsptest.Config{})
		e.must(e.server.Out.Close())
		_ = e.OpenText("a.cu", tableSource)
		e.ends()
	})
	t.Run("while it works", func(t *testing.T) {
		e := newEditor(t, nil, lsptest.Config{})
		e.must(e.OpenText("a.cu", lsptest.Source(1<<20, 1)))
		e.must(e.server.In.Close())
		e.ends()
	})
	t.Run("client killed", func(t *testing.T) {
		// The pipes stay open, as something else has them, too: only the process of the
		// client is gone.
		client := exec.Command("sleep", "600")
		if err := client.Start(); err != nil {
			t.Skip(err)
		}
		e := startEditor(t, lsptest.Config{Root: t.TempDir()})
		if _, err := e.Call("initialize", map[string]any{"processId": client.Process.Pid, "rootUri": nil, "capabilities": map[string]any{}}); err != nil {
			t.Fatal(err)
		}
		e.must(e.Notify("initialized", map[string]any{}))
		e.must(client.Process.Kill())
		_ = client.Wait()
		e.ends()
	})
}

// ends fails unless the server ends within seconds, and without a crash.
func (e *editor) ends() {
	e.t.Helper()
	start := time.Now()
	select {
	case <-e.server.Ended:
	case <-time.After(lsptest.Timeout):
		e.t.Fatal("the server stays")
	}
	if took := time.Since(start); took > 10*time.Second {
		e.t.Errorf("it took %v", took)
	}
	if text := e.server.Stderr(); strings.Contains(text, "goroutine ") {
		e.t.Errorf("it crashed:\n%s", text)
	}
}

// TestServerTakesOddEdits changes texts in ways that clients with mistakes do.
func TestServerTakesOddEdits(t *testing.T) {
	change := func(e *editor, version int, changes ...any) {
		e.must(e.Notify("textDocument/didChange", map[string]any{
			"textDocument": map[string]any{"uri": e.URI("a.cu"), "version": version}, "contentChanges": changes}))
	}
	span := func(l1, c1, l2, c2 int, text string) any {
		return map[string]any{"text": text, "range": map[string]any{
			"start": map[string]any{"line": l1, "character": c1}, "end": map[string]any{"line": l2, "character": c2}}}
	}
	// Of text that is no source it is said that it is none.
	for name, send := range map[string]func(e *editor) (want int){
		"beyond the end": func(e *editor) int { change(e, 2, span(1000, 5, 2000, 7, "\n// end\n")); return 1 },
		"beyond a line":  func(e *editor) int { change(e, 2, span(0, 5000, 0, 6000, " // more")); return 1 },
		"huge":           func(e *editor) int { change(e, 2, span(1<<31-1, 1<<31-1, 1<<31-1, 1<<31-1, " ")); return 1 },
		"all of it":      func(e *editor) int { change(e, 2, span(0, 0, 1<<31-1, 0, "")); return 0 },
		"nothing":        func(e *editor) int { change(e, 2); return 1 },
		"many at once": func(e *editor) int {
			change(e, 2, span(0, 0, 0, 0, "\n"), span(0, 0, 1, 0, ""), map[string]any{"text": ""}, map[string]any{"text": tableSource})
			return 1
		},
		"text of zeroes":    func(e *editor) int { change(e, 2, map[string]any{"text": strings.Repeat("\x00", 10_000)}); return 1 },
		"no text of a kind": func(e *editor) int { change(e, 2, map[string]any{"text": binary(100_000)}); return 1 },
		"deep": func(e *editor) int {
			change(e, 2, map[string]any{"text": "int x = " + strings.Repeat("(", 200_000)})
			return 0
		},
		"deep braces": func(e *editor) int {
			change(e, 2, map[string]any{"text": strings.Repeat("void f() {", 20_000)})
			return 0
		},
		"a long line": func(e *editor) int {
			change(e, 2, map[string]any{"text": tableSource + "// " + strings.Repeat("x", 4<<20)})
			return 1
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := newEditor(t, map[string]string{"a.cu": tableSource}, lsptest.Config{Settings: map[string]any{"debounce": 0, "syntaxProblems": false}})
			e.must(e.Open("a.cu"))
			want := send(e)
			e.Docs["a.cu"].Version = 2
			if got := e.rules("a.cu"); len(got) != want {
				t.Errorf("shown are %q, want %d", got, want)
			}
			e.alive()
			e.quit()
		})
	}
	t.Run("versions that go back", func(t *testing.T) {
		e := newEditor(t, map[string]string{"a.cu": tableSource}, lsptest.Config{})
		e.must(e.Open("a.cu"))
		change(e, 7, map[string]any{"text": ""})
		change(e, 3, map[string]any{"text": tableSource})
		e.Docs["a.cu"].Version = 3
		if got := e.rules("a.cu"); len(got) != 1 {
			t.Errorf("shown are %q: the last text is what counts", got)
		}
	})
	t.Run("a range that ends before it starts", func(t *testing.T) {
		e := newEditor(t, map[string]string{"a.cu": tableSource}, lsptest.Config{})
		e.must(e.Open("a.cu"))
		change(e, 2, span(3, 0, 1, 0, ""))
		e.alive()
		e.quit()
	})
	t.Run("opened twice", func(t *testing.T) {
		e := newEditor(t, map[string]string{"a.cu": ""}, lsptest.Config{})
		e.must(e.Open("a.cu"))
		e.Locked(func() { delete(e.Docs, "a.cu") })
		e.must(e.OpenText("a.cu", tableSource))
		if got := e.rules("a.cu"); len(got) != 1 {
			t.Errorf("shown are %q", got)
		}
	})
	t.Run("file and folder deleted while open", func(t *testing.T) {
		e := newEditor(t, map[string]string{"sub/a.cu": tableSource}, lsptest.Config{})
		e.must(e.Open("sub/a.cu"))
		e.rules("sub/a.cu")
		e.must(os.RemoveAll(filepath.Join(e.Root, "sub")))
		e.must(e.Watch("sub/a.cu", lsptest.Deleted))
		e.must(e.Edit("sub/a.cu", 0, 0, "// still here\n"))
		if got := e.rules("sub/a.cu"); len(got) != 1 {
			t.Errorf("shown are %q", got)
		}
		e.must(e.Close("sub/a.cu"))
		e.must(os.RemoveAll(e.Root))
		e.alive()
		e.quit()
	})
	t.Run("a URI that is no file", func(t *testing.T) {
		e := newEditor(t, nil, lsptest.Config{})
		for _, uri := range []string{"untitled:Untitled-1", "git:/a.cu?ref=main", "file:///../../a.cu", "file://host/share/a.cu", "file:///a%00b.cu", "file:///a%2Fb.cu", "http://a/b.cu", ""} {
			e.must(e.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "cuda", "version": 1, "text": tableSource}}))
			if _, err := e.Call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": uri}, "position": map[string]any{"line": 2, "character": 22}}); errors.Is(err, lsptest.ErrNoReply) {
				t.Errorf("%s: %v", uri, err)
			}
		}
		e.alive()
		e.quit()
	})
}

// binary returns text that is no source, and is one text in UTF-8.
func binary(n int) string {
	random := rand.New(rand.NewSource(1))
	text := make([]rune, n)
	for i := range text {
		text[i] = rune(random.Intn(0x300))
	}
	return string(text)
}

// TestServerKeepsUp types ten characters a second for some seconds, and asks all that
// editors ask at each, without waiting for answers: all are answered, soon, and in the
// end what is shown is right.
func TestServerKeepsUp(t *testing.T) {
	seconds := 3
	if testing.Short() {
		seconds = 1
	}
	text := lsptest.Source(195<<10, 8)
	e := newEditor(t, map[string]string{"a.cu": text}, lsptest.Config{Settings: map[string]any{}})
	e.must(e.Open("a.cu"))
	e.must(e.WaitIdle())
	at, statement := lsptest.Typing(text)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	type question struct {
		*lsptest.Pending
		asked time.Time
	}
	var questions []question
	for i := range 10 * seconds {
		<-tick.C
		e.must(e.Edit("a.cu", at+i, at+i, statement[i%len(statement):][:1]))
		for method, params := range map[string]map[string]any{
			"textDocument/hover":      {"position": map[string]any{"line": 10, "character": 14}},
			"textDocument/inlayHint":  {"range": lsptest.Range{End: lsptest.Position{Line: 60}}},
			"textDocument/codeAction": {"range": lsptest.Range{End: lsptest.Position{Line: 60}}, "context": map[string]any{"diagnostics": []any{}}},
		} {
			params["textDocument"] = map[string]any{"uri": e.URI("a.cu")}
			p, err := e.Send(method, params)
			e.must(err)
			questions = append(questions, question{p, time.Now()})
			if i%3 == 0 {
				e.must(e.Notify("$/cancelRequest", map[string]any{"id": p.ID}))
			}
		}
	}
	last := time.Now()
	for _, q := range questions {
		_, err := q.Wait()
		var refused *lsptest.Error
		if err != nil && !errors.As(err, &refused) {
			t.Fatal(err)
		}
		if refused != nil && refused.Code != -32800 && refused.Code != -32801 && refused.Code != -32802 {
			t.Errorf("%v", refused)
		}
	}
	e.must(e.WaitIdle())
	if _, err := e.Current("a.cu"); err != nil {
		t.Fatal(err)
	}
	took := time.Since(last)
	t.Logf("%d edits and %d requests; all was done %v after the last", 10*seconds, len(questions), took)
	if took > 20*time.Second {
		t.Errorf("the server was %v behind", took)
	}
	e.quit()
}

// TestTwoClients runs two servers on one workspace: neither sees the other's texts.
func TestTwoClients(t *testing.T) {
	one := newEditor(t, map[string]string{"a.cu": tableSource}, lsptest.Config{})
	two := newEditor(t, nil, lsptest.Config{Root: one.Root})
	one.must(one.Open("a.cu"))
	two.must(two.Open("a.cu"))
	one.must(one.SetText("a.cu", "int x;\n"))
	if got := one.rules("a.cu"); len(got) != 0 {
		t.Errorf("the first shows %q", got)
	}
	if got := two.rules("a.cu"); len(got) != 1 {
		t.Errorf("the second shows %q", got)
	}
	one.quit()
	two.alive()
	two.quit()
}

package lsp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cudalint/cudalint/internal/lsptest"
	"github.com/cudalint/cudalint/rules"
)

const fuzzSource = "__constant__ float t[64]; // Größe 𝛼\r\n__global__ void k(float *o) { o[threadIdx.x] = t[threadIdx.x]; }\nvoid r(float *o) { k<<<1, 64>>>(o); }\n"

func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// quietLog keeps a log that several goroutines write.
type quietLog struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *quietLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *quietLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// FuzzServe sends what a client with mistakes could, after the handshake: a body in a
// proper frame, then bytes as they are. The server ends at the end of its input, and
// nothing in it panics.
func FuzzServe(f *testing.F) {
	for _, body := range []string{
		`{"jsonrpc":"2.0","id":7,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///w/a.cu"},"position":{"line":1,"character":50}}}`,
		`{"jsonrpc":"2.0","id":7,"method":"textDocument/inlayHint","params":{"textDocument":{"uri":"file:///w/a.cu"},"range":{"start":{"line":0,"character":0},"end":{"line":9,"character":0}}}}`,
		`{"jsonrpc":"2.0","id":7,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///w/a.cu"},"range":{"start":{"line":1,"character":49},"end":{"line":1,"character":50}},"context":{"diagnostics":[]}}}`,
		`{"jsonrpc":"2.0","id":7,"method":"codeAction/resolve","params":{"title":"x","data":{"uri":"file:///w/a.cu","version":1}}}`,
		`{"jsonrpc":"2.0","id":7,"method":"textDocument/diagnostic","params":{"textDocument":{"uri":"file:///w/a.cu"}}}`,
		`{"jsonrpc":"2.0","id":7,"method":"workspace/executeCommand","params":{"command":"cudalint.chooseGpu","arguments":["T4"]}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///w/a.cu","version":2},"contentChanges":[{"range":{"start":{"line":1,"character":3},"end":{"line":9,"character":0}},"text":"x"}]}}`,
		`{"jsonrpc":"2.0","method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///w/a.cu"}}}`,
		`{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":{"cudalint":{"gpu":"T4","debounce":-1}}}}`,
		`{"jsonrpc":"2.0","method":"workspace/didChangeWorkspaceFolders","params":{"event":{"added":[{"uri":"file:///w","name":"w"}],"removed":[]}}}`,
		`{"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":"file:///w/a.cu","type":3}]}}`,
		`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":7}}`, `[]`, `{}`, `null`, `{"jsonrpc":"2.0","id":1e400}`,
	} {
		f.Add(body, "")
	}
	f.Add("", "Content-Length: -1\r\n\r\n")
	f.Add("", "Content-Length: 9999999\r\n\r\n{}")
	f.Add("", "\r\n\r\n{}\x00")
	start := frame(`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootUri":null,"capabilities":{"textDocument":{"codeAction":{"codeActionLiteralSupport":{}}}},"initializationOptions":{"debounce":0}}}`) +
		frame(`{"jsonrpc":"2.0","method":"initialized","params":{}}`) +
		frame(fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///w/a.cu","languageId":"cuda-cpp","version":1,"text":%q}}}`, fuzzSource))
	f.Fuzz(func(t *testing.T, body, raw string) {
		var log quietLog
		done := make(chan error, 1)
		go func() {
			in := strings.NewReader(start + frame(body) + frame(body) + raw)
			done <- Serve(context.Background(), Options{In: in, Out: io.Discard, Log: &log, Rules: rules.All(), Version: "test"})
		}()
		select {
		case err := <-done:
			if err != nil && !errors.Is(err, ErrNoShutdown) {
				t.Error(err)
			}
		case <-time.After(20 * time.Second):
			t.Fatal("the server hangs")
		}
		if text := log.String(); strings.Contains(text, "internal error") || strings.Contains(text, "goroutine ") {
			t.Error(text)
		}
	})
}

// FuzzShown makes edits that the bytes tell, and compares what is shown in the end with
// what a server shows that is given the last text at once.
func FuzzShown(f *testing.F) {
	f.Add([]byte("\x00\x10\x02hello\x00\x30\x00;\n"))
	f.Add([]byte("\x00\x60\x08\x02\x00\x05\x00{\x00\x05\x01"))
	f.Add([]byte("\x01\x60\x08__constant__\x00\x00\x04𝛼\r\n"))
	f.Fuzz(func(t *testing.T, script []byte) {
		if len(script) > 200 {
			t.Skip()
		}
		encodings := []any{[]any{"utf-8"}, []any{"utf-16"}, []any{"utf-32"}}
		encoding := encodings[len(script)%3]
		text := fuzzSource
		one := fuzzClient(t, encoding)
		must(t, one.OpenText("a.cu", text))
		// Each edit is a place, a length and a text up to the next zero byte.
		for len(script) >= 3 {
			doc, err := one.Doc("a.cu")
			must(t, err)
			start := runeStart(doc.Text, (int(script[0])<<8+int(script[1]))%(len(doc.Text)+1))
			end := runeStart(doc.Text, min(len(doc.Text), start+int(script[2])%16))
			insert, rest, _ := bytes.Cut(script[3:], []byte{0})
			must(t, one.Edit("a.cu", start, max(start, end), strings.ToValidUTF8(string(insert), "?")))
			script = rest
		}
		got := shownIn(t, one)
		doc, err := one.Doc("a.cu")
		must(t, err)
		two := fuzzClient(t, encoding)
		must(t, two.OpenText("a.cu", doc.Text))
		if want := shownIn(t, two); got != want {
			t.Errorf("after edits to\n%s\nshown is\n%s\nand should be\n%s", doc.Text, got, want)
		}
	})
}

func runeStart(text string, i int) int {
	for i > 0 && i < len(text) && text[i]&0xC0 == 0x80 {
		i--
	}
	return i
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// fuzzClient starts a server of its own.
func fuzzClient(t *testing.T, encodings any) *lsptest.Client {
	t.Helper()
	in, send := io.Pipe()
	receive, out := io.Pipe()
	var log quietLog
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		defer out.Close()
		_ = Serve(context.Background(), Options{In: in, Out: out, Log: &log, Rules: rules.All(), Version: "test"})
	}()
	t.Cleanup(func() {
		send.Close()
		<-ended
		if text := log.String(); strings.Contains(text, "internal error") {
			t.Error(text)
		}
	})
	c := lsptest.NewClient(receive, send, lsptest.Config{
		Root: t.TempDir(), Folders: []string{"."}, Settings: map[string]any{"debounce": 0}, Options: map[string]any{"debounce": 0},
		Capabilities: map[string]any{"general": map[string]any{"positionEncodings": encodings}},
	})
	must(t, c.Initialize())
	return c
}

func shownIn(t *testing.T, c *lsptest.Client) string {
	t.Helper()
	must(t, c.WaitIdle())
	shown, err := c.Current("a.cu")
	must(t, err)
	// The folders differ.
	return strings.ReplaceAll(string(shown.Diagnostics), c.URI("a.cu"), "a.cu")
}

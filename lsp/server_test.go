package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cudalint/cudalint/internal/lsptest"
	"github.com/cudalint/cudalint/lsp/wire"
	"github.com/cudalint/cudalint/rules"
)

// A served is a server in this process with its client.
type served struct {
	*lsptest.Client
	t     *testing.T
	dir   string
	Drain chan error
	in    io.Closer
}

// serve starts a server, and a client whose folder holds files.
func serve(t *testing.T, files map[string]string, config lsptest.Config) *served {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		writeFile(t, filepath.Join(dir, name), text)
	}
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	s := &served{t: t, dir: dir, Drain: make(chan error, 1), in: toServer}
	go func() {
		err := Serve(context.Background(), Options{In: in, Out: out, Rules: rules.All(), Version: "test"})
		out.Close()
		s.Drain <- err
	}()
	config.Root = dir
	if config.Settings == nil {
		config.Settings = map[string]any{}
	}
	config.Settings = lsptest.Merge(map[string]any{"debounce": 1}, config.Settings)
	config.Options = lsptest.Merge(map[string]any{"status": true, "debounce": 1}, config.Options)
	s.Client = lsptest.NewClient(fromServer, toServer, config)
	return s
}

func (s *served) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// end shuts the server down.
func (s *served) end() {
	s.t.Helper()
	s.must(s.Shutdown())
	select {
	case err := <-s.Drain:
		s.must(err)
	case <-time.After(10 * time.Second):
		s.t.Fatal("the server does not end")
	}
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// rulesIn returns the rules that are shown in a file when all is checked, with their lines,
// "-" for one that nothing is shown of.
func (s *served) rulesIn(path string) string {
	s.t.Helper()
	s.must(s.WaitIdle())
	var raw json.RawMessage
	s.Locked(func() { raw = s.Shown[s.URI(path)].Diagnostics })
	if raw == nil {
		return "-"
	}
	var list []wire.Diagnostic
	s.must(json.Unmarshal(raw, &list))
	var out []string
	for _, d := range list {
		out = append(out, fmt.Sprintf("%d:%s", d.Range.Start.Line+1, d.Code))
	}
	return strings.Join(out, " ")
}

// open opens a file with what is on disk, or else with a text.
func (s *served) open(path, text string) {
	s.t.Helper()
	s.must(s.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": s.URI(path), "languageId": "cuda-cpp", "version": 1, "text": text}}))
}

func (s *served) change(path string, version int, text string) {
	s.t.Helper()
	s.must(s.Notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": s.URI(path), "version": version}, "contentChanges": []any{map[string]any{"text": text}}}))
}

// divergent is a kernel with a finding in line 2 or the line after the table.
const divergent = `__constant__ float table_f[256];
__global__ void by_thread(float *out) { out[threadIdx.x] = table_f[threadIdx.x]; }
void f(float *o) { by_thread<<<1, 256>>>(o); }
`

const clean = `__global__ void scale(float *out) { out[threadIdx.x] *= 2; }
`

func codeOfError(err error) int {
	var failed *lsptest.Error
	if errors.As(err, &failed) {
		return failed.Code
	}
	return 0
}

func TestLifecycle(t *testing.T) {
	s := serve(t, nil, lsptest.Config{})
	call := func(method string, want int) {
		t.Helper()
		_, err := s.Call(method, map[string]any{})
		if code := codeOfError(err); code != want {
			t.Errorf("%s: %v, want code %d", method, err, want)
		}
	}
	call("textDocument/diagnostic", codeServerNotInitialized)
	call("shutdown", codeServerNotInitialized)
	s.must(s.Notify("textDocument/didOpen", map[string]any{})) // dropped
	s.must(s.Initialize())
	call("initialize", -32600)
	call("no/such", -32601)
	call("$/no/such", -32601)
	s.must(s.Notify("$/no/such", nil))
	s.must(s.Notify("no/such", nil))
	s.must(s.Notify("textDocument/didChange", []int{1}))
	s.must(s.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": "file:///not/open"}}))
	call("shutdown", 0)
	call("textDocument/diagnostic", -32600)
	s.must(s.Notify("exit", nil))
	if err := <-s.Drain; err != nil {
		t.Error(err)
	}
}

func TestEndsWithTheClient(t *testing.T) {
	for name, end := range map[string]func(s *served) error{
		"exit without shutdown": func(s *served) error { return s.Notify("exit", nil) },
		"input ends":            func(s *served) error { return s.in.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, map[string]string{"a.cu": divergent}, lsptest.Config{Folders: []string{"."}})
			s.must(s.Initialize())
			s.open("a.cu", divergent)
			s.must(end(s))
			select {
			case err := <-s.Drain:
				if !errors.Is(err, ErrNoShutdown) {
					t.Errorf("%v, want ErrNoShutdown", err)
				}
			case <-time.After(10 * time.Second):
				t.Error("the server does not end")
			}
		})
	}
}

// TestEndsWithTheProcess names a process that then ends, while the input stays open.
func TestEndsWithTheProcess(t *testing.T) {
	defer func(before time.Duration) { alivePoll = before }(alivePoll)
	alivePoll = 20 * time.Millisecond
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := serve(t, nil, lsptest.Config{})
	_, err = s.Call("initialize", map[string]any{"processId": cmd.Process.Pid, "capabilities": map[string]any{}})
	s.must(err)
	stdin.Close()
	if err := cmd.Wait(); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-s.Drain:
		if !errors.Is(err, ErrNoShutdown) {
			t.Errorf("%v, want ErrNoShutdown", err)
		}
	case <-time.After(10 * time.Second):
		t.Error("the server does not end with the client's process")
	}
}

// TestPositionEncodingIsAgreed looks at what is said and done for what a client offers.
func TestPositionEncodingIsAgreed(t *testing.T) {
	for _, c := range []struct{ general, options, want string }{
		{`{}`, `{}`, "utf-16"},
		{`{"positionEncodings": ["utf-16"]}`, `{}`, "utf-16"},
		{`{"positionEncodings": ["utf-16", "utf-8"]}`, `{}`, "utf-8"},
		{`{}`, `{"positionEncoding": "utf-8"}`, "utf-8"},
		{`{}`, `{"positionEncoding": "utf-32"}`, "utf-32"},
		{`{}`, `{"positionEncoding": "latin-1"}`, "utf-16"},
		{`{}`, `{"positionEncoding": 8}`, "utf-16"},
		{`{"positionEncodings": ["utf-16"]}`, `{"positionEncoding": "utf-8"}`, "utf-16"}, // what both agree on counts
	} {
		s := serve(t, nil, lsptest.Config{})
		raw, err := s.Call("initialize", map[string]any{"capabilities": map[string]any{"general": json.RawMessage(c.general)}, "initializationOptions": json.RawMessage(c.options)})
		s.must(err)
		var result wire.InitializeResult
		s.must(json.Unmarshal(raw, &result))
		if got := string(result.Capabilities.PositionEncoding); got != c.want {
			t.Errorf("%s with %s: %s, want %s", c.general, c.options, got, c.want)
		}
		s.end()
	}
}

// testRequests adds requests for tests to those that are answered.
func testRequests(t *testing.T, more map[string]handler) {
	for method, handle := range more {
		requests[method] = handle
	}
	t.Cleanup(func() {
		for method := range more {
			delete(requests, method)
		}
	})
}

func TestRequestsAreCancelled(t *testing.T) {
	started := make(chan struct{}, 1)
	testRequests(t, map[string]handler{
		"test/wait": func(ctx context.Context, r *request) (any, error) {
			started <- struct{}{}
			<-ctx.Done()
			return nil, errors.New("stopped")
		},
		"test/panic": func(context.Context, *request) (any, error) { panic("as asked for") },
	})
	s := serve(t, nil, lsptest.Config{})
	s.must(s.Initialize())
	pending, err := s.Send("test/wait", map[string]any{})
	s.must(err)
	<-started
	s.must(s.Notify("$/cancelRequest", map[string]any{"id": pending.ID}))
	if _, err := pending.Wait(); codeOfError(err) != codeRequestCancelled {
		t.Errorf("cancelled: %v", err)
	}
	s.must(s.Notify("$/cancelRequest", map[string]any{"id": 4711}))
	if _, err := s.Call("test/panic", nil); codeOfError(err) != -32603 || !strings.Contains(err.Error(), "as asked for") {
		t.Errorf("panic: %v", err)
	}
	s.end()
}

// TestMessagesAreInOrder sends edits and requests without waiting: each request sees the
// text of the edit before it, whichever is answered first.
func TestMessagesAreInOrder(t *testing.T) {
	testRequests(t, map[string]handler{"test/text": func(ctx context.Context, r *request) (any, error) {
		time.Sleep(time.Duration(len(r.docs)) * time.Millisecond)
		for _, doc := range r.docs {
			return string(doc.Text), nil
		}
		return nil, nil
	}})
	s := serve(t, nil, lsptest.Config{})
	s.must(s.Initialize())
	s.open("a.cu", "0")
	var all sync.WaitGroup
	for i := 1; i <= 200; i++ {
		s.change("a.cu", i+1, fmt.Sprint(i))
		pending, err := s.Send("test/text", map[string]any{})
		s.must(err)
		all.Add(1)
		go func() {
			defer all.Done()
			if got, err := pending.Wait(); err != nil || string(got) != fmt.Sprintf(`"%d"`, i) {
				t.Errorf("after edit %d the text is %s, %v", i, got, err)
			}
		}()
	}
	all.Wait()
	s.end()
}

// TestNewestVersionIsShown types without a pause, and looks at what is shown at last.
func TestNewestVersionIsShown(t *testing.T) {
	s := serve(t, map[string]string{"a.cu": divergent}, lsptest.Config{Folders: []string{"."}})
	s.must(s.Initialize())
	s.open("a.cu", divergent)
	text := divergent
	for i := 2; i < 60; i++ {
		text = "\n" + text
		s.change("a.cu", i, text)
	}
	if got, want := s.rulesIn("a.cu"), "60:constant-divergent-index"; got != want {
		t.Errorf("shown is %s, want %s", got, want)
	}
	s.Locked(func() {
		if v := s.Shown[s.URI("a.cu")].Version; v == nil || *v != 59 {
			t.Errorf("of version %v, want 59", v)
		}
	})
	s.end()
}

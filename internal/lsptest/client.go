package lsptest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

// A Document is a text that is open in the client.
type Document struct {
	URI, Text string
	Version   int
}

// A Diagnostic is one finding as the server sends it.
type Diagnostic struct {
	Range           Range `json:"range"`
	Severity        int   `json:"severity"`
	Code            any   `json:"code"`
	CodeDescription *struct {
		Href string `json:"href"`
	} `json:"codeDescription"`
	Source  string `json:"source"`
	Message string `json:"message"`
	Tags    []int  `json:"tags"`
	Related []struct {
		Location struct {
			URI   string `json:"uri"`
			Range Range  `json:"range"`
		} `json:"location"`
		Message string `json:"message"`
	} `json:"relatedInformation"`
	Data json.RawMessage `json:"data"`
}

// Published are the last published diagnostics of a file.
type Published struct {
	URI         string          `json:"uri"`
	Version     *int            `json:"version"`
	Diagnostics json.RawMessage `json:"diagnostics"`
	// At is when they came. Count is the number of publications of the file so far.
	At    time.Time `json:"-"`
	Count int       `json:"-"`
}

// A Config says what the client can do and what its user chose.
type Config struct {
	Root         string         // the folder that relative paths are in
	Capabilities map[string]any // merged over those of an ordinary client
	Settings     map[string]any // the section "cudalint"
	Options      map[string]any // initializationOptions
	Folders      []string       // the workspace; none: a file without a project
	// Bare makes Capabilities the only ones that the client sends.
	Bare bool
}

// A Client is one editor. While the server runs, its fields may be read only within Locked.
type Client struct {
	*Conn
	Config
	Encoding   string
	Server     json.RawMessage      // the result of initialize
	Docs       map[string]*Document // by path
	Shown      map[string]Published // by URI
	Messages   []string             // window/showMessage and window/logMessage
	Progress   []string             // work done, as "begin Title", "report message", "end"
	Registered map[string]string    // the dynamic registrations: id to method
	Watched    []string             // the globs that are watched for the server
	Requests   []string             // the methods of all requests of the server
	Busy       bool
	Status     json.RawMessage // the last cudalint/status
	Unknown    []string        // notifications that no client knows
	Strays     []Message       // replies to nothing that was asked
	mu         sync.Mutex
	news       chan struct{} // closed when something came
}

// NewClient returns a client of a server that reads from out and writes to in.
func NewClient(in io.Reader, out io.Writer, config Config) *Client {
	c := &Client{
		Config: config, Encoding: "utf-16", Docs: map[string]*Document{}, Shown: map[string]Published{},
		Registered: map[string]string{}, news: make(chan struct{}),
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.Conn = NewConn(in, out, c.received, func(m Message) {
		c.Locked(func() {
			c.Strays = append(c.Strays, m)
			c.tell()
		})
	})
	return c
}

// ordinary are the capabilities of a common editor.
const ordinary = `{
	"workspace": {
		"applyEdit": true, "configuration": true, "workspaceFolders": true,
		"workspaceEdit": {"documentChanges": true},
		"didChangeConfiguration": {"dynamicRegistration": true},
		"didChangeWatchedFiles": {"dynamicRegistration": true}
	},
	"textDocument": {
		"synchronization": {"didSave": true, "dynamicRegistration": true},
		"publishDiagnostics": {"relatedInformation": true, "versionSupport": true, "tagSupport": {"valueSet": [1, 2]}, "codeDescriptionSupport": true, "dataSupport": true},
		"codeAction": {
			"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["", "quickfix", "refactor", "source", "source.fixAll"]}},
			"isPreferredSupport": true, "dataSupport": true, "resolveSupport": {"properties": ["edit"]}
		},
		"hover": {"contentFormat": ["markdown", "plaintext"]},
		"inlayHint": {"resolveSupport": {"properties": ["tooltip"]}}
	},
	"window": {"workDoneProgress": true, "showMessage": {}},
	"general": {"positionEncodings": ["utf-16"]}
}`

// Merge merges JSON objects; later values win, and null removes a value.
func Merge(under, over map[string]any) map[string]any {
	if under == nil {
		under = map[string]any{}
	}
	for key, value := range over {
		object, isObject := value.(map[string]any)
		below, _ := under[key].(map[string]any)
		switch {
		case value == nil:
			delete(under, key)
		case isObject:
			under[key] = Merge(below, object)
		default:
			under[key] = value
		}
	}
	return under
}

// Initialize does the handshake: the initialize request and the initialized notification.
func (c *Client) Initialize() error {
	capabilities := map[string]any{}
	if !c.Bare {
		if err := json.Unmarshal([]byte(ordinary), &capabilities); err != nil {
			return err
		}
	}
	params := map[string]any{
		"processId": nil, "clientInfo": map[string]any{"name": "lsptest"}, "rootUri": nil,
		"capabilities": Merge(capabilities, c.Capabilities), "workspaceFolders": nil,
		// The client waits by the status of the server, which has to be asked for.
		"initializationOptions": Merge(map[string]any{"status": true}, c.Options),
	}
	if len(c.Folders) > 0 {
		var folders []any
		for _, f := range c.Folders {
			folders = append(folders, c.folder(f))
		}
		params["rootUri"], params["workspaceFolders"] = c.URI(c.Folders[0]), folders
	}
	result, err := c.Call("initialize", params)
	if err != nil {
		return err
	}
	c.Server = result
	var answer struct {
		Capabilities struct {
			PositionEncoding string `json:"positionEncoding"`
		} `json:"capabilities"`
	}
	if err := json.Unmarshal(result, &answer); err != nil {
		return err
	}
	if e := answer.Capabilities.PositionEncoding; e != "" {
		c.Encoding = e
	}
	return c.Notify("initialized", map[string]any{})
}

func (c *Client) folder(path string) map[string]any {
	return map[string]any{"uri": c.URI(path), "name": filepath.Base(c.path(path))}
}

func (c *Client) path(path string) string {
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.Root, path)
	}
	return path
}

// URI returns the URI of a path.
func (c *Client) URI(path string) string {
	slashed := filepath.ToSlash(c.path(path))
	if !strings.HasPrefix(slashed, "/") {
		slashed = "/" + slashed // C:/...
	}
	return (&url.URL{Scheme: "file", Path: slashed}).String()
}

// Path returns the path of a URI, relative to the root where it is below it.
func (c *Client) Path(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return uri
	}
	if rel, err := filepath.Rel(c.Root, filepath.FromSlash(u.Path)); err == nil && !strings.HasPrefix(rel, "..") {
		return filepath.ToSlash(rel)
	}
	return u.Path
}

// canonical returns one spelling for all spellings of a URI, so that URIs can be compared.
func (c *Client) canonical(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" {
		return uri
	}
	return c.URI(filepath.FromSlash(u.Path))
}

// Locked calls f while no field of the client changes.
func (c *Client) Locked(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	f()
}

// Wait waits until done returns true. It calls done after each message of the server.
func (c *Client) Wait(what string, done func() bool) error {
	timeout := time.After(Timeout)
	for {
		c.mu.Lock()
		ok, news := done(), c.news
		c.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-news:
		case <-c.Ended():
			return fmt.Errorf("waiting for %s: the server ended: %w", what, c.Err())
		case <-timeout:
			return fmt.Errorf("waited %v for %s", Timeout, what)
		}
	}
}

// WaitIdle waits until the server is idle and has published diagnostics for the current text
// of each open file.
func (c *Client) WaitIdle() error {
	// What was sent before has been handled when a later request is answered.
	if _, err := c.Call("workspace/executeCommand", map[string]any{"command": "cudalint.gpus"}); err != nil {
		var refused *Error
		if !errors.As(err, &refused) {
			return err
		}
	}
	return c.Wait("the server to be idle", func() bool { return !c.Busy })
}

// Shutdown asks the server to shut down. The server then has to end by itself.
func (c *Client) Shutdown() error {
	if _, err := c.Call("shutdown", nil); err != nil {
		return err
	}
	return c.Notify("exit", nil)
}

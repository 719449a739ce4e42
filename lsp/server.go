package lsp

import (
	"context"
	"sync"

	"github.com/sourcegraph/go-lsp"
	"github.com/sourcegraph/jsonrpc2"

	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/settings"
	"github.com/cudalint/cudalint/lsp/wire"
)

// A phase is a stage of the server's lifecycle.
type phase int

const (
	starting phase = iota // before initialize
	running
	stopping // after shutdown
)

// A server serves one client.
//
// The goroutine of work takes one message after the other from inbox. It applies
// notifications itself, so they must not block. Each request runs in a goroutine of its
// own, on the documents as they were at its arrival. Each project also has a goroutine,
// which runs its checks.
type server struct {
	opts       Options
	ctx        context.Context
	conn       *jsonrpc2.Conn
	ready      chan struct{} // closed when conn is set
	inbox      chan *message
	exited     chan struct{} // closed by exit
	exit       sync.Once
	stopped    chan struct{}   // closed by shutdown
	answering  sync.WaitGroup  // requests that are being answered
	background *sync.WaitGroup // goroutines that Serve waits for
	logging    sync.Mutex

	pendingMu sync.Mutex
	pending   map[jsonrpc2.ID]context.CancelFunc // unanswered requests

	// The capabilities of the client, and what follows from them; set by initialize.
	client       wire.ClientCapabilities
	units        wire.PositionEncoding
	pull         bool // the client asks for diagnostics
	statusWanted bool // the client wants cudalint/status

	mu            sync.Mutex
	phase         phase
	docs          document.Set
	gen           int // the number of changes to texts, settings and files so far
	roots         []wire.WorkspaceFolder
	projects      []*project // those of roots first, then those of single files
	settings      settings.Tree
	openQuestions map[chan struct{}]bool // unanswered requests for the configuration
	// Requests for the configuration are numbered. lastQuestion is the number of the newest
	// one, lastAnswer that of the newest one with an answer.
	lastQuestion, lastAnswer int
	gpu                      string // chosen by command; "" for the configured one
	// showAllFiles is set by a command. Findings of closed files are then shown, too,
	// whatever the settings say.
	showAllFiles bool

	configuring sync.Mutex              // held while settings are applied to projects
	registered  *wire.DiagnosticOptions // the options of the last registration
	registering sync.Mutex

	tokens int // the number of progress tokens so far

	publishing publisher
	status     statusLine
	shown      shownTexts
	// configured is closed when the client's configuration is known, or after startLimit.
	configured     chan struct{}
	configuredOnce sync.Once
}

func newServer(ctx context.Context, opts Options) *server {
	s := &server{opts: opts, ctx: ctx, ready: make(chan struct{}), inbox: make(chan *message, 1024), exited: make(chan struct{}), stopped: make(chan struct{}),
		configured: make(chan struct{}), openQuestions: map[chan struct{}]bool{}, pending: map[jsonrpc2.ID]context.CancelFunc{}, units: wire.UTF16, docs: document.Set{}}
	s.settings.Flags = opts.Defaults
	return s
}

// shutDown reports whether the client has requested a shutdown.
func (s *server) shutDown() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.phase == stopping
}

// spawn runs f in a goroutine that Serve waits for. A panic of f is logged.
func (s *server) spawn(what string, f func()) {
	s.background.Add(1)
	go func() {
		defer s.background.Done()
		defer s.recovered(what)
		f()
	}()
}

// snapshot returns the open documents as they are now, and the number of changes so far.
func (s *server) snapshot() (document.Set, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.docs, s.gen
}

// changed counts a change of texts, settings or files. The caller holds s.mu.
func (s *server) changed() { s.gen++ }

// notify sends a notification.
func (s *server) notify(method string, params any) {
	if err := s.conn.Notify(s.ctx, method, params); err != nil && s.ctx.Err() == nil {
		s.logf("%s cannot be sent: %s", method, err)
	}
}

// message shows a text to the user if show is set, and else in the editor's log.
func (s *server) message(show bool, kind lsp.MessageType, text string) {
	s.logf("%s", text)
	if show {
		s.notify("window/showMessage", lsp.ShowMessageParams{Type: kind, Message: "cudalint: " + text})
		return
	}
	s.notify("window/logMessage", lsp.LogMessageParams{Type: kind, Message: text})
}

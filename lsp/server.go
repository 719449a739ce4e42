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

// A phase is how far the lifecycle of a server is.
type phase int

const (
	starting phase = iota // before initialize
	running
	stopping // after shutdown
)

// A server serves one client.
//
// Messages are taken in one after the other by work. Notifications are applied there, so
// they never wait for anything; requests run beside it, on the state at their arrival.
// Each project checks in a goroutine of its own.
type server struct {
	opts       Options
	ctx        context.Context
	conn       *jsonrpc2.Conn
	ready      chan struct{} // closed when conn is set
	inbox      chan *message
	exited     chan struct{} // closed by exit
	exit       sync.Once
	stopped    chan struct{}   // closed by shutdown
	answering  sync.WaitGroup  // the requests that are being answered
	background *sync.WaitGroup // the goroutines that have to end before Serve returns
	logging    sync.Mutex

	pendingMu sync.Mutex
	pending   map[jsonrpc2.ID]context.CancelFunc // requests that are not answered

	// What the client can do, and what was agreed on; set by initialize.
	client       wire.ClientCapabilities
	units        wire.PositionEncoding
	pull         bool // the client asks for diagnostics
	statusWanted bool // the client wants cudalint/status

	mu            sync.Mutex
	phase         phase
	docs          document.Set
	gen           int // counts what changes results: texts, settings, files
	roots         []wire.WorkspaceFolder
	projects      []*project // of the roots, then those of single files
	settings      settings.Tree
	openQuestions map[chan struct{}]bool // questions for the configuration that are not answered
	// asked counts these questions; answered is the number of the one whose answer counts.
	lastQuestion, lastAnswer int
	gpu                      string // as chosen by command; "" as configured
	// everywhere is set, by command, where findings are shown of all files, whatever the
	// settings say.
	showAllFiles bool

	configuring sync.Mutex              // held while settings are taken over
	registered  *wire.DiagnosticOptions // as the client knows them
	registering sync.Mutex

	tokens int // given to the client

	publishing publisher
	status     statusLine
	shown      shownTexts
	// configured is closed when the client's configuration is known, or does not come.
	configured     chan struct{}
	configuredOnce sync.Once
}

func newServer(ctx context.Context, opts Options) *server {
	s := &server{opts: opts, ctx: ctx, ready: make(chan struct{}), inbox: make(chan *message, 1024), exited: make(chan struct{}), stopped: make(chan struct{}),
		configured: make(chan struct{}), openQuestions: map[chan struct{}]bool{}, pending: map[jsonrpc2.ID]context.CancelFunc{}, units: wire.UTF16, docs: document.Set{}}
	s.settings.Flags = opts.Defaults
	return s
}

// shutDown reports whether the client has asked for that.
func (s *server) shutDown() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.phase == stopping
}

// spawn runs f beside the rest. A panic in it is logged.
func (s *server) spawn(what string, f func()) {
	s.background.Add(1)
	go func() {
		defer s.background.Done()
		defer s.recovered(what)
		f()
	}()
}

// snapshot returns the open documents as they are now, and the count of changes.
func (s *server) snapshot() (document.Set, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.docs, s.gen
}

// changed counts a change; s.mu is held.
func (s *server) changed() { s.gen++ }

// notify sends a notification.
func (s *server) notify(method string, params any) {
	if err := s.conn.Notify(s.ctx, method, params); err != nil && s.ctx.Err() == nil {
		s.logf("%s cannot be sent: %s", method, err)
	}
}

// message shows a text in the editor's log, or, with show, to the user.
func (s *server) message(show bool, kind lsp.MessageType, text string) {
	s.logf("%s", text)
	if show {
		s.notify("window/showMessage", lsp.ShowMessageParams{Type: kind, Message: "cudalint: " + text})
		return
	}
	s.notify("window/logMessage", lsp.LogMessageParams{Type: kind, Message: text})
}

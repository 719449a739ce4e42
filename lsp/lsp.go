// Package lsp is the language server of cudalint. It gets the messages of an editor that
// speaks the language server protocol
// (https://microsoft.github.io/language-server-protocol/, version 3.17): texts as they are
// typed, settings and requests. It gives diagnostics, hovers, inlay hints and code actions.
package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lsp/settings"
	"github.com/cudalint/cudalint/lsp/transport"
)

// Options configure a server.
type Options struct {
	// In carries messages from the client, Out messages to it. If In is an io.Closer, it is
	// closed at the end.
	In  io.Reader
	Out io.Writer
	// Log gets one line for each event, for developers; nil for no log.
	Log io.Writer
	// Rules are all rules that the linter knows.
	Rules []*lint.Rule
	// Cache holds cache entries of earlier sessions and of check; nil for no cache.
	Cache *cache.Store
	// Version is the version of cudalint.
	Version string
	// Defaults are the settings of the command line. Settings of the client override them.
	Defaults settings.Defaults
}

// ErrNoShutdown means that the session ended without a shutdown request: the client
// crashed, or sent exit too early.
var ErrNoShutdown = errors.New("the client ended without asking to shut down")

// Serve serves one client until the client sends exit, In ends, the client's process ends
// or ctx is done. It returns nil if the client requested a shutdown first, and
// ErrNoShutdown otherwise.
func Serve(ctx context.Context, opts Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := newServer(ctx, opts)
	stream := transport.New(opts.In, opts.Out, s.logf)
	stream.Drain = s.drain
	var running sync.WaitGroup
	s.background = &running
	s.conn = jsonrpc2.NewConn(ctx, stream, receiver{s}, jsonrpc2.SetLogger(connLogger{s}))
	close(s.ready)
	running.Add(1)
	go func() {
		defer running.Done()
		s.work(ctx)
	}()
	select {
	case <-s.conn.DisconnectNotify():
	case <-s.exited:
		s.conn.Close()
	}
	cancel()
	stream.Out.Close()
	wait(&running, endLimit)
	if !s.shutDown() {
		return ErrNoShutdown
	}
	return nil
}

// endLimit is how long Serve waits for running work before it returns.
const endLimit = 3 * time.Second

func wait(running *sync.WaitGroup, limit time.Duration) {
	done := make(chan struct{})
	go func() {
		running.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-time.After(limit):
	}
}

// drain runs when the input has ended. It waits until all received messages are handled,
// because a script may write its messages at once and then close the input.
func (s *server) drain() {
	last := &message{done: make(chan struct{})}
	select {
	case s.inbox <- last:
	case <-s.exited:
		return
	case <-s.ctx.Done():
		return
	}
	select {
	case <-last.done:
	case <-s.exited:
		return
	case <-s.ctx.Done():
		return
	}
	wait(&s.answering, shutdownLimit)
}

// connLogger passes the log messages of jsonrpc2 to the log of the server.
type connLogger struct{ s *server }

func (l connLogger) Printf(format string, v ...interface{}) { l.s.logf(format, v...) }

// logf writes a line to the log.
func (s *server) logf(format string, args ...any) {
	s.logging.Lock()
	defer s.logging.Unlock()
	if s.opts.Log != nil {
		fmt.Fprintf(s.opts.Log, "cudalint: "+format+"\n", args...)
	}
}

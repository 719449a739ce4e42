// Package lsp is the language server of cudalint: the linter's results while a file is
// being written, in any editor that speaks the language server protocol
// (https://microsoft.github.io/language-server-protocol/, version 3.17).
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

// Options say what a server works with.
type Options struct {
	// In and Out are the client's. In is closed at the end if it can be.
	In  io.Reader
	Out io.Writer
	// Log takes what is of no interest to users: a line for each event.
	Log io.Writer
	// Rules are all rules there are.
	Rules []*lint.Rule
	// Cache has the results of earlier sessions and of check; nil for none.
	Cache *cache.Store
	// Version is that of cudalint.
	Version string
	// Defaults are the settings of the command line, which those of the client win over.
	Defaults settings.Defaults
}

// ErrNoShutdown is the error of a session that ends without the shutdown request: the
// client is gone, or ended the server in a hurry.
var ErrNoShutdown = errors.New("the client ended without asking to shut down")

// Serve serves one client until it asks to exit, In ends, the client's process is gone or
// ctx is done. It returns nil if the client asked for a shutdown before, and else
// ErrNoShutdown.
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

// endLimit is how long the end waits for what is being worked on.
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

// drain waits, when the input has ended, until what came is done: a script may write all
// its messages at once.
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

// connLogger takes the messages of jsonrpc2.
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

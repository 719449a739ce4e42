package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime/debug"

	"github.com/sourcegraph/go-lsp"
	"github.com/sourcegraph/jsonrpc2"
)

// Errors of the protocol that JSON-RPC does not have.
const (
	codeServerNotInitialized = -32002
	codeRequestCancelled     = -32800
	codeContentModified      = -32801
	codeRequestFailed        = -32803
)

// errContentModified means that the document has changed since the request. Clients ask again
// if they still need the answer.
var errContentModified = &jsonrpc2.Error{Code: codeContentModified, Message: "the document has changed since"}

// A message is an entry of the inbox: a request, a notification or a marker.
type message struct {
	req *jsonrpc2.Request
	ctx context.Context // of a request: done when it is cancelled
	// done is set in a marker only. It is closed when the messages before it are handled.
	done chan struct{}
}

// receiver puts the messages of the connection into the inbox, in order. It blocks only if
// the inbox is full.
type receiver struct{ *server }

// Handle queues a message. It handles a cancellation at once, because the cancelled request may
// still be in the queue.
func (s receiver) Handle(ctx context.Context, _ *jsonrpc2.Conn, req *jsonrpc2.Request) {
	<-s.ready
	if req.Method == "$/cancelRequest" {
		s.cancel(req)
		return
	}
	m := &message{req: req, ctx: ctx}
	if !req.Notif {
		var cancel context.CancelFunc
		m.ctx, cancel = context.WithCancel(ctx)
		s.pendingMu.Lock()
		s.pending[req.ID] = cancel
		s.pendingMu.Unlock()
	}
	select {
	case s.inbox <- m:
	case <-ctx.Done():
	}
}

// cancel ends a request that is not answered yet.
func (s receiver) cancel(req *jsonrpc2.Request) {
	var p struct {
		ID jsonrpc2.ID `json:"id"`
	}
	if req.Params == nil || json.Unmarshal(*req.Params, &p) != nil {
		s.logf("$/cancelRequest names no request")
		return
	}
	s.pendingMu.Lock()
	defer s.pendingMu.Unlock()
	if cancel := s.pending[p.ID]; cancel != nil {
		cancel()
	}
}

// work handles the messages of the inbox until ctx is done.
func (s *server) work(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case m := <-s.inbox:
			switch {
			case m.done != nil:
				close(m.done)
			case m.req.Notif:
				s.notified(m)
			default:
				s.requested(m)
			}
		}
	}
}

// notified handles a notification. Unknown ones are ignored, as the protocol requires for
// methods that begin with $/.
func (s *server) notified(m *message) {
	defer s.recovered(m.req.Method)
	s.mu.Lock()
	phase := s.phase
	s.mu.Unlock()
	if m.req.Method == "exit" {
		s.exit.Do(func() { close(s.exited) })
		return
	}
	handle := notifications[m.req.Method]
	if handle == nil || phase != running {
		return
	}
	if err := handle(s, paramsOf(m.req)); err != nil {
		s.logf("%s: %s", m.req.Method, err)
	}
	s.showStatus()
}

// requested starts a request. It finishes initialize and shutdown before it returns, because
// they change the phase.
func (s *server) requested(m *message) {
	s.mu.Lock()
	phase := s.phase
	s.mu.Unlock()
	method := m.req.Method
	switch {
	case method == "initialize" && phase == starting:
		s.answer(m, func(context.Context) (any, error) { return s.initialize(paramsOf(m.req)) })
	case method == "shutdown" && phase == running:
		s.answer(m, func(context.Context) (any, error) { s.shutdown(); return nil, nil })
	case phase == starting:
		s.refuse(m, codeServerNotInitialized, "the first request has to be initialize")
	case phase == stopping:
		s.refuse(m, jsonrpc2.CodeInvalidRequest, "the server was asked to shut down")
	case method == "initialize":
		s.refuse(m, jsonrpc2.CodeInvalidRequest, "the server is initialized already")
	default:
		handle := requests[method]
		if handle == nil {
			s.refuse(m, jsonrpc2.CodeMethodNotFound, fmt.Sprintf("%.80q is not supported", method))
			return
		}
		docs, _ := s.snapshot()
		asked := s.pendingSettings()
		r := &request{server: s, docs: docs, params: paramsOf(m.req)}
		s.answering.Add(1)
		s.spawn(method, func() {
			defer s.answering.Done()
			s.answer(m, func(ctx context.Context) (any, error) {
				awaitSettings(ctx, asked)
				return handle(ctx, r)
			})
		})
	}
}

func (s *server) refuse(m *message, code int64, text string) {
	s.answer(m, func(context.Context) (any, error) { return nil, &jsonrpc2.Error{Code: code, Message: text} })
}

// answer sends the result or the error of f to the client.
func (s *server) answer(m *message, f func(context.Context) (any, error)) {
	result, err := s.guarded(m, f)
	var failed *jsonrpc2.Error
	if err != nil {
		failed = s.errorOf(m, err)
	}
	s.pendingMu.Lock()
	if cancel := s.pending[m.req.ID]; cancel != nil {
		cancel()
		delete(s.pending, m.req.ID)
	}
	s.pendingMu.Unlock()
	if failed == nil {
		err = s.conn.Reply(s.ctx, m.req.ID, result)
	} else {
		err = s.conn.ReplyWithError(s.ctx, m.req.ID, failed)
	}
	if err != nil && s.ctx.Err() == nil {
		s.logf("the answer to %s cannot be sent: %s", m.req.Method, err)
	}
}

// guarded calls f and turns a panic into an error.
func (s *server) guarded(m *message, f func(context.Context) (any, error)) (result any, err error) {
	defer func() {
		if p := recover(); p != nil {
			s.panicked(m.req.Method, p)
			result, err = nil, fmt.Errorf("internal error in %s: %v", m.req.Method, p)
		}
	}()
	if m.ctx.Err() != nil {
		return nil, m.ctx.Err()
	}
	result, err = f(m.ctx)
	if err == nil && m.ctx.Err() != nil {
		err = m.ctx.Err() // the result may be incomplete
	}
	return result, err
}

// errorOf converts an error to one of the protocol.
func (s *server) errorOf(m *message, err error) *jsonrpc2.Error {
	var wire *jsonrpc2.Error
	switch {
	case m.ctx.Err() != nil:
		return &jsonrpc2.Error{Code: codeRequestCancelled, Message: "the request was cancelled"}
	case errors.As(err, &wire):
		return wire
	}
	return &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: err.Error()}
}

// recovered logs a panic of the function that defers it.
func (s *server) recovered(what string) {
	if p := recover(); p != nil {
		s.panicked(what, p)
	}
}

func (s *server) panicked(what string, p any) {
	s.logf("internal error in %s: %v\n%s", what, p, debug.Stack())
	s.message(false, lsp.MTError, fmt.Sprintf("internal error in %s: %v; please report it with the log of the server", what, p))
}

func paramsOf(req *jsonrpc2.Request) json.RawMessage {
	if req.Params == nil {
		return nil
	}
	return *req.Params
}

// decodeParams reads the parameters of a method.
func decodeParams(params json.RawMessage, into any) error {
	if len(params) == 0 {
		params = json.RawMessage("{}")
	}
	if err := json.Unmarshal(params, into); err != nil {
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	return nil
}

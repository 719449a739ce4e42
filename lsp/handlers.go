package lsp

import (
	"context"
	"encoding/json"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/wire"
)

// A request is one with what it is answered from: the documents as they were when it
// arrived.
type request struct {
	*server
	docs   document.Set
	params json.RawMessage
}

// A handler answers a request; a *jsonrpc2.Error is sent as it is.
type handler func(ctx context.Context, r *request) (any, error)

// requests are the requests that are answered, besides those of the lifecycle.
var requests = map[string]handler{
	"textDocument/diagnostic":  requestHandler((*request).documentDiagnostics),
	"workspace/diagnostic":     requestHandler((*request).workspaceDiagnostics),
	"textDocument/codeAction":  requestHandler((*request).codeActions),
	"codeAction/resolve":       requestHandler((*request).resolveAction),
	"workspace/executeCommand": requestHandler((*request).executeCommand),
	"textDocument/hover":       requestHandler((*request).hover),
	"textDocument/inlayHint":   requestHandler((*request).inlayHints),
	"inlayHint/resolve":        requestHandler((*request).resolveHint),
}

// notifications are the notifications that are heard, besides those of the lifecycle. They
// are applied one after the other, and must not wait for anything.
var notifications = map[string]func(s *server, params json.RawMessage) error{
	"initialized":                         notificationHandler((*server).initialized),
	"textDocument/didOpen":                notificationHandler((*server).didOpen),
	"textDocument/didChange":              notificationHandler((*server).didChange),
	"textDocument/didSave":                notificationHandler((*server).didSave),
	"textDocument/didClose":               notificationHandler((*server).didClose),
	"workspace/didChangeConfiguration":    notificationHandler((*server).didChangeConfiguration),
	"workspace/didChangeWatchedFiles":     notificationHandler((*server).didChangeWatchedFiles),
	"workspace/didChangeWorkspaceFolders": notificationHandler((*server).didChangeWorkspaceFolders),
}

// requestHandler returns the handler of a request with parameters of type P.
func requestHandler[P any](f func(*request, context.Context, *P) (any, error)) handler {
	return func(ctx context.Context, r *request) (any, error) {
		if wire.IsNull(r.params) {
			return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: "the parameters are missing"}
		}
		var p P
		if err := decodeParams(r.params, &p); err != nil {
			return nil, err
		}
		return f(r, ctx, &p)
	}
}

// notificationHandler returns the handler of a notification with parameters of type P.
func notificationHandler[P any](f func(*server, *P) error) func(*server, json.RawMessage) error {
	return func(s *server, params json.RawMessage) error {
		var p P
		if err := decodeParams(params, &p); err != nil {
			return err
		}
		return f(s, &p)
	}
}

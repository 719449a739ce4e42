package lsp

import (
	"context"
	"encoding/json"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/wire"
)

// A request has the parameters of a request, and the documents as they were at its arrival.
type request struct {
	*server
	docs   document.Set
	params json.RawMessage
}

// A handler answers a request. An error of type *jsonrpc2.Error is sent unchanged.
type handler func(ctx context.Context, r *request) (any, error)

// requests are the handlers of all requests but initialize and shutdown, by method.
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

// notifications are the handlers of all notifications but exit, by method. They run one after
// the other and must not block.
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

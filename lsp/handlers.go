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
	"textDocument/diagnostic":  on((*request).documentDiagnostics),
	"workspace/diagnostic":     on((*request).workspaceDiagnostics),
	"textDocument/codeAction":  on((*request).codeActions),
	"codeAction/resolve":       on((*request).resolveAction),
	"workspace/executeCommand": on((*request).executeCommand),
	"textDocument/hover":       on((*request).hover),
	"textDocument/inlayHint":   on((*request).inlayHints),
	"inlayHint/resolve":        on((*request).resolveHint),
}

// notifications are the notifications that are heard, besides those of the lifecycle. They
// are applied one after the other, and must not wait for anything.
var notifications = map[string]func(s *server, params json.RawMessage) error{
	"initialized":                         hear((*server).initialized),
	"textDocument/didOpen":                hear((*server).didOpen),
	"textDocument/didChange":              hear((*server).didChange),
	"textDocument/didSave":                hear((*server).didSave),
	"textDocument/didClose":               hear((*server).didClose),
	"workspace/didChangeConfiguration":    hear((*server).didChangeConfiguration),
	"workspace/didChangeWatchedFiles":     hear((*server).didChangeWatchedFiles),
	"workspace/didChangeWorkspaceFolders": hear((*server).didChangeWorkspaceFolders),
}

// on returns the handler of a request with parameters of type P.
func on[P any](f func(*request, context.Context, *P) (any, error)) handler {
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

// hear returns the handler of a notification with parameters of type P.
func hear[P any](f func(*server, *P) error) func(*server, json.RawMessage) error {
	return func(s *server, params json.RawMessage) error {
		var p P
		if err := decodeParams(params, &p); err != nil {
			return err
		}
		return f(s, &p)
	}
}

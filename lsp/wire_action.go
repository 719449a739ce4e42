package lsp

import (
	"encoding/json"

	"github.com/sourcegraph/go-lsp"
)

// Code actions, as go-lsp does not have them: see "textDocument/codeAction" in the
// specification of the protocol.

type codeActionParams struct {
	TextDocument lsp.TextDocumentIdentifier `json:"textDocument"`
	Range        lsp.Range                  `json:"range"`
	Context      codeActionContext          `json:"context"`
}

type codeActionContext struct {
	// Diagnostics are those that the client shows in the range, as it got them. They may
	// be of other servers.
	Diagnostics []json.RawMessage `json:"diagnostics"`
	// Only are the kinds that are wanted, with those below them; nil for all.
	Only []lsp.CodeActionKind `json:"only"`
}

// The kinds of code actions that there are here.
const (
	kindQuickFix lsp.CodeActionKind = "quickfix"
	kindFixAll   lsp.CodeActionKind = "source.fixAll.cudalint"
)

// A codeAction is a change that is offered.
type codeAction struct {
	Title       string             `json:"title"`
	Kind        lsp.CodeActionKind `json:"kind,omitempty"`
	Diagnostics []json.RawMessage  `json:"diagnostics,omitempty"`
	IsPreferred bool               `json:"isPreferred,omitempty"`
	Disabled    *disabledAction    `json:"disabled,omitempty"`
	Edit        *workspaceEdit     `json:"edit,omitempty"`
	Data        json.RawMessage    `json:"data,omitempty"`
}

// A disabledAction says why an action cannot be taken.
type disabledAction struct {
	Reason string `json:"reason"`
}

// A workspaceEdit has its changes in DocumentChanges, or, for clients that know no
// versions, in Changes.
type workspaceEdit struct {
	Changes           map[lsp.DocumentURI][]lsp.TextEdit `json:"changes,omitempty"`
	DocumentChanges   []textDocumentEdit                 `json:"documentChanges,omitempty"`
	ChangeAnnotations map[string]changeAnnotation        `json:"changeAnnotations,omitempty"`
}

type textDocumentEdit struct {
	TextDocument versionedDocument `json:"textDocument"`
	Edits        []textEdit        `json:"edits"`
}

// A versionedDocument has no version where the file is not open.
type versionedDocument struct {
	URI     lsp.DocumentURI `json:"uri"`
	Version *int            `json:"version"`
}

type textEdit struct {
	lsp.TextEdit
	AnnotationID string `json:"annotationId,omitempty"`
}

type changeAnnotation struct {
	Label             string `json:"label"`
	NeedsConfirmation bool   `json:"needsConfirmation,omitempty"`
	Description       string `json:"description,omitempty"`
}

// codeActionOptions are what the server says of its actions.
type codeActionOptions struct {
	CodeActionKinds []lsp.CodeActionKind `json:"codeActionKinds"`
	ResolveProvider bool                 `json:"resolveProvider,omitempty"`
}

type applyEditParams struct {
	Label string         `json:"label,omitempty"`
	Edit  *workspaceEdit `json:"edit"`
}

type applyEditResult struct {
	Applied       bool   `json:"applied"`
	FailureReason string `json:"failureReason"`
}

package wire

import (
	"encoding/json"

	"github.com/sourcegraph/go-lsp"
)

// CodeActionParams are those of textDocument/codeAction.
type CodeActionParams struct {
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
	KindQuickFix lsp.CodeActionKind = "quickfix"
	KindFixAll   lsp.CodeActionKind = "source.fixAll.cudalint"
)

// A CodeAction is a change that is offered.
type CodeAction struct {
	Title       string             `json:"title"`
	Kind        lsp.CodeActionKind `json:"kind,omitempty"`
	Diagnostics []json.RawMessage  `json:"diagnostics,omitempty"`
	IsPreferred bool               `json:"isPreferred,omitempty"`
	Disabled    *DisabledAction    `json:"disabled,omitempty"`
	Edit        *WorkspaceEdit     `json:"edit,omitempty"`
	Data        json.RawMessage    `json:"data,omitempty"`
}

// A DisabledAction says why an action cannot be taken.
type DisabledAction struct {
	Reason string `json:"reason"`
}

// A WorkspaceEdit has its changes in DocumentChanges, or, for clients that know no
// versions, in Changes.
type WorkspaceEdit struct {
	Changes           map[lsp.DocumentURI][]lsp.TextEdit `json:"changes,omitempty"`
	DocumentChanges   []TextDocumentEdit                 `json:"documentChanges,omitempty"`
	ChangeAnnotations map[string]ChangeAnnotation        `json:"changeAnnotations,omitempty"`
}

// A TextDocumentEdit is the edits of one document.
type TextDocumentEdit struct {
	TextDocument VersionedDocument `json:"textDocument"`
	Edits        []TextEdit        `json:"edits"`
}

// A VersionedDocument has no version where the file is not open.
type VersionedDocument struct {
	URI     lsp.DocumentURI `json:"uri"`
	Version *int            `json:"version"`
}

// A TextEdit is an edit, with the name of its annotation if it has one.
type TextEdit struct {
	lsp.TextEdit
	AnnotationID string `json:"annotationId,omitempty"`
}

// A ChangeAnnotation describes edits to the user.
type ChangeAnnotation struct {
	Label             string `json:"label"`
	NeedsConfirmation bool   `json:"needsConfirmation,omitempty"`
	Description       string `json:"description,omitempty"`
}

// CodeActionOptions are what the server says of its actions.
type CodeActionOptions struct {
	CodeActionKinds []lsp.CodeActionKind `json:"codeActionKinds"`
	ResolveProvider bool                 `json:"resolveProvider,omitempty"`
}

// ApplyEditParams are those of workspace/applyEdit.
type ApplyEditParams struct {
	Label string         `json:"label,omitempty"`
	Edit  *WorkspaceEdit `json:"edit"`
}

// ApplyEditResult is the answer to workspace/applyEdit.
type ApplyEditResult struct {
	Applied       bool   `json:"applied"`
	FailureReason string `json:"failureReason"`
}

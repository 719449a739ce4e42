package lsp

import (
	"encoding/json"

	"github.com/sourcegraph/go-lsp"
)

// Hovers and inlay hints, as go-lsp does not have them: see "textDocument/hover" and
// "textDocument/inlayHint" in the specification of the protocol.

// A hover is the answer to textDocument/hover.
type hover struct {
	Contents any       `json:"contents"` // markupContent, or a string for clients that know none
	Range    lsp.Range `json:"range"`
}

type markupContent struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// The kinds of markup.
const (
	markdownKind  = "markdown"
	plaintextKind = "plaintext"
)

type inlayHintParams struct {
	TextDocument lsp.TextDocumentIdentifier `json:"textDocument"`
	Range        lsp.Range                  `json:"range"`
}

type inlayHint struct {
	Position    lsp.Position    `json:"position"`
	Label       string          `json:"label"`
	Tooltip     *markupContent  `json:"tooltip,omitempty"`
	PaddingLeft bool            `json:"paddingLeft"`
	Data        json.RawMessage `json:"data,omitempty"`
}

type inlayHintOptions struct {
	ResolveProvider bool `json:"resolveProvider"`
}

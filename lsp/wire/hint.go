package wire

import (
	"encoding/json"

	"github.com/sourcegraph/go-lsp"
)

// A Hover is the answer to textDocument/hover.
type Hover struct {
	Contents any       `json:"contents"` // MarkupContent, or a string for clients that know none
	Range    lsp.Range `json:"range"`
}

// MarkupContent is text with or without markup.
type MarkupContent struct {
	Kind  string `json:"kind"`
	Value string `json:"value"`
}

// The kinds of markup.
const (
	MarkdownKind  = "markdown"
	PlaintextKind = "plaintext"
)

// InlayHintParams are those of textDocument/inlayHint.
type InlayHintParams struct {
	TextDocument lsp.TextDocumentIdentifier `json:"textDocument"`
	Range        lsp.Range                  `json:"range"`
}

// An InlayHint is a text that the editor shows inside of a line.
type InlayHint struct {
	Position    lsp.Position    `json:"position"`
	Label       string          `json:"label"`
	Tooltip     *MarkupContent  `json:"tooltip,omitempty"`
	PaddingLeft bool            `json:"paddingLeft"`
	Data        json.RawMessage `json:"data,omitempty"`
}

// InlayHintOptions are what the server says of its hints.
type InlayHintOptions struct {
	ResolveProvider bool `json:"resolveProvider"`
}

package wire

import (
	"encoding/json"

	"github.com/sourcegraph/go-lsp"
)

// A Diagnostic is that of go-lsp and what came after.
type Diagnostic struct {
	lsp.Diagnostic
	Code               DiagnosticCode       `json:"code,omitempty"`
	CodeDescription    *CodeDescription     `json:"codeDescription,omitempty"`
	Tags               []DiagnosticTag      `json:"tags,omitempty"`
	RelatedInformation []RelatedInformation `json:"relatedInformation,omitempty"`
	Data               json.RawMessage      `json:"data,omitempty"`
}

// A DiagnosticCode is the name of a rule. Those of other servers, which clients send back
// together with ours, may be numbers.
type DiagnosticCode string

// UnmarshalJSON reads a text or a number.
func (c *DiagnosticCode) UnmarshalJSON(text []byte) error {
	var s string
	if json.Unmarshal(text, &s) != nil {
		s = string(text)
	}
	*c = DiagnosticCode(s)
	return nil
}

// A CodeDescription is the address of a page about a code.
type CodeDescription struct {
	Href string `json:"href"`
}

// A DiagnosticTag says how a diagnostic is shown besides.
type DiagnosticTag int

const (
	TagUnnecessary DiagnosticTag = 1 // faded out
	TagDeprecated  DiagnosticTag = 2 // struck through
)

// RelatedInformation is another place that explains a diagnostic.
type RelatedInformation struct {
	Location lsp.Location `json:"location"`
	Message  string       `json:"message"`
}

// PublishDiagnosticsParams are those of textDocument/publishDiagnostics.
type PublishDiagnosticsParams struct {
	URI         lsp.DocumentURI `json:"uri"`
	Version     *int            `json:"version,omitempty"`
	Diagnostics json.RawMessage `json:"diagnostics"` // a list of diagnostic
}

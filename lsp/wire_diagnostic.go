package lsp

import (
	"encoding/json"

	"github.com/sourcegraph/go-lsp"
)

// A diagnostic is that of go-lsp and what came after.
type diagnostic struct {
	lsp.Diagnostic
	Code               diagnosticCode       `json:"code,omitempty"`
	CodeDescription    *codeDescription     `json:"codeDescription,omitempty"`
	Tags               []diagnosticTag      `json:"tags,omitempty"`
	RelatedInformation []relatedInformation `json:"relatedInformation,omitempty"`
	Data               json.RawMessage      `json:"data,omitempty"`
}

// A diagnosticCode is the name of a rule. Those of other servers, which clients send back
// together with ours, may be numbers.
type diagnosticCode string

func (c *diagnosticCode) UnmarshalJSON(text []byte) error {
	var s string
	if json.Unmarshal(text, &s) != nil {
		s = string(text)
	}
	*c = diagnosticCode(s)
	return nil
}

type codeDescription struct {
	Href string `json:"href"`
}

// A diagnosticTag says how a diagnostic is shown besides.
type diagnosticTag int

const (
	tagUnnecessary diagnosticTag = 1 // faded out
	tagDeprecated  diagnosticTag = 2 // struck through
)

type relatedInformation struct {
	Location lsp.Location `json:"location"`
	Message  string       `json:"message"`
}

type publishDiagnosticsParams struct {
	URI         lsp.DocumentURI `json:"uri"`
	Version     *int            `json:"version,omitempty"`
	Diagnostics json.RawMessage `json:"diagnostics"` // a list of diagnostic
}

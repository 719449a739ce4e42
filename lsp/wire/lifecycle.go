// Package wire is the types of the language server protocol, version 3.17, that go-lsp lacks or has
// in an older form. A field with the JSON name of an embedded field replaces it.
//
// go.lsp.dev/protocol v0.12.0, the other module with such types, is of 2022 and has none of
// what is here: no pull diagnostics, inlay hints or position encodings. It would stand beside
// go-lsp, and each value would have to be converted.
package wire

import (
	"bytes"
	"encoding/json"

	"github.com/sourcegraph/go-lsp"
)

// InitializeParams are those of the initialize request.
type InitializeParams struct {
	ProcessID             int                `json:"processId"`
	RootPath              string             `json:"rootPath"`
	RootURI               lsp.DocumentURI    `json:"rootUri"`
	ClientInfo            lsp.ClientInfo     `json:"clientInfo"`
	Capabilities          ClientCapabilities `json:"capabilities"`
	InitializationOptions json.RawMessage    `json:"initializationOptions"`
	WorkspaceFolders      []WorkspaceFolder  `json:"workspaceFolders"`
	WorkDoneToken         json.RawMessage    `json:"workDoneToken"`
}

// A WorkspaceFolder is a folder that is open in the editor.
type WorkspaceFolder struct {
	URI  lsp.DocumentURI `json:"uri"`
	Name string          `json:"name"`
}

type dynamic struct {
	DynamicRegistration bool `json:"dynamicRegistration"`
}

// ClientCapabilities are the capabilities of the client that the server uses.
type ClientCapabilities struct {
	General struct {
		PositionEncodings []PositionEncoding `json:"positionEncodings"`
	} `json:"general"`
	Window struct {
		WorkDoneProgress bool `json:"workDoneProgress"`
	} `json:"window"`
	Workspace struct {
		ApplyEdit     bool `json:"applyEdit"`
		WorkspaceEdit struct {
			DocumentChanges         bool `json:"documentChanges"`
			ChangeAnnotationSupport *struct {
				GroupsOnLabel bool `json:"groupsOnLabel"`
			} `json:"changeAnnotationSupport"`
		} `json:"workspaceEdit"`
		Configuration          bool           `json:"configuration"`
		DidChangeConfiguration dynamic        `json:"didChangeConfiguration"`
		DidChangeWatchedFiles  dynamic        `json:"didChangeWatchedFiles"`
		WorkspaceFolders       bool           `json:"workspaceFolders"`
		Diagnostics            refreshSupport `json:"diagnostics"`
		// Diagnostic is how some clients spell Diagnostics.
		Diagnostic refreshSupport `json:"diagnostic"`
		InlayHint  refreshSupport `json:"inlayHint"`
	} `json:"workspace"`
	TextDocument struct {
		Diagnostic *struct {
			dynamic
			RelatedDocumentSupport bool `json:"relatedDocumentSupport"`
		} `json:"diagnostic"`
		PublishDiagnostics struct {
			RelatedInformation bool     `json:"relatedInformation"`
			TagSupport         valueSet `json:"tagSupport"`
			VersionSupport     bool     `json:"versionSupport"`
		} `json:"publishDiagnostics"`
		CodeAction codeActionClient `json:"codeAction"`
		Hover      struct {
			ContentFormat []string `json:"contentFormat"`
		} `json:"hover"`
		InlayHint *struct {
			dynamic
			ResolveSupport struct {
				Properties []string `json:"properties"`
			} `json:"resolveSupport"`
		} `json:"inlayHint"`
	} `json:"textDocument"`
}

// codeActionClient is what a client can do with code actions.
type codeActionClient struct {
	CodeActionLiteralSupport *struct {
		CodeActionKind struct {
			ValueSet []lsp.CodeActionKind `json:"valueSet"`
		} `json:"codeActionKind"`
	} `json:"codeActionLiteralSupport"`
	IsPreferredSupport bool `json:"isPreferredSupport"`
	DisabledSupport    bool `json:"disabledSupport"`
	DataSupport        bool `json:"dataSupport"`
	ResolveSupport     struct {
		Properties []string `json:"properties"`
	} `json:"resolveSupport"`
	HonorsChangeAnnotations bool `json:"honorsChangeAnnotations"`
}

type refreshSupport struct {
	RefreshSupport bool `json:"refreshSupport"`
}

// A valueSet is the set of tags that a client knows. Clients of an older draft say true.
type valueSet struct{ ValueSet []int }

// UnmarshalJSON reads both forms.
func (v *valueSet) UnmarshalJSON(text []byte) error {
	var set struct {
		ValueSet []int `json:"valueSet"`
	}
	if json.Unmarshal(text, &set) == nil {
		v.ValueSet = set.ValueSet
	} else if string(text) == "true" {
		v.ValueSet = []int{int(TagUnnecessary), int(TagDeprecated)}
	}
	return nil
}

// InitializeResult is the answer to initialize.
type InitializeResult struct {
	Capabilities ServerCapabilities `json:"capabilities"`
	ServerInfo   lsp.ClientInfo     `json:"serverInfo"`
}

// ServerCapabilities are those of go-lsp and what came after.
type ServerCapabilities struct {
	lsp.ServerCapabilities
	PositionEncoding   PositionEncoding            `json:"positionEncoding"`
	TextDocumentSync   lsp.TextDocumentSyncOptions `json:"textDocumentSync"`
	DiagnosticProvider *DiagnosticOptions          `json:"diagnosticProvider,omitempty"`
	CodeActionProvider any                         `json:"codeActionProvider,omitempty"`
	HoverProvider      any                         `json:"hoverProvider,omitempty"`
	InlayHintProvider  any                         `json:"inlayHintProvider,omitempty"`
	Workspace          workspaceCapabilities       `json:"workspace"`
}

type workspaceCapabilities struct {
	WorkspaceFolders struct {
		Supported           bool `json:"supported"`
		ChangeNotifications bool `json:"changeNotifications"`
	} `json:"workspaceFolders"`
}

// DiagnosticOptions say which diagnostics the client can ask for.
type DiagnosticOptions struct {
	Identifier            string `json:"identifier"`
	InterFileDependencies bool   `json:"interFileDependencies"`
	WorkspaceDiagnostics  bool   `json:"workspaceDiagnostics"`
}

// RegistrationParams are those of client/registerCapability.
type RegistrationParams struct {
	Registrations []Registration `json:"registrations"`
}

// A Registration asks the client for notifications or requests of a method.
type Registration struct {
	ID              string `json:"id"`
	Method          string `json:"method"`
	RegisterOptions any    `json:"registerOptions,omitempty"`
}

// UnregistrationParams are those of client/unregisterCapability.
type UnregistrationParams struct {
	// The specification spells it that way.
	Unregistrations []Registration `json:"unregisterations"`
}

// DidChangeParams are those of textDocument/didChange.
type DidChangeParams struct {
	TextDocument   lsp.VersionedTextDocumentIdentifier `json:"textDocument"`
	ContentChanges []ContentChange                     `json:"contentChanges"`
}

// DidChangeConfigurationParams are those of workspace/didChangeConfiguration.
type DidChangeConfigurationParams struct {
	Settings json.RawMessage `json:"settings"`
}

// DidChangeWorkspaceFoldersParams are those of workspace/didChangeWorkspaceFolders.
type DidChangeWorkspaceFoldersParams struct {
	Event struct {
		Added   []WorkspaceFolder `json:"added"`
		Removed []WorkspaceFolder `json:"removed"`
	} `json:"event"`
}

// A ContentChange is an edit of a document: of a range of it, or, without one, of all.
type ContentChange struct {
	Range *lsp.Range `json:"range"`
	Text  string     `json:"text"`
}

// IsNull reports whether a value is null or missing.
func IsNull(v json.RawMessage) bool {
	v = bytes.TrimSpace(v)
	return len(v) == 0 || string(v) == "null"
}

// A PositionEncoding is the unit in which positions count characters.
type PositionEncoding string

// The encodings of the protocol. UTF-16 is the default.
const (
	UTF8  PositionEncoding = "utf-8"
	UTF16 PositionEncoding = "utf-16"
	UTF32 PositionEncoding = "utf-32"
)

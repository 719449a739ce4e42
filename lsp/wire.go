package lsp

import (
	"bytes"
	"encoding/json"

	"github.com/sourcegraph/go-lsp"
)

// What go-lsp lacks or has in an older form, in the words of the specification of the
// protocol, version 3.17. Fields of the same JSON name take the place of embedded ones.

// initializeParams are those of the initialize request.
type initializeParams struct {
	ProcessID             int                `json:"processId"`
	RootPath              string             `json:"rootPath"`
	RootURI               lsp.DocumentURI    `json:"rootUri"`
	ClientInfo            lsp.ClientInfo     `json:"clientInfo"`
	Capabilities          clientCapabilities `json:"capabilities"`
	InitializationOptions json.RawMessage    `json:"initializationOptions"`
	WorkspaceFolders      []workspaceFolder  `json:"workspaceFolders"`
	WorkDoneToken         json.RawMessage    `json:"workDoneToken"`
}

type workspaceFolder struct {
	URI  lsp.DocumentURI `json:"uri"`
	Name string          `json:"name"`
}

type dynamic struct {
	DynamicRegistration bool `json:"dynamicRegistration"`
}

// clientCapabilities are those that the server goes by.
type clientCapabilities struct {
	General struct {
		PositionEncodings []encoding `json:"positionEncodings"`
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

func (v *valueSet) UnmarshalJSON(text []byte) error {
	var set struct {
		ValueSet []int `json:"valueSet"`
	}
	if json.Unmarshal(text, &set) == nil {
		v.ValueSet = set.ValueSet
	} else if string(text) == "true" {
		v.ValueSet = []int{int(tagUnnecessary), int(tagDeprecated)}
	}
	return nil
}

type initializeResult struct {
	Capabilities serverCapabilities `json:"capabilities"`
	ServerInfo   lsp.ClientInfo     `json:"serverInfo"`
}

// serverCapabilities are those of go-lsp and what came after.
type serverCapabilities struct {
	lsp.ServerCapabilities
	PositionEncoding   encoding                    `json:"positionEncoding"`
	TextDocumentSync   lsp.TextDocumentSyncOptions `json:"textDocumentSync"`
	DiagnosticProvider *diagnosticOptions          `json:"diagnosticProvider,omitempty"`
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

type diagnosticOptions struct {
	Identifier            string `json:"identifier"`
	InterFileDependencies bool   `json:"interFileDependencies"`
	WorkspaceDiagnostics  bool   `json:"workspaceDiagnostics"`
}

type registrationParams struct {
	Registrations []registration `json:"registrations"`
}

type registration struct {
	ID              string `json:"id"`
	Method          string `json:"method"`
	RegisterOptions any    `json:"registerOptions,omitempty"`
}

type unregistrationParams struct {
	// The specification spells it that way.
	Unregistrations []registration `json:"unregisterations"`
}

type didChangeParams struct {
	TextDocument   lsp.VersionedTextDocumentIdentifier `json:"textDocument"`
	ContentChanges []contentChange                     `json:"contentChanges"`
}

type didChangeConfigurationParams struct {
	Settings json.RawMessage `json:"settings"`
}

type didChangeWorkspaceFoldersParams struct {
	Event struct {
		Added   []workspaceFolder `json:"added"`
		Removed []workspaceFolder `json:"removed"`
	} `json:"event"`
}

// A contentChange is an edit of a document: of a range of it, or, without one, of all.
type contentChange struct {
	Range *lsp.Range `json:"range"`
	Text  string     `json:"text"`
}

func isNull(v json.RawMessage) bool {
	v = bytes.TrimSpace(v)
	return len(v) == 0 || string(v) == "null"
}

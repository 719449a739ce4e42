package lsp

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"syscall"
	"time"

	"github.com/sourcegraph/go-lsp"
	"github.com/sourcegraph/jsonrpc2"

	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/settings"
	"github.com/cudalint/cudalint/lsp/wire"
)

// initialize answers the initialize request: it stores the client's capabilities, opens the
// roots and returns the server's capabilities.
func (s *server) initialize(params json.RawMessage) (any, error) {
	var p wire.InitializeParams
	if err := s.readInitialize(params, &p); err != nil {
		return nil, err
	}
	s.client = p.Capabilities
	s.units = s.encodingFor(&p)
	s.pull = p.Capabilities.TextDocument.Diagnostic != nil
	s.settings.Initial = settings.SectionOf(p.InitializationOptions)
	s.statusWanted = wantsStatus(p.InitializationOptions)
	roots := p.WorkspaceFolders
	if len(roots) == 0 && p.RootURI != "" {
		roots = []wire.WorkspaceFolder{{URI: p.RootURI}}
	}
	if len(roots) == 0 && p.RootPath != "" {
		roots = []wire.WorkspaceFolder{{URI: document.URIOf(p.RootPath)}}
	}
	if p.ProcessID > 0 {
		s.watchClient(p.ProcessID)
	}
	s.logf("version %s, client %s %s, positions in %s", s.opts.Version, p.ClientInfo.Name, p.ClientInfo.Version, s.units)
	s.mu.Lock()
	s.phase = running
	s.mu.Unlock()
	time.AfterFunc(startLimit, s.nowConfigured)
	s.openRoots(roots)
	return wire.InitializeResult{Capabilities: s.capabilities(), ServerInfo: lsp.ClientInfo{Name: "cudalint", Version: s.opts.Version}}, nil
}

// readInitialize reads the parameters. It ignores a capability that has the wrong type, as if
// the client did not have it.
func (s *server) readInitialize(params json.RawMessage, p *wire.InitializeParams) error {
	if len(params) == 0 {
		params = json.RawMessage("{}")
	}
	err := json.Unmarshal(params, p)
	var odd *json.UnmarshalTypeError
	switch {
	case errors.As(err, &odd) && odd.Field != "":
		s.logf("initialize: %s", err) // the rest is read
	case err != nil:
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	return nil
}

// encodingFor returns the encoding of positions: the best that the client offers, and else that
// in its initializationOptions. The latter is for clients that do not use UTF-16 but cannot
// make an offer.
func (s *server) encodingFor(p *wire.InitializeParams) wire.PositionEncoding {
	if offered := p.Capabilities.General.PositionEncodings; len(offered) > 0 {
		return document.ChooseEncoding(offered)
	}
	value, err := settings.Member(p.InitializationOptions, "positionEncoding")
	if err != nil || value == nil {
		return wire.UTF16
	}
	asked, err := settings.Read[wire.PositionEncoding](value, "a position encoding")
	if err != nil || document.ChooseEncoding([]wire.PositionEncoding{asked}) != asked {
		s.showNew("encoding", true, []string{fmt.Sprintf("positionEncoding: %.40s is not \"utf-8\", \"utf-16\" or \"utf-32\"; positions are in UTF-16", value)})
		return wire.UTF16
	}
	return asked
}

// wantsStatus reports whether the client asked for cudalint/status. Other clients would warn of
// an unknown notification.
func wantsStatus(options json.RawMessage) bool {
	for _, o := range []json.RawMessage{options, settings.SectionOf(options)} {
		if value, err := settings.Member(o, "status"); err == nil && string(value) == "true" {
			return true
		}
	}
	return false
}

// capabilities are those of the server for this client.
func (s *server) capabilities() wire.ServerCapabilities {
	var c wire.ServerCapabilities
	c.PositionEncoding = s.units
	c.TextDocumentSync = lsp.TextDocumentSyncOptions{OpenClose: true, Change: lsp.TDSKIncremental, Save: &lsp.SaveOptions{}}
	c.Workspace.WorkspaceFolders.Supported = true
	c.Workspace.WorkspaceFolders.ChangeNotifications = true
	if s.pull && !s.client.TextDocument.Diagnostic.DynamicRegistration {
		c.DiagnosticProvider = s.diagnosticOptions()
	}
	for _, add := range featureCapabilities {
		add(s, &c)
	}
	return c
}

// featureCapabilities add the capabilities of single features.
var featureCapabilities []func(*server, *wire.ServerCapabilities)

// initialized handles the first notification. From then on the client accepts requests.
func (s *server) initialized(*struct{}) error {
	s.registerWatchers()
	s.registerDiagnostics()
	if s.client.Workspace.Configuration {
		if s.client.Workspace.DidChangeConfiguration.DynamicRegistration {
			s.register(wire.Registration{ID: "configuration", Method: "workspace/didChangeConfiguration", RegisterOptions: map[string]any{"section": "cudalint"}})
		}
		s.askConfiguration()
	} else {
		s.settingsChanged()
		s.nowConfigured()
	}
	return nil
}

// nowConfigured lets the projects begin their checks.
func (s *server) nowConfigured() {
	s.configuredOnce.Do(func() { close(s.configured) })
}

// register asks the client to send the messages of a method.
func (s *server) register(r wire.Registration) {
	s.spawn("client/registerCapability", func() {
		if err := s.call("client/registerCapability", wire.RegistrationParams{Registrations: []wire.Registration{r}}, nil); err != nil {
			s.logf("client/registerCapability for %s: %s", r.Method, err)
		}
	})
}

// shutdownLimit bounds the wait of shutdown for unanswered requests.
const shutdownLimit = time.Second

// shutdown waits for unanswered requests and stops the projects. The client sends exit next.
func (s *server) shutdown() {
	s.mu.Lock()
	s.phase = stopping
	projects := slices.Clone(s.projects)
	s.mu.Unlock()
	close(s.stopped)
	wait(&s.answering, shutdownLimit)
	for _, p := range projects {
		p.stop()
	}
}

// alivePoll is the interval at which the server checks that the client's process still runs.
// Nearly always the input of the server ends first.
var alivePoll = 5 * time.Second

// watchClient ends the server when the client's process is gone. It does not watch a process
// that is invisible from the start, such as one in another container.
func (s *server) watchClient(pid int) {
	process, err := os.FindProcess(pid)
	if err != nil || !alive(process) {
		s.logf("the client's process %d cannot be seen from here and is not watched", pid)
		return
	}
	s.spawn("watching the client", func() {
		tick := time.NewTicker(alivePoll)
		defer tick.Stop()
		for {
			select {
			case <-s.ctx.Done():
				return
			case <-tick.C:
			}
			if !alive(process) {
				s.logf("the client's process %d is gone", pid)
				s.exit.Do(func() { close(s.exited) })
				return
			}
		}
	})
}

// alive reports whether a process runs. Signal 0 is sent to none; Windows knows no such
// signal, and its clients close the input.
func alive(p *os.Process) bool {
	err := p.Signal(syscall.Signal(0))
	return err == nil || !errors.Is(err, os.ErrProcessDone) && !errors.Is(err, syscall.ESRCH)
}

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

// initialize agrees with the client on what either can do.
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

// readInitialize reads the parameters. A capability of another type than it should have is
// one that the client has not got.
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

// encodingFor returns what positions count: by the client's offer, or without one by its
// initializationOptions, for clients that count otherwise and cannot say so.
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
		s.showNew("encoding", true, lsp.MTWarning, []string{fmt.Sprintf("positionEncoding: %.40s is not \"utf-8\", \"utf-16\" or \"utf-32\"; positions are in UTF-16", value)})
		return wire.UTF16
	}
	return asked
}

// wantsStatus reports whether the client asked for cudalint/status: others would warn of a
// notification that they do not know.
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

// initialized is when the client takes requests.
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

// nowConfigured lets the projects begin.
func (s *server) nowConfigured() {
	s.configuredOnce.Do(func() { close(s.configured) })
}

// register asks the client to tell about something.
func (s *server) register(r wire.Registration) {
	s.spawn("client/registerCapability", func() {
		if err := s.call("client/registerCapability", wire.RegistrationParams{Registrations: []wire.Registration{r}}, nil); err != nil {
			s.logf("client/registerCapability for %s: %s", r.Method, err)
		}
	})
}

// shutdownLimit is how long a client that wants to end waits for what it has asked before.
const shutdownLimit = time.Second

// shutdown answers what was asked before, and stops all work; the client asks to exit next.
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

// alivePoll is how often the server looks whether the client's process is there still.
// Nearly always the end of its input tells it earlier.
var alivePoll = 5 * time.Second

// watchClient ends the server when the client's process is gone. One that is not to be seen
// from the start, as it is in another container, is not watched.
func (s *server) watchClient(pid int) {
	process, err := os.FindProcess(pid)
	if err != nil || !alive(process) {
		s.logf("the client's process %d is not to be seen from here and is not watched", pid)
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

package lsp

import (
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lint/config"
	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/wire"
)

// gitattributes is the name of the files that say which files are generated.
const gitattributes = ".gitattributes"

// watchedFiles are globs of the files whose changes on disk can change results.
var watchedFiles = []string{
	"**/*.{toml,json}", "**/.gitignore", "**/.gitattributes", // configuration, baselines, models of GPUs and compile_commands.json
	"**/*.{cu,cuh,cu.cc,h,hh,hpp,hxx,inl,cpp,cc,cxx}",
}

type fileSystemWatcher struct {
	GlobPattern string `json:"globPattern"`
}

// watched reports whether the client watches files for the server.
func (s *server) watched() bool { return s.client.Workspace.DidChangeWatchedFiles.DynamicRegistration }

func (s *server) registerWatchers() {
	if !s.watched() {
		return
	}
	var watchers []fileSystemWatcher
	for _, pattern := range watchedFiles {
		watchers = append(watchers, fileSystemWatcher{pattern})
	}
	s.register(wire.Registration{ID: "files", Method: "workspace/didChangeWatchedFiles", RegisterOptions: map[string]any{"watchers": watchers}})
}

// registerDiagnostics registers pull diagnostics with a client that supports them. It
// registers again if the options have changed, which depend on the settings.
func (s *server) registerDiagnostics() {
	if !s.pull || !s.client.TextDocument.Diagnostic.DynamicRegistration {
		return
	}
	now := s.diagnosticOptions()
	s.mu.Lock()
	before := s.registered
	s.registered = now
	s.mu.Unlock()
	if before != nil && *before == *now {
		return
	}
	r := wire.Registration{ID: "diagnostics", Method: "textDocument/diagnostic"}
	s.spawn("client/registerCapability", func() {
		s.registering.Lock()
		defer s.registering.Unlock()
		if before != nil {
			if err := s.call("client/unregisterCapability", wire.UnregistrationParams{Unregistrations: []wire.Registration{r}}, nil); err != nil {
				s.logf("client/unregisterCapability: %s", err)
			}
		}
		r.RegisterOptions = struct {
			DocumentSelector any `json:"documentSelector"`
			wire.DiagnosticOptions
		}{nil, *now}
		if err := s.call("client/registerCapability", wire.RegistrationParams{Registrations: []wire.Registration{r}}, nil); err != nil {
			s.logf("client/registerCapability for diagnostics: %s", err)
		}
	})
}

// didChangeWatchedFiles handles changes on disk.
func (s *server) didChangeWatchedFiles(params *lsp.DidChangeWatchedFilesParams) error {
	changes := map[string]bool{}
	for _, event := range params.Changes {
		if path := document.PathOf(event.URI); path != "" {
			changes[path] = changes[path] || event.Type != lsp.Changed
		}
	}
	s.eachProject(func(p *project) { p.filesChanged(changes) })
	return nil
}

// filesChanged schedules a check after changes on disk. The keys are paths; a value is true if
// the file was created or deleted.
func (p *project) filesChanged(changes map[string]bool) {
	var now staleness
	set := p.settings()
	p.lastMu.Lock()
	known := p.baselineFiles
	p.lastMu.Unlock()
	for path, listed := range changes {
		name := filepath.Base(path)
		switch {
		case slices.Contains(config.Names, name), slices.Contains([]string{p.resolvePath(set.Configuration), p.resolvePath(set.CompileCommands), p.resolvePath(set.Gpu)}, path),
			name == "compile_commands.json" && set.CompileCommands != "":
			now.options = true
		case slices.Contains(known, path), name == gitattributes:
			now.baselines = true
		case name == ".gitignore":
			now.files = true
			now.paths = append(now.paths, path) // an include directive may name it, too
		case filepath.Ext(name) == ".json" || filepath.Ext(name) == ".toml":
			continue // not a file of this project's configuration
		default:
			now.paths = append(now.paths, path)
			now.files = now.files || listed
		}
	}
	if !now.options && !now.baselines && !now.files && len(now.paths) == 0 {
		return
	}
	p.mu.Lock()
	p.stale.options = p.stale.options || now.options
	p.stale.baselines = p.stale.baselines || now.baselines
	p.stale.files = p.stale.files || now.files || now.options
	p.stale.paths = append(p.stale.paths, now.paths...)
	p.mu.Unlock()
	p.recheck()
}

// A stamp is the time and size of a file on disk. If it differs, the file has changed.
type stamp struct {
	time time.Time
	size int64
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{info.ModTime(), info.Size()}
}

// compareDisk tells the session which files have changed on disk since the last call. It is
// for clients that do not watch files. The caller holds p.sessionLock.
func (p *project) compareDisk() {
	now := map[string]stamp{}
	for _, in := range p.found {
		path := p.absolute(in.Path)
		now[path] = stampOf(path)
	}
	p.lastMu.Lock()
	whole := p.program
	p.lastMu.Unlock()
	if whole != nil {
		for path := range byFile(whole.result) {
			now[p.absolute(path)] = stampOf(p.absolute(path))
		}
	}
	var changed []string
	for path, at := range now {
		if before, ok := p.stamps[path]; ok && before != at {
			changed = append(changed, path)
		}
	}
	p.stamps = now
	p.textsChanged(changed...)
}

// configurationStamps returns the stamps of all files that can configure the project, whether
// they exist or not.
func (p *project) configurationStamps() map[string]stamp {
	out := map[string]stamp{}
	folder := func(dir string) {
		for _, name := range config.Names {
			out[filepath.Join(dir, name)] = stamp{}
		}
		out[filepath.Join(dir, gitattributes)] = stamp{}
	}
	folder(p.dir)
	for dir := p.dir; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		folder(filepath.Dir(dir))
	}
	for _, in := range p.found {
		folder(filepath.Dir(p.absolute(in.Path)))
	}
	set := p.settings()
	for _, name := range []string{set.Configuration, set.CompileCommands} {
		if name != "" {
			out[p.resolvePath(name)] = stamp{}
			out[filepath.Join(p.resolvePath(name), "compile_commands.json")] = stamp{}
		}
	}
	for name := range p.baselines.read {
		out[name] = stamp{}
	}
	for path := range out {
		out[path] = stampOf(path)
	}
	return out
}

// reconfigured reports whether a configuration file has changed since the last call. The first
// call returns false.
func (p *project) reconfigured() bool {
	now, before := p.configurationStamps(), p.configStamps
	p.configStamps = now
	for path, at := range now {
		if old, ok := before[path]; ok && old != at {
			return true
		}
	}
	return false
}

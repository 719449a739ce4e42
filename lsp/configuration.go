package lsp

import (
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"time"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lsp/settings"
	"github.com/cudalint/cudalint/lsp/wire"
)

// answerLimit bounds the wait for an answer of the client. Some clients never answer.
const answerLimit = 5 * time.Second

// startLimit is how long the first check waits for the client's configuration.
const startLimit = time.Second

// didChangeConfiguration handles changed settings. It asks the client for them if it can,
// because the notification has no settings by root, and in some clients none at all.
func (s *server) didChangeConfiguration(p *wire.DidChangeConfigurationParams) error {
	if s.client.Workspace.Configuration {
		s.askConfiguration()
		return nil
	}
	if section, err := settings.Member(p.Settings, "cudalint"); err != nil || section != nil {
		s.mu.Lock()
		s.settings.All = section
		s.mu.Unlock()
		s.settingsChanged()
	}
	return nil
}

// askConfiguration asks the client for the settings of each root.
func (s *server) askConfiguration() {
	s.mu.Lock()
	items := []lsp.ConfigurationItem{{Section: "cudalint"}}
	roots := slices.Clone(s.roots)
	answered := make(chan struct{})
	s.openQuestions[answered] = true
	s.lastQuestion++
	question := s.lastQuestion
	s.mu.Unlock()
	for _, root := range roots {
		items = append(items, lsp.ConfigurationItem{ScopeURI: string(root.URI), Section: "cudalint"})
	}
	s.spawn("workspace/configuration", func() {
		var answers []json.RawMessage
		err := s.call("workspace/configuration", lsp.ConfigurationParams{Items: items}, &answers)
		s.mu.Lock()
		if err == nil && len(answers) == len(items) && question > s.lastAnswer {
			s.lastAnswer = question
			s.settings.All, s.settings.Roots = answers[0], map[lsp.DocumentURI]json.RawMessage{}
			for i, root := range roots {
				s.settings.Roots[root.URI] = answers[i+1]
			}
		}
		s.mu.Unlock()
		if err != nil {
			s.logf("workspace/configuration: %s", err)
		}
		s.settingsChanged()
		s.mu.Lock()
		delete(s.openQuestions, answered)
		s.mu.Unlock()
		close(answered)
		s.nowConfigured()
		s.showStatus()
	})
}

// pendingSettings returns a channel for each unanswered request for the configuration, which is
// closed at the answer, and the channel configured.
func (s *server) pendingSettings() []chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append(slices.Collect(maps.Keys(s.openQuestions)), s.configured)
}

// awaitSettings waits for the answers of the client, so that a request sees all settings that
// were changed before it.
func awaitSettings(ctx context.Context, asked []chan struct{}) {
	for _, answered := range asked {
		select {
		case <-answered:
		case <-ctx.Done():
		}
	}
}

// call sends a request to the client and waits for the answer, within answerLimit.
func (s *server) call(method string, params, result any) error {
	ctx, cancel := context.WithTimeout(s.ctx, answerLimit)
	defer cancel()
	return s.conn.Call(ctx, method, params, result)
}

// settingsChanged applies the settings to all projects.
func (s *server) settingsChanged() {
	s.configuring.Lock() // of two concurrent calls, the later settings win
	defer s.configuring.Unlock()
	s.mu.Lock()
	projects := slices.Clone(s.projects)
	tree, gpu := s.settings, s.gpu
	s.mu.Unlock()
	var wrong []string
	_, wrong = tree.Of("")
	hints := false
	for _, p := range projects {
		now, trouble := tree.Of(p.root)
		wrong = append(wrong, trouble...)
		if gpu != "" {
			now.Gpu = gpu
		}
		before := p.settings()
		hints = hints || before.InlayHints != now.InlayHints || before.Gpu != now.Gpu
		p.configure(now)
	}
	slices.Sort(wrong)
	s.showNew("settings", true, slices.Compact(wrong))
	if hints {
		s.refreshHints()
	}
	s.registerDiagnostics()
	s.showStatus()
}

// configure replaces the settings of a project. It checks the project again if a changed
// setting can change diagnostics.
func (p *project) configure(now settings.Settings) {
	p.mu.Lock()
	before := p.set
	p.set = now
	p.mu.Unlock()
	// These settings do not change the result of a check.
	before.Debounce, before.InlayHints, before.Hover = now.Debounce, now.InlayHints, now.Hover
	if !reflect.DeepEqual(before, now) {
		p.reload()
	}
}

// chooseGPU sets the GPU of all projects, over their configuration; "" goes back to that. It
// returns the name of the GPU now in use, "" if the configuration of each file gives it.
func (s *server) chooseGPU(name string) (string, error) {
	if name != "" {
		if err := settings.CheckGPU(name); err != nil {
			return "", err
		}
	}
	s.mu.Lock()
	s.gpu = name
	s.mu.Unlock()
	s.settingsChanged()
	s.mu.Lock()
	defer s.mu.Unlock()
	if name == "" {
		now, _ := s.settings.Of("")
		name = now.Gpu
	}
	return name, nil
}

// settings returns the settings of a project.
func (p *project) settings() settings.Settings {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.set
}

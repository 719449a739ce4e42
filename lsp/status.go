package lsp

import (
	"cmp"
	"slices"
	"sync"

	"github.com/cudalint/cudalint/lint"
)

// statusParams are those of cudalint/status, an extension of the protocol for clients that
// ask for it by "status": true in their initializationOptions.
type statusParams struct {
	// GPU and CUDA are what is linted for: as chosen or configured, else the default.
	GPU  string `json:"gpu"`
	CUDA string `json:"cuda"`
	// Files is how many files were checked, Findings how many findings are shown: those of
	// open files, or of all, as the settings say.
	Files    int `json:"files"`
	Findings int `json:"findings"`
	// Busy is set from the message that makes new results on until they are sent.
	Busy bool `json:"busy"`
}

// A statusLine is what the client was told last.
type statusLine struct {
	mu   sync.Mutex
	told bool
	last statusParams
}

// showStatus tells the client what has changed.
func (s *server) showStatus() {
	if !s.statuses {
		return
	}
	s.status.mu.Lock()
	defer s.status.mu.Unlock()
	now := s.statusNow()
	if s.status.told && s.status.last == now {
		return
	}
	s.status.told, s.status.last = true, now
	s.notify("cudalint/status", now)
}

func (s *server) statusNow() statusParams {
	s.mu.Lock()
	projects := slices.Clone(s.projects)
	now := statusParams{Busy: len(s.asking) > 0, GPU: s.gpu}
	s.mu.Unlock()
	for _, p := range projects {
		now.Busy = now.Busy || p.busy()
		p.lastMu.Lock()
		if p.whole != nil {
			r := p.whole.result
			now.Files += r.Files
			now.Findings += p.whole.shown
			now.GPU, now.CUDA = cmp.Or(r.Target.Product, now.GPU, r.Target.GPU), cmp.Or(now.CUDA, r.Target.CUDA)
		}
		p.lastMu.Unlock()
	}
	now.GPU = cmp.Or(now.GPU, lint.DefaultGPU)
	return now
}

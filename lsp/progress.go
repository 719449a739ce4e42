package lsp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/cudalint/cudalint/lint"
)

// progressDelay is how long a check runs before its progress is shown.
const progressDelay = 400 * time.Millisecond

// progressInterval is how often progress is told at most.
const progressInterval = 100 * time.Millisecond

// A progress is what is shown of one check.
type progress struct {
	*server
	token string
	mu    sync.Mutex
	begun bool
	ended bool
	last  time.Time
}

type progressParams struct {
	Token string `json:"token"`
	Value any    `json:"value"`
}

type progressValue struct {
	Kind       string `json:"kind"` // begin, report, end
	Title      string `json:"title,omitempty"`
	Message    string `json:"message,omitempty"`
	Percentage *int   `json:"percentage,omitempty"`
}

type workDoneProgressCreateParams struct {
	Token string `json:"token"`
}

// newProgress returns a progress with a token of its own, nil if the client shows none.
func (s *server) newProgress() *progress {
	if !s.client.Window.WorkDoneProgress {
		return nil
	}
	s.mu.Lock()
	s.tokens++
	g := &progress{server: s, token: fmt.Sprintf("cudalint/%d", s.tokens)}
	s.mu.Unlock()
	return g
}

// begin shows the token. It waits for the client.
func (g *progress) begin(title string) {
	if err := g.call("window/workDoneProgress/create", workDoneProgressCreateParams{g.token}, nil); err != nil {
		g.logf("window/workDoneProgress/create: %s", err)
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ended {
		return
	}
	g.begun = true
	zero := 0
	g.notify("$/progress", progressParams{g.token, progressValue{Kind: "begin", Title: title, Percentage: &zero}})
}

// report tells how many files are done.
func (g *progress) report(done, total int) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	if !g.begun || g.ended || total == 0 || now.Sub(g.last) < progressInterval {
		return
	}
	g.last = now
	percent := 100 * done / total
	g.notify("$/progress", progressParams{g.token, progressValue{Kind: "report", Message: fmt.Sprintf("%d of %d files", done, total), Percentage: &percent}})
}

// end takes the token away.
func (g *progress) end(text string) {
	if g == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.begun && !g.ended {
		g.notify("$/progress", progressParams{g.token, progressValue{Kind: "end", Message: text}})
	}
	g.ended = true
}

// beginProgress shows how far a check of the whole program is, if it takes a while, until
// the function it returns is called.
func (p *project) beginProgress(ctx context.Context) (end func()) {
	g := p.newProgress()
	if g == nil {
		return func() {}
	}
	p.progress.Store(g)
	done := make(chan struct{})
	p.spawn("progress", func() {
		select {
		case <-done:
		case <-ctx.Done():
		case <-time.After(progressDelay):
			g.begin("cudalint: checking " + lastElement(p.dir))
		}
	})
	return func() {
		close(done)
		p.progress.Store(nil)
		g.end("")
	}
}

func lastElement(dir string) string {
	return dir[strings.LastIndexAny(dir, `/\`)+1:]
}

// progressed is engine.Options.Progress.
func (p *project) progressed(done, total int) { p.progress.Load().report(done, total) }

// refreshHints asks the client to ask for inlay hints again.
func (s *server) refreshHints() {
	if s.client.Workspace.InlayHint.RefreshSupport {
		s.spawn("workspace/inlayHint/refresh", func() { s.ask("workspace/inlayHint/refresh") })
	}
}

// ask sends a request whose answer says nothing.
func (s *server) ask(method string) {
	if err := s.call(method, nil, nil); err != nil && s.ctx.Err() == nil {
		s.logf("%s: %s", method, err)
	}
}

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
	sent bool
	last statusParams
}

// showStatus tells the client what has changed.
func (s *server) showStatus() {
	if !s.statusWanted {
		return
	}
	s.status.mu.Lock()
	defer s.status.mu.Unlock()
	now := s.statusNow()
	if s.status.sent && s.status.last == now {
		return
	}
	s.status.sent, s.status.last = true, now
	s.notify("cudalint/status", now)
}

func (s *server) statusNow() statusParams {
	s.mu.Lock()
	projects := slices.Clone(s.projects)
	now := statusParams{Busy: len(s.openQuestions) > 0, GPU: s.gpu}
	s.mu.Unlock()
	for _, p := range projects {
		now.Busy = now.Busy || p.busy()
		p.lastMu.Lock()
		if p.program != nil {
			r := p.program.result
			now.Files += r.Files
			now.Findings += p.program.shown
			now.GPU, now.CUDA = cmp.Or(r.Target.Product, now.GPU, r.Target.GPU), cmp.Or(now.CUDA, r.Target.CUDA)
		}
		p.lastMu.Unlock()
	}
	now.GPU = cmp.Or(now.GPU, lint.DefaultGPU)
	return now
}

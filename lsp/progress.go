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

// progressInterval is the shortest time between two progress reports.
const progressInterval = 100 * time.Millisecond

// A progress reports the progress of one check to the client.
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

// begin makes the client show the progress. It waits for the client's answer.
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

// report sends the number of checked files.
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

// end makes the client remove the progress.
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

// beginProgress shows the progress of a check that takes longer than progressDelay. The caller
// calls end after the check.
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

// ask sends a request without parameters and ignores the result.
func (s *server) ask(method string) {
	if err := s.call(method, nil, nil); err != nil && s.ctx.Err() == nil {
		s.logf("%s: %s", method, err)
	}
}

// statusParams are those of cudalint/status, an extension of the protocol for clients that
// ask for it by "status": true in their initializationOptions.
type statusParams struct {
	// GPU and CUDA are the target: as chosen or configured, else the default.
	GPU  string `json:"gpu"`
	CUDA string `json:"cuda"`
	// Files is how many files were checked, Findings how many findings are shown: those of
	// open files, or of all, as the settings say.
	Files    int `json:"files"`
	Findings int `json:"findings"`
	// Busy is set while a check or a request for the configuration is pending.
	Busy bool `json:"busy"`
}

// A statusLine is the last status that the client got.
type statusLine struct {
	mu   sync.Mutex
	sent bool
	last statusParams
}

// showStatus sends the status if it has changed.
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

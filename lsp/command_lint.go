package lsp

import (
	"context"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/cudalint/cudalint/lsp/settings"
)

// workspaceCounts is what cudalint.lintWorkspace returns.
type workspaceCounts struct {
	Files    int `json:"files"`
	Findings int `json:"findings"`
	Problems int `json:"problems"`
}

// lintWorkspaceCommand checks all files of the workspace and returns the counts. From then on
// the diagnostics of closed files are shown, too.
func (r *request) lintWorkspaceCommand(ctx context.Context, args commandArguments) (any, error) {
	if err := args.take("no arguments"); err != nil {
		return nil, err
	}
	var projects []*project
	r.eachProject(func(p *project) {
		if p.file == "" {
			projects = append(projects, p)
		}
	})
	r.mu.Lock()
	r.showAllFiles = true
	r.mu.Unlock()
	r.registerDiagnostics()
	for _, p := range projects {
		p.rescanDisk()
	}
	r.showStatus()
	var counts workspaceCounts
	for _, p := range projects {
		w := p.awaitProgram(ctx, programTimeout)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case w == nil:
			return nil, &jsonrpc2.Error{Code: codeRequestFailed, Message: p.dir + " was not checked in time"}
		}
		counts.Files += w.result.Files
		counts.Findings += len(w.result.Findings)
		counts.Problems += len(w.result.Problems)
	}
	return counts, nil
}

// programTimeout bounds the check of one root.
const programTimeout = time.Hour

// shownEverywhere reports whether findings of closed files are shown, too.
func (p *project) shownEverywhere() bool {
	p.server.mu.Lock()
	everywhere := p.showAllFiles
	p.server.mu.Unlock()
	return everywhere || p.settings().Scope == settings.ScopeWorkspace
}

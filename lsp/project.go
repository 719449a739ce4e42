package lsp

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/config"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/settings"
)

// A project is the program of one root of the workspace, or of a single file outside of all
// roots. It is checked as `cudalint check .` in its folder checks it, with the texts of open
// documents in place of what is on disk.
type project struct {
	*server
	dir  string          // absolute
	root lsp.DocumentURI // of the root; "" for a single file
	file string          // the single file; "" for a root
	uri  lsp.DocumentURI // of the single file

	ctx  context.Context
	stop context.CancelFunc
	wake chan struct{} // something is due, or due earlier

	// mu guards what is to be done.
	mu        sync.Mutex
	set       settings.Settings
	quickDue  map[lsp.DocumentURI]time.Time // documents to be checked quickly
	firstEdit time.Time                     // the first edit that no check has seen; zero for none
	fullDue   time.Time                     // when the whole program is to be checked; zero for not
	stale     staleness
	working   bool
	// hintsStale is set where what the inlay hints of open documents rest on may have changed
	// without an edit of theirs.
	hintsStale  bool
	cancelFull  context.CancelFunc // of the check of the whole program that runs; nil for none
	cancelQuick context.CancelFunc // of the quick check that runs; nil for none

	// use is held by who uses what follows.
	sessionLock chan struct{}
	session     *engine.Session
	resolver    *config.Resolver
	commands    *config.CompileCommands // nil where none is configured, or it cannot be read
	baselines   *baselines
	problems    []lint.Problem // of the preparation
	target      lint.Target
	// found are the files as Search finds them, sorted by path, foundPaths their paths as
	// reported; nil before.
	found       []discover.Input
	foundPaths  map[string]bool
	searched    bool
	inputs      []discover.Input
	sessionDocs map[string]*document.Document // the texts that the session has, by absolute path
	// stamps are those of sources on disk, configStamps those of configuration, where the
	// client does not watch them.
	stamps, configStamps map[string]stamp

	progress atomic.Pointer[progress] // of the check that runs; nil where none is shown

	// last is what was found last, for requests that need no more.
	lastMu  sync.Mutex
	last    map[lsp.DocumentURI]*checkedFile
	program *programResult
	// baselineFiles are the baselines that were read.
	baselineFiles []string
}

// staleness says what of a project has to be made anew.
type staleness struct {
	options   bool // configuration, and so the session
	baselines bool // the baselines
	files     bool // the list of files
	disk      bool // it is to be looked for what changed on disk
	paths     []string
}

// A checkedFile is what was found in a document.
type checkedFile struct {
	doc    *document.Document
	gen    int
	result *engine.Result
}

// A programResult is what was found in the whole program.
type programResult struct {
	docs   document.Set
	gen    int
	result *engine.Result
	shown  int // how many of the findings are shown
}

func newProject(s *server, dir, file string) *project {
	p := &project{server: s, dir: filepath.Clean(dir), file: file, wake: make(chan struct{}, 1), sessionLock: make(chan struct{}, 1),
		quickDue: map[lsp.DocumentURI]time.Time{}, sessionDocs: map[string]*document.Document{}, last: map[lsp.DocumentURI]*checkedFile{}}
	p.ctx, p.stop = context.WithCancel(s.ctx)
	p.stale.options, p.hintsStale = true, true
	return p
}

// start begins the work on a project.
func (p *project) start() {
	if p.file == "" {
		p.mu.Lock()
		p.fullDue = time.Now()
		p.mu.Unlock()
	}
	p.spawn("a project", p.run)
}

// withSession calls f with the documents that the session has, and the count of changes. p.sessionLock
// is held meanwhile.
func (p *project) withSession(ctx context.Context, f func(docs document.Set, gen int) error) error {
	select {
	case <-p.server.configured:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case p.sessionLock <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	case <-p.ctx.Done():
		return errContentModified
	}
	defer func() { <-p.sessionLock }()
	if p.ctx.Err() != nil {
		return errContentModified
	}
	docs, gen := p.prepare()
	if err := ctx.Err(); err != nil {
		return err
	}
	return f(docs, gen)
}

// resultFor returns what is found in a document: in all of the program if that is known, else
// as far as a quick check tells. It fails if the document is not the newest version.
func (p *project) resultFor(ctx context.Context, d *document.Document) (*engine.Result, error) {
	if docs, gen := p.snapshot(); docs[d.Uri] == d {
		if r := p.lastResult(d, gen); r != nil {
			return r, nil
		}
	}
	p.interrupt()
	var result *engine.Result
	err := p.withSession(ctx, func(docs document.Set, gen int) error {
		if docs[d.Uri] != d {
			return errContentModified
		}
		if result = p.lastResult(d, gen); result != nil {
			return nil
		}
		result = p.checkFile(ctx, d, gen)
		return ctx.Err()
	})
	return result, err
}

// lastResult returns what was found in a document at a count of changes, nil where that is not
// known.
func (p *project) lastResult(d *document.Document, gen int) *engine.Result {
	p.lastMu.Lock()
	defer p.lastMu.Unlock()
	if w := p.program; w != nil && w.gen == gen && w.docs[d.Uri] == d {
		return w.result
	}
	if c := p.last[d.Uri]; c != nil && c.gen == gen && c.doc == d {
		return c.result
	}
	return nil
}

// checkFile checks a document quickly. p.sessionLock is held.
func (p *project) checkFile(ctx context.Context, d *document.Document, gen int) *engine.Result {
	r := p.session.CheckFile(ctx, p.pathFor(d))
	if ctx.Err() != nil {
		return nil
	}
	if r == nil {
		r = &engine.Result{} // nothing of it is checked
	}
	r = p.reportable(r)
	p.lastMu.Lock()
	p.last[d.Uri] = &checkedFile{d, gen, r}
	p.lastMu.Unlock()
	return r
}

// checkAll checks the whole program. It returns nil if ctx ends it. p.sessionLock is held.
func (p *project) checkAll(ctx context.Context, docs document.Set, gen int) *engine.Result {
	r := p.session.Check(ctx)
	if ctx.Err() != nil {
		return nil
	}
	r = p.reportable(r)
	p.lastMu.Lock()
	p.program = &programResult{docs: docs, gen: gen, result: r}
	p.last = map[lsp.DocumentURI]*checkedFile{}
	p.baselineFiles = slices.Collect(maps.Keys(p.baselines.read))
	p.lastMu.Unlock()
	return r
}

// reported returns the path under which the results of the project have a file.
func (p *project) reported(path string) string { return engine.Reported(p.dir, path) }

// pathFor returns the path under which the results of the project have a document.
func (p *project) pathFor(d *document.Document) string {
	if d.Path == "" {
		return p.reported(filepath.Join(nowhere, d.Name()))
	}
	return p.reported(d.Path)
}

// absolute returns the absolute path of one that results have.
func (p *project) absolute(path string) string {
	name := filepath.FromSlash(path)
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(p.dir, name)
}

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

// A project is the program in one root of the workspace, or a single file outside of all
// roots. Its check gives what `cudalint check .` gives in its folder, except that open
// documents take the place of the files on disk.
type project struct {
	*server
	dir  string          // absolute
	root lsp.DocumentURI // of the root; "" for a single file
	file string          // the single file; "" for a root
	uri  lsp.DocumentURI // of the single file

	ctx  context.Context
	stop context.CancelFunc
	wake chan struct{} // gets a value when a check is scheduled

	// mu guards the schedule.
	mu        sync.Mutex
	set       settings.Settings
	quickDue  map[lsp.DocumentURI]time.Time // when the quick check of a document is due
	firstEdit time.Time                     // the first edit since the last quick check; zero for none
	fullDue   time.Time                     // when the check of the whole program is due; zero for never
	stale     staleness
	working   bool
	// hintsStale is set if the inlay hints of an open document may have changed without an
	// edit of that document.
	hintsStale  bool
	cancelFull  context.CancelFunc // cancels the running check of the program; nil for none
	cancelQuick context.CancelFunc // cancels the running quick checks; nil for none

	// sessionLock guards the fields below. It is a channel, not a mutex, so that waiting for
	// it can be cancelled.
	sessionLock chan struct{}
	session     *engine.Session
	resolver    *config.Resolver
	commands    *config.CompileCommands // nil where none is configured, or it cannot be read
	baselines   *baselines
	problems    []lint.Problem // of the configuration
	// found are the files that discover.Search found, sorted by path, and foundPaths their
	// reported paths; nil before the first search.
	found       []discover.Input
	foundPaths  map[string]bool
	searched    bool
	inputs      []discover.Input
	sessionDocs map[string]*document.Document // documents whose texts the session has, by absolute path
	// stamps are of the sources on disk, configStamps of the configuration files. Both are
	// for clients that do not watch files.
	stamps, configStamps map[string]stamp

	progress atomic.Pointer[progress] // of the running check; nil where none is shown

	// last and program hold the latest results, so that requests need not check again.
	lastMu  sync.Mutex
	last    map[lsp.DocumentURI]*checkedFile
	program *programResult
	// baselineFiles are the names of the baselines that the check of the program read.
	baselineFiles []string
}

// staleness says which parts of a project are out of date.
type staleness struct {
	options   bool     // the configuration, and with it the session
	baselines bool     // the baselines
	files     bool     // the list of files
	disk      bool     // the stamps: files may have changed on disk
	paths     []string // files that changed on disk
}

// A checkedFile is the result of a quick check of a document.
type checkedFile struct {
	doc    *document.Document
	gen    int
	result *engine.Result
}

// A programResult is the result of a check of the whole program.
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

// start schedules the first check and starts the goroutine of the project.
func (p *project) start() {
	if p.file == "" {
		p.mu.Lock()
		p.fullDue = time.Now()
		p.mu.Unlock()
	}
	p.spawn("a project", p.run)
}

// withSession brings the session up to date and calls f while p.sessionLock is held. f gets
// the documents that the session has, and the number of changes so far.
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

// resultFor returns a result with the findings of a document: that of the whole program if it
// is up to date, and else that of a quick check. It fails if the document is not the newest
// version.
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

// lastResult returns the stored result for a document if it is from after gen changes, and
// else nil.
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

// checkFile runs a quick check of a document. It returns nil if ctx is done. The caller
// holds p.sessionLock.
func (p *project) checkFile(ctx context.Context, d *document.Document, gen int) *engine.Result {
	r := p.session.CheckFile(ctx, p.pathFor(d))
	if ctx.Err() != nil {
		return nil
	}
	if r == nil {
		r = &engine.Result{} // the file is not linted
	}
	r = p.reportable(r)
	p.lastMu.Lock()
	p.last[d.Uri] = &checkedFile{d, gen, r}
	p.lastMu.Unlock()
	return r
}

// checkAll checks the whole program. It returns nil if ctx is done. The caller holds
// p.sessionLock.
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

// reported returns the path of a file as the results of the project spell it.
func (p *project) reported(path string) string { return engine.Reported(p.dir, path) }

// pathFor returns the path of a document as the results of the project spell it.
func (p *project) pathFor(d *document.Document) string {
	if d.Path == "" {
		return p.reported(filepath.Join(nowhere, d.Name()))
	}
	return p.reported(d.Path)
}

// absolute returns the absolute path for a path in the results of the project.
func (p *project) absolute(path string) string {
	name := filepath.FromSlash(path)
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(p.dir, name)
}

package lsp

import (
	"context"
	"slices"
	"time"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/settings"
)

// fullCheckDelay is the longest time between a quick check and the check of the whole
// program that follows it.
const fullCheckDelay = 300 * time.Millisecond

// maxDebounces bounds how long a quick check is put off while the user types on, as a
// multiple of the debounce.
const maxDebounces = 5

// run does the checks of the project, one after the other, when they are due.
func (p *project) run() {
	defer p.closeSession()
	select {
	case <-p.server.configured:
	case <-p.ctx.Done():
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		wait, work := p.next(time.Now())
		switch {
		case work != nil:
			func() {
				defer p.done()
				defer p.recovered("the check of " + p.dir)
				whole := false
				defer func() {
					if !whole {
						p.discardSession()
					}
				}()
				work()
				whole = true
			}()
			continue
		case wait >= 0:
			timer.Reset(wait)
		default:
			timer.Stop()
		}
		select {
		case <-p.ctx.Done():
			return
		case <-p.wake:
		case <-timer.C:
		}
	}
}

// discardSession makes the next check start with a new session. After a panic the present
// one may be in any state.
func (p *project) discardSession() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stale.options = true
}

// closeSession closes the session as soon as nobody uses it.
func (p *project) closeSession() {
	p.sessionLock <- struct{}{}
	if p.session != nil {
		p.session.Close()
	}
	<-p.sessionLock // p.ctx is done, so whoever waits for the lock gives up
	p.showStatus()
}

// next returns the check that is due now as work. If none is due, work is nil, and wait is
// the time until the next one; it is negative if no check is scheduled.
func (p *project) next(now time.Time) (wait time.Duration, work func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ctx.Err() != nil {
		return -1, nil
	}
	var due []lsp.DocumentURI
	at := p.fullDue
	for uri, t := range p.quickDue {
		if !t.After(now) {
			due = append(due, uri)
		}
		if at.IsZero() || t.Before(at) {
			at = t
		}
	}
	switch {
	case len(due) > 0:
		slices.Sort(due)
		for _, uri := range due {
			delete(p.quickDue, uri)
		}
		p.firstEdit = time.Time{}
		p.working = true
		ctx, cancel := context.WithCancel(p.ctx)
		p.cancelQuick = cancel
		return 0, func() {
			defer cancel()
			p.checkDocuments(ctx, due)
		}
	case at.IsZero():
		return -1, nil
	case at.After(now):
		return at.Sub(now), nil
	}
	p.fullDue = time.Time{}
	p.working = true
	ctx, cancel := context.WithCancel(p.ctx)
	p.cancelFull = cancel
	return 0, func() {
		defer cancel()
		p.checkProgram(ctx)
	}
}

// done records the end of a check and wakes those who wait for it.
func (p *project) done() {
	p.mu.Lock()
	p.working, p.cancelFull, p.cancelQuick = false, nil, nil
	p.mu.Unlock()
	p.broadcast()
	p.showStatus()
}

// busy reports whether a check is running or scheduled.
func (p *project) busy() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ctx.Err() == nil && (p.working || len(p.quickDue) > 0 || !p.fullDue.IsZero())
}

func (p *project) signal() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// interrupt cancels the running check of the whole program, if any, and schedules it again.
// Quick checks and requests call it, because they must not wait for a long check.
func (p *project) interrupt() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cancelFull != nil {
		p.cancelFull()
		p.cancelFull = nil
		if p.fullDue.IsZero() {
			p.fullDue = time.Now()
		}
	}
}

// schedule schedules a quick check of a document after a delay, and a check of the whole
// program after that. If doc is nil, only the second is scheduled.
func (p *project) schedule(doc *document.Document, delay time.Duration) {
	p.interrupt()
	docs, _ := p.snapshot()
	others := len(docs) > 1
	p.mu.Lock()
	if p.cancelQuick != nil && doc != nil {
		p.cancelQuick() // its findings would be of an older text
		p.cancelQuick = nil
	}
	now := time.Now()
	after := time.Duration(0)
	if doc != nil {
		if p.firstEdit.IsZero() || delay == 0 {
			p.firstEdit = now
		}
		at := now.Add(delay)
		if last := p.firstEdit.Add(maxDebounces * p.set.Debounce); at.After(last) {
			at = last
		}
		p.quickDue[doc.Uri] = at
		after = min(fullCheckDelay, 2*p.set.Debounce)
	}
	p.fullDue = now.Add(delay + after)
	p.hintsStale = p.hintsStale || doc == nil || others
	p.mu.Unlock()
	p.signal()
}

// checkDocuments runs quick checks of documents and shows their diagnostics. If ctx is
// cancelled, the documents not yet checked are scheduled again.
func (p *project) checkDocuments(ctx context.Context, uris []lsp.DocumentURI) {
	if p.pull {
		return // the client pulls diagnostics
	}
	err := p.withSession(ctx, func(docs document.Set, gen int) error {
		for len(uris) > 0 {
			doc := docs[uris[0]]
			if doc != nil && p.owns(doc.Path, doc) {
				r := p.lastResult(doc, gen)
				if r == nil {
					r = p.checkFile(ctx, doc, gen)
				}
				if r == nil {
					return ctx.Err()
				}
				p.showDocument(doc, r)
			}
			uris = uris[1:]
		}
		return nil
	})
	if err != nil && p.ctx.Err() == nil {
		p.mu.Lock()
		for _, uri := range uris {
			if _, again := p.quickDue[uri]; !again {
				p.quickDue[uri] = time.Now()
			}
		}
		p.mu.Unlock()
	}
}

// checkProgram checks the whole program and shows its diagnostics.
func (p *project) checkProgram(ctx context.Context) {
	err := p.withSession(ctx, func(docs document.Set, gen int) error {
		p.refresh(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		p.syncSession(docs)
		end := p.beginProgress(ctx)
		r := p.checkAll(ctx, docs, gen)
		end()
		if r == nil {
			return ctx.Err()
		}
		p.showAll(docs, r)
		p.mu.Lock()
		old := p.hintsStale
		p.hintsStale = false
		p.mu.Unlock()
		if old {
			p.refreshHints()
		}
		return nil
	})
	if err != nil && p.ctx.Err() == nil {
		p.mu.Lock()
		if p.fullDue.IsZero() {
			p.fullDue = time.Now() // it was cancelled
		}
		p.mu.Unlock()
	}
}

// refresh updates the list of files, and what changed on disk, where they are stale.
func (p *project) refresh(ctx context.Context) {
	p.mu.Lock()
	files, disk := p.stale.files || !p.searched, p.stale.disk
	p.stale.files, p.stale.disk = false, false
	p.mu.Unlock()
	if files || disk {
		p.discover(ctx)
	}
	if !p.watched() && (files || disk) {
		if p.reconfigured() {
			p.makeSession(p.settings())
			p.discover(ctx)
		}
		p.compareDisk()
	}
	if ctx.Err() != nil {
		p.mu.Lock()
		p.stale.files, p.stale.disk = p.stale.files || files, p.stale.disk || disk
		p.mu.Unlock()
	}
}

// opened schedules the check of a document that was opened: at once.
func (p *project) opened(doc *document.Document) {
	if p.owns(doc.Path, doc) {
		p.schedule(doc, 0)
	} else {
		p.editedElsewhere()
	}
}

// edited schedules the check of a document that was edited: when the user pauses.
func (p *project) edited(doc *document.Document) {
	if p.owns(doc.Path, doc) {
		p.schedule(doc, p.settings().Debounce)
	} else {
		p.editedElsewhere()
	}
}

// editedElsewhere schedules a check of the program after an edit of another project's file:
// the program may include that file.
func (p *project) editedElsewhere() {
	if p.file == "" || p.dir != nowhere {
		p.schedule(nil, p.settings().Debounce+fullCheckDelay)
	}
}

// saved makes all scheduled checks due at once.
func (p *project) saved() {
	p.mu.Lock()
	now := time.Now()
	for uri := range p.quickDue {
		p.quickDue[uri] = now
	}
	if !p.fullDue.IsZero() {
		p.fullDue = now
	}
	p.mu.Unlock()
	p.signal()
}

// closed makes the project use the text on disk in place of a document's.
func (p *project) closed(doc *document.Document) {
	p.publishing.mu.Lock()
	delete(p.publishing.pulled, doc.Uri)
	p.publishing.mu.Unlock()
	p.mu.Lock()
	delete(p.quickDue, doc.Uri)
	p.stale.files = true // a file that was never saved is gone now
	p.mu.Unlock()
	if p.settings().Scope == settings.ScopeOpenFiles || p.file != "" {
		p.publish(doc.Uri, nil, nil)
	}
	if p.file == "" {
		p.schedule(nil, 0)
	}
}

// reload schedules a new session, because the configuration may have changed.
func (p *project) reload() {
	p.mu.Lock()
	p.stale.options, p.stale.files = true, true
	p.mu.Unlock()
	p.recheck()
}

// rediscover schedules a new search for the files of the program.
func (p *project) rediscover() {
	p.mu.Lock()
	p.stale.files = true
	p.mu.Unlock()
	p.recheck()
}

// rescanDisk schedules a search for changes on disk. It is for clients that do not watch
// files.
func (p *project) rescanDisk() {
	p.mu.Lock()
	p.stale.disk = true
	p.mu.Unlock()
	p.recheck()
}

// recheck schedules checks of all open documents and of the program. It is for changes other
// than edits.
func (p *project) recheck() {
	p.server.mu.Lock()
	p.changed()
	docs := p.docs
	p.server.mu.Unlock()
	p.interrupt()
	p.mu.Lock()
	now := time.Now()
	for _, doc := range docs {
		p.quickDue[doc.Uri] = now
	}
	p.fullDue, p.hintsStale = now, true
	p.mu.Unlock()
	p.signal()
}

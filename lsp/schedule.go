package lsp

import (
	"context"
	"slices"
	"time"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/settings"
)

// fullCheckDelay is how long after the last quick check the whole program is checked.
const fullCheckDelay = 300 * time.Millisecond

// maxDebounces is how many times the debounce a check waits for a user who does not stop
// typing.
const maxDebounces = 5

// run does what is due, one thing after the other.
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

// discardSession has the session made anew with the next check: it may be in any state after a
// panic.
func (p *project) discardSession() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stale.options = true
}

// closeSession ends the session once nobody uses it.
func (p *project) closeSession() {
	p.sessionLock <- struct{}{}
	if p.session != nil {
		p.session.Close()
	}
	<-p.sessionLock // ctx is done: those who wait do not use it
	p.showStatus()
}

// next returns what is due now, or else how long nothing is; negative if nothing is to be
// done at all.
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

// done notes the end of what was due.
func (p *project) done() {
	p.mu.Lock()
	p.working, p.cancelFull, p.cancelQuick = false, nil, nil
	p.mu.Unlock()
	p.broadcast()
	p.showStatus()
}

// busy reports whether something is being done or to be done.
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

// interrupt makes the check of the whole program that runs, if any, give way; it is done
// again later.
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

// schedule makes a quick check of a document due after a delay, and one of the whole program
// when it has settled. A nil document asks for the second only.
func (p *project) schedule(doc *document.Document, delay time.Duration) {
	p.interrupt()
	docs, _ := p.snapshot()
	others := len(docs) > 1
	p.mu.Lock()
	if p.cancelQuick != nil && doc != nil {
		p.cancelQuick() // what it finds is of an older text
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

// checkDocuments checks documents quickly and shows what is found in them. Those that are
// left when ctx is done are due again.
func (p *project) checkDocuments(ctx context.Context, uris []lsp.DocumentURI) {
	if p.pull {
		return // the client asks when it wants to know
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

// checkProgram checks the whole program and shows what is found.
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
			p.fullDue = time.Now() // it gave way to something else
		}
		p.mu.Unlock()
	}
}

// refresh looks for files that came and went, if that is to be done.
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

// opened has a document checked at once.
func (p *project) opened(doc *document.Document) {
	if p.owns(doc.Path, doc) {
		p.schedule(doc, 0)
	} else {
		p.editedElsewhere()
	}
}

// edited has a document checked when the user pauses.
func (p *project) edited(doc *document.Document) {
	if p.owns(doc.Path, doc) {
		p.schedule(doc, p.settings().Debounce)
	} else {
		p.editedElsewhere()
	}
}

// editedElsewhere has the program checked after a text changed that is another project's: it may
// include it.
func (p *project) editedElsewhere() {
	if p.file == "" || p.dir != nowhere {
		p.schedule(nil, p.settings().Debounce+fullCheckDelay)
	}
}

// saved has what is due checked at once.
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

// closed goes back to what is on disk.
func (p *project) closed(doc *document.Document) {
	p.publishing.mu.Lock()
	delete(p.publishing.pulled, doc.Uri)
	p.publishing.mu.Unlock()
	p.mu.Lock()
	delete(p.quickDue, doc.Uri)
	p.stale.files = true // it may never have been saved
	p.mu.Unlock()
	if p.settings().Scope == settings.ScopeOpenFiles || p.file != "" {
		p.publish(doc.Uri, nil, nil)
	}
	if p.file == "" {
		p.schedule(nil, 0)
	}
}

// reload makes the session anew, as the configuration may have changed.
func (p *project) reload() {
	p.mu.Lock()
	p.stale.options, p.stale.files = true, true
	p.mu.Unlock()
	p.recheck()
}

// rediscover looks for files again.
func (p *project) rediscover() {
	p.mu.Lock()
	p.stale.files = true
	p.mu.Unlock()
	p.recheck()
}

// rescanDisk looks for what changed on disk, of a client that does not watch files.
func (p *project) rescanDisk() {
	p.mu.Lock()
	p.stale.disk = true
	p.mu.Unlock()
	p.recheck()
}

// recheck has all open documents and the program checked again, not because of a text.
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

package lsp

import (
	"context"
	"slices"
	"time"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/settings"
)

// settle is how long after the last quick check the whole program is checked.
const settle = 300 * time.Millisecond

// patience is how many times the debounce a check waits for a user who does not stop
// typing.
const patience = 5

// run does what is due, one thing after the other.
func (p *project) run() {
	defer p.free()
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
						p.distrust()
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

// distrust has the session made anew with the next check: it may be in any state after a
// panic.
func (p *project) distrust() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stale.options = true
}

// free ends the session once nobody uses it.
func (p *project) free() {
	p.use <- struct{}{}
	if p.session != nil {
		p.session.Close()
	}
	<-p.use // ctx is done: those who wait do not use it
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
	at := p.full
	for uri, t := range p.due {
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
			delete(p.due, uri)
		}
		p.since = time.Time{}
		p.working = true
		ctx, cancel := context.WithCancel(p.ctx)
		p.outdate = cancel
		return 0, func() {
			defer cancel()
			p.checkDocuments(ctx, due)
		}
	case at.IsZero():
		return -1, nil
	case at.After(now):
		return at.Sub(now), nil
	}
	p.full = time.Time{}
	p.working = true
	ctx, cancel := context.WithCancel(p.ctx)
	p.cancel = cancel
	return 0, func() {
		defer cancel()
		p.checkProgram(ctx)
	}
}

// done notes the end of what was due.
func (p *project) done() {
	p.mu.Lock()
	p.working, p.cancel, p.outdate = false, nil, nil
	p.mu.Unlock()
	p.broadcast()
	p.showStatus()
}

// busy reports whether something is being done or to be done.
func (p *project) busy() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.ctx.Err() == nil && (p.working || len(p.due) > 0 || !p.full.IsZero())
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
	if p.cancel != nil {
		p.cancel()
		p.cancel = nil
		if p.full.IsZero() {
			p.full = time.Now()
		}
	}
}

// want makes a quick check of a document due after a delay, and one of the whole program
// when it has settled. A nil document asks for the second only.
func (p *project) want(doc *document.Document, delay time.Duration) {
	p.interrupt()
	docs, _ := p.snapshot()
	others := len(docs) > 1
	p.mu.Lock()
	if p.outdate != nil && doc != nil {
		p.outdate() // what it finds is of an older text
		p.outdate = nil
	}
	now := time.Now()
	after := time.Duration(0)
	if doc != nil {
		if p.since.IsZero() || delay == 0 {
			p.since = now
		}
		at := now.Add(delay)
		if last := p.since.Add(patience * p.set.Debounce); at.After(last) {
			at = last
		}
		p.due[doc.Uri] = at
		after = min(settle, 2*p.set.Debounce)
	}
	p.full = now.Add(delay + after)
	p.hintsOld = p.hintsOld || doc == nil || others
	p.mu.Unlock()
	p.signal()
}

// checkDocuments checks documents quickly and shows what is found in them. Those that are
// left when ctx is done are due again.
func (p *project) checkDocuments(ctx context.Context, uris []lsp.DocumentURI) {
	if p.pull {
		return // the client asks when it wants to know
	}
	err := p.using(ctx, func(docs document.Set, gen int) error {
		for len(uris) > 0 {
			doc := docs[uris[0]]
			if doc != nil && p.owns(doc.Path, doc) {
				r := p.lastOf(doc, gen)
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
			if _, again := p.due[uri]; !again {
				p.due[uri] = time.Now()
			}
		}
		p.mu.Unlock()
	}
}

// checkProgram checks the whole program and shows what is found.
func (p *project) checkProgram(ctx context.Context) {
	err := p.using(ctx, func(docs document.Set, gen int) error {
		p.refresh(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		p.give(docs)
		end := p.beginProgress(ctx)
		r := p.checkAll(ctx, docs, gen)
		end()
		if r == nil {
			return ctx.Err()
		}
		p.showAll(docs, r)
		p.mu.Lock()
		old := p.hintsOld
		p.hintsOld = false
		p.mu.Unlock()
		if old {
			p.refreshHints()
		}
		return nil
	})
	if err != nil && p.ctx.Err() == nil {
		p.mu.Lock()
		if p.full.IsZero() {
			p.full = time.Now() // it gave way to something else
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
		p.want(doc, 0)
	} else {
		p.touched()
	}
}

// edited has a document checked when the user pauses.
func (p *project) edited(doc *document.Document) {
	if p.owns(doc.Path, doc) {
		p.want(doc, p.settings().Debounce)
	} else {
		p.touched()
	}
}

// touched has the program checked after a text changed that is another project's: it may
// include it.
func (p *project) touched() {
	if p.file == "" || p.dir != nowhere {
		p.want(nil, p.settings().Debounce+settle)
	}
}

// saved has what is due checked at once.
func (p *project) saved() {
	p.mu.Lock()
	now := time.Now()
	for uri := range p.due {
		p.due[uri] = now
	}
	if !p.full.IsZero() {
		p.full = now
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
	delete(p.due, doc.Uri)
	p.stale.files = true // it may never have been saved
	p.mu.Unlock()
	if p.settings().Scope == settings.ScopeOpenFiles || p.file != "" {
		p.publish(doc.Uri, nil, nil)
	}
	if p.file == "" {
		p.want(nil, 0)
	}
}

// reload makes the session anew, as the configuration may have changed.
func (p *project) reload() {
	p.mu.Lock()
	p.stale.options, p.stale.files = true, true
	p.mu.Unlock()
	p.again()
}

// rediscover looks for files again.
func (p *project) rediscover() {
	p.mu.Lock()
	p.stale.files = true
	p.mu.Unlock()
	p.again()
}

// lookAgain looks for what changed on disk, of a client that does not watch files.
func (p *project) lookAgain() {
	p.mu.Lock()
	p.stale.disk = true
	p.mu.Unlock()
	p.again()
}

// again has all open documents and the program checked again, not because of a text.
func (p *project) again() {
	p.server.mu.Lock()
	p.changed()
	docs := p.docs
	p.server.mu.Unlock()
	p.interrupt()
	p.mu.Lock()
	now := time.Now()
	for _, doc := range docs {
		p.due[doc.Uri] = now
	}
	p.full, p.hintsOld = now, true
	p.mu.Unlock()
	p.signal()
}

package lsp

import (
	"context"
	"testing"
	"time"

	"github.com/cudalint/cudalint/internal/lsptest"
	"github.com/cudalint/cudalint/lsp/document"
)

// TestClosedFilesLeaveNothing closes a file in no root whose configuration is wrong: what is
// shown of that goes, too.
func TestClosedFilesLeaveNothing(t *testing.T) {
	s := serve(t, map[string]string{"root/a.cu": clean, "other/b.cu": divergent, "other/cudalint.toml": "ignored = 1\n"}, lsptest.Config{Folders: []string{"root"}})
	s.must(s.Initialize())
	s.open("other/b.cu", divergent)
	if got := s.rulesIn("other/cudalint.toml"); got != "1:config" {
		t.Fatalf("of the configuration %q is shown", got)
	}
	s.must(s.Notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": s.URI("other/b.cu")}}))
	for _, path := range []string{"other/b.cu", "other/cudalint.toml"} {
		if got := s.rulesIn(path); got != "" {
			t.Errorf("of %s %q is shown", path, got)
		}
	}
	s.end()
}

// TestStatusWhileProjectsClose closes a project while the status is being made up.
func TestStatusWhileProjectsClose(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	s := newServer(ctx, Options{})
	root, single := newProject(s, t.TempDir(), ""), newProject(s, t.TempDir(), "a.cu")
	s.projects = []*project{root, single}
	root.mu.Lock() // holds up the status after its look at what projects there are
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.statusNow()
	}()
	time.Sleep(20 * time.Millisecond)
	s.closeSingles()
	root.mu.Unlock()
	<-done
	if len(s.projects) != 1 {
		t.Errorf("%d projects are left", len(s.projects))
	}
}

// TestEditsWaitForAPause looks at when the first edit is checked that comes long after
// something else made the program be checked.
func TestEditsWaitForAPause(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	p := newProject(newServer(ctx, Options{}), t.TempDir(), "")
	p.set.Debounce = 10 * time.Millisecond
	p.schedule(nil, 0)
	time.Sleep(maxDebounces * p.set.Debounce)
	doc := &document.Document{Uri: "file:///a.cu"}
	before := time.Now()
	p.schedule(doc, p.set.Debounce)
	if wait := p.quickDue[doc.Uri].Sub(before); wait < p.set.Debounce {
		t.Errorf("it is checked after %v, want %v", wait, p.set.Debounce)
	}
}

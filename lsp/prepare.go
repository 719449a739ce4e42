package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/config"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/includes"
	"github.com/cudalint/cudalint/lsp/document"
	"github.com/cudalint/cudalint/lsp/settings"
)

// prepare updates the session with the configuration, the open documents and the changes on
// disk. It returns the documents and the number of changes so far. The caller holds
// p.sessionLock.
func (p *project) prepare() (document.Set, int) {
	// gen is read first. If something changes during the update, the results count as out of
	// date, whether they have the change or not.
	docs, gen := p.snapshot()
	p.mu.Lock()
	set := p.set
	stale := p.stale
	p.stale.options, p.stale.baselines, p.stale.paths = false, false, nil
	p.mu.Unlock()
	switch {
	case p.session == nil || stale.options:
		p.makeSession(set)
	case stale.baselines:
		p.baselines = newBaselines(p)
	}
	p.textsChanged(stale.paths...)
	p.syncSession(docs)
	return docs, gen
}

// makeSession replaces the session by one with the present configuration.
func (p *project) makeSession(set settings.Settings) {
	if p.session != nil {
		p.session.Close()
	}
	opts := p.options(set)
	p.session = engine.NewSession(opts)
	p.inputs, p.sessionDocs, p.stamps = nil, map[string]*document.Document{}, nil
	p.baselines = newBaselines(p)
	p.lastMu.Lock()
	p.program, p.last = nil, map[lsp.DocumentURI]*checkedFile{}
	p.lastMu.Unlock()
}

// options returns the options of the linter that check would use in the folder of the
// project. Invalid options are left out and shown to the user.
func (p *project) options(set settings.Settings) engine.Options {
	opts := engine.Options{Dir: p.dir, Known: p.opts.Rules, Cache: p.opts.Cache, Progress: p.progressed}
	if p.dir != nowhere && set.IncludeSearch {
		opts.Includes = includes.NewFinder(p.dir, []string{p.dir})
	}
	var wrong []string
	p.problems = nil
	p.commands = nil
	if set.CompileCommands != "" {
		commands, err := config.ReadCompileCommands(p.resolvePath(set.CompileCommands))
		if err != nil {
			wrong = append(wrong, err.Error())
		} else {
			opts.Flags = func(path string) engine.Flags { return commands.Flags(p.absolute(path)) }
			opts.Units, p.commands = commands.Files(), commands
			p.problems = append(p.problems, commands.Problems()...)
		}
	}
	o := config.Options{Dir: p.dir, Rules: p.opts.Rules, File: p.resolvePath(set.Configuration), Isolated: p.dir == nowhere && set.Configuration == "", Build: opts.Flags,
		Flags: config.Flags{GPU: set.Gpu, Include: set.IncludeDirs, Defines: set.Defines}}
	resolver, err := config.NewResolver(o)
	if err != nil && o.File != "" {
		wrong = append(wrong, strings.TrimPrefix(err.Error(), "--config "))
		o.File = ""
		resolver, err = config.NewResolver(o)
	}
	if err != nil {
		wrong = append(wrong, err.Error())
		o.Flags = config.Flags{}
		resolver, _ = config.NewResolver(o)
	}
	p.resolver = resolver
	p.showNew("options of "+p.dir, true, wrong)
	opts.Rules, opts.File, opts.Target = resolver.Rules(), resolver.FileOptions, resolver.Target()
	return opts
}

// resolvePath returns a path of the settings. A relative one is relative to the folder of the
// project.
func (p *project) resolvePath(path string) string {
	if path == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(p.dir, path)
}

// syncSession gives the session the texts of the documents, and the list of files if it has
// changed.
func (p *project) syncSession(docs document.Set) {
	now := map[string]*document.Document{}
	for _, doc := range docs {
		if doc.Path != "" || doc.Uri == p.uri {
			now[p.absolute(p.pathFor(doc))] = doc
		}
	}
	inputs := p.inputsWith(docs)
	if p.inputs == nil || !slices.EqualFunc(inputs, p.inputs, func(a, b discover.Input) bool { return a.Path == b.Path && a.IfCUDA == b.IfCUDA }) {
		p.session.SetInputs(inputs)
		p.inputs = inputs
	}
	for path := range p.sessionDocs {
		if now[path] == nil {
			p.session.SetText(path, nil)
			p.textsChanged(path)
		}
	}
	for path, doc := range now {
		if before := p.sessionDocs[path]; before == nil || &before.Text != &doc.Text && string(before.Text) != string(doc.Text) {
			p.session.SetText(path, doc.Text)
			p.baselines.generated.Forget(p.reported(path))
		}
	}
	p.sessionDocs = now
}

// textsChanged says which files have changed on disk, by their absolute paths.
func (p *project) textsChanged(paths ...string) {
	p.session.Changed(paths...)
	for _, path := range paths {
		p.baselines.generated.Forget(p.reported(path))
	}
}

// inputsWith returns the files of the program: those that discover found, and open documents
// that it did not find.
func (p *project) inputsWith(docs document.Set) []discover.Input {
	inputs := slices.Clip(p.found)
	for _, doc := range docs.Sorted() {
		path := p.pathFor(doc)
		ok, ifCUDA := discover.Candidate(doc.Name())
		if doc.IsCUDA() {
			ok, ifCUDA = true, false
		}
		if !ok || p.foundPaths[path] || !p.owns(doc.Path, doc) || p.resolver.Excluded(path, false) {
			continue
		}
		inputs = append(inputs, discover.Input{Path: path, IfCUDA: ifCUDA})
	}
	if len(inputs) > len(p.found) {
		slices.SortFunc(inputs, comparePaths)
	}
	return inputs
}

func comparePaths(a, b discover.Input) int { return strings.Compare(a.Path, b.Path) }

// setFound stores the files of the program that a search found.
func (p *project) setFound(found []discover.Input) {
	slices.SortFunc(found, comparePaths)
	p.found, p.foundPaths = found, make(map[string]bool, len(found))
	for i := range found {
		p.foundPaths[p.reported(found[i].Path)] = true
	}
}

// discover searches the folder of the project for the files of the program.
func (p *project) discover(ctx context.Context) {
	set := p.settings()
	p.searched = true
	if p.file != "" || !set.Index {
		p.setFound(nil)
		return
	}
	limit := searchLimit{ctx: ctx, files: set.MaxFiles, entries: entriesPerFile * set.MaxFiles, excludes: p.resolver.Excludes}
	search := discover.Search{Dir: p.dir, Excludes: limit.leaveOut}
	found, problems := search.Files([]string{"."})
	if ctx.Err() != nil {
		p.searched = false
		return
	}
	if len(found) > set.MaxFiles {
		found = found[:set.MaxFiles]
	}
	var cut []string
	if limit.cut {
		cut = []string{fmt.Sprintf("%s has more files than are checked: only %d are; exclude folders in its cudalint.toml, or raise cudalint.workspace.maxFiles", p.dir, len(found))}
	}
	p.showNew("files of "+p.dir, false, cut)
	for _, problem := range problems {
		p.logf("%s: %s", problem.Path, problem.Message)
	}
	p.setFound(found)
}

// entriesPerFile bounds the folder entries that a search visits, as a multiple of maxFiles.
const entriesPerFile = 40

// A searchLimit ends a search that finds too many files, visits too many entries or is
// cancelled.
type searchLimit struct {
	ctx            context.Context
	files, entries int // how many more are allowed
	excludes       func(path string, isDir bool) bool
	cut            bool
}

func (l *searchLimit) leaveOut(path string, isDir bool) bool {
	l.entries--
	if l.ctx.Err() != nil || l.entries < 0 || l.files < 0 {
		l.cut = true
		return true
	}
	if l.excludes(path, isDir) {
		return true
	}
	if ok, _ := discover.Candidate(path); ok && !isDir {
		if l.files--; l.files < 0 {
			l.cut = true
			return true
		}
	}
	return false
}

// reportable returns a result with only the findings that are shown, and with the problems
// of the configuration and of the baselines.
func (p *project) reportable(r *engine.Result) *engine.Result {
	out := *r
	out.Problems = slices.Concat(p.resolver.Problems(), p.problems, r.Problems)
	out.Findings = slices.Clone(r.Findings)
	shown := p.filter(r)
	out.Findings = slices.DeleteFunc(out.Findings, func(d lint.Diagnostic) bool { return !shown(&d) })
	out.Problems = append(out.Problems, p.baselines.problems...)
	return &out
}

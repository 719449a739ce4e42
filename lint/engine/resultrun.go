package engine

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/includes"
)

// A runKey is what is known of a run before it begins.
type runKey struct {
	Settings        cache.Digest
	Fixes           bool // files are the same work with and without
	Units, Known    []string
	Inputs, Context []runInput
	Shard           Shard
}

// A runInput is one file of a run.
type runInput struct {
	Path            string
	IfCUDA, HasText bool
	Text, Settings  cache.Digest
	Area            []string // see Linter.roots
}

// runName returns the name of the result of a run. ok is false for runs that are not kept:
// those of a session, which keeps more of them, and those over texts that are in no file,
// of which there will be others soon.
func (l *Linter) runName(inputs []discover.Input) (name cache.Name, ok bool) {
	s := l.results
	if s == nil || s.memory != nil || len(l.opts.Texts) > 0 {
		return name, false
	}
	k := runKey{Fixes: l.opts.Fixes, Units: l.portable(l.opts.Units), Shard: l.opts.Shard}
	if k.Settings, ok = l.optionsDigest(&l.everywhere); !ok {
		return name, false
	}
	for _, rule := range l.known() {
		k.Known = append(k.Known, rule.Name)
	}
	files := func(inputs []discover.Input) []runInput {
		out := make([]runInput, len(inputs))
		l.spread(len(inputs), func(i int) { out[i].Text = l.inputDigest(inputs[i]) })
		for i, in := range inputs {
			f := &out[i]
			path := l.display(in.Path)
			f.Path, f.IfCUDA, f.HasText = path, in.IfCUDA, in.HasText
			var known bool
			f.Settings, known = l.settingsDigest(path)
			ok = ok && known
			f.Area = l.roots(l.area(path))
		}
		return out
	}
	k.Inputs, k.Context = files(inputs), files(l.opts.Context)
	d, encodable := encoded("run", &k)
	return cache.Name{Kind: "run", Rest: d.String()}, ok && encodable
}

// roots returns the roots of an area, relative to the working folder.
func (l *Linter) roots(area *includes.Area) []string {
	dir := l.boundary.Place(l.opts.Dir)
	var out []string
	for _, root := range area.Roots() {
		if rel, err := filepath.Rel(dir, root); err == nil {
			root = rel
		}
		out = append(out, root)
	}
	return out
}

// traceRun records what the result of a run depends on besides its name: other files that
// the inputs include, what is asked for of these, and whether fixes may edit them.
func (l *Linter) traceRun(trace *cache.Trace, p *programRun, r *Result) {
	failed := slices.ContainsFunc(r.Problems, func(p lint.Problem) bool { return p.Kind == lint.Internal })
	if failed || slices.Contains(p.traces, nil) {
		trace.Spoil()
		return
	}
	asked := map[string]string{} // a unit for each area: what all of its units see is the same
	for i, unitTrace := range p.traces {
		unit := l.display(p.files[i].Path)
		roots := strings.Join(l.area(unit).Roots(), "\x00")
		if asked[roots] == "" {
			asked[roots] = unit
		}
		for k, q := range unitTrace.Questions {
			switch q.Kind {
			case askFile:
				trace.Add(cache.Question{Kind: askSeen, Text: asked[roots] + "\x00" + q.Text}, unitTrace.Answers[k])
			case askInclude, askSettings:
				trace.Add(q, unitTrace.Answers[k])
			}
		}
	}
	if l.opts.File != nil {
		for _, s := range p.summaries {
			if s == nil {
				continue
			}
			for _, path := range s.Files {
				d, ok := l.settingsDigest(path)
				if !ok {
					trace.Spoil()
				}
				trace.Add(cache.Question{Kind: askSettings, Text: path}, d)
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(p.insideFolder)) {
		trace.Add(cache.Question{Kind: askInside, Text: path}, boolDigest(p.insideFolder[path]))
	}
}

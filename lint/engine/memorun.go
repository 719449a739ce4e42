package engine

import (
	"context"
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
	Common, Settings cache.Digest
	Fixes            bool // files are the same work with and without
	Units, Known     []string
	Inputs, Context  []runInput
	Shard            Shard
}

// A runInput is one file of a run.
type runInput struct {
	Path            string
	IfCUDA, HasText bool
	Text, Settings  cache.Digest
	Area            []string // see Linter.roots
	Flags           Flags
}

// runKey returns the digest of all that is known of a run; ok is false for runs that are
// not kept: those over texts that are in no file, of which there will be others soon.
func (m *memo) runKey(inputs []discover.Input) (key cache.Digest, ok bool) {
	if m == nil || len(m.linter.opts.Texts) > 0 {
		return key, false
	}
	l := m.linter
	k := runKey{Common: m.common, Fixes: l.opts.Fixes, Units: l.portable(l.opts.Units), Shard: l.opts.Shard}
	if k.Settings, ok = m.settingsOfAll(); !ok {
		return key, false
	}
	for _, rule := range l.known() {
		k.Known = append(k.Known, rule.Name)
	}
	files := func(inputs []discover.Input) []runInput {
		out := make([]runInput, len(inputs))
		l.spread(len(inputs), func(i int) { out[i].Text = m.input(inputs[i]) })
		for i, in := range inputs {
			f := &out[i]
			path := l.display(in.Path)
			f.Path, f.IfCUDA, f.HasText = path, in.IfCUDA, in.HasText
			var known bool
			f.Settings, known = m.settingsOf(path)
			ok = ok && known
			f.Flags, f.Area = l.portableFlags(path), l.roots(l.area(path))
		}
		return out
	}
	k.Inputs, k.Context = files(inputs), files(l.opts.Context)
	data, err := m.codec.Encode(&k)
	return cache.Of("run", data), ok && err == nil
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

// findRun returns the result of a run that was kept, nil for none.
func (m *memo) findRun(key cache.Digest) *Result {
	r := &Result{}
	if m.find(key, r, m.answer) == nil {
		return nil
	}
	return r
}

// keepRun stores the result of a run, with what it depends on besides its inputs: other
// files that they include, what is asked for of these, and whether fixes may edit them.
func (m *memo) keepRun(ctx context.Context, key cache.Digest, p *programRun, r *Result) {
	failed := slices.ContainsFunc(r.Problems, func(p lint.Problem) bool { return p.Kind == lint.Internal })
	if failed || slices.Contains(p.identities, cache.Digest{}) {
		return // of what was not done, or had no key, it is not known what it looked at
	}
	trace := &cache.Trace{}
	asked := map[string]string{} // a unit for each area: what all of its units see is the same
	for i, looked := range p.looked {
		if len(looked) == 0 {
			continue
		}
		unit := m.linter.display(p.files[i].Path)
		area := m.linter.area(unit)
		roots := strings.Join(area.Roots(), "\x00")
		if asked[roots] == "" {
			asked[roots] = unit
		}
		for _, path := range looked {
			trace.Add(cache.Question{Kind: askSeen, Text: asked[roots] + "\x00" + path}, m.seen(area, path))
		}
	}
	for _, found := range p.found {
		for _, q := range found {
			d, _ := m.answer(q)
			trace.Add(q, d)
		}
	}
	if m.linter.opts.File != nil {
		for _, s := range p.summaries {
			if s == nil {
				continue
			}
			for _, path := range s.Files {
				d, ok := m.settingsOf(path)
				if !ok {
					return
				}
				trace.Add(cache.Question{Kind: askSettings, Text: path}, d)
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(p.within)) {
		trace.Add(cache.Question{Kind: askInside, Text: path}, yes(p.within[path]))
	}
	m.keep(ctx, key, trace, r)
}

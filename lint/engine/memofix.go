package engine

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/discover"
)

// A fixMemo is what the fixes of one run have of the results cache. A fix is a function
// of its subject, of the unit that the finding is in, and of what it asks of the program: which units mention names, what these are made of, what others told
// them. Where all that is as it was, the fix is.
type fixMemo struct {
	*memo
	program *fixProgram
	byPath  map[string]int // the files of the run; -1 for a path that several have
	units   []func() (cache.Digest, bool)
	// mentioned keeps the answers about mentions: many subjects ask for the same names.
	mentioned sync.Map
}

// newFixMemo returns nil without a memo.
func newFixMemo(m *memo, p *fixProgram) *fixMemo {
	if m == nil {
		return nil
	}
	f := &fixMemo{memo: m, program: p, byPath: map[string]int{}}
	for i, in := range p.files {
		path := m.linter.display(in.Path)
		if _, twice := f.byPath[path]; twice {
			i = -1
		}
		f.byPath[path] = i
		f.units = append(f.units, sync.OnceValues(func() (cache.Digest, bool) { return f.unit(in, i) }))
	}
	return f
}

// unit returns the digest of what a unit is made of when it is opened for fixes.
func (f *fixMemo) unit(in discover.Input, i int) (cache.Digest, bool) {
	if i < 0 {
		return cache.Digest{}, false
	}
	j := job[lint.Diagnostic]{in: in, launches: f.program.program.Launches(i)}
	key, ok := j.key(f.memo)
	parts, area := [][]byte{key[:]}, f.linter.area(f.linter.display(in.Path))
	for _, path := range f.program.looked[i] {
		d := f.seen(area, path)
		parts = append(parts, []byte(path), d[:])
	}
	return cache.Of("unit", parts...), ok
}

// made returns the fixes of the subject of a finding: what was kept, or what make makes.
func (r *reopened) made(rule *lint.Rule, d *lint.Diagnostic) []fixes.Fix {
	f := r.program.memo
	if f == nil {
		made, _ := r.make(rule, d)
		return made
	}
	own, known := f.units[d.Origin.Unit]()
	subject, err := f.codec.Encode(d.Origin.Subject)
	known = known && err == nil
	key := cache.Of("fix", []byte(rule.Name), subject, own[:])
	var made []fixes.Fix
	if known && f.find(key, &made, f.answerFix) != nil {
		return made
	}
	r.trace = &cache.Trace{}
	made, ok := r.make(rule, d)
	if known && ok {
		f.keep(r.ctx, key, r.trace, &made)
	}
	r.trace = nil
	return made
}

// answerFix answers the questions of fixes.
func (f *fixMemo) answerFix(q cache.Question) (cache.Digest, bool) {
	switch q.Kind {
	case askUnit:
		if i, ok := f.byPath[q.Text]; ok && i >= 0 {
			return f.units[i]()
		}
	case askNear:
		a, b, _ := strings.Cut(q.Text, "\x00")
		i, ok := f.byPath[a]
		k, ok2 := f.byPath[b]
		if ok && ok2 && i >= 0 && k >= 0 {
			return number64(f.program.program.Nearness(i, k)), true
		}
	case askWhole:
		return yes(f.program.whole), true
	case askUnits:
		if d, ok := f.mentioned.Load(q); ok {
			return d.(cache.Digest), true
		}
		d, ok := f.answerMentions(q)
		if ok {
			f.mentioned.Store(q, d)
		}
		return d, ok
	}
	return cache.Digest{}, false
}

func number64(n int) cache.Digest { return cache.Of("number", fmt.Append(nil, n)) }

// A mentionQuestion is that of FixPass.Mentioning with the group as it is then.
type mentionQuestion struct{ Group, Names []string }

// mentions returns it as it is recorded.
func (r *reopened) mentions(group map[int]bool, names []string) cache.Question {
	if r.trace == nil {
		return cache.Question{}
	}
	text, err := json.Marshal(mentionQuestion{r.program.groupPaths(group), names})
	if err != nil {
		r.trace.Spoil()
	}
	return cache.Question{Kind: askUnits, Text: string(text)}
}

func (p *fixProgram) groupPaths(group map[int]bool) []string {
	var paths []string
	for _, i := range slices.Sorted(maps.Keys(group)) {
		if group[i] {
			paths = append(paths, p.linter.display(p.files[i].Path))
		}
	}
	return paths
}

func (f *fixMemo) answerMentions(q cache.Question) (cache.Digest, bool) {
	var m mentionQuestion
	if json.Unmarshal([]byte(q.Text), &m) != nil {
		return cache.Digest{}, false
	}
	group := map[int]bool{}
	for _, path := range m.Group {
		i, ok := f.byPath[path]
		if !ok || i < 0 {
			return cache.Digest{}, false
		}
		group[i] = true
	}
	units, all := f.program.mentioning(group, m.Names)
	return f.program.mentionedDigest(units, all, group), true
}

// mentionedDigest returns the digest of what mentioning returned, and made of the group.
func (p *fixProgram) mentionedDigest(units []int, all bool, group map[int]bool) cache.Digest {
	if p.memo == nil {
		return cache.Digest{}
	}
	var parts [][]byte
	for _, i := range units {
		parts = append(parts, []byte(p.linter.display(p.files[i].Path)))
	}
	answered, grown := yes(all), cache.Of("group", []byte(strings.Join(p.groupPaths(group), "\x00")))
	return cache.Of("mentioned", append(parts, answered[:], grown[:])...)
}

func (p *fixProgram) nearQuestion(a, b int) cache.Question {
	return cache.Question{Kind: askNear, Text: p.linter.display(p.files[a].Path) + "\x00" + p.linter.display(p.files[b].Path)}
}

// restsOnUnit records that a fix looks at a unit.
func (r *reopened) restsOnUnit(i int) {
	if r.trace == nil {
		return
	}
	d, ok := r.program.memo.units[i]()
	if !ok {
		r.trace.Spoil()
	}
	r.trace.Add(cache.Question{Kind: askUnit, Text: r.linter.display(r.program.files[i].Path)}, d)
}

// tracing calls f and returns what it asks; nil where nobody wants to know.
func (r *reopened) tracing(f func()) *cache.Trace {
	if r == nil || r.trace == nil {
		f()
		return nil
	}
	outer, inner := r.trace, &cache.Trace{}
	r.trace = inner
	defer func() {
		r.trace = outer
		outer.Merge(inner)
	}()
	f()
	return inner
}

// again records what was asked to make something that is used again.
func (r *reopened) again(trace *cache.Trace) {
	if r != nil {
		r.trace.Merge(trace)
	}
}

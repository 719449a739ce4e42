package engine

import (
	"context"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/discover"
	"github.com/cudalint/cudalint/lint/includes"
)

// An asker answers questions as one unit sees their subjects.
type asker struct {
	linter   *Linter
	in       discover.Input
	path     string         // as reported
	area     *includes.Area // nil before it is asked for
	launches map[program.FilePlace][]*program.LaunchSummary
	facts    func(key string) [][]byte // of other units; nil in the first phase
}

func (a *asker) answer(q cache.Question) (cache.Digest, bool) {
	switch q.Kind {
	case askInput:
		return a.linter.inputDigest(a.in), true
	case askFile:
		if a.area == nil {
			a.area = a.linter.area(a.path)
		}
		return a.linter.visibleDigest(a.area, q.Text), true
	case askLaunches:
		return encoded("launches", &a.launches)
	case askFacts:
		if a.facts != nil {
			return factsDigest(a.facts(q.Text)), true
		}
	}
	return a.linter.answer(q)
}

// known are the inputs that everything about a unit depends on.
func (a *asker) known() []cache.Question {
	return []cache.Question{{Kind: askInput, Text: a.path}, {Kind: askSettings, Text: a.path}}
}

// name returns the name of the job's result, which no other job of a run or session has.
func (j *job[T]) name(path string) cache.Name {
	name := cache.Name{Kind: "check", Path: path, Rest: typeName[T]()}
	switch {
	case j.covered:
		name.Kind = "covered"
	case j.filesOnly:
		name.Kind = "files"
	case j.facts != nil:
		name.Kind = "check again"
	}
	for i, set := range []bool{j.collect != nil, j.work != nil, j.other, j.in.IfCUDA, j.in.HasText} {
		if set {
			name.Rest += string(rune('0' + i))
		}
	}
	return name
}

// outcome returns the outcome of the job: the cached one if it is valid, else that of do.
func (j *job[T]) outcome(ctx context.Context, l *Linter) fileOutcome[T] {
	if l.results == nil {
		return j.do(ctx, l)
	}
	a := &asker{linter: l, in: j.in, path: l.display(j.in.Path), launches: j.launches, facts: j.facts}
	r := &request[fileOutcome[T]]{
		name: j.name(a.path), known: a.known(), answer: a.answer, plain: j.plain,
		compute: func(trace *cache.Trace) fileOutcome[T] {
			do := *j
			do.trace = trace
			return do.do(ctx, l)
		},
		// The numbers are counted once for all that take the outcome from memory.
		loaded: func(o *fileOutcome[T]) { o.numbers = &numberedUnit{} },
	}
	if j.facts != nil {
		r.known = append(r.known, cache.Question{Kind: askLaunches})
	}
	if j.covered || j.filesOnly {
		r.plain = nil // to read the file takes no longer than to look that up
	}
	if o, ok := staleOutcome[T](l, r.name, a); ok {
		return o
	}
	o, trace := resultOf(ctx, l, r)
	o.trace = trace
	return o
}

// plain returns an outcome as it is written to disk, nil where that is not worth it.
func (j *job[T]) plain(o *fileOutcome[T]) any {
	cpp := o.Summary == nil && len(o.Problems) == 0 // seen again as quickly as looked up
	failed := slices.ContainsFunc(o.Problems, func(p lint.Problem) bool { return p.Kind == lint.Internal })
	if cpp || failed || o.timedOut {
		return nil
	}
	return o
}

// staleOutcome returns the outcome of a unit as it was before files changed, where a session
// does not wait for the new one; see Session.CheckFile. Findings in the changed files are
// left out, as their places may be others now.
func staleOutcome[T any](l *Linter, name cache.Name, a *asker) (o fileOutcome[T], ok bool) {
	if l.session == nil || l.session.awaited == nil || l.session.awaited[a.path] {
		return o, false
	}
	last, changed := l.results.memory.Last(name)
	if len(changed) == 0 || l.results.memory.Find(name, a.answer) != nil {
		return o, false
	}
	o = last.Value.(fileOutcome[T])
	o.Values = slices.DeleteFunc(slices.Clone(o.Values), func(v T) bool {
		d, ok := any(v).(lint.Diagnostic)
		return ok && slices.Contains(changed, d.Path)
	})
	return o, true
}

// mayRead reports whether a file that the unit includes may be read.
func (u *unitRun) mayRead(path string) bool { return u.linter.mayRead(u.area, path) }

// recordLookup records a path at which an included file was looked up.
func (u *unitRun) recordLookup(name string) {
	if u.linter.session == nil && u.trace == nil {
		return
	}
	path := u.linter.display(name)
	if u.linter.session != nil {
		u.linter.session.recordSpelling(name, path)
	}
	if u.trace != nil {
		u.trace.Add(cache.Question{Kind: askFile, Text: path}, u.linter.visibleDigest(u.area, path))
	}
}

// searchInclude returns what searches for included files, nil for nothing. It records what
// was asked.
func (u *unitRun) searchInclude() func(from, name string) string {
	finder := u.linter.opts.Includes
	if finder == nil {
		return nil
	}
	return func(from, name string) string {
		found := finder.Search(from, name)
		if u.trace != nil {
			u.trace.Add(u.linter.includeQuestion(from, name), u.linter.foundDigest(found))
		}
		return found
	}
}

// dependsOnFacts records the facts of others that the unit reads under a key.
func (u *unitRun) dependsOnFacts(key string, facts [][]byte) {
	if u.trace != nil {
		u.trace.Add(cache.Question{Kind: askFacts, Text: key}, factsDigest(facts))
	}
}

// dependsOnSettings records that a result depends on what is asked for of a file.
func (u *unitRun) dependsOnSettings(path string) {
	if u.trace == nil {
		return
	}
	if d, ok := u.linter.settingsDigest(path); ok {
		u.trace.Add(cache.Question{Kind: askSettings, Text: path}, d)
	} else {
		u.trace.Spoil()
	}
}

package engine

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/cache"
)

// fixResults answers the questions that cached fixes of one program depend on. A fix is a function
// of its subject, of the unit of its finding, and of what it asks about the program: which units
// mention names, and the inputs of these units.
type fixResults struct {
	linter  *Linter
	program *fixProgram

	mu    sync.Mutex
	units map[int]cache.Digest
	// mentioned holds the answers about mentions: many subjects ask for the same names.
	mentioned sync.Map
}

// newFixResults returns nil where there are no results.
func newFixResults(l *Linter, p *fixProgram) *fixResults {
	if l.results == nil {
		return nil
	}
	return &fixResults{linter: l, program: p, units: map[int]cache.Digest{}}
}

// unit returns the digest of the inputs of a unit. ok is false for a unit whose outcome has no
// trace.
func (f *fixResults) unit(i int) (cache.Digest, bool) {
	if i < 0 || f.program.traces[i] == nil {
		return cache.Digest{}, false
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	d, known := f.units[i]
	if !known {
		launches := f.program.program.Launches(i)
		from, ok := encoded("launches", &launches)
		if !ok {
			return d, false
		}
		subjectFixes := f.program.traces[i].Digest(askInput, askSettings, askFile, askInclude)
		d = cache.Of("unit", subjectFixes[:], from[:])
		f.units[i] = d
	}
	return d, true
}

// unitAt returns the number of the unit of a path, -1 for none and for a path that several have.
func (f *fixResults) unitAt(path string) int {
	if files := f.program.byPath[path]; len(files) == 1 {
		return files[0]
	}
	return -1
}

// fixesOf returns the fixes of the subject of a finding, from the results where they have
// them.
func (r *openUnits) fixesOf(rule *lint.Rule, d *lint.Diagnostic) []fixes.Fix {
	f := r.program.results
	if f == nil {
		subjectFixes, _ := r.computeFixes(rule, d)
		return subjectFixes
	}
	own := f.linter.display(r.program.files[d.Origin.Unit].Path)
	subject, ok := encoded("subject", d.Origin.Subject)
	if !ok || f.unitAt(own) != d.Origin.Unit {
		subjectFixes, _ := r.computeFixes(rule, d)
		return subjectFixes
	}
	subjectFixes, _ := resultOf(r.ctx, f.linter, &request[[]fixes.Fix]{
		name:  cache.Name{Kind: "fix", Path: own, Rest: rule.Name + "\x00" + subject.String()},
		known: []cache.Question{{Kind: askUnit, Text: own}}, answer: f.answer,
		plain: func(subjectFixes *[]fixes.Fix) any { return subjectFixes },
		compute: func(trace *cache.Trace) []fixes.Fix {
			r.trace = trace
			defer func() { r.trace = nil }()
			subjectFixes, ok := r.computeFixes(rule, d)
			if !ok {
				trace.Spoil()
			}
			return subjectFixes
		},
	})
	return subjectFixes
}

// answer answers the questions of fixes.
func (f *fixResults) answer(q cache.Question) (cache.Digest, bool) {
	p := f.program
	switch q.Kind {
	case askUnit:
		return f.unit(f.unitAt(q.Text))
	case askAllRead:
		return boolDigest(p.allUnitsRead), true
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

// A mentionQuestion is that of FixPass.Mentioning with the group as it is then.
type mentionQuestion struct{ Group, Names []string }

// mentions returns it as it is recorded.
func (r *openUnits) mentions(group map[int]bool, names []string) cache.Question {
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

func (f *fixResults) answerMentions(q cache.Question) (cache.Digest, bool) {
	var m mentionQuestion
	if json.Unmarshal([]byte(q.Text), &m) != nil {
		return cache.Digest{}, false
	}
	group := map[int]bool{}
	for _, path := range m.Group {
		i := f.unitAt(path)
		if i < 0 {
			return cache.Digest{}, false
		}
		group[i] = true
	}
	units, all := f.program.mentioning(group, m.Names)
	return f.program.mentionedDigest(units, all, group), true
}

// mentionedDigest returns the digest of what mentioning returned, with the group that it
// grew.
func (p *fixProgram) mentionedDigest(units []int, all bool, group map[int]bool) cache.Digest {
	if p.results == nil {
		return cache.Digest{}
	}
	var parts [][]byte
	for _, i := range units {
		parts = append(parts, []byte(p.linter.display(p.files[i].Path)))
	}
	answered, grown := boolDigest(all), cache.Of("group", []byte(strings.Join(p.groupPaths(group), "\x00")))
	return cache.Of("mentioned", append(parts, answered[:], grown[:])...)
}

// dependsOnUnit records that the fix being made depends on a unit.
func (r *openUnits) dependsOnUnit(i int) {
	if r.trace == nil {
		return
	}
	path := r.linter.display(r.program.files[i].Path)
	d, ok := r.program.results.unit(r.program.results.unitAt(path))
	if !ok {
		r.trace.Spoil()
	}
	r.trace.Add(cache.Question{Kind: askUnit, Text: path}, d)
}

// tracing calls f and returns the dependencies that f records; nil if no trace is being recorded.
func (r *openUnits) tracing(f func()) *cache.Trace {
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

// reused records the dependencies of a cached value that is used again.
func (r *openUnits) reused(trace *cache.Trace) {
	if r != nil {
		r.trace.Merge(trace)
	}
}

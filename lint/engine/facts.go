package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/fingerprint"
)

// unitFacts are the facts that one unit exports and reads in one phase. Keys are those of
// lint.Fact.
type unitFacts struct {
	exported map[string][]lint.ExportedFact
	read     map[string]bool
	// others returns the facts of other units; nil in the first phase, when they are not known.
	others func(key string) [][]byte
}

// A collectPass takes the facts of a unit: lint.CollectServices.
type collectPass struct{ run *unitRun }

func (p collectPass) ExportFact(key string, data []byte) {
	facts := &p.run.facts
	if facts.exported == nil {
		facts.exported = map[string][]lint.ExportedFact{}
	}
	facts.exported[key] = append(facts.exported[key], lint.ExportedFact{Path: p.run.path, Build: p.run.flags.Build, Data: data})
}

func (p *checkPass) FactsOf(key string) [][]byte {
	facts := &p.run.facts
	if facts.others != nil {
		found := facts.others(key)
		p.run.dependsOnFacts(key, found)
		return found
	}
	if facts.read == nil {
		facts.read = map[string]bool{}
	}
	facts.read[key] = true
	return nil
}

// collect runs the collectors of the rules over the unit, each once.
func (u *unitRun) collect() {
	done := map[*lint.Collector]bool{}
	for _, rule := range u.linter.opts.Rules {
		if rule.Collect == nil || done[rule.Collect] {
			continue
		}
		done[rule.Collect] = true
		u.guard("rule "+rule.Name, func() {
			if err := rule.Collect.Run(&lint.CollectPass{Pass: u.pass(rule), CollectServices: collectPass{u}}); err != nil {
				u.failed("rule "+rule.Name, err)
			}
		})
	}
}

// A factStore holds the exported facts of all units.
type factStore struct {
	numbers *numbers
	facts   [][]storedFacts // by the number of their key, in the order of the units
}

// storedFacts are what a unit exported under a key.
type storedFacts struct {
	unit  int
	facts []lint.ExportedFact
}

// newFactStore returns the facts that units exported.
func newFactStore(n *numbers, units []*numberedUnit) *factStore {
	s := &factStore{numbers: n, facts: make([][]storedFacts, len(n.keys.names))}
	for unit, u := range units {
		for _, f := range u.exported {
			s.facts[f.key] = append(s.facts[f.key], storedFacts{unit, f.facts})
		}
	}
	return s
}

// under returns the facts under a key.
func (s *factStore) under(key string) []storedFacts {
	if number, known := s.numbers.keys.numbers[key]; known && int(number) < len(s.facts) {
		return s.facts[number]
	}
	return nil
}

// hasAny reports whether another unit than the given one exported a fact under one of some keys.
func (s *factStore) hasAny(unit int, keys []int32) bool {
	for _, key := range keys {
		if slices.ContainsFunc(s.facts[key], func(f storedFacts) bool { return f.unit != unit }) {
			return true
		}
	}
	return false
}

// nearest returns the facts under a key of the units nearest to one, in the order of the units.
func (s *factStore) nearest(joined *program.Program, unit int, key string) [][]byte {
	best := -1
	var out [][]byte
	for _, f := range s.under(key) {
		if f.unit == unit {
			continue
		}
		near := joined.Nearness(unit, f.unit)
		if near > best {
			best, out = near, nil
		}
		if near == best {
			for _, fact := range f.facts {
				out = append(out, fact.Data)
			}
		}
	}
	return out
}

// A programPass answers a rule at work on the whole program: lint.ProgramServices.
type programPass struct {
	rule    *lint.Rule
	linter  *Linter
	facts   *factStore
	program *programRun
	found   []lint.Diagnostic
}

func (p *programPass) AllFacts(key string) []lint.ExportedFact {
	var out []lint.ExportedFact
	for _, f := range p.facts.under(key) {
		out = append(out, f.facts...)
	}
	return out
}

func (p *programPass) Option(name string) any { return p.linter.everywhere.option(p.rule, name) }

func (p *programPass) Report(d lint.Diagnostic) {
	d.Rule, d.Severity = p.rule.Name, cmp.Or(d.Severity, p.rule.Severity)
	d.Code = fingerprint.Code(p.rule, d.Severity, d.Line)
	p.found = append(p.found, d)
}

func (p *programPass) ReportSubject(d lint.Diagnostic, subject *lint.Subject) {
	d.Origin.Subject, d.Origin.Unit = subject, p.unitOf(d.Path)
	if d.Origin.Unit < 0 {
		d.Origin.Subject = nil
	}
	p.Report(d)
}

// unitOf returns the index of the translation unit to report on for a file, -1 for none.
// The unit of the file itself comes before those that include it. A header that was worked
// on where sources include it has no unit of its own.
func (p *programPass) unitOf(path string) int {
	best, place := -1, 0
	for i, s := range p.program.summaries {
		if s == nil || i >= p.program.inputs || p.program.covered[i] {
			continue
		}
		if at := slices.Index(s.Files, path); at >= 0 && (best < 0 || at < place) {
			best, place = i, at
		}
	}
	return best
}

// program runs what the rules have to say about the program as a whole.
func (l *Linter) program(ctx context.Context, b *batch[lint.Diagnostic]) []lint.Diagnostic {
	var found []lint.Diagnostic
	for _, rule := range l.opts.Rules {
		if rule.Program == nil || ctx.Err() != nil {
			continue
		}
		run := &programPass{rule: rule, linter: l, facts: b.facts, program: &b.program}
		pass := &lint.ProgramPass{Context: ctx, Rule: rule, Target: b.target(l), ProgramServices: run}
		if p := guardRule(rule, func() error { return rule.Program(pass) }); p != nil {
			b.problems = append(b.problems, *p)
		}
		found = append(found, run.found...)
	}
	return found
}

// guardRule runs what a rule does outside of units, and returns what is wrong if it fails
// or panics.
func guardRule(rule *lint.Rule, run func() error) (p *lint.Problem) {
	failed := func(format string, args ...any) *lint.Problem {
		return &lint.Problem{Kind: lint.Internal, Message: "rule " + rule.Name + " failed: " + fmt.Sprintf(format, args...)}
	}
	defer func() {
		if r := recover(); r != nil {
			p = failed("%v (this is a bug in cudalint; please report it)%s", r, panicSite())
		}
	}()
	if err := run(); err != nil {
		return failed("%s", err)
	}
	return nil
}

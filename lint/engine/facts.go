package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/facts"
	"github.com/cudalint/cudalint/lint/fingerprint"
)

// unitFacts are the facts that one unit exports and reads in one phase.
type unitFacts struct {
	facts.Unit
	// others returns the facts of other units; nil in the first phase, when they are not known.
	others func(key string) [][]byte
}

// A collectPass takes the facts of a unit: lint.CollectServices.
type collectPass struct{ run *unitRun }

func (p collectPass) ExportFact(key string, data []byte) {
	p.run.facts.Export(key, lint.ExportedFact{Path: p.run.path, Build: p.run.flags.Build, Data: data})
}

func (p *checkPass) FactsOf(key string) [][]byte {
	u := &p.run.facts
	u.Want(key)
	if u.others == nil {
		return nil
	}
	found := u.others(key)
	p.run.dependsOnFacts(key, found)
	return found
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

// A programPass runs one rule over the whole program: lint.ProgramServices.
type programPass struct {
	rule    *lint.Rule
	linter  *Linter
	facts   *facts.Store
	program *programRun
	found   []lint.Diagnostic
}

func (p *programPass) AllFacts(key string) []lint.ExportedFact { return p.facts.All(key) }

func (p *programPass) OptionValue(name string) any { return p.linter.everywhere.option(p.rule, name) }

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

// unitOf returns the index of the unit that a finding in a file belongs to, -1 for none: that of
// the file itself, else the first that includes it. A covered header has no unit of its own.
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

// programFindings are the findings and problems of the rules that run over the program as a whole,
// for one target.
type programFindings struct {
	known    bool
	target   lint.Target
	found    []lint.Diagnostic
	problems []lint.Problem
}

// program runs the rules over the program as a whole, unless their findings are known.
func (l *Linter) program(ctx context.Context, b *batch[lint.Diagnostic]) []lint.Diagnostic {
	f, target := b.found, b.target(l)
	if !f.known || f.target != target {
		*f = programFindings{target: target}
		for _, rule := range l.opts.Rules {
			if rule.Program == nil || ctx.Err() != nil {
				continue
			}
			run := &programPass{rule: rule, linter: l, facts: b.program.facts, program: &b.program}
			pass := &lint.ProgramPass{Context: ctx, Rule: rule, Target: target, ProgramServices: run}
			if p := guardRule(rule, func() error { return rule.Program(pass) }); p != nil {
				f.problems = append(f.problems, *p)
			}
			f.found = append(f.found, run.found...)
		}
		f.known = ctx.Err() == nil
	}
	b.problems = append(b.problems, f.problems...)
	found := slices.Clone(f.found)
	for i := range found {
		found[i].Fixes = slices.Clone(found[i].Fixes)
	}
	return found
}

// guardRule runs a hook of a rule outside of units. It returns a problem if the hook fails or
// panics.
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

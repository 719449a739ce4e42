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

// Facts are what rules know of one translation unit and other units need: a
// function that is defined elsewhere, the size of a variable that is linked in.
// They hold no syntax tree, and travel by a key that the rule chooses.

// unitFacts are those of one unit on its way through a phase.
type unitFacts struct {
	told  map[string][]lint.Told
	asked map[string]bool
	ask   func(key string) []any // nil in the first phase
}

func (p *unitPass) Tell(key string, fact any) {
	if !p.telling {
		panic("Tell is called outside of Rule.Tell")
	}
	facts := &p.run.facts
	if facts.told == nil {
		facts.told = map[string][]lint.Told{}
	}
	key = factKey(p.rule, key)
	facts.told[key] = append(facts.told[key], lint.Told{Path: p.run.path, Build: p.run.flags.Build, Fact: fact})
}

func (p *unitPass) Ask(key string) []any {
	facts := &p.run.facts
	key = factKey(p.rule, key)
	if facts.ask != nil {
		told := facts.ask(key)
		p.run.asked(key, told)
		return told
	}
	if facts.asked == nil {
		facts.asked = map[string]bool{}
	}
	facts.asked[key] = true
	return nil
}

// factKey keeps the keys of rules apart. Rules that are to share facts have the
// same Facts.
func factKey(rule *lint.Rule, key string) string {
	if rule.Facts != "" {
		return rule.Facts + "\x00" + key
	}
	return rule.Name + "\x00" + key
}

// tell runs what the rules tell about the unit; once for rules that share facts.
func (u *unitRun) tell() {
	shared := map[string]bool{}
	for _, rule := range u.linter.opts.Rules {
		if rule.Tell == nil || shared[rule.Facts] {
			continue
		}
		if rule.Facts != "" {
			shared[rule.Facts] = true
		}
		u.guard("rule "+rule.Name, func() {
			if err := rule.Tell(u.passOf(&unitPass{run: u, rule: rule, telling: true})); err != nil {
				u.failed("rule "+rule.Name, err)
			}
		})
	}
}

// A board holds what all units told.
type board struct {
	numbers *numbers
	facts   [][]boardFacts // by the number of their key, in the order of the units
}

// boardFacts are what a unit told under a key.
type boardFacts struct {
	unit int
	told []lint.Told
}

// newBoard returns what units told.
func newBoard(n *numbers, units []*numberedUnit) *board {
	b := &board{numbers: n, facts: make([][]boardFacts, len(n.keys.names))}
	for unit, u := range units {
		for _, f := range u.told {
			b.facts[f.key] = append(b.facts[f.key], boardFacts{unit, f.facts})
		}
	}
	return b
}

// under returns what was told under a key.
func (b *board) under(key string) []boardFacts {
	if number, known := b.numbers.keys.numbers[key]; known && int(number) < len(b.facts) {
		return b.facts[number]
	}
	return nil
}

// answers reports whether another unit than the given one told something that
// it asked for.
func (b *board) answers(unit int, asked []int32) bool {
	for _, key := range asked {
		if slices.ContainsFunc(b.facts[key], func(f boardFacts) bool { return f.unit != unit }) {
			return true
		}
	}
	return false
}

// ask returns the facts of the units nearest to one, in the order of the units.
func (b *board) ask(joined *program.Program, unit int, key string) []any {
	best := -1
	var out []any
	for _, f := range b.under(key) {
		if f.unit == unit {
			continue
		}
		near := joined.Nearness(unit, f.unit)
		if near > best {
			best, out = near, nil
		}
		if near == best {
			for _, told := range f.told {
				out = append(out, told.Fact)
			}
		}
	}
	return out
}

// A programPass answers a rule at work on the whole program: lint.ProgramServices.
type programPass struct {
	rule    *lint.Rule
	linter  *Linter
	board   *board
	program *programRun
	found   []lint.Diagnostic
}

func (p *programPass) Facts(key string) []lint.Told {
	var out []lint.Told
	for _, f := range p.board.under(factKey(p.rule, key)) {
		out = append(out, f.told...)
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
		run := &programPass{rule: rule, linter: l, board: b.board, program: &b.program}
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

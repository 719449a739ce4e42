package lint

import (
	"context"
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/sema"
)

// Facts are what rules know of one translation unit and other units need: a
// function that is defined elsewhere, the size of a variable that is linked in.
// They hold no syntax tree, and travel by a key that the rule chooses.

// unitFacts are those of one unit on its way through a phase.
type unitFacts struct {
	told  map[string][]Told
	asked map[string]bool
	ask   func(key string) []any // nil in the first phase
}

// Tell gives the other units a fact about this one. It may only be called by
// Rule.Tell; fact must not hold on to the syntax tree.
func (p *Pass) Tell(key string, fact any) {
	if !p.telling {
		panic("Tell is called outside of Rule.Tell")
	}
	facts := &p.run.facts
	if facts.told == nil {
		facts.told = map[string][]Told{}
	}
	key = factKey(p.Rule, key)
	facts.told[key] = append(facts.told[key], Told{Path: p.run.path, Build: p.Build, Fact: fact})
}

// Ask returns the facts under a key that were told by the other unit nearest to
// this one, by several where they are equally near; nil where no other unit told
// one. In the first phase the others are not known yet, and the answer is nil: a
// unit whose question another unit has an answer to is run again.
func (p *Pass) Ask(key string) []any {
	facts := &p.run.facts
	key = factKey(p.Rule, key)
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
func factKey(rule *Rule, key string) string {
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
			pass := u.pass(rule)
			pass.telling = true
			if err := rule.Tell(pass); err != nil {
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
	told []Told
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
func (b *board) ask(program *sema.Program, unit int, key string) []any {
	best := -1
	var out []any
	for _, f := range b.under(key) {
		if f.unit == unit {
			continue
		}
		near := program.Nearness(unit, f.unit)
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

// Facts returns what all units told under a key, in the order of the inputs.
func (p *ProgramPass) Facts(key string) []Told {
	var out []Told
	for _, f := range p.board.under(factKey(p.Rule, key)) {
		out = append(out, f.told...)
	}
	return out
}

// Option returns the value of one of the rule's options for the program as a whole; see
// Pass.Option.
func (p *ProgramPass) Option(name string) any { return p.linter.everywhere.option(p.Rule, name) }

// Report adds a finding. Its rule and fingerprint are filled in, and its
// severity where it has none.
func (p *ProgramPass) Report(d Diagnostic) { p.report(d) }

// ReportSubject adds a finding with what its fixes are about. Its unit is the one
// that has the file it is in.
func (p *ProgramPass) ReportSubject(d Diagnostic, subject *Subject) {
	d.subject, d.unit = subject, p.unitOf(d.Path)
	if d.unit < 0 {
		d.subject = nil
	}
	p.report(d)
}

// unitOf returns the index of the translation unit to report on for a file, -1 for none.
// The unit of the file itself comes before those that include it. A header that was worked
// on where sources include it has no unit of its own.
func (p *ProgramPass) unitOf(path string) int {
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
func (l *Linter) program(ctx context.Context, b *batch[Diagnostic]) []Diagnostic {
	var found []Diagnostic
	for _, rule := range l.opts.Rules {
		if rule.Program == nil || ctx.Err() != nil {
			continue
		}
		pass := &ProgramPass{Context: ctx, Rule: rule, Target: b.target(l), linter: l, board: b.board, program: &b.program}
		pass.report = func(d Diagnostic) {
			d.Rule = rule.Name
			if d.Severity == 0 {
				d.Severity = rule.Severity
			}
			d.Code = codeOf(d.Line) + weaker(rule, d.Severity)
			found = append(found, d)
		}
		if p := guardRule(rule, func() error { return rule.Program(pass) }); p != nil {
			b.problems = append(b.problems, *p)
		}
	}
	return found
}

// guardRule runs what a rule does outside of units, and returns what is wrong if it fails
// or panics.
func guardRule(rule *Rule, run func() error) (p *Problem) {
	failed := func(format string, args ...any) *Problem {
		return &Problem{Kind: Internal, Message: "rule " + rule.Name + " failed: " + fmt.Sprintf(format, args...)}
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

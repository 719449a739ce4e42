// Package lint is what a rule's author sees: the rule, the passes that it works with, and
// what it finds. Package engine runs rules over sources.
package lint

import (
	"fmt"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/suggest"
)

// A Rule is one check. Its value is constant: what it learns lives in the passes.
type Rule struct {
	// Name is the rule's kebab-case name, prefixed by what it is about.
	Name string
	// Severity of its findings unless the user says otherwise.
	Severity Severity
	// Summary is one line for lists of rules.
	Summary string
	// Doc is the rule's page in Markdown.
	Doc string
	// Options are what a user can set of the rule.
	Options []Option
	// A run has two phases. In the first each source file is parsed, those of the context
	// too, and Collect exports facts about it for the other files. In the second Check
	// reports findings about each unit that is linted, with the facts of all others at hand.
	// A unit that needs no facts of others is checked right after Collect, see Fact.Of.
	// Program, Fix and Directives come when all units are done.
	//
	// A rule needs one of Check, Program and Directives. An error that any function returns
	// is a failure of the rule, not a finding.

	// Collect exports facts. Rules that read the same facts have the same Collector.
	Collect *Collector
	// Check looks at one translation unit.
	Check func(*CheckPass) error
	// AllMemory is set if Check looks at accesses of other memory than constant memory.
	// Pass.Kernels then has them.
	AllMemory bool
	// Program looks at the facts of all units.
	Program func(*ProgramPass) error
	// Fix returns the fixes for the Subject of a finding, the best first. They are
	// alternatives. It can open the units of the program again.
	Fix func(*FixPass) ([]fixes.Fix, error)
	// Directives looks at the directives in comments, when it is known what each suppresses.
	Directives func(*DirectivePass) error
}

// A Collector exports the facts of one translation unit. It runs once for each unit, however
// many rules have it.
type Collector struct {
	Run func(*CollectPass) error
}

// Names returns the names of some rules, in their order.
func Names(rules []*Rule) []string {
	names := make([]string, len(rules))
	for i, r := range rules {
		names[i] = r.Name
	}
	return names
}

// FindRule returns the rule of a name, or an error that suggests what to do.
func FindRule(all []*Rule, name string) (*Rule, error) {
	for _, r := range all {
		if r.Name == name {
			return r, nil
		}
	}
	guess := suggest.DidYouMean(name, Names(all))
	if guess == "" {
		guess = "; `cudalint rules` lists them"
	}
	return nil, fmt.Errorf("no rule is named %.80q%s", name, guess)
}

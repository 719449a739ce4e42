// Package lint is what a rule's author sees: the rule, the passes that it works with, and
// what it finds. Package engine runs rules over sources.
package lint

import (
	"fmt"

	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/suggest"
)

// A Rule is one check. Its value is constant: what it learns lives in Run.
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
	// Run looks at one translation unit and reports through the pass. An error
	// is a failure of the rule, not a finding. It may be nil where another hook is not.
	Run func(*Pass) error
	// Tell, if any, tells facts about one translation unit to the rest of the
	// program. It runs on every source file, those of the context too, before Run
	// gets answers from other files.
	Tell func(*Pass) error
	// Facts names the facts that Tell tells where several rules have the same: one
	// of them tells, all can ask.
	Facts string
	// Fix returns the fixes of a Subject of the rule's findings, alternatives of which the
	// best is first. It runs after all units are done, which it can open again. An error is a
	// failure of the rule.
	Fix func(*FixPass) ([]fixes.Fix, error)
	// Types are values of the types of what Tell tells and of Subject.About, and of what
	// interfaces in them hold. What is of other types than these and the basic ones is kept
	// out of the cache.
	Types []any
	// Program, if any, runs once, after every Run, over what all units told.
	Program func(*ProgramPass) error
	// Directives, if any, runs once, when it is known what the directives in comments
	// suppress.
	Directives func(*DirectivePass) error
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

// Package selector says what the texts mean that choose rules: a name, a prefix of names, or all.
package selector

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint/suggest"
)

// A Selection is what one place, a configuration file or the command line, says about
// which rules run, in selectors: a rule's name, a prefix of names up to a hyphen
// ("constant"), or "all".
type Selection struct {
	// Select, if not nil, takes the place of what was said before. Extend adds to it,
	// Ignore takes away from both, unless what selects a rule is longer than what ignores
	// it, that is more specific: select "constant-divergent-index" and ignore "constant"
	// keeps the rule.
	Select, Extend, Ignore []string
}

// On reports whether a rule runs that ran before, or did not.
func (s *Selection) On(rule string, before bool) bool {
	yes, no := specificity(s.Extend, rule), specificity(s.Ignore, rule)
	if s.Select != nil {
		yes = max(yes, specificity(s.Select, rule))
		return yes > no
	}
	if yes > 0 || no > 0 {
		return yes > no
	}
	return before
}

// Check returns an error for a selector that selects none of the rules of some names.
func Check(names []string, s string) error {
	if slices.ContainsFunc(names, func(name string) bool { return Selects(s, name) }) {
		return nil
	}
	guess := suggest.DidYouMean(s, All(names))
	if guess == "" {
		guess = "; `cudalint rules` lists them"
	}
	return fmt.Errorf("no rule is named %.80q, and no name starts with it and a hyphen%s", s, guess)
}

// All returns what selects rules of some names: all, the prefixes of the names, and the
// names.
func All(names []string) []string {
	known := map[string]bool{"all": true}
	for _, name := range names {
		known[name] = true
		for i, c := range name {
			if c == '-' {
				known[name[:i]] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(known))
}

// Selects reports whether a selector selects the rule of a name.
func Selects(selector, name string) bool {
	return selector == "all" || selector == name || strings.HasPrefix(name, strings.TrimSuffix(selector, "-")+"-") && selector != ""
}

// specificity returns how specific the most specific selector that chooses a
// name is: 0 if none does, 1 for all, more for longer prefixes.
func specificity(selectors []string, name string) int {
	best := 0
	for _, s := range selectors {
		if !Selects(s, name) {
			continue
		}
		n := 1
		if s != "all" {
			n += len(strings.TrimSuffix(s, "-"))
		}
		best = max(best, n)
	}
	return best
}

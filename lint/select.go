package lint

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

// CheckSelector returns an error for a selector that selects none of the rules.
func CheckSelector(all []*Rule, s string) error {
	if slices.ContainsFunc(all, func(r *Rule) bool { return selects(s, r.Name) }) {
		return nil
	}
	guess := suggest.DidYouMean(s, Selectors(all))
	if guess == "" {
		guess = "; `cudalint rules` lists them"
	}
	return fmt.Errorf("no rule is named %.80q, and no name starts with it and a hyphen%s", s, guess)
}

// Selectors returns what selects rules: all, their prefixes and their names.
func Selectors(all []*Rule) []string {
	known := map[string]bool{"all": true}
	for _, r := range all {
		known[r.Name] = true
		for i, c := range r.Name {
			if c == '-' {
				known[r.Name[:i]] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(known))
}

// FindRule returns the rule of a name, or an error that suggests what to do.
func FindRule(all []*Rule, name string) (*Rule, error) {
	names := make([]string, len(all))
	for i, r := range all {
		if r.Name == name {
			return r, nil
		}
		names[i] = r.Name
	}
	guess := suggest.DidYouMean(name, names)
	if guess == "" {
		guess = "; `cudalint rules` lists them"
	}
	return nil, fmt.Errorf("no rule is named %.80q%s", name, guess)
}

func selects(selector, name string) bool {
	return selector == "all" || selector == name || strings.HasPrefix(name, strings.TrimSuffix(selector, "-")+"-") && selector != ""
}

// specificity returns how specific the most specific selector that chooses a
// name is: 0 if none does, 1 for all, more for longer prefixes.
func specificity(selectors []string, name string) int {
	best := 0
	for _, s := range selectors {
		if !selects(s, name) {
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

// Package selector implements rule selectors: a name, a prefix of names, or "all".
package selector

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/lint/suggest"
)

// A Selection holds the selectors of one configuration file, or of the command line. A
// selector is a rule's name, a prefix of names up to a hyphen ("constant"), or "all".
type Selection struct {
	// Select, if not nil, replaces earlier selections. Extend adds to it. Ignore removes
	// from both, unless the selector that adds the rule is longer and so more specific:
	// select "constant-divergent-index" with ignore "constant" keeps that rule.
	Select, Extend, Ignore []string
}

// On reports whether a rule is on after the selection. before is whether it was on before.
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

// Check returns an error if a selector selects none of the named rules.
func Check(names []string, s string) error {
	if slices.ContainsFunc(names, func(name string) bool { return Selects(s, name) }) {
		return nil
	}
	guess := suggest.DidYouMean(s, All(names))
	if guess == "" {
		guess = "; run `cudalint rules` for the list of rules"
	}
	return fmt.Errorf("no rule is named %.80q, and no name starts with it and a hyphen%s", s, guess)
}

// All returns all selectors of the named rules: "all", the names and their prefixes.
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

// Selects reports whether a selector selects the named rule.
func Selects(selector, name string) bool {
	return selector == "all" || selector == name || strings.HasPrefix(name, strings.TrimSuffix(selector, "-")+"-") && selector != ""
}

// specificity returns how specific the most specific selector of a rule is: 0 if none selects
// it, 1 for "all", more for longer prefixes.
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

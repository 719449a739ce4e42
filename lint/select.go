package lint

import (
	"fmt"
	"slices"
	"strings"
)

// Select returns the rules that selectors choose, in the order of all. A
// selector is a rule's name, a prefix of names up to a hyphen ("constant"), or
// "all". An empty selected means all; extend adds to it; ignored wins over both
// unless the one that selects is longer, that is more specific: select
// "constant-divergent-index" and ignore "constant" keeps the rule.
func Select(all []*Rule, selected, extend, ignored []string) ([]*Rule, error) {
	if len(selected) == 0 {
		selected = []string{"all"}
	}
	selected = append(slices.Clone(selected), extend...)
	for _, s := range append(slices.Clone(selected), ignored...) {
		if !slices.ContainsFunc(all, func(r *Rule) bool { return selects(s, r.Name) }) {
			return nil, fmt.Errorf("no rule is named %q, and no name starts with it and a hyphen; `cudalint rules` lists them", s)
		}
	}
	var out []*Rule
	for _, r := range all {
		if yes := specificity(selected, r.Name); yes > 0 && yes > specificity(ignored, r.Name) {
			out = append(out, r)
		}
	}
	return out, nil
}

// FindRule returns the rule of a name, or an error that suggests what to do.
func FindRule(all []*Rule, name string) (*Rule, error) {
	for _, r := range all {
		if r.Name == name {
			return r, nil
		}
	}
	return nil, fmt.Errorf("no rule is named %q; `cudalint rules` lists them", name)
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

package lint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// An Option is something that a user can set of a rule.
type Option struct {
	Name, Doc string
	// Default is a bool, an int64 or a string; the option's values are of the same
	// type.
	Default any
}

// option returns the value of an option of a rule. A name that the rule does not
// declare is a mistake in the rule.
func (o *FileOptions) option(rule *Rule, name string) any {
	i := slices.IndexFunc(rule.Options, func(option Option) bool { return option.Name == name })
	if i < 0 {
		panic("rule " + rule.Name + " has no option " + name)
	}
	if value, ok := o.RuleOptions[rule.Name][name]; ok {
		return value
	}
	return rule.Options[i].Default
}

// ParseOption reads RULE.OPTION=VALUE into values, as Options.RuleOptions takes
// them.
func ParseOption(all []*Rule, text string, values map[string]map[string]any) error {
	path, value, ok := strings.Cut(text, "=")
	name, option, ok2 := strings.Cut(path, ".")
	if !ok || !ok2 {
		return fmt.Errorf("%q is not RULE.OPTION=VALUE", text)
	}
	rule, err := FindRule(all, name)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(rule.Options, func(o Option) bool { return o.Name == option })
	if i < 0 {
		return fmt.Errorf("rule %s has no option %q; `cudalint explain %s` lists its options", name, option, name)
	}
	parsed, err := parseOptionValue(rule.Options[i].Default, value)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if values[name] == nil {
		values[name] = map[string]any{}
	}
	values[name][option] = parsed
	return nil
}

// parseOptionValue returns the value that a text stands for, of the type of the
// default.
func parseOptionValue(byDefault any, text string) (any, error) {
	switch byDefault.(type) {
	case bool:
		v, err := strconv.ParseBool(text)
		if err != nil {
			return nil, fmt.Errorf("%q is neither true nor false", text)
		}
		return v, nil
	case int64:
		v, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a whole number", text)
		}
		return v, nil
	}
	return text, nil
}

package lint

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/lint/suggest"
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
	o, err := rule.FindOption(option)
	if err != nil {
		return err
	}
	parsed, err := parseOptionValue(o.Default, value)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if values[name] == nil {
		values[name] = map[string]any{}
	}
	values[name][option] = parsed
	return nil
}

// FindOption returns the option of a name, or an error that suggests what to do.
func (r *Rule) FindOption(name string) (*Option, error) {
	var names []string
	for i := range r.Options {
		if r.Options[i].Name == name {
			return &r.Options[i], nil
		}
		names = append(names, r.Options[i].Name)
	}
	if names == nil {
		return nil, fmt.Errorf("rule %s has no option %.80q: it has none", r.Name, name)
	}
	guess := suggest.DidYouMean(name, names)
	if guess == "" {
		guess = "; it has " + strings.Join(names, ", ")
	}
	return nil, fmt.Errorf("rule %s has no option %.80q%s", r.Name, name, guess)
}

// Check returns an error for a value that is not of the type of the option.
func (o *Option) Check(value any) error {
	if reflect.TypeOf(value) == reflect.TypeOf(o.Default) {
		return nil
	}
	switch o.Default.(type) {
	case bool:
		return errors.New("true or false is needed")
	case int64:
		return errors.New("a whole number is needed")
	}
	return errors.New("a string is needed")
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

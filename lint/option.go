package lint

import (
	"errors"
	"fmt"
	"reflect"
	"strings"

	"github.com/cudalint/cudalint/lint/suggest"
)

// An Option is a setting of a rule that users can change.
type Option struct {
	Name, Doc string
	// Default is a bool, an int64 or a string; the option's values are of the same
	// type.
	Default any
}

// FindOption returns the option with a name. The error suggests a similar name.
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

// Check returns an error if a value does not have the type of the option.
func (o *Option) Check(value any) error {
	if reflect.TypeOf(value) == reflect.TypeOf(o.Default) {
		return nil
	}
	switch o.Default.(type) {
	case bool:
		return errors.New("expected true or false")
	case int64:
		return errors.New("expected a whole number")
	}
	return errors.New("expected a string")
}

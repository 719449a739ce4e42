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

// A TypedOption is an option with values of type T. A rule declares it as a package variable, lists
// its Option in Rule.Options, and asks a pass for the value:
//
//	var strict = lint.NewOption("strict", false, "report what the end of main would release, too")
//
//	if strict.Of(pass) {
type TypedOption[T bool | int64 | string] struct{ Option Option }

// NewOption declares an option of a rule with its default value.
func NewOption[T bool | int64 | string](name string, value T, doc string) TypedOption[T] {
	return TypedOption[T]{Option{Name: name, Doc: doc, Default: value}}
}

// Of returns the value of the option. For a unit it is that of its file, for the program that of
// all files.
func (o TypedOption[T]) Of(pass OptionServices) T { return pass.OptionValue(o.Option.Name).(T) }

// OptionServices are what the engine answers about the options of a rule.
type OptionServices interface {
	// OptionValue returns the value of an option, which has the type of its default. Rules call
	// TypedOption.Of.
	OptionValue(name string) any
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

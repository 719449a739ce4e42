package lint

import "testing"

// optionValues are the values of a rule's options.
type optionValues map[string]any

func (v optionValues) OptionValue(name string) any { return v[name] }

// TestTypedOptions: an option has its name, text and default in the list of its rule, and its value
// has the type of the default.
func TestTypedOptions(t *testing.T) {
	strict, percent, mode := NewOption("strict", true, "is strict"), NewOption("percent", int64(90), "a limit"), NewOption("mode", "all", "")
	rule := &Rule{Name: "r", Options: []Option{strict.Option, percent.Option, mode.Option}}
	values := optionValues{"strict": false, "percent": int64(75), "mode": "some"}
	for name, want := range map[string]Option{
		"strict":  {Name: "strict", Doc: "is strict", Default: true},
		"percent": {Name: "percent", Doc: "a limit", Default: int64(90)},
		"mode":    {Name: "mode", Default: "all"},
	} {
		o, err := rule.FindOption(name)
		if err != nil || *o != want {
			t.Errorf("%s: %+v, %v, want %+v", name, o, err, want)
			continue
		}
		if err := o.Check(values[name]); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := o.Check(3.5); err == nil {
			t.Errorf("%s: 3.5 is accepted", name)
		}
	}
	if strict.Of(values) || percent.Of(values) != 75 || mode.Of(values) != "some" {
		t.Errorf("values %t, %d, %q", strict.Of(values), percent.Of(values), mode.Of(values))
	}
	if _, err := rule.FindOption("percnt"); err == nil || err.Error() != `rule r has no option "percnt": did you mean "percent"?` {
		t.Errorf("percnt: %v", err)
	}
}

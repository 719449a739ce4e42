package engine

import (
	"strings"
	"testing"

	"github.com/cudalint/cudalint/lint"
)

func TestParseOption(t *testing.T) {
	rules := []*lint.Rule{{Name: "a-rule", Options: []lint.Option{{Name: "strict", Default: false}, {Name: "percent", Default: int64(90)}, {Name: "mode", Default: "all"}}}}
	tests := []struct{ text, problem string }{
		{"a-rule.strict=true", ""},
		{"a-rule.percent=75", ""},
		{"a-rule.mode=a.b=c", ""},
		{"a-rule.strict=perhaps", "neither true nor false"},
		{"a-rule.percent=1.5", "not a whole number"},
		{"a-rule.other=1", `no option "other"`},
		{"b-rule.strict=true", `no rule is named "b-rule"`},
		{"a-rule=true", "not RULE.OPTION=VALUE"},
		{"strict", "not RULE.OPTION=VALUE"},
	}
	values := map[string]map[string]any{}
	for _, test := range tests {
		err := ParseOption(rules, test.text, values)
		if test.problem == "" && err != nil || test.problem != "" && (err == nil || !strings.Contains(err.Error(), test.problem)) {
			t.Errorf("%s: %v, want %q", test.text, err, test.problem)
		}
	}
	o := &FileOptions{RuleOptions: values}
	for name, want := range map[string]any{"strict": true, "percent": int64(75), "mode": "a.b=c"} {
		if got := o.option(rules[0], name); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if got := new(FileOptions).option(rules[0], "percent"); got != int64(90) {
		t.Errorf("by default percent is %v", got)
	}
}

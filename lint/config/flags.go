package config

import (
	"fmt"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/selector"
)

// Flags are the settings of the command line as text. An empty one is not given.
type Flags struct {
	GPU, CUDA, Block             string
	Select, ExtendSelect, Ignore []string
	RuleOptions                  []string // RULE.OPTION=VALUE
	Include, Defines             []string
	Baseline                     string
	PtxasLogs                    []string
}

// layer returns the settings of the flags.
func (f *Flags) layer(rules []*lint.Rule) (*layer, error) {
	l := newLayer(0)
	set := func(key, flag string, value any, err error) error {
		l.entries[key] = entry{value, Origin{Flag: flag}}
		if err != nil {
			return fmt.Errorf("%s %w", flag, err)
		}
		return nil
	}
	if f.GPU != "" {
		g, err := parseGPU(f.GPU)
		if err != nil {
			return nil, err // it says what it is about
		}
		set(keyGPU, "--gpu", g, nil)
	}
	if f.CUDA != "" {
		v, err := parseCUDA(f.CUDA)
		if err := set(keyCUDA, "--cuda", v, err); err != nil {
			return nil, err
		}
	}
	if f.Block != "" {
		b, err := parseBlock(f.Block, warp.FromFlag)
		if err := set(keyBlock, "--block", b, err); err != nil {
			return nil, err
		}
	}
	if f.Baseline != "" {
		set(keyBaseline, "--baseline", f.Baseline, nil)
	}
	selector := func(s string) (string, error) { return s, selector.Check(lint.Names(rules), s) }
	same := func(s string) (string, error) { return s, nil }
	for _, list := range []struct {
		key, flag string
		values    []string
		parse     func(string) (string, error)
	}{
		{keySelect, "--select", f.Select, selector}, {keyExtend, "--extend-select", f.ExtendSelect, selector}, {keyIgnore, "--ignore", f.Ignore, selector},
		{keyInclude, "-I", f.Include, same}, {keyDefines, "-D", f.Defines, parseDefine},
		{keyPtxasLog, "--ptxas-log", f.PtxasLogs, same},
	} {
		var items []Item
		for _, s := range list.values {
			if _, err := list.parse(s); err != nil {
				return nil, fmt.Errorf("%s: %w", list.flag, err)
			}
			items = append(items, Item{s, Origin{Flag: list.flag}})
		}
		if items != nil {
			set(list.key, list.flag, items, nil)
		}
	}
	return l, l.setOptions(rules, f.RuleOptions)
}

// setOptions adds the options of rules, RULE.OPTION=VALUE.
func (l *layer) setOptions(rules []*lint.Rule, settings []string) error {
	values := map[string]map[string]any{}
	for _, s := range settings {
		if err := engine.ParseOption(rules, s, values); err != nil {
			return fmt.Errorf("--rule-option: %w", err)
		}
	}
	for rule, options := range values {
		l.options[rule] = map[string]entry{}
		for option, v := range options {
			l.options[rule][option] = entry{v, Origin{Flag: "--rule-option"}}
		}
	}
	return nil
}

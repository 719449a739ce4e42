package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/includes"
	"github.com/cudalint/cudalint/lint/model/gpu"
)

// FileOptions are what is asked for of one file, where files of a run differ. The zero
// value of a field means its default.
//
// What a file is analysed for (Target to RuleOptions) is that of the translation unit,
// its headers included; what is reported in a file (Silent to Severities) is asked of the file
// that a finding is in, which may be a header.
type FileOptions struct {
	// Target, Model and Product are as in Options.
	Target  lint.Target
	Model   *gpu.Model
	Product *gpu.Product
	// Defines are -D macros, IncludeDirs -I folders, absolute or relative to
	// Options.Dir.
	Defines     []string
	IncludeDirs []string
	// Block is the block shape of kernels whose launches are out of sight.
	Block warp.Block
	// RuleOptions are the values of rule options that differ from the defaults, by rule
	// and option; see ParseOption.
	RuleOptions map[string]map[string]any
	// Silent says that nothing is reported in the file, which is read as others include
	// it, and that no fix changes it.
	Silent bool
	// Off holds the names of the rules that report nothing in the file.
	Off map[string]bool
	// Severities take the place of those of rules, by the rule's name. A finding that is
	// less severe than its rule keeps its severity, unless the given one is lower still.
	Severities map[string]lint.Severity
}

// settings returns what is asked for of a file, by the path it is reported under.
func (l *Linter) settings(path string) *FileOptions {
	if l.opts.File != nil {
		if o := l.opts.File(path); o != nil {
			return o
		}
	}
	return &l.everywhere
}

// flags returns what the build of a file adds.
func (l *Linter) flags(path string) Flags {
	if l.opts.Flags == nil {
		return Flags{}
	}
	return l.opts.Flags(path)
}

// area returns what may be read as an input includes it.
func (l *Linter) area(path string) *includes.Area {
	flags := l.flags(path)
	return l.boundary.Around(path, slices.Concat(l.settings(path).IncludeDirs, flags.IncludeDirs, flags.Includes)...)
}

// everywhere returns what the options ask for of a file that nothing else is said of.
func (o *Options) everywhere() FileOptions {
	return FileOptions{Target: o.Target, Model: o.Model, Product: o.Product, Defines: o.Defines,
		IncludeDirs: o.IncludeDirs, Block: o.Block, RuleOptions: o.RuleOptions}
}

// rules returns the rules that may report something in a file of the unit.
func (u *unitRun) rules() []*lint.Rule {
	if u.linter.opts.File == nil {
		return u.linter.opts.Rules
	}
	var files []*FileOptions
	for _, file := range u.unit.Files {
		path := u.linter.display(file.Source.Path)
		u.dependsOnSettings(path)
		files = append(files, u.linter.settings(path))
	}
	var on []*lint.Rule
	for _, rule := range u.linter.opts.Rules {
		if slices.ContainsFunc(files, func(o *FileOptions) bool { return !o.Off[rule.Name] }) {
			on = append(on, rule)
		}
	}
	return on
}

// configured drops the findings of rules that are off in the file they are in, and gives
// the others the severities that are asked for there.
func (l *Linter) configured(findings []lint.Diagnostic) []lint.Diagnostic {
	if l.opts.File == nil {
		return findings
	}
	defaults := map[string]lint.Severity{}
	for _, rule := range l.opts.Rules {
		defaults[rule.Name] = rule.Severity
	}
	kept := findings[:0]
	for _, d := range findings {
		o := l.settings(d.Path)
		if o.Off[d.Rule] {
			continue
		}
		if severity := o.Severities[d.Rule]; severity != 0 {
			if d.Severity != defaults[d.Rule] {
				severity = min(severity, d.Severity)
			}
			d.Severity = severity
		}
		kept = append(kept, d)
	}
	return kept
}

// guessedFiles returns the paths of those files of the unit that were found by searching,
// or beside such a file.
func (u *unitRun) guessedFiles() []string {
	var out []string
	for _, file := range u.unit.Files {
		if u.unit.Guessed(file) {
			out = append(out, u.linter.display(file.Source.Path))
		}
	}
	return out
}

// guessed returns the paths of guessedFiles as a set.
func (u *unitRun) guessed() map[string]bool {
	if u.guessedSet == nil {
		u.guessedSet = map[string]bool{}
		for _, path := range u.guessedFiles() {
			u.guessedSet[path] = true
		}
	}
	return u.guessedSet
}

// expandedIn returns the macro invocations that were expanded so that the unit's files
// parse, by the files' paths; nil for none.
func (u *unitRun) expandedIn() map[string][]source.Span {
	var out map[string][]source.Span
	for _, file := range u.unit.Files {
		if file.Expanded == nil {
			continue
		}
		if out == nil {
			out = map[string][]source.Span{}
		}
		out[u.linter.display(file.Source.Path)] = file.Expanded.Replaced()
	}
	return out
}

// systemHeaders returns the paths of those files of the unit that are system headers.
func (u *unitRun) systemHeaders() []string {
	var out []string
	for _, file := range u.unit.Files {
		if u.unit.System(file) {
			out = append(out, u.linter.display(file.Source.Path))
		}
	}
	return out
}

// option returns the value of an option of a rule. A name that the rule does not
// declare is a mistake in the rule.
func (o *FileOptions) option(rule *lint.Rule, name string) any {
	i := slices.IndexFunc(rule.Options, func(option lint.Option) bool { return option.Name == name })
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
func ParseOption(all []*lint.Rule, text string, values map[string]map[string]any) error {
	path, value, ok := strings.Cut(text, "=")
	name, option, ok2 := strings.Cut(path, ".")
	if !ok || !ok2 {
		return fmt.Errorf("%q is not RULE.OPTION=VALUE", text)
	}
	rule, err := lint.FindRule(all, name)
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

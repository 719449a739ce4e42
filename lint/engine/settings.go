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
	"github.com/cudalint/cudalint/lint/ptxas"
)

// FileOptions are the options of one file, where the files of a run differ. The zero value of a
// field means its default.
//
// Target to RuleOptions count for a translation unit with all its headers. Silent to Severities
// count for the file that a finding is in, which may be a header.
type FileOptions struct {
	// Target, Model and Product are as in Options.
	Target  lint.Target
	Model   *gpu.Model
	Product *gpu.Product
	// Defines are -D macros, IncludeDirs -I folders, absolute or relative to
	// Options.Dir.
	Defines     []string
	IncludeDirs []string
	// Block is the block shape of kernels whose launches are not found.
	Block warp.Block
	// RuleOptions are the values of rule options that differ from the defaults, by rule
	// and option; see ParseOption.
	RuleOptions map[string]map[string]any `cbor:"-"` // settingsKey holds them
	// Compiled are logs of the compiler, which say what kernels take.
	Compiled []*ptxas.Log `cbor:"-"` // settingsKey holds what tells them apart
	// Silent is set where nothing is reported in the file and no fix changes it.
	Silent bool
	// Off holds the names of the rules that report nothing in the file.
	Off map[string]bool
	// Severities take the place of the severities of rules, by the rule's name. A finding
	// that is less severe than its rule keeps its severity, unless the given one is lower.
	Severities map[string]lint.Severity
}

// settings returns the options of a file, by its reported path.
func (l *Linter) settings(path string) *FileOptions {
	if l.opts.File != nil {
		if o := l.opts.File(path); o != nil {
			return o
		}
	}
	return &l.everywhere
}

// flags returns the build flags of a file.
func (l *Linter) flags(path string) Flags {
	if l.opts.Flags == nil {
		return Flags{}
	}
	return l.opts.Flags(path)
}

// area returns where files may be read that an input includes.
func (l *Linter) area(path string) *includes.Area {
	flags := l.flags(path)
	return l.boundary.Around(path, slices.Concat(l.settings(path).IncludeDirs, flags.IncludeDirs, flags.Includes)...)
}

// everywhere returns the options of a file that has none of its own.
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

// configured drops the findings of rules that are off in their file, and gives the others the
// severities of their file.
func (l *Linter) configured(findings []lint.Diagnostic) []lint.Diagnostic {
	if l.opts.File == nil {
		return findings
	}
	defaults := map[string]lint.Severity{}
	for _, rule := range l.opts.Rules {
		defaults[rule.Name] = rule.Severity
	}
	remaining := findings[:0]
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
		remaining = append(remaining, d)
	}
	return remaining
}

// guessedFiles returns the paths of the unit's files that were found by searching, or beside such a
// file.
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

// expandedIn returns the macro invocations that were expanded so that the unit's files parse, by
// path; nil for none.
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

// option returns the value of an option of a rule. It panics for a name that the rule does not
// declare.
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

// ParseOption parses RULE.OPTION=VALUE and adds it to values, which have the form of
// Options.RuleOptions.
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

// parseOptionValue parses a value of the type of the default.
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

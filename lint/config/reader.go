package config

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/selector"
)

// A reader fills a file from the assignments of its document.
type reader struct {
	file  *file
	rules []*lint.Rule
	layer *layer // where the next assignment goes, nil if it is ignored
	key   *Key   // being read
}

// read fills the file from its text.
func (f *file) read(text []byte, rules []*lint.Rule) {
	top := newLayer(0)
	f.layers = append(f.layers, top)
	r := &reader{file: f, rules: rules, layer: top}
	assignments, broken := parse(text)
	for i := range assignments {
		r.assign(&assignments[i])
	}
	r.endOverride(r.layer)
	if broken != nil {
		r.fail(broken.at, "this is not TOML: %s; the rest of the file is ignored", broken.message)
	}
	if e, ok := top.entries[keyRoot]; ok {
		f.root = e.value.(bool)
	}
	f.exclude, f.generated = f.patternsOf(keyExclude), f.patternsOf(keyGenerated)
}

// patternsOf returns the patterns of a key, those of the overrides last.
func (f *file) patternsOf(key string) (out []scoped) {
	for _, l := range f.layers {
		globs, _ := l.entries[key].value.([]glob)
		for _, g := range globs {
			s := scoped{glob: g}
			if l.override > 0 {
				s.override = l
			}
			out = append(out, s)
		}
	}
	return out
}

// fail reports a problem at a place.
func (r *reader) fail(at position, format string, args ...any) {
	switch n := len(r.file.problems); {
	case n > maxProblems:
		return
	case n == maxProblems:
		format, args = "there are more problems from here on", nil
	}
	r.file.problems = append(r.file.problems, lint.Problem{Kind: lint.Config, Path: r.file.path, Line: at.line, Column: at.column,
		Message: strings.ToValidUTF8(fmt.Sprintf(format, args...), "?")})
}

// origin returns where in the configuration file a setting is written.
func (r *reader) origin(at position) Origin {
	o := Origin{Path: r.file.path, Line: at.line, Column: at.column}
	if r.layer != nil {
		o.Override = r.layer.override
	}
	return o
}

// assign handles one assignment.
func (r *reader) assign(a *assignment) {
	if a.path[0].name == tableOverrides {
		r.override(a)
		return
	}
	if a.header {
		// Any header ends an override, except [overrides.severity] and other subtables.
		r.endOverride(r.layer)
		r.layer = r.file.layers[0]
	}
	r.set(a, a.path)
}

// override handles [[overrides]] and the assignments below it.
func (r *reader) override(a *assignment) {
	switch {
	case len(a.path) == 1 && a.header && a.list:
		r.beginOverride(a.path[0].at)
	case len(a.path) == 1 && !a.header:
		// overrides = [{...}, {...}]
		tables, ok := a.value.value.([]node)
		if !ok {
			r.notList(a.path[0].at)
			return
		}
		before := r.layer
		for _, table := range tables {
			if table.items == nil {
				r.fail(table.at, "overrides: expected a table, not %s", table.kind())
				continue
			}
			r.beginOverride(table.at)
			for i := range table.items {
				r.set(&table.items[i], table.items[i].path)
			}
			r.endOverride(r.layer)
		}
		r.layer = before
	case r.layer == nil:
	case r.layer.override == 0:
		r.notList(a.path[0].at)
	default:
		r.set(a, a.path[1:])
	}
}

func (r *reader) notList(at position) {
	r.fail(at, "overrides is a list of tables: each begins with [[overrides]]")
	r.endOverride(r.layer)
	r.layer = nil
}

func (r *reader) beginOverride(at position) {
	r.endOverride(r.layer)
	n := len(r.file.layers) // the first is not an override
	if n > maxOverrides {
		r.fail(at, "there are more than %d overrides; the rest is ignored", maxOverrides)
		r.layer = nil
		return
	}
	r.layer = newLayer(n)
	r.layer.entries[keyPaths] = entry{origin: r.origin(at)}
	r.file.layers = append(r.file.layers, r.layer)
}

// endOverride checks an override that is complete.
func (r *reader) endOverride(l *layer) {
	if l == nil || l.override == 0 {
		return
	}
	e, ok := l.entries[keyPaths]
	if !ok {
		return // already checked
	}
	l.paths, _ = e.value.([]glob)
	if e.value == nil {
		r.fail(position{e.origin.Line, e.origin.Column}, `overrides: this table has no paths and matches no file; add paths, as in paths = ["tests"]`)
	}
	delete(l.entries, keyPaths)
}

// pathsKey is the key that only overrides have.
var pathsKey = Key{Name: keyPaths, Doc: "files that the table applies to", Example: `["tests", "src/**/*_test.cu"]`, schema: patterns, read: (*reader).patterns}

// set validates one assignment, key = value, and stores it in the current layer. path is the
// key relative to the table of the layer.
func (r *reader) set(a *assignment, path []part) {
	if r.layer == nil {
		return
	}
	name := path[0]
	switch {
	case a.list:
		r.fail(name.at, "%s is not a list of tables: write [%[1]s]", a.name())
		r.skip()
	case name.name == tableSeverity || name.name == tableRules:
		r.table(a, path)
	case keyOf(name.name) == nil && (r.layer.override == 0 || name.name != keyPaths):
		r.unknownKey(name)
		if a.header {
			r.skip()
		}
	default:
		r.value(a, path)
	}
}

// skip ignores the assignments below an invalid header, which has been reported.
func (r *reader) skip() {
	r.endOverride(r.layer)
	r.layer = nil
}

// value handles the value of a key.
func (r *reader) value(a *assignment, path []part) {
	name := path[0]
	k := keyOf(name.name)
	if k == nil {
		k = &pathsKey
	}
	switch {
	case a.header || len(path) > 1 || a.value.items != nil:
		r.fail(name.at, "%s is not a table: write %s above all tables", k.Name, k.example())
		if a.header {
			r.skip()
		}
		return
	case r.layer.override > 0 && k.NoOverride != "":
		r.fail(name.at, "%s is not allowed in [[overrides]]: %s", k.Name, k.NoOverride)
		return
	}
	r.key = k
	if v, ok := k.read(r, &a.value); ok {
		r.layer.entries[k.Name] = entry{v, r.origin(name.at)}
	} else if k == &pathsKey {
		// The error has been reported; the override then matches nothing.
		r.layer.entries[keyPaths] = entry{value: []glob{}}
	}
}

// table handles an entry of [severity] or [rules.NAME], or all entries of an inline table.
func (r *reader) table(a *assignment, path []part) {
	if items := a.value.items; items != nil {
		if len(items) == 0 {
			items = []assignment{{header: true}}
		}
		for i := range items {
			r.table(&items[i], append(path[:len(path):len(path)], items[i].path...))
		}
		return
	}
	var rule *lint.Rule
	if len(path) > 1 {
		var err error
		if rule, err = lint.FindRule(r.rules, path[1].name); err != nil {
			switch {
			case keyOf(path[1].name) != nil:
				err = fmt.Errorf("%q is not a rule: write it above all tables", path[1].name)
			case selector.Check(lint.Names(r.rules), path[1].name) == nil:
				err = fmt.Errorf("%q selects several rules: name each of them, or turn them off with ignore", path[1].name)
			}
			r.fail(path[1].at, "%s: %s", path[0].name, err)
			if a.header {
				r.skip()
			}
			return
		}
	}
	depth := 2 // of a value below [severity]
	if path[0].name == tableRules {
		depth = 3
	}
	switch {
	case a.header && len(path) < depth:
	case len(path) != depth || a.header:
		r.misplaced(a, path)
	case depth == 2:
		r.severity(rule, a, path[1])
	default:
		r.option(rule, a, path[2])
	}
}

func (r *reader) misplaced(a *assignment, path []part) {
	example := `[severity] with lines such as missing-restrict = "off"`
	if path[0].name == tableRules {
		example = "[rules.NAME] with the options of the rule NAME below it"
	}
	r.fail(path[len(path)-1].at, "%s: write %s", path[0].name, example)
	if a.header {
		r.skip()
	}
}

func (r *reader) severity(rule *lint.Rule, a *assignment, key part) {
	s, ok := a.value.value.(string)
	if !ok {
		r.fail(a.value.at, `severity: expected a string, as in %s = "info", not %s`, rule.Name, a.value.kind())
		return
	}
	severity, err := parseSeverity(s)
	if err != nil {
		r.fail(a.value.at, "severity: %s", err)
		return
	}
	r.layer.severities[rule.Name] = entry{severity, r.origin(key.at)}
}

func (r *reader) option(rule *lint.Rule, a *assignment, key part) {
	o, err := rule.FindOption(key.name)
	if err != nil {
		if key.name == tableSeverity {
			err = fmt.Errorf("the severity of a rule is set in [severity], as in %s = \"error\"", rule.Name)
		}
		r.fail(key.at, "rules: %s", err)
		return
	}
	if err := o.Check(a.value.value); err != nil {
		r.fail(a.value.at, "rules.%s.%s: %s, not %s", rule.Name, o.Name, err, a.value.kind())
		return
	}
	if r.layer.options[rule.Name] == nil {
		r.layer.options[rule.Name] = map[string]entry{}
	}
	r.layer.options[rule.Name][o.Name] = entry{a.value.value, r.origin(key.at)}
}

package config

import (
	"cmp"
	"os"
	"slices"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/engine"
	"github.com/cudalint/cudalint/lint/model/gpu"
	"github.com/cudalint/cudalint/lint/selector"
)

// Settings are the resolved settings of one file with their origins.
type Settings struct {
	// Path is the reported path of the file.
	Path string
	// Files are the reported paths of the configuration files that apply, the nearest first.
	Files []string
	// Exclude and Generated are the patterns of those files.
	Exclude, Generated []Item
	// Excluded is the pattern that excludes the file from searches of folders, nil for none.
	Excluded *Item
	GPU      Value[string] // as it was named
	Target   lint.Target   // complete
	CUDA     Value[string]
	Block    Value[[3]int] // threads in x, y and z, of kernels without a visible launch
	// Baseline is the reported path of the baseline, "" for none.
	Baseline Value[string]
	// Include are the reported paths of the include folders in search order. Defines are the
	// macros; the last one of a name counts.
	Include, Defines []Item
	// PtxasLogs are the reported paths of the compiler's logs.
	PtxasLogs []Item
	// Rules are all rules.
	Rules []RuleSetting
}

// A Value is a setting with its origin.
type Value[T any] struct {
	Value  T
	Origin Origin
}

// A RuleSetting is the configuration of one rule.
type RuleSetting struct {
	Rule *lint.Rule
	// On is set if the rule runs. Severity is that of its findings.
	On       bool
	Severity lint.Severity
	// Origin is the origin of Severity if the rule runs, else that of On.
	Origin Origin
	// Options are all options of the rule, in its order.
	Options []OptionSetting
}

// An OptionSetting is the value of an option of a rule.
type OptionSetting struct {
	Name string
	Value[any]
}

// merged holds the combined settings of several layers.
type merged struct {
	rules  []*lint.Rule
	values map[string]entry // the last of each key
	items  map[string][]Item
	states map[string]*state // of each rule
}

// A state is the combined configuration of one rule.
type state struct {
	selected       bool
	selectedBy     Origin
	severity       lint.Severity // 0 for none
	off            bool          // by severity
	severityOrigin Origin
	options        map[string]entry
}

// merge combines layers. Later ones take precedence.
func (r *Resolver) merge(layers []*layer) *merged {
	m := &merged{rules: r.opts.Rules, values: map[string]entry{}, items: map[string][]Item{}, states: map[string]*state{}}
	for _, rule := range m.rules {
		m.states[rule.Name] = &state{selected: true, options: map[string]entry{}}
	}
	for _, l := range layers {
		for key, e := range l.entries {
			m.values[key] = e
			if items, ok := e.value.([]Item); ok && l != r.flags {
				m.items[key] = items
			}
		}
		for _, rule := range m.rules {
			m.states[rule.Name].apply(l, rule.Name)
		}
	}
	// The first folder with a header counts, and the last macro of a name.
	m.items[keyInclude] = slices.Concat(r.flags.items(keyInclude), m.items[keyInclude])
	m.items[keyPtxasLog] = slices.Concat(r.flags.items(keyPtxasLog), m.items[keyPtxasLog])
	m.items[keyDefines] = slices.Concat(m.items[keyDefines], r.flags.items(keyDefines))
	return m
}

// selection returns the rule selectors of a layer.
func (l *layer) selection() *selector.Selection {
	texts := func(key string) []string {
		items, ok := l.entries[key].value.([]Item)
		if !ok {
			return nil
		}
		out := make([]string, len(items))
		for i := range items {
			out[i] = items[i].Text
		}
		return out
	}
	return &selector.Selection{Select: texts(keySelect), Extend: texts(keyExtend), Ignore: texts(keyIgnore)}
}

// apply applies a layer to a rule. A layer that selects the rule turns it on again if an
// earlier severity turned it off.
func (s *state) apply(l *layer, rule string) {
	selection := l.selection()
	if on := selection.On(rule, true); on == selection.On(rule, false) {
		s.selected = on
		s.selectedBy = l.selector(rule, s.selected)
		if s.selected {
			s.off = false
		}
	}
	if e, ok := l.severities[rule]; ok {
		s.severity, s.severityOrigin = e.value.(lint.Severity), e.origin
		s.off = s.severity == 0
	}
	for name, e := range l.options[rule] {
		s.options[name] = e
	}
}

// selector returns the origin of a layer's decision about a rule: the selector that decides,
// or the list that leaves the rule out.
func (l *layer) selector(rule string, on bool) Origin {
	keys := []string{keyIgnore}
	if on {
		keys = []string{keyExtend, keySelect}
	}
	for _, key := range keys {
		for _, item := range l.items(key) {
			one := selector.Selection{Select: []string{item.Text}}
			if one.On(rule, false) {
				return item.Origin
			}
		}
	}
	return l.entries[keySelect].origin
}

// fileOptions returns the options for the engine.
func (m *merged) fileOptions() *engine.FileOptions {
	o := &engine.FileOptions{RuleOptions: map[string]map[string]any{}, Off: map[string]bool{}, Severities: map[string]lint.Severity{}}
	if g, ok := m.values[keyGPU].value.(GPU); ok {
		o.Target, o.Model, o.Product = g.Target, g.Model, g.Product
	}
	o.Target.CUDA, _ = m.values[keyCUDA].value.(string)
	o.Block, _ = m.values[keyBlock].value.(warp.Block)
	for _, item := range m.items[keyDefines] {
		o.Defines = append(o.Defines, item.Text)
	}
	for _, item := range m.items[keyInclude] {
		o.IncludeDirs = append(o.IncludeDirs, item.Text)
	}
	for rule, s := range m.states {
		if !s.selected || s.off {
			o.Off[rule] = true
		} else if s.severity != 0 {
			o.Severities[rule] = s.severity
		}
		for option, e := range s.options {
			if o.RuleOptions[rule] == nil {
				o.RuleOptions[rule] = map[string]any{}
			}
			o.RuleOptions[rule][option] = e.value
		}
	}
	return o
}

// databaseName is the origin of the flags of a build.
const databaseName = "compile_commands.json"

// Settings returns the settings of a file, or of the files in a folder. The path need not
// exist.
func (r *Resolver) Settings(path string) *Settings {
	name := r.abs(path)
	info, err := os.Stat(name)
	isDir := err == nil && info.IsDir()
	m := r.merge(r.layers(name, isDir))
	s := &Settings{Path: r.display(name), Excluded: r.excludedBy(path, isDir), Files: []string{}}
	for _, f := range slices.Backward(r.chain(folderOf(name, isDir))) {
		s.Files = append(s.Files, f.path)
		rel, ok := f.rel(name)
		counts := func(patterns []scoped) (out []Item) {
			for _, p := range patterns {
				if p.override == nil || ok && p.override.appliesTo(rel, isDir) {
					out = append(out, p.Item)
				}
			}
			return out
		}
		s.Exclude, s.Generated = append(s.Exclude, counts(f.exclude)...), append(s.Generated, counts(f.generated)...)
	}
	var build engine.Flags
	if r.opts.Build != nil {
		build = r.opts.Build(path)
	}
	s.target(m, build.GPU)
	s.Block.Value = [3]int{256, 1, 1} // the shape that package warp assumes
	if b, ok := m.values[keyBlock].value.(warp.Block); ok {
		s.Block = Value[[3]int]{b.Dim, m.values[keyBlock].origin}
	}
	if e, ok := m.values[keyBaseline]; ok {
		s.Baseline = Value[string]{r.display(r.abs(e.value.(string))), e.origin}
	}
	database := Origin{Path: databaseName}
	for _, item := range m.items[keyInclude] {
		s.Include = append(s.Include, Item{r.display(r.abs(item.Text)), item.Origin})
	}
	for _, dir := range build.IncludeDirs {
		s.Include = append(s.Include, Item{r.display(r.abs(dir)), database})
	}
	for _, macro := range build.Defines {
		s.Defines = append(s.Defines, Item{macro, database})
	}
	s.Defines = append(s.Defines, m.items[keyDefines]...)
	for _, item := range m.items[keyPtxasLog] {
		s.PtxasLogs = append(s.PtxasLogs, Item{r.display(r.abs(item.Text)), item.Origin})
	}
	for _, rule := range m.rules {
		s.Rules = append(s.Rules, m.states[rule.Name].setting(rule))
	}
	return s
}

// target sets the GPU and the toolkit.
func (s *Settings) target(m *merged, built string) {
	g, ok := m.values[keyGPU].value.(GPU)
	switch {
	case ok:
		s.GPU, s.Target = Value[string]{g.Name, m.values[keyGPU].origin}, g.Target
	case built != "":
		s.GPU, s.Target.GPU = Value[string]{built, Origin{Path: databaseName}}, built
	default:
		s.GPU.Value, s.Target.GPU = lint.DefaultGPU, lint.DefaultGPU
	}
	e := m.values[keyCUDA]
	version, _ := e.value.(string)
	s.CUDA = Value[string]{cmp.Or(version, gpu.Toolkit(s.Target.GPU)), e.origin}
	s.Target.CUDA = s.CUDA.Value
}

// setting returns the setting of a rule with this state.
func (s *state) setting(rule *lint.Rule) RuleSetting {
	out := RuleSetting{Rule: rule, On: s.selected && !s.off, Severity: cmp.Or(s.severity, rule.Severity), Origin: s.severityOrigin}
	if !s.selected {
		out.Origin = s.selectedBy
	} else if out.On && s.severity == 0 {
		out.Origin = s.selectedBy
	}
	for _, o := range rule.Options {
		v := Value[any]{Value: o.Default}
		if e, ok := s.options[o.Name]; ok {
			v = Value[any]{e.value, e.origin}
		}
		out.Options = append(out.Options, OptionSetting{o.Name, v})
	}
	return out
}

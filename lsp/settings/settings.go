// Package settings is the settings of the language server. It gets the section "cudalint" of the
// client's configuration and the flags of the command line. It gives the settings of each root,
// and the errors in the section.
package settings

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sourcegraph/go-lsp"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/config"
	"github.com/cudalint/cudalint/lint/suggest"
	"github.com/cudalint/cudalint/lsp/wire"
)

// Settings are the values of all settings for one root.
type Settings struct {
	Gpu             string
	Configuration   string
	CompileCommands string
	MinSeverity     lint.Severity
	Debounce        time.Duration
	Scope           string
	IncludeSearch   bool
	Index           bool
	MaxFiles        int
	InlayHints      struct{ Addresses, BankConflicts, Sectors bool }
	Hover           bool
	SyntaxProblems  bool

	IncludeDirs, Defines []string // of the command line
}

// The scopes of diagnostics.
const (
	ScopeOpenFiles = "openFiles"
	ScopeWorkspace = "workspace"
)

// defaultMaxFiles bounds how many files of a folder are checked: a home folder that was
// opened by mistake is not read to its end.
const defaultMaxFiles = 10_000

// A Setting describes one setting in the section "cudalint" of the client's configuration.
type Setting struct {
	// Name is its name in the section: "a.b" is the member b of the member a.
	Name string
	// Default is its default value: a string, a bool or an int.
	Default any
	// Values are the allowed values; nil for any.
	Values []string
	// Least and Most bound a number.
	Least, Most int

	// take puts a value into settings.
	take func(s *Settings, value json.RawMessage) error
}

// The bounds of numbers.
const (
	maxDebounce = 10_000    // ms
	mostFiles   = 1_000_000 // of cudalint.workspace.MaxFiles
)

// All are the settings that the server reads. A client may have others of its own.
var All = []Setting{
	{Name: "gpu", Default: "", take: func(s *Settings, v json.RawMessage) error {
		name, err := Read[string](v, "the name of a GPU such as \"sm_90\" or \"H100\"")
		if err == nil && name != "" {
			err = CheckGPU(name)
		}
		return set(&s.Gpu, name, err)
	}},
	text("configuration", func(s *Settings) *string { return &s.Configuration }, "the path of a cudalint.toml"),
	text("compileCommands", func(s *Settings) *string { return &s.CompileCommands }, "the path of compile_commands.json or its folder"),
	choice("minSeverity", "info", []string{"error", "warning", "info"}, func(s *Settings, value string) (err error) {
		s.MinSeverity, err = lint.ParseSeverity(value)
		return err
	}),
	number("debounce", 150, 0, maxDebounce, "a number of milliseconds", func(s *Settings, n int) { s.Debounce = time.Duration(n) * time.Millisecond }),
	choice("diagnostics.scope", ScopeOpenFiles, []string{ScopeOpenFiles, ScopeWorkspace}, func(s *Settings, value string) error {
		s.Scope = value
		return nil
	}),
	flag("includeSearch", true, func(s *Settings) *bool { return &s.IncludeSearch }),
	flag("workspace.index", true, func(s *Settings) *bool { return &s.Index }),
	number("workspace.maxFiles", defaultMaxFiles, 1, mostFiles, "a number of files", func(s *Settings, n int) { s.MaxFiles = n }),
	flag("inlayHints.addresses", true, func(s *Settings) *bool { return &s.InlayHints.Addresses }),
	flag("inlayHints.bankConflicts", true, func(s *Settings) *bool { return &s.InlayHints.BankConflicts }),
	flag("inlayHints.sectors", false, func(s *Settings) *bool { return &s.InlayHints.Sectors }),
	flag("hover.enable", true, func(s *Settings) *bool { return &s.Hover }),
	flag("syntaxProblems", true, func(s *Settings) *bool { return &s.SyntaxProblems }),
}

// Default returns the settings that apply if the client configures none: those of the command
// line flags, else the built-in values.
func Default(flags Defaults) Settings {
	var s Settings
	for _, key := range All {
		value, err := json.Marshal(key.Default)
		if err == nil {
			err = key.take(&s, value)
		}
		if err != nil {
			panic("the default of " + key.Name + ": " + err.Error()) // a mistake in the table
		}
	}
	s.Gpu, s.Configuration, s.CompileCommands = flags.GPU, flags.Configuration, flags.CompileCommands
	s.IncludeDirs, s.Defines = flags.IncludeDirs, flags.Defines
	return s
}

// CheckGPU returns an error unless name is an architecture, a product or a model file.
func CheckGPU(name string) error {
	_, err := config.NewResolver(config.Options{Isolated: true, Flags: config.Flags{GPU: name}})
	return err
}

// set sets a setting unless there is an error, which it returns.
func set[T any](to *T, value T, err error) error {
	if err == nil {
		*to = value
	}
	return err
}

func text(name string, field func(*Settings) *string, expected string) Setting {
	return Setting{Name: name, Default: "", take: func(s *Settings, v json.RawMessage) error {
		value, err := Read[string](v, expected)
		return set(field(s), value, err)
	}}
}

func flag(name string, byDefault bool, field func(*Settings) *bool) Setting {
	return Setting{Name: name, Default: byDefault, take: func(s *Settings, v json.RawMessage) error {
		value, err := Read[bool](v, "true or false")
		return set(field(s), value, err)
	}}
}

func choice(name, byDefault string, values []string, take func(*Settings, string) error) Setting {
	quoted := make([]string, len(values))
	for i, value := range values {
		quoted[i] = strconv.Quote(value)
	}
	last := len(values) - 1
	expected := strings.Join(quoted[:last], ", ") + " or " + quoted[last]
	return Setting{Name: name, Default: byDefault, Values: values, take: func(s *Settings, v json.RawMessage) error {
		value, err := Read[string](v, expected)
		if err != nil {
			return err
		}
		if !slices.Contains(values, value) {
			return fmt.Errorf("%.40q is not %s", value, expected)
		}
		return take(s, value)
	}}
}

func number(name string, byDefault, least, most int, what string, take func(*Settings, int)) Setting {
	return Setting{Name: name, Default: byDefault, Least: least, Most: most, take: func(s *Settings, v json.RawMessage) error {
		n, err := Read[float64](v, what)
		if err != nil {
			return err
		}
		if n != float64(int(n)) || n < float64(least) || n > float64(most) {
			return fmt.Errorf("%.40s is not %s from %d to %d", v, what, least, most)
		}
		take(s, int(n))
		return nil
	}}
}

// Read decodes a JSON value of type T. expected describes the type in the error.
func Read[T any](v json.RawMessage, expected string) (T, error) {
	var value T
	if json.Unmarshal(v, &value) != nil {
		return value, fmt.Errorf("%.40s is not %s", v, expected)
	}
	return value, nil
}

// apply applies a section of the client's configuration and returns the errors in it. A null
// value and a null section set nothing.
func (s *Settings) apply(section json.RawMessage) error {
	var errs []error
	for _, key := range All {
		value, err := Member(section, key.Name)
		if err == nil && value != nil {
			err = key.take(s, value)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("the setting cudalint.%s: %w", key.Name, err))
		}
	}
	return errors.Join(errs...)
}

// Member returns the value of a key such as a.b in an object, nil for none or null.
func Member(object json.RawMessage, key string) (json.RawMessage, error) {
	if wire.IsNull(object) {
		return nil, nil
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(object, &members) != nil {
		return nil, fmt.Errorf("%.40s is not an object", object)
	}
	if value, ok := members[key]; ok && !wire.IsNull(value) {
		return value, nil
	}
	first, rest, ok := strings.Cut(key, ".")
	if !ok {
		return nil, nil
	}
	return Member(members[first], rest)
}

// SectionOf returns the settings in what a client sent: the section itself, or an object
// that has it as a member.
func SectionOf(v json.RawMessage) json.RawMessage {
	if section, err := Member(v, "cudalint"); err == nil && section != nil {
		return section
	}
	return v
}

// Unknown returns a message for each member of a section that is nearly the name of a setting.
// Other members may be settings of the client itself.
func Unknown(section json.RawMessage) []string {
	var names []string
	for _, key := range All {
		names = append(names, key.Name)
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(section, &members) != nil {
		return nil
	}
	var out []string
	for name := range members {
		known := false
		for _, key := range names {
			known = known || key == name || strings.HasPrefix(key, name+".")
		}
		if guess := suggest.DidYouMean(name, names); !known && guess != "" {
			out = append(out, fmt.Sprintf("there is no setting cudalint.%s%s", name, guess))
		}
	}
	return out
}

// A Tree has the settings from all sources. From the highest precedence to the lowest these are:
// the client's for one root, the client's for all roots, its initializationOptions, and the
// command line.
type Tree struct {
	Flags   Defaults
	Initial json.RawMessage
	All     json.RawMessage
	Roots   map[lsp.DocumentURI]json.RawMessage
}

// Of returns the settings of a root and the errors in them. The root "" stands for files outside
// of all roots.
func (t *Tree) Of(root lsp.DocumentURI) (Settings, []string) {
	s := Default(t.Flags)
	var wrong []string
	for _, section := range []json.RawMessage{t.Initial, t.All, t.Roots[root]} {
		if err := s.apply(section); err != nil {
			wrong = append(wrong, strings.Split(err.Error(), "\n")...)
		}
		wrong = append(wrong, Unknown(section)...)
	}
	slices.Sort(wrong)
	return s, slices.Compact(wrong)
}

// Defaults are settings of the command line, for what the client does not set.
type Defaults struct {
	GPU, Configuration, CompileCommands string
	// IncludeDirs and Defines are -I folders and -D macros.
	IncludeDirs, Defines []string
}

// Check returns an error if the settings are invalid.
func (d *Defaults) Check() error {
	_, err := config.NewResolver(config.Options{Isolated: true, Flags: config.Flags{GPU: d.GPU, Include: d.IncludeDirs, Defines: d.Defines}})
	return err
}

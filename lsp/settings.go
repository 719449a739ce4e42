package lsp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/config"
	"github.com/cudalint/cudalint/lint/suggest"
)

// settings are what a client configures, in the section "cudalint" of its configuration.
type settings struct {
	gpu             string
	configuration   string
	compileCommands string
	minSeverity     lint.Severity
	debounce        time.Duration
	scope           string
	includeSearch   bool
	index           bool
	maxFiles        int
	inlayHints      struct{ addresses, bankConflicts, sectors bool }
	hover           bool
	syntaxProblems  bool

	includeDirs, defines []string // of the command line
}

// The scopes of diagnostics.
const (
	scopeOpenFiles = "openFiles"
	scopeWorkspace = "workspace"
)

// defaultMaxFiles bounds how many files of a folder are checked: a home folder that was
// opened by mistake is not read to its end.
const defaultMaxFiles = 10_000

// A Setting is one that a client may have in the section "cudalint" of its configuration.
type Setting struct {
	// Name is its name in the section: "a.b" is the member b of the member a.
	Name string
	// Default is its default value: a string, a bool or an int.
	Default any
	// Values are all values there are; nil for any.
	Values []string
	// Least and Most bound a number.
	Least, Most int

	// take puts a value into settings.
	take func(s *settings, value json.RawMessage) error
}

// The bounds of numbers.
const (
	maxDebounce = 10_000    // ms
	mostFiles   = 1_000_000 // of cudalint.workspace.maxFiles
)

// Settings are all settings that the server takes. A client may have further ones for itself.
var Settings = []Setting{
	{Name: "gpu", Default: "", take: func(s *settings, v json.RawMessage) error {
		name, err := read[string](v, "the name of a GPU such as \"sm_90\" or \"H100\"")
		if err == nil && name != "" {
			err = checkGPU(name)
		}
		return set(&s.gpu, name, err)
	}},
	text("configuration", func(s *settings) *string { return &s.configuration }, "the path of a cudalint.toml"),
	text("compileCommands", func(s *settings) *string { return &s.compileCommands }, "the path of compile_commands.json or its folder"),
	choice("minSeverity", "info", []string{"error", "warning", "info"}, func(s *settings, value string) (err error) {
		s.minSeverity, err = lint.ParseSeverity(value)
		return err
	}),
	number("debounce", 150, 0, maxDebounce, "a number of milliseconds", func(s *settings, n int) { s.debounce = time.Duration(n) * time.Millisecond }),
	choice("diagnostics.scope", scopeOpenFiles, []string{scopeOpenFiles, scopeWorkspace}, func(s *settings, value string) error {
		s.scope = value
		return nil
	}),
	flag("includeSearch", true, func(s *settings) *bool { return &s.includeSearch }),
	flag("workspace.index", true, func(s *settings) *bool { return &s.index }),
	number("workspace.maxFiles", defaultMaxFiles, 1, mostFiles, "a number of files", func(s *settings, n int) { s.maxFiles = n }),
	flag("inlayHints.addresses", true, func(s *settings) *bool { return &s.inlayHints.addresses }),
	flag("inlayHints.bankConflicts", true, func(s *settings) *bool { return &s.inlayHints.bankConflicts }),
	flag("inlayHints.sectors", false, func(s *settings) *bool { return &s.inlayHints.sectors }),
	flag("hover.enable", true, func(s *settings) *bool { return &s.hover }),
	flag("syntaxProblems", true, func(s *settings) *bool { return &s.syntaxProblems }),
}

// defaultSettings are those of a client that sets nothing.
func defaultSettings(flags Defaults) settings {
	var s settings
	for _, key := range Settings {
		value, err := json.Marshal(key.Default)
		if err == nil {
			err = key.take(&s, value)
		}
		if err != nil {
			panic("the default of " + key.Name + ": " + err.Error()) // a mistake in the table
		}
	}
	s.gpu, s.configuration, s.compileCommands = flags.GPU, flags.Configuration, flags.CompileCommands
	s.includeDirs, s.defines = flags.IncludeDirs, flags.Defines
	return s
}

// checkGPU returns an error for a name that is neither of an architecture, a product nor a
// model file.
func checkGPU(name string) error {
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

func text(name string, field func(*settings) *string, expected string) Setting {
	return Setting{Name: name, Default: "", take: func(s *settings, v json.RawMessage) error {
		value, err := read[string](v, expected)
		return set(field(s), value, err)
	}}
}

func flag(name string, byDefault bool, field func(*settings) *bool) Setting {
	return Setting{Name: name, Default: byDefault, take: func(s *settings, v json.RawMessage) error {
		value, err := read[bool](v, "true or false")
		return set(field(s), value, err)
	}}
}

func choice(name, byDefault string, values []string, take func(*settings, string) error) Setting {
	quoted := make([]string, len(values))
	for i, value := range values {
		quoted[i] = strconv.Quote(value)
	}
	last := len(values) - 1
	expected := strings.Join(quoted[:last], ", ") + " or " + quoted[last]
	return Setting{Name: name, Default: byDefault, Values: values, take: func(s *settings, v json.RawMessage) error {
		value, err := read[string](v, expected)
		if err != nil {
			return err
		}
		if !slices.Contains(values, value) {
			return fmt.Errorf("%.40q is not %s", value, expected)
		}
		return take(s, value)
	}}
}

func number(name string, byDefault, least, most int, what string, take func(*settings, int)) Setting {
	return Setting{Name: name, Default: byDefault, Least: least, Most: most, take: func(s *settings, v json.RawMessage) error {
		n, err := read[float64](v, what)
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

// read returns a value of a type.
func read[T any](v json.RawMessage, expected string) (T, error) {
	var value T
	if json.Unmarshal(v, &value) != nil {
		return value, fmt.Errorf("%.40s is not %s", v, expected)
	}
	return value, nil
}

// apply takes over what a section of a client's configuration sets, and returns what is
// wrong with it. A value of null, and a section of null, sets nothing.
func (s *settings) apply(section json.RawMessage) error {
	var errs []error
	for _, key := range Settings {
		value, err := member(section, key.Name)
		if err == nil && value != nil {
			err = key.take(s, value)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("the setting cudalint.%s: %w", key.Name, err))
		}
	}
	return errors.Join(errs...)
}

// member returns the value of a key such as a.b in an object, nil for none or null.
func member(object json.RawMessage, key string) (json.RawMessage, error) {
	if isNull(object) {
		return nil, nil
	}
	var members map[string]json.RawMessage
	if json.Unmarshal(object, &members) != nil {
		return nil, fmt.Errorf("%.40s is not an object", object)
	}
	if value, ok := members[key]; ok && !isNull(value) {
		return value, nil
	}
	first, rest, ok := strings.Cut(key, ".")
	if !ok {
		return nil, nil
	}
	return member(members[first], rest)
}

func isNull(v json.RawMessage) bool {
	v = bytes.TrimSpace(v)
	return len(v) == 0 || string(v) == "null"
}

// sectionOf returns the settings in what a client sent: the section itself, or an object
// that has it as a member.
func sectionOf(v json.RawMessage) json.RawMessage {
	if section, err := member(v, "cudalint"); err == nil && section != nil {
		return section
	}
	return v
}

// unknownSettings returns those members of a section that are nearly the name of a
// setting: others may be the client's own.
func unknownSettings(section json.RawMessage) []string {
	var names []string
	for _, key := range Settings {
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

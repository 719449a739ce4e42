package lsp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
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

func defaultSettings(flags Defaults) settings {
	s := settings{gpu: flags.GPU, configuration: flags.Configuration, compileCommands: flags.CompileCommands,
		minSeverity: lint.Info, debounce: 150 * time.Millisecond, scope: scopeOpenFiles, index: true, maxFiles: defaultMaxFiles,
		hover: true, syntaxProblems: true, includeDirs: flags.IncludeDirs, defines: flags.Defines}
	s.inlayHints.addresses, s.inlayHints.bankConflicts = true, true
	return s
}

// A settingKey is one setting: its name in the section, and how its value is taken.
type settingKey struct {
	name string
	set  func(s *settings, value json.RawMessage) error
}

// settingKeys are all settings. Clients may have further ones for themselves.
var settingKeys = []settingKey{
	{"gpu", func(s *settings, v json.RawMessage) error {
		name, err := read[string](v, "the name of a GPU such as \"sm_90\" or \"H100\"")
		if err == nil && name != "" {
			err = checkGPU(name)
		}
		return set(&s.gpu, name, err)
	}},
	{"configuration", text(func(s *settings) *string { return &s.configuration }, "the path of a cudalint.toml")},
	{"compileCommands", text(func(s *settings) *string { return &s.compileCommands }, "the path of compile_commands.json or its folder")},
	{"minSeverity", func(s *settings, v json.RawMessage) error {
		const expected = `"error", "warning" or "info"`
		name, err := read[string](v, expected)
		if err != nil {
			return err
		}
		severity, err := lint.ParseSeverity(name)
		if err != nil {
			err = fmt.Errorf("%.40q is not %s", name, expected)
		}
		return set(&s.minSeverity, severity, err)
	}},
	{"debounce", func(s *settings, v json.RawMessage) error {
		n, err := number(v, 0, 10_000, "a number of milliseconds")
		return set(&s.debounce, time.Duration(n)*time.Millisecond, err)
	}},
	{"diagnostics.scope", func(s *settings, v json.RawMessage) error {
		const expected = `"openFiles" or "workspace"`
		scope, err := read[string](v, expected)
		if err == nil && scope != scopeOpenFiles && scope != scopeWorkspace {
			err = fmt.Errorf("%.40q is not %s", scope, expected)
		}
		return set(&s.scope, scope, err)
	}},
	{"workspace.index", flag(func(s *settings) *bool { return &s.index })},
	{"workspace.maxFiles", func(s *settings, v json.RawMessage) error {
		n, err := number(v, 1, 1_000_000, "a number of files")
		return set(&s.maxFiles, n, err)
	}},
	{"inlayHints.addresses", flag(func(s *settings) *bool { return &s.inlayHints.addresses })},
	{"inlayHints.bankConflicts", flag(func(s *settings) *bool { return &s.inlayHints.bankConflicts })},
	{"inlayHints.sectors", flag(func(s *settings) *bool { return &s.inlayHints.sectors })},
	{"hover.enable", flag(func(s *settings) *bool { return &s.hover })},
	{"syntaxProblems", flag(func(s *settings) *bool { return &s.syntaxProblems })},
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

func text(field func(*settings) *string, expected string) func(*settings, json.RawMessage) error {
	return func(s *settings, v json.RawMessage) error {
		value, err := read[string](v, expected)
		return set(field(s), value, err)
	}
}

func flag(field func(*settings) *bool) func(*settings, json.RawMessage) error {
	return func(s *settings, v json.RawMessage) error {
		value, err := read[bool](v, "true or false")
		return set(field(s), value, err)
	}
}

// read returns a value of a type.
func read[T any](v json.RawMessage, expected string) (T, error) {
	var value T
	if json.Unmarshal(v, &value) != nil {
		return value, fmt.Errorf("%.40s is not %s", v, expected)
	}
	return value, nil
}

func number(v json.RawMessage, least, most int, what string) (int, error) {
	n, err := read[float64](v, what)
	if err != nil {
		return 0, err
	}
	if n != float64(int(n)) || n < float64(least) || n > float64(most) {
		return 0, fmt.Errorf("%.40s is not %s from %d to %d", v, what, least, most)
	}
	return int(n), nil
}

// apply takes over what a section of a client's configuration sets, and returns what is
// wrong with it. A value of null, and a section of null, sets nothing.
func (s *settings) apply(section json.RawMessage) error {
	var errs []error
	for _, key := range settingKeys {
		value, err := member(section, key.name)
		if err == nil && value != nil {
			err = key.set(s, value)
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("the setting cudalint.%s: %w", key.name, err))
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
	for _, key := range settingKeys {
		names = append(names, key.name)
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

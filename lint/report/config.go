package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/config"
	"github.com/cudalint/cudalint/lint/includes"
	"github.com/cudalint/cudalint/lint/wording"
)

type jsonConfig struct {
	Schema   int           `json:"schema"`
	Path     string        `json:"path"`
	Target   jsonTarget    `json:"target"`
	Files    []string      `json:"files"`
	Excluded *jsonSetting  `json:"excluded"`
	Settings []jsonSetting `json:"settings"`
	Rules    []jsonRuleSet `json:"rules"`
	Includes []jsonInclude `json:"includes"`
	Problems []jsonProblem `json:"problems"`
}

// A jsonSetting is a key with its value, or one element of a list.
type jsonSetting struct {
	Key    string        `json:"key"`
	Value  any           `json:"value"`
	Origin *jsonOrigin   `json:"origin,omitempty"`
	Items  []jsonSetting `json:"-"`
}

type jsonOrigin struct {
	Kind     string `json:"kind"` // default, flag, file, build
	Flag     string `json:"flag,omitempty"`
	Path     string `json:"path,omitempty"`
	Line     int    `json:"line,omitempty"`
	Column   int    `json:"column,omitempty"`
	Override int    `json:"override,omitempty"`
}

type jsonRuleSet struct {
	Rule     string        `json:"rule"`
	Severity string        `json:"severity"` // off where it does not run
	Origin   *jsonOrigin   `json:"origin"`
	Options  []jsonSetting `json:"options"`
}

func originJSON(o config.Origin) *jsonOrigin {
	kind := "file"
	switch {
	case o.Flag != "":
		kind = "flag"
	case o.Path == "":
		kind = "default"
	case o.Line == 0:
		kind = "build"
	}
	return &jsonOrigin{kind, o.Flag, o.Path, o.Line, o.Column, o.Override}
}

// settings returns the keys and values in display order. Each element of a list has its own
// origin.
func settings(s *config.Settings) []jsonSetting {
	one := func(key string, value any, o config.Origin) jsonSetting {
		return jsonSetting{Key: key, Value: value, Origin: originJSON(o)}
	}
	list := func(key string, items []config.Item) jsonSetting {
		out := jsonSetting{Key: key, Items: []jsonSetting{}}
		for _, item := range items {
			out.Items = append(out.Items, one(key, item.Text, item.Origin))
		}
		return out
	}
	out := []jsonSetting{
		one("gpu", s.GPU.Value, s.GPU.Origin), one("cuda", s.CUDA.Value, s.CUDA.Origin), one("block", s.Block.Value, s.Block.Origin),
		list("include-dirs", s.Include), list("defines", s.Defines), list("exclude", s.Exclude),
	}
	if len(s.Generated) > 0 {
		out = append(out, list("generated", s.Generated))
	}
	if len(s.PtxasLogs) > 0 {
		out = append(out, list("ptxas-log", s.PtxasLogs))
	}
	if s.Baseline.Value != "" {
		out = append(out, one("baseline", s.Baseline.Value, s.Baseline.Origin))
	}
	return out
}

func severityOf(r *config.RuleSetting) string {
	if !r.On {
		return "off"
	}
	return r.Severity.String()
}

// ConfigFormats returns the names of the formats that Config writes.
func ConfigFormats() []string { return listFormats }

// Config writes the configuration of a file, the origin of each value, and where its included
// files were found. The text format is itself a valid configuration file.
func Config(w io.Writer, format string, s *config.Settings, lines []includes.Inclusion, problems []lint.Problem) error {
	if err := CheckFormat(format, listFormats); err != nil {
		return err
	}
	return flush(w, func(b *bufio.Writer) error {
		if format == "json" {
			return encode(b, configJSON(s, lines, problems))
		}
		writeConfig(b, s)
		writeIncludes(b, lines)
		return nil
	})
}

func configJSON(s *config.Settings, lines []includes.Inclusion, problems []lint.Problem) jsonConfig {
	out := jsonConfig{Schema: schemaVersion, Path: s.Path, Target: jsonTarget(s.Target), Files: s.Files, Rules: []jsonRuleSet{}, Includes: includesJSON(lines), Problems: problemsJSON(problems)}
	if s.Excluded != nil {
		out.Excluded = &jsonSetting{Key: "exclude", Value: s.Excluded.Text, Origin: originJSON(s.Excluded.Origin)}
	}
	for _, setting := range settings(s) {
		if setting.Items != nil {
			type item struct {
				Value  any         `json:"value"`
				Origin *jsonOrigin `json:"origin"`
			}
			items := []item{}
			for _, i := range setting.Items {
				items = append(items, item{i.Value, i.Origin})
			}
			setting.Value = items
		}
		out.Settings = append(out.Settings, setting)
	}
	for i := range s.Rules {
		r := &s.Rules[i]
		set := jsonRuleSet{Rule: r.Rule.Name, Severity: severityOf(r), Origin: originJSON(r.Origin), Options: []jsonSetting{}}
		for _, o := range r.Options {
			set.Options = append(set.Options, jsonSetting{Key: o.Name, Value: o.Value.Value, Origin: originJSON(o.Origin)})
		}
		out.Rules = append(out.Rules, set)
	}
	return out
}

func writeConfig(w *bufio.Writer, s *config.Settings) {
	from := "no configuration file"
	if len(s.Files) > 0 {
		from = strings.Join(s.Files, ", then ")
	}
	fmt.Fprintf(w, "# %s: %s\n", wording.Printable(s.Path), wording.Printable(from))
	if s.Target.GPU != s.GPU.Value {
		fmt.Fprintf(w, "# %s is %s\n", wording.Printable(s.GPU.Value), s.Target.GPU)
	}
	if s.Excluded != nil {
		fmt.Fprintf(w, "# excluded by %s from %s\n", tomlValue(s.Excluded.Text), s.Excluded.Origin)
	}
	for _, setting := range settings(s) {
		switch {
		case setting.Items == nil:
			line(w, setting.Key+" = "+tomlValue(setting.Value), setting.Origin)
		case len(setting.Items) == 0:
			line(w, setting.Key+" = []", originJSON(config.Origin{}))
		default:
			fmt.Fprintf(w, "%s = [\n", setting.Key)
			for _, item := range setting.Items {
				line(w, "    "+tomlValue(item.Value)+",", item.Origin)
			}
			fmt.Fprintln(w, "]")
		}
	}
	fmt.Fprintln(w, "\n[severity]")
	for i := range s.Rules {
		r := &s.Rules[i]
		line(w, r.Rule.Name+" = "+tomlValue(severityOf(r)), originJSON(r.Origin))
	}
	for i := range s.Rules {
		r := &s.Rules[i]
		if len(r.Options) == 0 {
			continue
		}
		fmt.Fprintf(w, "\n[rules.%s]\n", r.Rule.Name)
		for _, o := range r.Options {
			line(w, o.Name+" = "+tomlValue(o.Value.Value), originJSON(o.Origin))
		}
	}
}

// line writes a line of a configuration file with its origin as a comment.
func line(w *bufio.Writer, text string, o *jsonOrigin) {
	const column = 40
	from := config.Origin{Flag: o.Flag, Path: o.Path, Line: o.Line, Column: o.Column, Override: o.Override}.String()
	fmt.Fprintf(w, "%s%s # %s\n", text, strings.Repeat(" ", max(0, column-utf8.RuneCountInString(text))), wording.Printable(from))
}

// tomlValue returns a value as TOML writes it.
func tomlValue(value any) string {
	switch v := value.(type) {
	case string:
		return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(wording.Printable(v)) + `"`
	case [3]int:
		return fmt.Sprintf("[%d, %d, %d]", v[0], v[1], v[2])
	}
	return fmt.Sprint(value)
}

package lsptest

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var severities = []string{"?", "error", "warning", "info", "hint"}

var tags = map[int]string{1: "unnecessary", 2: "deprecated"}

func severity(n int) string {
	if n < 0 || n >= len(severities) {
		n = 0
	}
	return severities[n]
}

// printDiagnostics prints the diagnostics of a file in their order.
func (s *script) printDiagnostics(raw json.RawMessage) error {
	var list []Diagnostic
	if err := json.Unmarshal(raw, &list); err != nil {
		return fmt.Errorf("%w in diagnostics %s", err, raw)
	}
	if list == nil {
		return fmt.Errorf("diagnostics are %s, and have to be a list", raw)
	}
	for _, d := range list {
		s.print("%v %s %v: %s", d.Range, severity(d.Severity), d.Code, strings.ReplaceAll(d.Message, "\n", "\n    "))
		for _, t := range d.Tags {
			s.print(" (%s)", tags[t])
		}
		s.print("\n")
		for _, r := range d.Related {
			s.print("  %s:%v %s\n", s.session().Path(r.Location.URI), r.Location.Range, r.Message)
		}
	}
	return nil
}

func (s *script) diagnostics(args []string) error {
	if len(args) == 0 {
		return errUsage
	}
	c := s.session()
	if err := c.WaitIdle(); err != nil {
		return err
	}
	for _, path := range args {
		if len(args) > 1 {
			s.print("%s:\n", path)
		}
		var shown Published
		c.Locked(func() { shown = c.Shown[c.URI(path)] })
		d, err := c.Doc(path)
		switch {
		case err != nil && shown.Diagnostics == nil:
			continue
		case err != nil: // closed
		case shown.Version == nil || *shown.Version != d.Version:
			return fmt.Errorf("%s is at version %d, shown are the diagnostics of %s", path, d.Version, versionOf(shown))
		}
		if err := s.printDiagnostics(shown.Diagnostics); err != nil {
			return err
		}
	}
	return nil
}

func versionOf(p Published) string {
	switch {
	case p.Diagnostics == nil:
		return "none"
	case p.Version == nil:
		return "no version"
	}
	return fmt.Sprint("version ", *p.Version)
}

func (s *script) published(args []string) error {
	if len(args) != 1 {
		return errUsage
	}
	c := s.session()
	if err := c.WaitIdle(); err != nil {
		return err
	}
	c.Locked(func() {
		shown, ok := c.Shown[c.URI(args[0])]
		if !ok {
			s.print("nothing\n")
			return
		}
		s.print("%s\n", versionOf(shown))
		s.printJSON(shown.Diagnostics)
	})
	return nil
}

func (s *script) pull(args []string) error {
	if len(args) == 0 || len(args) > 2 {
		return errUsage
	}
	params := s.session().identifier(args[0])
	if len(args) == 2 {
		params["previousResultId"] = args[1]
	}
	raw, err := s.session().Call("textDocument/diagnostic", params)
	if err != nil {
		return err
	}
	var report struct {
		Kind, ResultID   string
		Items            json.RawMessage
		RelatedDocuments map[string]struct {
			Kind  string
			Items json.RawMessage
		}
	}
	if err := json.Unmarshal(raw, &report); err != nil {
		return err
	}
	s.print("%s\n", report.Kind)
	if report.Kind == "full" {
		if err := s.printDiagnostics(report.Items); err != nil {
			return err
		}
	}
	var others []string
	for uri := range report.RelatedDocuments {
		others = append(others, uri)
	}
	slices.Sort(others)
	for _, uri := range others {
		s.print("%s:\n", s.session().Path(uri))
		if err := s.printDiagnostics(report.RelatedDocuments[uri].Items); err != nil {
			return err
		}
	}
	s.ts.Setenv("RESULT_ID", report.ResultID)
	return nil
}

func (s *script) hover(args []string) error {
	if len(args) != 2 {
		return errUsage
	}
	at, err := s.rangeOf(args[0], args[1])
	if err != nil {
		return err
	}
	params := s.session().identifier(args[0])
	params["position"] = at.Start
	raw, err := s.session().Call("textDocument/hover", params)
	if err != nil {
		return err
	}
	var hover *struct {
		Contents struct{ Kind, Value string }
		Range    *Range
	}
	if err := json.Unmarshal(raw, &hover); err != nil {
		return fmt.Errorf("%w in %s", err, raw)
	}
	if hover == nil {
		s.print("nothing\n")
		return nil
	}
	if hover.Range != nil {
		s.print("%v ", *hover.Range)
	}
	s.print("%s\n%s\n", hover.Contents.Kind, strings.TrimRight(hover.Contents.Value, "\n"))
	return nil
}

func (s *script) hints(args []string) error {
	if len(args) == 0 || len(args) > 2 {
		return errUsage
	}
	c := s.session()
	d, err := c.Doc(args[0])
	if err != nil {
		return err
	}
	in := Range{End: PositionOf(d.Text, len(d.Text), c.Encoding)}
	if len(args) == 2 {
		if in, err = s.rangeOf(args[0], args[1]); err != nil {
			return err
		}
	}
	params := c.identifier(args[0])
	params["range"] = in
	raw, err := c.Call("textDocument/inlayHint", params)
	if err != nil {
		return err
	}
	var hints []struct {
		Position Position
		Label    json.RawMessage
	}
	if err := json.Unmarshal(raw, &hints); err != nil {
		return fmt.Errorf("%w in %s", err, raw)
	}
	for _, h := range hints {
		label := ""
		if json.Unmarshal(h.Label, &label) != nil {
			var parts []struct{ Value string }
			if err := json.Unmarshal(h.Label, &parts); err != nil {
				return fmt.Errorf("%w in label %s", err, h.Label)
			}
			for _, p := range parts {
				label += p.Value
			}
		}
		s.print("%v %s\n", h.Position, label)
	}
	return nil
}

// An action is a code action, or a command where Command is a string.
type action struct {
	Title, Kind string
	IsPreferred bool
	Edit        json.RawMessage
	Command     json.RawMessage
	Arguments   json.RawMessage
	Disabled    *struct{ Reason string }
	Diagnostics []Diagnostic
	raw         json.RawMessage
}

// meeting returns the shown diagnostics of a file that touch a range. An editor sends them with a
// request for code actions.
func (c *Client) meeting(path string, r Range) (list []json.RawMessage, err error) {
	list = []json.RawMessage{}
	before := func(a, b Position) bool {
		return a.Line < b.Line || a.Line == b.Line && a.Character < b.Character
	}
	c.Locked(func() {
		var all []json.RawMessage
		if shown, ok := c.Shown[c.URI(path)]; ok {
			err = json.Unmarshal(shown.Diagnostics, &all)
		}
		for _, raw := range all {
			var d Diagnostic
			if err = json.Unmarshal(raw, &d); err != nil {
				return
			}
			if !before(d.Range.End, r.Start) && !before(r.End, d.Range.Start) {
				list = append(list, raw)
			}
		}
	})
	return list, err
}

func (s *script) listActions(args []string) error {
	if len(args) < 2 {
		return errUsage
	}
	c := s.session()
	if err := c.WaitIdle(); err != nil {
		return err
	}
	at, err := s.rangeOf(args[0], args[1])
	if err != nil {
		return err
	}
	meeting, err := c.meeting(args[0], at)
	if err != nil {
		return err
	}
	context := map[string]any{"diagnostics": meeting, "triggerKind": 1}
	if len(args) > 2 {
		context["only"] = args[2:]
	}
	params := c.identifier(args[0])
	params["range"], params["context"] = at, context
	raw, err := c.Call("textDocument/codeAction", params)
	if err != nil {
		return err
	}
	var all []json.RawMessage
	if err := json.Unmarshal(raw, &all); err != nil {
		return fmt.Errorf("%w in %s", err, raw)
	}
	c.actions = nil
	for _, raw := range all {
		a := action{raw: raw}
		if err := json.Unmarshal(raw, &a); err != nil {
			return fmt.Errorf("%w in %s", err, raw)
		}
		c.actions = append(c.actions, a)
		s.print("%s: ", a.Kind)
		if a.IsPreferred {
			s.print("* ")
		}
		s.print("%s", a.Title)
		if a.Disabled != nil {
			s.print(" (disabled: %s)", a.Disabled.Reason)
		}
		s.print("\n")
	}
	return nil
}

func (s *script) apply(args []string) error {
	if len(args) != 1 {
		return errUsage
	}
	a, err := s.chosen(args[0])
	if err != nil {
		return err
	}
	c := s.session()
	if a.Edit == nil && a.Command == nil {
		raw, err := c.Call("codeAction/resolve", a.raw)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(raw, &a); err != nil {
			return err
		}
	}
	if a.Edit == nil && a.Command == nil {
		return fmt.Errorf("%q does nothing", a.Title)
	}
	if a.Edit != nil {
		if err := c.ApplyEdit(a.Edit); err != nil {
			return err
		}
	}
	if a.Command == nil {
		return nil
	}
	var command struct {
		Command   string
		Arguments json.RawMessage
	}
	if json.Unmarshal(a.Command, &command.Command) == nil { // no action, but a command
		command.Arguments = a.Arguments
	} else if err := json.Unmarshal(a.Command, &command); err != nil {
		return err
	}
	_, err = c.Call("workspace/executeCommand", map[string]any{"command": command.Command, "arguments": command.Arguments})
	return err
}

// chosen returns the action whose title is the given one, or else the only one whose title matches
// it as a regular expression.
func (s *script) chosen(title string) (action, error) {
	var titles []string
	var matching []action
	pattern, err := regexp.Compile(title)
	for _, a := range s.session().actions {
		if a.Title == title {
			return a, nil
		}
		if err == nil && pattern.MatchString(a.Title) {
			matching = append(matching, a)
		}
		titles = append(titles, a.Title)
	}
	if len(matching) != 1 {
		return action{}, errors.Join(err, fmt.Errorf("%d actions match %q: %q", len(matching), title, titles))
	}
	return matching[0], nil
}

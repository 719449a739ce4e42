package lsptest

import (
	"encoding/json"
	"slices"
	"strings"
)

func (s *script) command(args []string) error {
	if len(args) == 0 {
		return errUsage
	}
	values := []any{}
	for _, arg := range args[1:] {
		var v any
		if err := s.value(arg, &v); err != nil {
			return err
		}
		values = append(values, v)
	}
	return s.call("workspace/executeCommand", map[string]any{"command": args[0], "arguments": values})
}

func (s *script) call(method string, params any) error {
	result, err := s.session().Call(method, params)
	if err == nil {
		s.printJSON(result)
	}
	return err
}

func (s *script) message(args []string) (method string, params any, err error) {
	if len(args) == 2 {
		err = s.value(args[1], &params)
	} else if len(args) != 1 {
		err = errUsage
	}
	if err != nil {
		return "", nil, err
	}
	return args[0], params, nil
}

func (s *script) request(args []string) error {
	method, params, err := s.message(args)
	if err != nil {
		return err
	}
	return s.call(method, params)
}

func (s *script) notify(args []string) error {
	method, params, err := s.message(args)
	if err != nil {
		return err
	}
	return s.session().Notify(method, params)
}

// printLines waits until the client is idle, then prints the lines that a function reads from it.
func (s *script) printLines(take func(c *session) []string) error {
	c := s.session()
	if err := c.WaitIdle(); err != nil {
		return err
	}
	c.Locked(func() {
		for _, line := range take(c) {
			s.print("%s\n", line)
		}
	})
	return nil
}

func (s *script) log([]string) error {
	return s.printLines(func(c *session) []string { return c.Messages })
}

func (s *script) progress([]string) error {
	return s.printLines(func(c *session) []string { return unread(c.Progress, &c.reported) })
}

func (s *script) requests([]string) error {
	return s.printLines(func(c *session) []string { return unread(c.Requests, &c.asked) })
}

// unread returns the lines from index n on, and sets n to the number of lines.
func unread(lines []string, n *int) []string {
	out := lines[*n:]
	*n = len(lines)
	return out
}

func (s *script) watched(args []string) error {
	c := s.session()
	if err := c.Wait("a request to watch files", func() bool { return len(c.Watched) > 0 }); err != nil {
		return err
	}
	c.Locked(func() {
		for _, glob := range slices.Compact(slices.Clone(c.Watched)) {
			s.print("%s\n", glob)
		}
	})
	return nil
}

func (s *script) printJSON(raw json.RawMessage) {
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		s.print("%s\n", raw)
		return
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	_ = e.Encode(v) // it was decoded
	s.print("%s", b.String())
}

package config

import "strings"

// A dialect is how a command line, or a response file, is split into arguments.
type dialect uint8

const (
	// posix is what a shell does, without expansion: how compilation databases are
	// written.
	posix dialect = iota
	// gnu is how gcc and clang read response files: a backslash escapes any
	// character, between single quotes too.
	gnu
	// nvcc is how nvcc reads options files: there are no single quotes.
	nvcc
	// windows is what CommandLineToArgvW does: a backslash counts only before quotes.
	windows
)

// split returns the arguments of a command line. What does not end, a quote or a
// backslash, ends with the text. No library at hand knows the four dialects, and
// those for a shell expand things or read comments.
func split(text string, d dialect) []string {
	s := splitter{text: text, dialect: d}
	for s.at < len(s.text) {
		s.step()
	}
	s.end()
	return s.args
}

type splitter struct {
	text    string
	at      int
	dialect dialect
	args    []string
	arg     strings.Builder
	started bool // there is an argument, be it empty
	quote   byte // the quote that is open, 0 for none
}

func (s *splitter) end() {
	if s.started {
		s.args = append(s.args, s.arg.String())
		s.arg.Reset()
	}
	s.started = false
}

func (s *splitter) put(c byte) {
	s.arg.WriteByte(c)
	s.started = true
}

// step takes what is next.
func (s *splitter) step() {
	c := s.text[s.at]
	s.at++
	switch {
	case c == '\\':
		s.backslash()
	case s.quote != 0 && c == s.quote:
		s.quote = 0
		if s.dialect == windows && strings.HasPrefix(s.text[s.at:], `"`) {
			s.put('"') // "" between quotes is a quote
			s.at++
			s.quote = '"'
		}
	case s.quote != 0:
		s.put(c)
	case c == '"' || c == '\'' && s.dialect <= gnu:
		s.quote, s.started = c, true
	case strings.IndexByte(" \t\n\r\v\f", c) >= 0:
		s.end()
	default:
		s.put(c)
	}
}

// backslash takes what follows a backslash.
func (s *splitter) backslash() {
	if s.dialect == windows {
		s.windowsBackslash()
		return
	}
	if s.at == len(s.text) || s.dialect == posix && s.quote == '\'' {
		s.put('\\')
		return
	}
	c := s.text[s.at]
	if s.dialect == posix && s.quote == '"' && strings.IndexByte("$`\"\\\n", c) < 0 {
		s.put('\\')
		return
	}
	s.at++
	if s.dialect != posix || c != '\n' {
		s.put(c)
	}
}

// windowsBackslash takes a run of backslashes: before a quote each pair is one, and an
// odd one escapes the quote.
func (s *splitter) windowsBackslash() {
	n := 1
	for s.at < len(s.text) && s.text[s.at] == '\\' {
		n++
		s.at++
	}
	quoted := s.at < len(s.text) && s.text[s.at] == '"'
	escaped := quoted && n%2 == 1
	if quoted {
		n /= 2
	}
	for range n {
		s.put('\\')
	}
	if escaped {
		s.put('"')
		s.at++
	}
}

// splitList returns the parts of a value that nvcc takes as a list: commas separate
// them unless a backslash or double quotes protect them, which stay but for the
// backslash.
func splitList(value string) []string {
	if !strings.ContainsRune(value, ',') {
		return []string{value}
	}
	var parts []string
	var part strings.Builder
	quoted := false
	for i := 0; i < len(value); i++ {
		c := value[i]
		switch {
		case c == '\\' && i+1 < len(value) && value[i+1] == ',':
			i++
			c = ','
		case c == '"':
			quoted = !quoted
		case c == ',' && !quoted:
			parts = append(parts, part.String())
			part.Reset()
			continue
		}
		part.WriteByte(c)
	}
	return append(parts, part.String())
}

package config

import "strings"

// A dialect is a way to split a command line or a response file into arguments.
type dialect uint8

const (
	// posix splits like a shell, without expansion. Compilation databases use it.
	posix dialect = iota
	// gnu splits like gcc and clang do for response files: a backslash escapes any
	// character, also between single quotes.
	gnu
	// nvcc splits like nvcc does for options files: there are no single quotes.
	nvcc
	// windows splits like CommandLineToArgvW: a backslash is special only before quotes.
	windows
)

// split returns the arguments of a command line. An open quote ends with the text. No library
// at hand knows the four dialects, and those for shells also expand variables or skip comments.
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

// step reads the next character.
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

// backslash reads a backslash and what it escapes.
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

// windowsBackslash reads a run of backslashes: before a quote each pair is one backslash, and
// an odd one escapes the quote.
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

// splitList splits a value that is a list for nvcc at its commas, except those after a
// backslash or in double quotes. It removes the backslashes and keeps the quotes.
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

package report

import "strings"

// longName is the length in bytes above which the text format shortens the name of a kernel, a
// function or a type. JSON has whole names.
const longName = 60

// longText is the length in bytes above which a text is left alone. Generated names have no limit,
// and the time for unbalanced brackets grows with the square of the length.
const longText = 16 << 10

// shortNames returns a text with its long names shortened: template arguments become <...>. If that
// is not enough, outer namespaces and classes become "...". The last part of a name stays.
func shortNames(text string) string {
	if len(text) <= longName || len(text) > longText {
		return text
	}
	var out strings.Builder
	for rest := text; rest != ""; {
		n := nameLength(rest)
		if n <= longName {
			n = max(n, 1)
			out.WriteString(rest[:n])
		} else {
			out.WriteString(shortName(rest[:n]))
		}
		rest = rest[n:]
	}
	return out.String()
}

// shortName returns a long qualified name with its template arguments, shortened.
func shortName(name string) string {
	var parts []string
	for rest := name; rest != ""; {
		n := identifier(rest)
		part := rest[:n]
		if args := arguments(rest[n:]); args > 0 {
			n += args
			part += "<...>"
		}
		parts = append(parts, part)
		rest = strings.TrimPrefix(rest[n:], "::")
	}
	short := strings.Join(parts, "::")
	for cut := 1; len(short) > longName && cut < len(parts); cut++ {
		short = "...::" + strings.Join(parts[cut:], "::")
	}
	return short
}

// nameLength returns the length of the qualified name that a text begins with, 0 if it begins with
// none.
func nameLength(text string) int {
	at := 0
	for {
		n := identifier(text[at:])
		if n == 0 {
			return max(0, at-len("::"))
		}
		at += n
		at += arguments(text[at:])
		if !strings.HasPrefix(text[at:], "::") {
			return at
		}
		at += len("::")
	}
}

// identifier returns the length of the identifier or number that a text begins with.
func identifier(text string) int {
	n := strings.IndexFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
	if n < 0 {
		return len(text)
	}
	return n
}

// arguments returns the length of the template arguments that a text begins with, 0 if it begins
// with none: comparisons and launches are none.
func arguments(text string) int {
	depth := 0
	for i, r := range text {
		switch {
		case i == 0 && r != '<' || strings.ContainsRune(";{}[]=\"", r) || strings.HasPrefix(text[i:], "&&") || strings.HasPrefix(text[i:], "->") || strings.HasPrefix(text[i:], "<<"):
			return 0
		case r == '<':
			depth++
		case r == '>':
			depth--
		}
		if depth == 0 {
			return i + 1
		}
	}
	return 0
}

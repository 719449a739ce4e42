package lint

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// number gives findings, in their order, their fingerprints: they hash what a finding is
// about and not where it is. Of findings that are equal in that, each has its number:
// one more of them adds a fingerprint and changes none.
func number(findings []Diagnostic) {
	seen := map[string]int{}
	for i := range findings {
		d := &findings[i]
		about := []string{d.Rule, d.Path, d.Function, d.Code}
		key := strings.Join(about, "\x00")
		d.Fingerprint = digest(append(about, fmt.Sprint(seen[key]))...)
		seen[key]++
	}
}

// digest returns the fingerprint made of some texts.
func digest(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// maxCode bounds Diagnostic.Code, in bytes.
const maxCode = 120

// codeOf returns source text without what formatting changes: comments, white space save
// for a blank between two words, and line splices. A text over maxCode bytes is cut, with
// a checksum of the whole in the place of the rest.
func codeOf(text string) string {
	code := strings.ToValidUTF8(squeeze(text), "\uFFFD")
	if len(code) <= maxCode {
		return code
	}
	sum := sha256.Sum256([]byte(code))
	return strings.ToValidUTF8(code[:maxCode], "") + "..." + hex.EncodeToString(sum[:4])
}

// weaker returns what Diagnostic.Code has besides where a rule takes a finding for mere
// information that it could take for more: who knows of that does not know of an error in
// the same code.
func weaker(rule *Rule, s Severity) string {
	if s == Info && rule.Severity > Info {
		return " (info)"
	}
	return ""
}

func squeeze(text string) string {
	var b strings.Builder
	blank := false // whether white space or a comment stands before text[i]
	for i := 0; i < len(text); {
		n := spaceAt(text[i:])
		if n > 0 {
			i, blank = i+n, true
			continue
		}
		n = 1
		if text[i] == '"' || text[i] == '\'' {
			n = quotedAt(text[i:])
		}
		if s := b.String(); blank && s != "" && source.WordByte(s[len(s)-1]) && source.WordByte(text[i]) {
			b.WriteByte(' ')
		}
		b.WriteString(text[i : i+n])
		i, blank = i+n, false
	}
	return b.String()
}

// spaceAt returns how many bytes at the start of a text are one piece of white space, a
// comment or a line splice; 0 for anything else.
func spaceAt(text string) int {
	upTo := func(end string) int {
		if i := strings.Index(text[2:], end); i >= 0 {
			return 2 + i + len(end)
		}
		return len(text)
	}
	switch {
	case strings.IndexByte(" \t\r\n\v\f", text[0]) >= 0:
		return 1
	case strings.HasPrefix(text, "/*"):
		return upTo("*/")
	case strings.HasPrefix(text, "//"):
		return upTo("\n")
	case strings.HasPrefix(text, "\\\n"), strings.HasPrefix(text, "\\\r\n"):
		return strings.IndexByte(text, '\n') + 1
	}
	return 0
}

// quotedAt returns the length of the literal at the start of a text; 1 for a quote that
// is not closed on its line, and for one that separates digits.
func quotedAt(text string) int {
	for i := 1; i < len(text) && text[i] != '\n'; i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return 1
}

package engine

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
)

// number gives findings, in their order, their fingerprints: they hash what a finding is
// about and not where it is. Of findings that are equal in that, each has its number:
// one more of them adds a fingerprint and changes none.
func number(findings []lint.Diagnostic) {
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
func weaker(rule *lint.Rule, s lint.Severity) string {
	if s == lint.Info && rule.Severity > lint.Info {
		return " (info)"
	}
	return ""
}

// squeeze does not care for what the text means: Quotes.
func squeeze(text string) string {
	var b strings.Builder
	src, end := []byte(text), 0
	x := preproc.NewLexer(src, preproc.Quotes)
	for t, ok := x.Next(); ok; t, ok = x.Next() {
		if t.Start() > end && end > 0 && source.WordByte(src[end-1]) && source.WordByte(src[t.Start()]) {
			b.WriteByte(' ')
		}
		end = t.End()
		b.WriteString(text[t.Start():end])
	}
	return b.String()
}

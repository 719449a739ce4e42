// Package fingerprint tells which findings are the same. In one run duplicates are dropped: an
// access is reached from several kernels, a header from several files. In runs over other texts
// a finding is known by its fingerprint.
package fingerprint

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/preproc"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint"
)

// assign gives findings, in their order, their fingerprints: hashes of what a finding is about,
// not of where it is. Findings that are equal in that are counted: one more adds a fingerprint
// and changes none.
func assign(findings []lint.Diagnostic) {
	seen := map[string]int{}
	for i := range findings {
		d := &findings[i]
		about := []string{d.Rule, d.Path, d.Function, d.Code}
		key := strings.Join(about, "\x00")
		d.Fingerprint = hash(append(about, fmt.Sprint(seen[key]))...)
		seen[key]++
	}
}

// hash returns the fingerprint of some texts.
func hash(texts ...string) string {
	sum := sha256.Sum256([]byte(strings.Join(texts, "\x00")))
	return hex.EncodeToString(sum[:16])
}

// MaxCode bounds lint.Diagnostic.Code, in bytes.
const MaxCode = 120

// Code returns lint.Diagnostic.Code for a finding of a rule in a source text. A rule can give a
// finding the severity Info where it mostly gives a higher one: such a finding has another code,
// as who accepts the information does not accept the warning.
func Code(rule *lint.Rule, severity lint.Severity, text string) string {
	if severity == lint.Info && rule.Severity > lint.Info {
		return unformatted(text) + " (info)"
	}
	return unformatted(text)
}

// unformatted returns source text without what formatting changes: comments, white space but
// for a blank between two words, and line splices. A text over MaxCode bytes is cut; a checksum
// of all of it takes the place of the rest.
func unformatted(text string) string {
	code := strings.ToValidUTF8(squeeze(text), "\uFFFD")
	if len(code) <= MaxCode {
		return code
	}
	sum := sha256.Sum256([]byte(code))
	return strings.ToValidUTF8(code[:MaxCode], "") + "..." + hex.EncodeToString(sum[:4])
}

// squeeze removes comments and needless white space. It splits the text into tokens without
// regard to directives (preproc.Quotes).
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

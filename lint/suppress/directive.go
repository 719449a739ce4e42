// Package suppress reads the directives in comments that say which findings are not wanted,
// finds what they cover, and tells which of them are of no use.
package suppress

import (
	"bytes"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// A Kind says which findings a directive suppresses.
type Kind string

// The kinds of directives, as they are written.
const (
	// NoLint suppresses findings that begin on its line.
	NoLint Kind = "NOLINT"
	// NoLintNextLine suppresses findings that begin on the line after its own.
	NoLintNextLine Kind = "NOLINTNEXTLINE"
	// NoLintBegin suppresses findings that begin between it and its NoLintEnd.
	NoLintBegin Kind = "NOLINTBEGIN"
	// NoLintEnd ends a block; where it has a begin it is part of that directive.
	NoLintEnd Kind = "NOLINTEND"
	// Ignore suppresses findings that begin on its line, or, in a comment alone on its
	// line, on the next line of code; where that line begins or ends a statement, those
	// of the statement (see statement).
	Ignore Kind = "ignore"
	// IgnoreFile suppresses the findings of its file.
	IgnoreFile Kind = "ignore-file"
)

// A Directive is what a comment says about which findings are not wanted:
// "NOLINT(constant-overflow)", "cudalint: ignore[constant-overflow] reason".
type Directive struct {
	Kind Kind
	// Span is the directive up to the end of its list, Comment the comment that it is in.
	Span, Comment source.Span
	// End and EndComment are those of the NOLINTEND of a block.
	End, EndComment source.Span
	// Listed is set where there is a list of names; without one all findings are meant.
	Listed bool
	// Names are those of the list as written, in their order. Empty ones are left out.
	Names []Name
	// Reason is the text after the list of a cudalint directive.
	Reason string
	// Covers are the bytes where findings begin that it suppresses.
	Covers source.Span
	// Alone is set where no code is on the lines of the comment.
	Alone bool
	// Flaw says why the directive suppresses nothing, "" if nothing is wrong with it.
	Flaw string
	// Macro is set where it stands in the definition of a macro, or covers the line where
	// one begins: nothing is reported there.
	Macro bool
	// Unsure is set where it may have something to suppress that was not looked at: it
	// is in an arm of conditional compilation that may not be compiled, or covers device
	// code that no kernel is known to run.
	Unsure bool
}

// A Name is a name in the list of a directive, at a place of the file.
type Name struct {
	Text string
	Span source.Span
}

// Foreign reports whether the directive is one that clang-tidy and other tools know, too.
func (d *Directive) Foreign() bool { return d.Kind != Ignore && d.Kind != IgnoreFile }

// Every directive begins with one of these.
const (
	NoLintPrefix = "NOLINT"
	OwnPrefix    = "cudalint:"
)

// mayDirect reports whether a text can hold a directive.
func mayDirect(text []byte) bool {
	return bytes.Contains(text, []byte(NoLintPrefix)) || bytes.Contains(text, []byte(OwnPrefix))
}

// Parse returns the directives in one comment of a text, in their order; what
// they cover is not known yet, and blocks are not joined.
func Parse(text []byte, comment source.Span) []Directive {
	p := parser{text: text, comment: comment}
	for p.at = comment.Start; p.at < comment.End && len(p.found) <= Max; {
		rest := text[p.at:comment.End]
		switch at := bytes.IndexAny(rest, "Nc"); {
		case at < 0:
			return p.found
		case bytes.HasPrefix(rest[at:], []byte(NoLintPrefix)):
			p.at += at
			p.noLint()
		case bytes.HasPrefix(rest[at:], []byte(OwnPrefix)):
			p.at += at
			p.own()
		default:
			p.at += at + 1
		}
	}
	return p.found
}

// A parser reads the directives of a comment.
type parser struct {
	text    []byte
	comment source.Span
	at      int
	found   []Directive
}

// noLint reads "NOLINT..." at p.at as clang-tidy does: the kind in capitals, and a list
// if a parenthesis follows at once and is closed on the same line.
func (p *parser) noLint() {
	start := p.at
	p.at += len(NoLintPrefix)
	for p.at < p.comment.End && letter(p.text[p.at]) {
		p.at++
	}
	d := Directive{Kind: Kind(p.text[start:p.at]), Comment: p.comment}
	switch d.Kind {
	case NoLint, NoLintNextLine, NoLintBegin, NoLintEnd:
	default:
		return
	}
	// XNOLINT and NOLINT_X are other words.
	if start > p.comment.Start && source.WordByte(p.text[start-1]) || p.at < p.comment.End && source.WordByte(p.text[p.at]) {
		return
	}
	if p.at < p.comment.End && p.text[p.at] == '(' {
		if end := p.closing(p.at, ')'); end >= 0 {
			d.Listed, d.Names = true, p.names(p.at+1, end)
			p.at = end + 1
		}
	}
	d.Span = source.Span{Start: start, End: p.at}
	p.found = append(p.found, d)
}

// own reads "cudalint:" at p.at, which counts where a comment, or one within it, begins,
// and after another directive.
func (p *parser) own() {
	start := p.at
	p.at += len(OwnPrefix)
	if !p.begins(start) {
		return
	}
	d := Directive{Comment: p.comment}
	at := p.skipBlanks(p.at)
	word := at
	for at < p.comment.End && (letter(p.text[at]) || p.text[at] == '-') {
		at++
	}
	verb := string(p.text[word:at])
	list := p.skipBlanks(at)
	listed := list < p.comment.End && (p.text[list] == '[' || p.text[list] == '(')
	switch d.Kind = Kind(verb); {
	case d.Kind == Ignore || d.Kind == IgnoreFile:
	case listed || meantIgnore[verb] || strings.HasPrefix(verb, "ignor"):
		d.Flaw = `"cudalint: ` + verb + `" is none of its directives: they are "cudalint: ignore[rule] reason" and, first in the file, "cudalint: ignore-file[rule] reason"`
	default:
		return // about cudalint, and no directive
	}
	p.at = at
	if listed {
		p.ownList(&d, list)
	}
	d.Span = source.Span{Start: start, End: p.at}
	d.Reason = p.reason()
	p.found = append(p.found, d)
}

// meantIgnore are words that other tools have for it.
var meantIgnore = map[string]bool{"disable": true, "disable-line": true, "disable-next-line": true, "disable-file": true,
	"off": true, "suppress": true, "noqa": true, "nolint": true, "NOLINT": true, "skip": true, "skip-file": true, "allow": true}

// ownList reads the list of a cudalint directive.
func (p *parser) ownList(d *Directive, at int) {
	if p.text[at] == '(' {
		if d.Flaw == "" {
			d.Flaw = "the rules of a cudalint directive stand in brackets: cudalint: " + string(d.Kind) + "[rule]"
		}
		return
	}
	end := p.closing(at, ']')
	if end < 0 {
		if d.Flaw == "" {
			d.Flaw = "the list of rules has no ] on its line"
		}
		return
	}
	d.Listed, d.Names = true, p.names(at+1, end)
	if len(d.Names) == 0 && d.Flaw == "" {
		d.Flaw = "its list names no rule"
	}
	p.at = end + 1
}

// maxReason bounds the reason that is kept of a directive.
const maxReason = 200

// reason returns the text from p.at to the end of the line or the comment, or to a
// comment within it.
func (p *parser) reason() string {
	near := source.Span{Start: p.comment.Start, End: min(p.comment.End, p.at+maxReason+1)}
	text := p.text[p.at:OwnEnd(p.text, near, p.at)]
	return strings.ToValidUTF8(string(bytes.TrimSpace(text[:min(len(text), maxReason)])), "")
}

// OwnEnd returns where the reason of a cudalint directive ends of which the list, or the
// kind, ends at an offset: at the end of its line or of its comment, or before a comment
// within that.
func OwnEnd(text []byte, comment source.Span, at int) int {
	block := bytes.HasPrefix(text[comment.Start:], []byte("/*"))
	for i := at; i < comment.End; i++ {
		switch text[i] {
		case '\n':
			if i > at && text[i-1] == '\r' {
				i--
			}
			return i
		case '*':
			if block && i+2 == comment.End {
				return i
			}
		case '/':
			if i > at && i+1 < comment.End && text[i+1] == '/' && blank(text[i-1]) {
				return i - 1
			}
		}
	}
	return comment.End
}

// begins reports whether nothing but the signs of a comment, or another directive, is
// before an offset on its line of the comment, or blanks and another // after white space.
func (p *parser) begins(at int) bool {
	if n := len(p.found); n > 0 {
		const most = 16 // bytes between them
		last := p.found[n-1].Span.End
		if at-last <= most && len(bytes.Trim(p.text[last:at], " \t:;,")) == 0 {
			return true
		}
	}
	i := at
	for i > p.comment.Start && strings.IndexByte("/*!< \t", p.text[i-1]) >= 0 {
		i--
	}
	if i == p.comment.Start || p.text[i-1] == '\n' {
		return true
	}
	signs := bytes.TrimRight(p.text[i:at], " \t")
	return len(signs) > 2 && blank(signs[len(signs)-3]) && string(signs[len(signs)-2:]) == "//"
}

func blank(c byte) bool { return c == ' ' || c == '\t' }

// maxList bounds the bytes of a list: no longer one is looked for.
const maxList = 4096

// closing returns where a list that opens at an offset is closed on its line, -1 if it
// is not.
func (p *parser) closing(open int, bracket byte) int {
	rest := p.text[open:min(p.comment.End, open+maxList)]
	if i := bytes.IndexAny(rest, "\n"+string(bracket)); i >= 0 && rest[i] == bracket {
		return open + i
	}
	return -1
}

// names returns the names of a list.
func (p *parser) names(start, end int) (names []Name) {
	for start <= end {
		stop := end
		if i := bytes.IndexByte(p.text[start:end], ','); i >= 0 {
			stop = start + i
		}
		item := p.text[start:stop]
		from := start + len(item) - len(bytes.TrimLeft(item, " \t\r\v\f"))
		if name := bytes.TrimSpace(item); len(name) > 0 {
			names = append(names, Name{string(name), source.Span{Start: from, End: from + len(name)}})
		}
		start = stop + 1
	}
	return names
}

func (p *parser) skipBlanks(at int) int {
	for at < p.comment.End && blank(p.text[at]) {
		at++
	}
	return at
}

func letter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

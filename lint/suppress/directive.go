// Package suppress parses the directives in comments that suppress findings, finds the code
// that they cover, and finds those that suppress nothing.
package suppress

import (
	"bytes"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
)

// A Kind is the kind of a directive.
type Kind string

// The kinds of directives, as they are spelled.
const (
	// NoLint suppresses findings that begin on its line.
	NoLint Kind = "NOLINT"
	// NoLintNextLine suppresses findings that begin on the line after its own.
	NoLintNextLine Kind = "NOLINTNEXTLINE"
	// NoLintBegin suppresses findings that begin between it and its NoLintEnd.
	NoLintBegin Kind = "NOLINTBEGIN"
	// NoLintEnd ends a block. If it has a matching begin, it is part of that directive.
	NoLintEnd Kind = "NOLINTEND"
	// Ignore suppresses findings that begin on its line, or, in a comment alone on its
	// line, on the next line of code. It also covers the whole statement that ends on its
	// own line, or that begins on the next line of code.
	Ignore Kind = "ignore"
	// IgnoreFile suppresses the findings of its file.
	IgnoreFile Kind = "ignore-file"
)

// A Directive is one instruction in a comment to suppress findings:
// "NOLINT(constant-overflow)", "cudalint: ignore[constant-overflow] reason".
type Directive struct {
	Kind Kind
	// Span begins at the directive and ends with its list of rules. Comment is the span of the
	// whole comment that contains it.
	Span, Comment source.Span
	// End and EndComment are those of the NOLINTEND of a block.
	End, EndComment source.Span
	// Listed is set if there is a list of names. Without a list it suppresses all findings.
	Listed bool
	// Names are the names in the list, in their order, without empty ones.
	Names []Name
	// Reason is the text after the list of a cudalint directive.
	Reason string
	// Covers is the span in which the findings begin that it suppresses.
	Covers source.Span
	// Alone is set if there is no code on the lines of the comment.
	Alone bool
	// Flaw is the reason why the directive cannot suppress anything, "" if it can.
	Flaw string
	// Macro is set if the directive is in the definition of a macro, or covers the line on
	// which one begins: no findings are reported there.
	Macro bool
	// Unsure is set if the directive may suppress something that was not checked: it is in
	// an #if arm that may not be compiled, or covers device code that no kernel is known to
	// reach.
	Unsure bool
}

// A Name is a name in the list of a directive.
type Name struct {
	Text string
	Span source.Span
}

// IsNoLint reports whether the directive is a NOLINT, which clang-tidy and other tools read,
// too.
func (d *Directive) IsNoLint() bool { return d.Kind != Ignore && d.Kind != IgnoreFile }

// Every directive begins with one of these.
const (
	NoLintPrefix = "NOLINT"
	OwnPrefix    = "cudalint:"
)

// mayDirect reports whether a text may contain a directive.
func mayDirect(text []byte) bool {
	return bytes.Contains(text, []byte(NoLintPrefix)) || bytes.Contains(text, []byte(OwnPrefix))
}

// Parse returns the directives in one comment of a text, in their order. It does not set what
// they cover, and does not join blocks.
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

// own reads "cudalint:" at p.at. That begins a directive only at the start of a comment, or of
// a comment within it, and after another directive.
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
		d.Flaw = `"cudalint: ` + verb + `" is not a directive: use "cudalint: ignore[rule] reason" or, before the first declaration of the file, "cudalint: ignore-file[rule] reason"`
	default:
		return // a comment about cudalint
	}
	p.at = at
	if listed {
		p.ownList(&d, list)
	}
	d.Span = source.Span{Start: start, End: p.at}
	d.Reason = p.reason()
	p.found = append(p.found, d)
}

// meantIgnore are words that other tools use for ignore.
var meantIgnore = map[string]bool{"disable": true, "disable-line": true, "disable-next-line": true, "disable-file": true,
	"off": true, "suppress": true, "noqa": true, "nolint": true, "NOLINT": true, "skip": true, "skip-file": true, "allow": true}

// ownList reads the list of a cudalint directive.
func (p *parser) ownList(d *Directive, at int) {
	if p.text[at] == '(' {
		if d.Flaw == "" {
			d.Flaw = "the list of rules has to be in brackets: cudalint: " + string(d.Kind) + "[rule]"
		}
		return
	}
	end := p.closing(at, ']')
	if end < 0 {
		if d.Flaw == "" {
			d.Flaw = "the list of rules has no closing ] on its line"
		}
		return
	}
	d.Listed, d.Names = true, p.names(at+1, end)
	if len(d.Names) == 0 && d.Flaw == "" {
		d.Flaw = "its list names no rule"
	}
	p.at = end + 1
}

// maxReason bounds the length of a reason in bytes.
const maxReason = 200

// reason returns the text from p.at to the end of the line or the comment, or to a
// comment within it.
func (p *parser) reason() string {
	near := source.Span{Start: p.comment.Start, End: min(p.comment.End, p.at+maxReason+1)}
	text := p.text[p.at:OwnEnd(p.text, near, p.at)]
	return strings.ToValidUTF8(string(bytes.TrimSpace(text[:min(len(text), maxReason)])), "")
}

// OwnEnd returns the end of the reason of a cudalint directive: the end of its line or of its
// comment, or the start of a comment within that. at is the offset at which the reason starts.
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

// begins reports whether a cudalint directive may begin at an offset. On its line of the
// comment, only comment signs or another directive may precede it, or a // after a blank.
func (p *parser) begins(at int) bool {
	if n := len(p.found); n > 0 {
		const most = 16 // bytes between the two
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

// maxList bounds the length of a list in bytes.
const maxList = 4096

// closing returns the offset of the bracket that closes a list on its line, -1 if there is
// none.
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

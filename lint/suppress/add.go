package suppress

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/repair"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
)

// Add returns the edit of a parsed file after which findings of a rule that begin at an
// offset are suppressed, and the rest of the code is what it was. kind is how: by Ignore or
// NoLint for the line of the offset, or by IgnoreFile. Where a directive of the kind is
// there already, the rule joins its list; where no comment can stand at the end of the
// line, as in a string that goes on, the directive comes above it (as NoLintNextLine).
//
// The error says that there is no place for it, or that the file does not parse in time. parse parses
// texts that differ from the file by such an edit.
func Add(ctx context.Context, tree *ast.File, parse func(context.Context, *source.File) (*ast.File, error), rule string, offset int, kind Kind) (fixes.Edit, error) {
	a := &adder{parse: parse, tree: tree, rule: rule, offset: offset, kind: kind}
	return a.add(ctx)
}

// An adder looks for the place of a new directive.
type adder struct {
	parse    func(context.Context, *source.File) (*ast.File, error)
	tree     *ast.File
	text     []byte
	comments []source.Span
	found    []Directive
	rule     string
	offset   int
	kind     Kind
}

// add returns the first edit that does.
func (a *adder) add(ctx context.Context) (fixes.Edit, error) {
	a.text = a.tree.Source.Text
	if a.offset < 0 || a.offset > len(a.text) {
		return fixes.Edit{}, fmt.Errorf("offset %d is outside the file of %d bytes", a.offset, len(a.text))
	}
	a.found, _ = Of(a.tree, func(int) bool { return false })
	a.comments = repair.Comments(a.text)
	for _, e := range a.candidates() {
		e.Path = a.tree.Source.Path
		switch good, err := a.good(ctx, e); {
		case err != nil:
			return fixes.Edit{}, err
		case good:
			return e, nil
		}
	}
	return fixes.Edit{}, fmt.Errorf("there is no place for a comment that suppresses %s here", a.rule)
}

// Spell returns a directive for one rule as it stands in a comment.
func Spell(kind Kind, rule string) string {
	if kind == Ignore || kind == IgnoreFile {
		return OwnPrefix + " " + string(kind) + "[" + rule + "]"
	}
	return string(kind) + "(" + rule + ")"
}

func (a *adder) spell(kind Kind) string { return Spell(kind, a.rule) }

// candidates returns the edits that may do, the best first.
func (a *adder) candidates() []fixes.Edit {
	joins := a.joins()
	if a.kind == IgnoreFile {
		return append(joins, a.first()...)
	}
	return append(joins, append(a.behind(), a.above())...)
}

// joins returns the edits that add the rule to the lists of directives that are there,
// those that cover the least first.
func (a *adder) joins() (out []fixes.Edit) {
	found := slices.Clone(a.found)
	slices.SortStableFunc(found, func(a, b Directive) int { return a.Covers.Len() - b.Covers.Len() })
	for _, d := range found {
		same := d.Kind == a.kind || d.Kind == NoLintNextLine && a.kind == NoLint
		if same && d.Flaw == "" && len(d.Names) > 0 && d.Covers.Contains(a.offset) {
			end := d.Names[len(d.Names)-1].Span.End
			out = append(out, fixes.Edit{Start: end, End: end, Text: ", " + a.rule})
		}
	}
	return out
}

// first returns the edits that put the directive at the start of the file: after the
// comment that it begins with, such as a licence, or before all.
func (a *adder) first() []fixes.Edit {
	comment := "// " + a.spell(IgnoreFile) + "\n"
	start := len(a.text) - len(bytes.TrimPrefix(a.text, []byte("\xef\xbb\xbf")))
	out := []fixes.Edit{{Start: start, End: start, Text: comment}}
	end := start
	for _, c := range a.comments {
		if c.Start > end && (bytes.Count(a.text[end:c.Start], []byte("\n")) > 1 || len(bytes.TrimSpace(a.text[end:c.Start])) > 0) {
			break
		}
		end = c.End
	}
	next := bytes.IndexByte(a.text[end:], '\n') + 1
	if end == start || next == 0 {
		return out
	}
	// A comment right before a declaration is about that.
	if after := bytes.TrimLeft(a.text[end+next:], " \t\r"); len(after) > 0 && after[0] != '\n' && after[0] != '#' {
		return out
	}
	return slices.Insert(out, 0, fixes.Edit{Start: end + next, End: end + next, Text: comment})
}

// behind returns the edits that put the directive behind the code of the line.
func (a *adder) behind() []fixes.Edit {
	start, end := source.LineStart(a.text, a.offset), source.LineEnd(a.text, a.offset)
	line := a.text[start:end]
	code := start + len(bytes.TrimRight(line, " \t\r\f\v"))
	plain := fixes.Edit{Start: code, End: end, Text: " // " + a.spell(a.kind)}
	var block []fixes.Edit
	if c := a.commentAfter(a.offset, end); c >= 0 {
		block = append(block, fixes.Edit{Start: c, End: c, Text: "/* " + a.spell(a.kind) + " */ "})
	}
	// What continues a line goes on to do so.
	if splice := bytes.TrimSuffix(bytes.TrimRight(line, " \t\r\f\v"), []byte(`\`)); len(splice) < code-start {
		at := start + len(bytes.TrimRight(splice, " \t"))
		return append(block, fixes.Edit{Start: at, End: at, Text: " /* " + a.spell(a.kind) + " */"})
	}
	if a.inBlock(end) {
		return append(block, plain)
	}
	return append([]fixes.Edit{plain}, block...)
}

// inBlock reports whether an offset is in a /* comment that goes on after it.
func (a *adder) inBlock(offset int) bool {
	return slices.ContainsFunc(a.comments, func(c source.Span) bool {
		return c.Start < offset && offset < c.End && a.text[c.Start+1] == '*'
	})
}

// commentAfter returns where the first comment begins between two offsets, -1 for none.
func (a *adder) commentAfter(from, to int) int {
	for _, c := range a.comments {
		if from <= c.Start && c.Start < to {
			return c.Start
		}
	}
	return -1
}

// above returns the edit that puts the directive on a line of its own.
func (a *adder) above() fixes.Edit {
	kind := a.kind
	if kind == NoLint {
		kind = NoLintNextLine
	}
	start := source.LineStart(a.text, a.offset)
	return fixes.Edit{Start: start, End: start, Text: source.Indentation(a.text, start) + "// " + a.spell(kind) + "\n"}
}

// good reports whether the findings are suppressed after an edit and nothing else is
// different: no code, and no other directive.
func (a *adder) good(ctx context.Context, e fixes.Edit) (bool, error) {
	after, err := fixes.Apply(a.text, []fixes.Edit{e})
	if err != nil {
		return false, nil
	}
	if !bytes.Equal(codeAlone(a.text, a.comments), codeAlone(after, repair.Comments(after))) {
		return false, nil
	}
	tree, err := a.parse(ctx, source.NewFile(e.Path, after))
	if err != nil {
		return false, err
	}
	if len(tree.Errors) > len(a.tree.Errors) {
		return false, nil
	}
	move, _ := fixes.Moves(a.text, []fixes.Edit{e}) // the edit was applied
	_, offset := move(a.offset)
	suppressed := false
	var others []Directive
	found, _ := Of(tree, func(int) bool { return false })
	for _, d := range found {
		use := usedDirective{Directive: d, used: map[int]bool{}}
		mine := d.Flaw == "" && !d.Macro && d.Listed && d.Covers.Contains(offset) && use.suppresses(&Hit{a.rule, e.Path, offset}) &&
			slices.ContainsFunc(d.Names, func(n Name) bool { return n.Text == a.rule })
		suppressed = suppressed || mine
		if !mine || strings.HasPrefix(e.Text, ", ") {
			others = append(others, d)
		}
	}
	return suppressed && a.unchanged(others, offset), nil
}

// unchanged reports whether directives are those that were there, also in whether they
// cover the finding.
func (a *adder) unchanged(now []Directive, offset int) bool {
	return slices.EqualFunc(a.found, now, func(was, is Directive) bool {
		return was.Kind == is.Kind && was.Flaw == is.Flaw && was.Covers.Contains(a.offset) == is.Covers.Contains(offset)
	})
}

// codeAlone returns a text without comments, white space and what continues lines.
func codeAlone(text []byte, comments []source.Span) []byte {
	out := make([]byte, 0, len(text))
	at := 0
	add := func(code []byte) {
		for i, c := range code {
			if !space(c) && !(c == '\\' && i+1 < len(code) && (code[i+1] == '\n' || code[i+1] == '\r')) {
				out = append(out, c)
			}
		}
	}
	for _, c := range comments {
		add(text[at:c.Start])
		at = c.End
	}
	add(text[at:])
	return out
}

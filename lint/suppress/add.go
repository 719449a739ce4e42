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

// Add returns the edit that suppresses the findings of a rule that begin at an offset, and
// changes no code. kind is Ignore or NoLint for the line of the offset, or IgnoreFile. If the
// offset is covered by a directive of that kind, the edit adds the rule to its list. If no
// comment can be at the end of the line, as in a string that continues, the directive goes
// above the line, as NoLintNextLine instead of NoLint.
//
// parse parses versions of the file. Add fails if there is no place for the directive, or if
// the file does not parse in time.
func Add(ctx context.Context, tree *ast.File, parse func(context.Context, *source.File) (*ast.File, error), rule string, offset int, kind Kind) (fixes.Edit, error) {
	a := &adder{parse: parse, tree: tree, rule: rule, offset: offset, kind: kind}
	return a.add(ctx)
}

// An adder finds the place of a new directive.
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

// add returns the first candidate that works.
func (a *adder) add(ctx context.Context) (fixes.Edit, error) {
	a.text = a.tree.Source.Text
	if a.offset < 0 || a.offset > len(a.text) {
		return fixes.Edit{}, fmt.Errorf("offset %d is outside the file of %d bytes", a.offset, len(a.text))
	}
	a.found, _ = Of(a.tree, func(int) bool { return false })
	a.comments = repair.Comments(a.text)
	for _, e := range a.candidates() {
		e.Path = a.tree.Source.Path
		switch works, err := a.works(ctx, e); {
		case err != nil:
			return fixes.Edit{}, err
		case works:
			return e, nil
		}
	}
	return fixes.Edit{}, fmt.Errorf("there is no place for a comment that suppresses %s here", a.rule)
}

// Spell returns the text of a directive for one rule.
func Spell(kind Kind, rule string) string {
	if kind == Ignore || kind == IgnoreFile {
		return OwnPrefix + " " + string(kind) + "[" + rule + "]"
	}
	return string(kind) + "(" + rule + ")"
}

func (a *adder) spell(kind Kind) string { return Spell(kind, a.rule) }

// candidates returns the edits to try, the best first.
func (a *adder) candidates() []fixes.Edit {
	existing := a.inLists()
	if a.kind == IgnoreFile {
		return append(existing, a.atStart()...)
	}
	return append(existing, append(a.atLineEnd(), a.above())...)
}

// inLists returns the edits that add the rule to the list of an existing directive, those
// that cover the least first.
func (a *adder) inLists() (out []fixes.Edit) {
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

// atStart returns the edits that put the directive at the start of the file: after its first
// comment, such as a licence, or before everything.
func (a *adder) atStart() []fixes.Edit {
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
	// A comment right before a declaration belongs to that.
	if after := bytes.TrimLeft(a.text[end+next:], " \t\r"); len(after) > 0 && after[0] != '\n' && after[0] != '#' {
		return out
	}
	return slices.Insert(out, 0, fixes.Edit{Start: end + next, End: end + next, Text: comment})
}

// atLineEnd returns the edits that put the directive after the code of the line.
func (a *adder) atLineEnd() []fixes.Edit {
	start, end := source.LineStart(a.text, a.offset), source.LineEnd(a.text, a.offset)
	line := a.text[start:end]
	code := start + len(bytes.TrimRight(line, " \t\r\f\v"))
	plain := fixes.Edit{Start: code, End: end, Text: " // " + a.spell(a.kind)}
	var block []fixes.Edit
	if c := a.commentAfter(a.offset, end); c >= 0 {
		block = append(block, fixes.Edit{Start: c, End: c, Text: "/* " + a.spell(a.kind) + " */ "})
	}
	// A backslash that continues the line stays at its end.
	if splice := bytes.TrimSuffix(bytes.TrimRight(line, " \t\r\f\v"), []byte(`\`)); len(splice) < code-start {
		at := start + len(bytes.TrimRight(splice, " \t"))
		return append(block, fixes.Edit{Start: at, End: at, Text: " /* " + a.spell(a.kind) + " */"})
	}
	if a.inBlock(end) {
		return append(block, plain)
	}
	return append([]fixes.Edit{plain}, block...)
}

// inBlock reports whether an offset is inside a /* comment.
func (a *adder) inBlock(offset int) bool {
	return slices.ContainsFunc(a.comments, func(c source.Span) bool {
		return c.Start < offset && offset < c.End && a.text[c.Start+1] == '*'
	})
}

// commentAfter returns the start of the first comment between two offsets, -1 for none.
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

// works reports whether an edit suppresses the findings and changes nothing else: no code,
// and no other directive.
func (a *adder) works(ctx context.Context, e fixes.Edit) (bool, error) {
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

// unchanged reports whether directives are those of before the edit, and cover the finding
// if they did so before.
func (a *adder) unchanged(now []Directive, offset int) bool {
	return slices.EqualFunc(a.found, now, func(was, is Directive) bool {
		return was.Kind == is.Kind && was.Flaw == is.Flaw && was.Covers.Contains(a.offset) == is.Covers.Contains(offset)
	})
}

// codeAlone returns a text without comments, white space and line splices.
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

// Package unusedsuppression reports directives in comments that suppress nothing.
package unusedsuppression

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/suppress"
)

//go:embed doc.md
var doc string

// Rule reports directives that suppress nothing, and names in them that are no rules.
var Rule = &lint.Rule{
	Name:       suppress.UnusedRule,
	Severity:   lint.Warning,
	Summary:    "a suppression comment suppresses nothing",
	Doc:        doc,
	Directives: run,
}

// Data is what the rule adds to a finding in JSON.
type Data struct {
	Directive suppress.Kind `json:"directive"`
	Rules     []string      `json:"rules"` // the names that are unused or unknown
}

func run(pass *lint.DirectivePass) error {
	// Of two directives in one comment only the first gets a fix, the second one gets it in
	// the next run: their edits may be the same, and would be applied only once.
	fixed := map[comment]bool{}
	for i := range pass.Unused {
		if err := pass.Context.Err(); err != nil {
			return err
		}
		d := &pass.Unused[i]
		// The file may have changed on disk since it was checked.
		if file := pass.File(d.Path); file != nil && spells(file, d) {
			report(pass, file, d, fixed)
		}
	}
	return nil
}

// A comment is the place of a comment.
type comment struct {
	path string
	source.Span
}

// spells reports whether a file contains a directive at its place.
func spells(file *source.File, d *suppress.Unused) bool {
	for _, found := range suppress.Parse(file.Text, source.Span{Start: min(d.Comment.Start, file.Len()), End: min(d.Comment.End, file.Len())}) {
		if found.Span == d.Span && found.Kind == d.Kind {
			return true
		}
	}
	return false
}

func report(pass *lint.DirectivePass, file *source.File, d *suppress.Unused, fixed map[comment]bool) {
	for _, name := range d.Unknown {
		finding := lint.Diagnostic{
			Message: fmt.Sprintf("no rule is named %q, and no name starts with it and a hyphen", name.Text),
			Help:    "run `cudalint rules` for the list of rules", Data: lint.DataOf(Data{d.Kind, []string{name.Text}}),
		}
		if name.Meant != "" {
			finding.Message += fmt.Sprintf(": did you mean %q?", name.Meant)
			finding.Fixes = []fixes.Fix{{Title: "write " + name.Meant, Safety: fixes.Display,
				Edits: []fixes.Edit{{Path: d.Path, Start: name.Span.Start, End: name.Span.End, Text: name.Meant}}}}
		}
		pass.Report(file, name.Span, finding)
	}
	finding := lint.Diagnostic{Data: lint.DataOf(Data{d.Kind, texts(d.Unused)})}
	switch {
	case d.Flaw != "":
		finding.Message = "this directive suppresses nothing: " + d.Flaw
	case d.AllUnused || len(d.Unused) > 0:
		finding.Message = fmt.Sprintf("unused suppression: %s %s", reporters(d), where(file, d))
		switch {
		case d.Macro:
			finding.Help = "put the directive where the macro is used: findings in its text are reported there"
		case d.Kind == suppress.NoLint && d.Alone:
			finding.Help = "use NOLINTNEXTLINE for the next line: NOLINT covers only its own"
		}
		at := comment{d.Path, d.Comment}
		if edits := remove(file, d); edits != nil && !fixed[at] {
			fixed[at] = true
			finding.Fixes = []fixes.Fix{{Title: title(d), Edits: edits}}
		}
	default:
		return
	}
	pass.Report(file, d.Span, finding)
}

func texts(names []suppress.Name) []string {
	out := []string{}
	for _, name := range names {
		out = append(out, name.Text)
	}
	return out
}

// reporters says which rules report nothing.
func reporters(d *suppress.Unused) string {
	names := texts(d.Unused)
	switch n := len(names); {
	case n == 0:
		return "no rule reports anything"
	case n == 1 && names[0] != "all":
		return names[0] + " reports nothing"
	case n == 1:
		return "no rule reports anything"
	case n > maxListed:
		return fmt.Sprintf("%s and %d more report nothing", strings.Join(names[:maxListed], ", "), n-maxListed)
	default:
		return strings.Join(names[:n-1], ", ") + " and " + names[n-1] + " report nothing"
	}
}

// maxListed bounds the names in a message.
const maxListed = 5

// where says which lines a directive covers.
func where(file *source.File, d *suppress.Unused) string {
	if d.Kind == suppress.IgnoreFile {
		return "in this file"
	}
	own := file.Position(d.Span.Start).Line
	first, last := file.Position(d.Covers.Start).Line, file.Position(max(d.Covers.Start, d.Covers.End-1)).Line
	switch {
	case d.Kind == suppress.NoLintBegin:
		return fmt.Sprintf("between here and NOLINTEND on line %d", file.Position(d.End.Start).Line)
	case first != last:
		return fmt.Sprintf("on lines %d to %d", first, last)
	case first == own:
		return "on this line"
	}
	return fmt.Sprintf("on line %d", first)
}

func title(d *suppress.Unused) string {
	if d.AllUnused {
		return "remove the directive"
	}
	return "remove " + strings.Join(texts(d.Unused), ", ") + " from the list"
}

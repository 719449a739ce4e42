package lint

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/suppress"
)

// A Told is a fact with the unit that it is about.
type Told struct {
	Path  string // of the unit's file, as reported
	Build Build
	Fact  any
}

// A ProgramPass is one rule at work on the whole program.
type ProgramPass struct {
	Context context.Context
	Rule    *Rule
	// Target is what the program is built for; the files' own targets may differ.
	Target Target

	linter  *Linter
	board   *board
	program *programRun
	report  func(Diagnostic)
}

// A DirectivePass is one rule at work on the directives of a whole run.
type DirectivePass struct {
	Context context.Context
	Rule    *Rule
	// Unused are the directives that suppress nothing, or of which something is wrong.
	Unused []suppress.Unused
	DirectiveServices
}

// DirectiveServices are what the engine answers to a rule at work on directives.
type DirectiveServices interface {
	// File returns a file with directives, nil where it cannot be read any more.
	File(path string) *source.File
	// Report adds a finding about a span of a file. Its rule, place and fingerprint are
	// filled in, and its severity where it has none.
	Report(file *source.File, span source.Span, d Diagnostic)
}

package lint

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/suppress"
)

// A ProgramPass is one rule at work on the whole program.
type ProgramPass struct {
	Context context.Context
	Rule    *Rule
	// Target is what the program is built for; the files' own targets may differ.
	Target Target
	ProgramServices
}

// ProgramServices are what the engine answers to a rule at work on the whole program.
type ProgramServices interface {
	// AllFacts is Fact.All without types.
	AllFacts(key string) []ExportedFact
	// Option returns the value of one of the rule's options for the program as a whole;
	// see UnitServices.
	Option(name string) any
	// Report adds a finding. Its rule and fingerprint are filled in, and its severity where
	// it has none.
	Report(d Diagnostic)
	// ReportSubject adds a finding with what its fixes are about. Its unit is the one that
	// has the file it is in.
	ReportSubject(d Diagnostic, subject *Subject)
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

// A ConstantUse is what one kernel, under one launch, does with a variable of constant
// memory. It holds no syntax tree.
type ConstantUse struct {
	// Moves are those of Pass.Moves for the variable, Best is the best placement according to
	// Pass.Impact, "" where that has none.
	Moves []Move
	Best  string
	// Diverges is set where the lanes of a warp read several addresses at each read.
	Diverges bool
	// Loads is set where nothing is written.
	Loads bool
	// Addresses is the number of addresses that a warp reads the variable at, the sum over
	// Executions executions of reads; those of which it is not known are left out.
	Addresses, Executions float64
}

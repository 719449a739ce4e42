package lint

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/lint/suppress"
)

// A ProgramPass is the input and output of one rule that runs over the whole program.
type ProgramPass struct {
	Context context.Context
	Rule    *Rule
	// Target is the target of the program. The target of a single file may differ.
	Target Target
	ProgramServices
}

// ProgramServices is what the engine offers to a rule that runs over the whole program.
type ProgramServices interface {
	// AllFacts returns all facts under a key, still encoded; rules call Fact.All.
	AllFacts(key string) []ExportedFact
	OptionServices
	// Report adds a finding. Its rule and fingerprint are filled in, and its severity where
	// it has none.
	Report(d Diagnostic)
	// ReportSubject adds a finding with the subject of its fixes. The finding belongs to the
	// unit that has its file.
	ReportSubject(d Diagnostic, subject *Subject)
}

// A DirectivePass is the input and output of one rule about the directives of a run.
type DirectivePass struct {
	Context context.Context
	Rule    *Rule
	// Unused are the directives that suppress nothing or have an error.
	Unused []suppress.Unused
	DirectiveServices
}

// DirectiveServices is what the engine offers to a rule about directives.
type DirectiveServices interface {
	// File returns a file that has directives, nil if it can no longer be read.
	File(path string) *source.File
	// Report adds a finding about a span of a file. Its rule, place and fingerprint are
	// filled in, and its severity where it has none.
	Report(file *source.File, span source.Span, d Diagnostic)
}

// A ConstantUse describes how one kernel, under one launch, uses a variable in constant memory. It
// holds no syntax tree.
type ConstantUse struct {
	// Moves are those of Pass.Moves for the variable. Best is the best placement according to
	// Pass.Impact, "" if there is none.
	Moves []Move
	Best  string
	// Diverges is set where at every read the lanes of some warp read several addresses.
	Diverges bool
	// Loads is set where all accesses are loads.
	Loads bool
	// Addresses is the number of distinct addresses that a warp reads, summed over all
	// executions of reads, whose number is Executions. Reads with an unknown number of
	// addresses are left out.
	Addresses, Executions float64
}

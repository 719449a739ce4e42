package lint

import (
	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// A Finding is what a rule says about a place in the source. The engine turns it
// into a Diagnostic, which holds no syntax tree.
type Finding struct {
	// Node is the place; Function the function it stands in, if any.
	Node       ast.Node
	Function   *sema.Function
	Confidence Confidence
	// Severity is that of the rule where it is not set.
	Severity Severity
	// Message names the thing, the number and the reason in one line without a
	// full stop. Label stands under the source excerpt, Help is the next step.
	Message, Label, Help string
	// HelpFor takes the place of Help where the price names the placement as the best.
	HelpFor map[string]string
	// Access and Kernel are set where the finding is about a memory access: the
	// engine prices it.
	Access *warp.Access
	Kernel *warp.Result
	// Restrict names the pointer parameter of Function that the finding proposes to
	// declare const __restrict__, "" for none: the engine prices it, for which it
	// analyses the kernel twice.
	Restrict string
	// Assumptions are what the finding rests on.
	Assumptions []string
	Related     []RelatedNode
	// RestsOn are declarations that the finding rests on besides, see Diagnostic.Basis.
	RestsOn []ast.Node
	// Fixes are alternatives, the best first, that need to see no other unit than
	// this one; paths are those of Pass.Edit.
	Fixes []fixes.Fix
	// Subject is set where fixes have to see the whole program; those of Rule.Fix come
	// after Fixes.
	Subject *Subject
	// Data is what the rule has to say to programs; it is encoded as JSON.
	Data any
}

// AssumeArms makes the finding rest on undecided arms of the preprocessor: it is
// likely then, and possible where one of them is probably not compiled.
func (f *Finding) AssumeArms(conditions []string, unlikely bool) {
	switch {
	case unlikely:
		f.Confidence = Possible
	case len(conditions) > 0:
		f.Confidence = Likely
	}
	f.Assumptions = append(f.Assumptions, conditions...)
}

// A RelatedNode is another place that explains a finding.
type RelatedNode struct {
	Node ast.Node
	// Place takes the node's place where it is set: for what another unit told.
	Place   *Place
	Message string
}

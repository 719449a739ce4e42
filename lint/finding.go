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
	// Node is the place, Function the function around it, if any.
	Node       ast.Node
	Function   *sema.Function
	Confidence Confidence
	// Severity is that of the rule if it is not set.
	Severity Severity
	// Message names the thing, the number and the reason in one line without a
	// full stop. Label stands under the source excerpt, Help is the next step.
	Message, Label, Help string
	// HelpFor takes the place of Help if the price says that its key is the best placement.
	HelpFor map[string]string
	// Access and Kernel are set for a finding about a memory access, which the engine prices.
	Access *warp.Access
	Kernel *warp.Result
	// Unpriced is set where a price of Access would say more than is known: the finding is
	// information then.
	Unpriced bool
	// Restrict is the name of the pointer parameter of Function that the finding proposes to
	// declare const __restrict__, "" for none. The engine prices that, and analyses the kernel
	// twice for it.
	Restrict string
	// Replace has the work that the finding proposes to do in another way, for each kernel and
	// launch that comes to it; ReplaceBy names the way, as Alternative.Placement does. The engine
	// prices that, and leaves out findings that save less than 1 % of every kernel.
	Replace   []Replacement
	ReplaceBy string
	// Remedy, if set, is what the finding proposes for the accesses Remedied of Kernel, Access among
	// them. The engine prices that in place of other placements. Such a finding is not reported
	// if it saves less than 1 % of the kernel's time, and is information below 5 %.
	Remedy   Remedy
	Remedied []*warp.Access
	// Block names what the finding shares with others of the rule in its file, which the text
	// format shows together. It is the object in the kernel if not set, for a finding about an
	// access.
	Block string
	// Assumptions say what the finding takes to be true and the source does not show.
	Assumptions []string
	Related     []RelatedNode
	// SliceNodes are further declarations that the finding depends on, see Diagnostic.Slice.
	SliceNodes []ast.Node
	// Fixes are alternatives, the best first. They need no other unit than this one, and have
	// edits of Pass.Edit.
	Fixes []fixes.Fix
	// Subject is set if Rule.Fix has further fixes, which need the whole program.
	Subject *Subject
	// Data is what the rule adds for programs. It is encoded as JSON.
	Data any
}

// A Replacement is work of a kernel that other work can take the place of.
type Replacement struct {
	Kernel *warp.Result
	// Now is one execution as it is, Then as it could be; a warp has Executions of them per run of
	// the kernel, at most.
	Now, Then  warp.Work
	Executions float64
	// AllNow and AllThen are those of all findings of the rule in the kernel per run, where Others is
	// set: there are others.
	AllNow, AllThen warp.Work
	Others          bool
}

// AssumeArms adds the assumption that arms of #if are compiled whose conditions are not known.
// The finding is then likely, or possible if one of the arms is probably not compiled.
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
	// Place, if set, is used in place of the node: for a place in another unit.
	Place   *Place
	Message string
}

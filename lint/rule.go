// Package lint is the engine: it takes sources through parsing, analysis, rules
// and pricing to a Result. The command line and the editor use the same
// pipeline; nothing here prints.
package lint

import (
	"context"
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint/warp"
)

// A Severity says how much a finding matters.
type Severity uint8

// The severities, the least first.
const (
	Info Severity = iota
	Warning
	Error
)

var severityNames = [...]string{"info", "warning", "error"}

// String returns the name used in reports.
func (s Severity) String() string { return severityNames[s] }

// ParseSeverity returns the severity of a name.
func ParseSeverity(name string) (Severity, error) {
	for i, n := range severityNames {
		if n == name {
			return Severity(i), nil
		}
	}
	return 0, fmt.Errorf("unknown severity %q: one of %s", name, strings.Join(severityNames[:], ", "))
}

// A Confidence says how sure a finding is.
type Confidence uint8

// The confidences, the least first.
const (
	// Possible: needs a fact the tool cannot see.
	Possible Confidence = iota
	// Likely: rests on an assumed block shape or on equally likely indexes.
	Likely
	// Proven: follows from the source, for the launches seen or for every block.
	Proven
)

// String returns the name used in reports.
func (c Confidence) String() string { return [...]string{"possible", "likely", "proven"}[c] }

// A Rule is one check. Its value is constant: what it learns lives in Run.
type Rule struct {
	// Name is the rule's kebab-case name, prefixed by what it is about.
	Name string
	// Severity of its findings unless the user says otherwise.
	Severity Severity
	// Summary is one line for lists of rules.
	Summary string
	// Doc is the rule's page in Markdown.
	Doc string
	// Run looks at one translation unit and reports through the pass. An error
	// is a failure of the rule, not a finding.
	Run func(*Pass) error
}

// A Pass is one rule at work on one translation unit.
type Pass struct {
	Context     context.Context
	Rule        *Rule
	Unit        *sema.Unit
	kernels     func() ([]warp.Result, error)
	launchPlace func(*sema.Launch) sema.FilePlace
	report      func(Finding)
}

// LaunchAt returns where a launch is, in whatever file: "src/a.cu:90".
func (p *Pass) LaunchAt(l *sema.Launch) string {
	at := p.launchPlace(l)
	return fmt.Sprintf("%s:%d", at.Path, at.Line)
}

// Kernels returns what the lanes of each kernel do, once per kernel and launch.
// The analysis runs when it is first asked for and is shared by all rules.
func (p *Pass) Kernels() ([]warp.Result, error) { return p.kernels() }

// Report adds a finding.
func (p *Pass) Report(f Finding) { p.report(f) }

// A Finding is what a rule says about a place in the source. The engine turns it
// into a Diagnostic, which holds no syntax tree.
type Finding struct {
	// Node is the place; Function the function it stands in, if any.
	Node       ast.Node
	Function   *sema.Function
	Confidence Confidence
	// Message names the thing, the number and the reason in one line without a
	// full stop. Label stands under the source excerpt, Help is the next step.
	Message, Label, Help string
	// Access and Kernel are set where the finding is about a memory access: the
	// engine prices it.
	Access *warp.Access
	Kernel *warp.Result
	// Assumptions are what the finding rests on.
	Assumptions []string
	Related     []RelatedNode
	// Data is what the rule has to say to programs; it is encoded as JSON.
	Data any
}

// A RelatedNode is another place that explains a finding.
type RelatedNode struct {
	Node    ast.Node
	Message string
}

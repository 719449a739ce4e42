// Package lint is the engine: it takes sources through parsing, analysis, rules
// and pricing to a Result. The command line and the editor use the same
// pipeline; nothing here prints.
package lint

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/warp"
)

// A Severity says how much a finding matters.
type Severity uint8

// The severities, the least first; the zero value is none of them.
const (
	Info Severity = iota + 1
	Warning
	Error
)

var severityNames = [...]string{Info: "info", Warning: "warning", Error: "error"}

// String returns the name used in reports.
func (s Severity) String() string { return severityNames[s] }

// ParseSeverity returns the severity of a name.
func ParseSeverity(name string) (Severity, error) {
	for i, n := range severityNames {
		if n == name && n != "" {
			return Severity(i), nil
		}
	}
	return 0, fmt.Errorf("unknown severity %q: one of %s", name, strings.Join(severityNames[Info:], ", "))
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
	// Options are what a user can set of the rule.
	Options []Option
	// Run looks at one translation unit and reports through the pass. An error
	// is a failure of the rule, not a finding. It may be nil where another hook is not.
	Run func(*Pass) error
	// Tell, if any, tells facts about one translation unit to the rest of the
	// program. It runs on every source file, those of the context too, before Run
	// gets answers from other files.
	Tell func(*Pass) error
	// Facts names the facts that Tell tells where several rules have the same: one
	// of them tells, all can ask.
	Facts string
	// Fix returns the fixes of a Subject of the rule's findings, alternatives of which the
	// best is first. It runs after all units are done, which it can open again. An error is a
	// failure of the rule.
	Fix func(*FixPass) ([]fixes.Fix, error)
	// Types are values of the types of what Tell tells and of Subject.About, and of what
	// interfaces in them hold. What is of other types than these and the basic ones is kept
	// out of the cache.
	Types []any
	// Program, if any, runs once, after every Run, over what all units told.
	Program func(*ProgramPass) error
	// Directives, if any, runs once, when it is known what the directives in comments
	// suppress.
	Directives func(*DirectivePass) error
}

// A Pass is one rule at work on one translation unit.
type Pass struct {
	Context context.Context
	Rule    *Rule
	Unit    *sema.Unit
	// Target is what this file is built for, Build how.
	Target Target
	Build  Build

	run     *unitRun
	kernels func() ([]warp.Result, error)
	report  func(Finding)
	telling bool
}

// LaunchAt returns where a launch is, in whatever file: "src/a.cu:90".
func (p *Pass) LaunchAt(l *sema.Launch) string { return p.run.launchAt(l) }

// DistinctLaunches returns one launch for each place in the source. The instances of a
// template that contains a launch share the place.
func (p *Pass) DistinctLaunches(launches []*sema.Launch) []*sema.Launch {
	type key struct {
		node ast.Node
		at   sema.FilePlace // of one in another file
	}
	seen := map[key]bool{}
	return slices.DeleteFunc(slices.Clone(launches), func(l *sema.Launch) bool {
		k := key{node: l.Node}
		if !l.Node.Valid() {
			k.at = p.run.launchPlace(l)
		}
		again := seen[k]
		seen[k] = true
		return again
	})
}

// Kernels returns what the lanes of each kernel do, once per kernel and launch.
// The analysis runs when it is first asked for and is shared by all rules.
func (p *Pass) Kernels() ([]warp.Result, error) { return p.kernels() }

// LaunchesOf returns the launches of a kernel, those of its own unit first, then
// those that other files have.
func (p *Pass) LaunchesOf(kernel *sema.Function) []*sema.Launch { return p.run.launchesOf(kernel) }

// Host returns what host code of the unit passes to kernels.
func (p *Pass) Host() *host.Analysis { return p.run.host }

// Builder returns what lowers the functions of the unit that run on the device.
func (p *Pass) Builder() *ir.Builder { return p.run.builder }

// HostBuilder returns what lowers the functions of the unit that run on the host.
func (p *Pass) HostBuilder() *ir.Builder { return p.run.hostBuilder }

// Instantiates reports whether one of these may stand in code that is compiled: not in a
// template that nothing makes.
func (p *Pass) Instantiates(kernel *sema.Function) bool { return p.run.instantiates(kernel) }

// Place returns the place of a node, which can be kept without the syntax tree.
func (p *Pass) Place(n ast.Node) Place { return p.run.place(n) }

// Basis returns the lines that a finding about a declaration rests on, see
// Diagnostic.Basis: its own, and those of the definitions of the names in it.
func (p *Pass) Basis(n ast.Node) []Lines { return p.run.basis(Finding{Node: n}) }

// CachesLoads reports whether plain loads of global memory go through the first-level
// cache on the target, as they do where nothing is known of it; else only those by
// __ldg and of const __restrict__ data do.
func (p *Pass) CachesLoads() bool {
	model, _ := p.run.model()
	return model == nil || model.Global.Cached.Value != 0
}

// UniformOver returns from how many bytes of a table on reads of constant memory through
// the uniform datapath are slower than others on the target; 0 where they never are.
func (p *Pass) UniformOver() int64 { return p.run.uniformOver() }

// Option returns the value of one of the rule's options: a bool, an int64 or a
// string as its default is.
func (p *Pass) Option(name string) any { return p.run.settings.option(p.Rule, name) }

// Memo returns what makes returns: it is called once for the unit, whichever rule
// asks first for the key, which is of a type of its own.
func (p *Pass) Memo(key any, makes func() any) any {
	if v, ok := p.run.memo[key]; ok {
		p.run.fixing.again(v.trace)
		return v.value
	}
	if p.run.memo == nil {
		p.run.memo = map[any]memoized{}
	}
	var v memoized
	v.trace = p.run.fixing.tracing(func() { v.value = makes() })
	p.run.memo[key] = v
	return v.value
}

// A memoized value comes with what fixes asked to make it, see reopened.tracing.
type memoized struct {
	value any
	trace *cache.Trace
}

// Report adds a finding.
func (p *Pass) Report(f Finding) { p.report(f) }

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

package lint

import (
	"context"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// A Pass gives a rule one translation unit. CollectPass and CheckPass add what a phase can do
// with it; the fixes of a finding get a Pass for each unit that they open.
type Pass struct {
	Context context.Context
	Rule    *Rule
	Unit    *sema.Unit
	// Target is what this file is built for, Build how.
	Target Target
	Build  Build
	UnitServices
}

// A CollectPass gives a Collector one translation unit, and takes the facts that it exports with
// Fact.Export.
type CollectPass struct {
	*Pass
	CollectServices
}

// CollectServices are what the engine does for a Collector.
type CollectServices interface {
	// ExportFact is Fact.Export without types.
	ExportFact(key string, data []byte)
}

// A CheckPass gives Rule.Check one translation unit. It takes findings, and has the facts of
// other units for Fact.Of.
type CheckPass struct {
	*Pass
	CheckServices
}

// CheckServices are what the engine does for Rule.Check.
type CheckServices interface {
	// Report adds a finding.
	Report(f Finding)
	// FactsOf is Fact.Of without types.
	FactsOf(key string) [][]byte
}

// UnitServices are what the engine answers about a translation unit.
type UnitServices interface {
	// Option returns the value of one of the rule's options: a bool, an int64 or a
	// string as its default is.
	Option(name string) any
	// Memo returns what makes returns: it is called once for the unit, whichever rule
	// asks first for the key, which is of a type of its own.
	Memo(key any, makes func() any) any

	// Place returns the place of a node, which can be kept without the syntax tree.
	Place(n ast.Node) Place
	// Basis returns the lines that a finding about a declaration rests on, see
	// Diagnostic.Basis: its own, and those of the definitions of the names in it.
	Basis(n ast.Node) []Lines
	// Edit replaces a node's text. The node has to be Written.
	Edit(n ast.Node, text string) fixes.Edit
	// EditSpan replaces a range of a file of the unit; an empty range inserts.
	EditSpan(file *ast.File, span source.Span, text string) fixes.Edit

	// Host returns what host code of the unit passes to kernels.
	Host() *host.Analysis
	// Builder returns what lowers the functions of the unit that run on the device.
	Builder() *ir.Builder
	// HostBuilder returns what lowers the functions of the unit that run on the host.
	HostBuilder() *ir.Builder
	// Instantiates reports whether one of these may stand in code that is compiled: not in
	// a template that nothing makes.
	Instantiates(kernel *sema.Function) bool
	// LaunchesOf returns the launches of a kernel, those of its own unit first, then
	// those that other files have.
	LaunchesOf(kernel *sema.Function) []*sema.Launch
	// DistinctLaunches returns one launch for each place in the source. The instances of a
	// template that contains a launch share the place.
	DistinctLaunches(launches []*sema.Launch) []*sema.Launch
	// LaunchAt returns where a launch is, in whatever file: "src/a.cu:90".
	LaunchAt(l *sema.Launch) string

	// Kernels returns what the lanes of each kernel do, once per kernel and launch.
	// The analysis runs when it is first asked for and is shared by all rules.
	Kernels() ([]warp.Result, error)
	// Assumptions says what the figures of an access rest on: the block shape and where it
	// is from, launches and warps that were left out, and how likely indexes are that are data.
	Assumptions(kernel *warp.Result, a *warp.Access) []string
	// CachesLoads reports whether plain loads of global memory go through the first-level
	// cache on the target, as they do where nothing is known of it; else only those by
	// __ldg and of const __restrict__ data do.
	CachesLoads() bool
	// UniformOver returns from how many bytes of a table on reads of constant memory
	// through the uniform datapath are slower than others on the target; 0 where they
	// never are.
	UniformOver() int64
	// Impact returns the price of an access of a kernel; nil where the model cannot tell,
	// or no placement is better than the present one.
	Impact(kernel *warp.Result, a *warp.Access) *Impact
	// Moves returns the other placements that the object of an access of a kernel could
	// have, the simplest change first; nil where the model cannot tell.
	Moves(kernel *warp.Result, a *warp.Access) []Move
	// ConstantUse returns what a kernel does with a variable, given all accesses to it.
	ConstantUse(kernel *warp.Result, accesses []*warp.Access) ConstantUse
}

// Written reports whether a node stands in a file as it is, and is not what a macro
// expands to: only such nodes can be edited.
func Written(n ast.Node) bool { return n.Valid() && n.Origin() == n }

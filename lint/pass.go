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
	OptionServices
	// Once calls compute once for the unit and the key, and returns the result to every rule
	// that asks. The key has a type of its own.
	Once(key any, compute func() any) any

	// Place returns the place of a node. It does not hold on to the syntax tree.
	Place(n ast.Node) Place
	// Slice returns the lines that a finding about a declaration depends on, see
	// Diagnostic.Slice: those of the declaration, and of the definitions of the names in it.
	Slice(n ast.Node) []Lines
	// Edit returns an edit that replaces the text of a node. The node has to be Written.
	Edit(n ast.Node, text string) fixes.Edit
	// EditSpan returns an edit that replaces a range of a file of the unit. An empty range
	// inserts.
	EditSpan(file *ast.File, span source.Span, text string) fixes.Edit

	// Host returns the analysis of what host code of the unit passes to kernels.
	Host() *host.Analysis
	// Builder lowers the functions of the unit that run on the device, HostBuilder those that
	// run on the host.
	Builder() *ir.Builder
	HostBuilder() *ir.Builder
	// Instantiates reports whether the unit may instantiate a function. It is false for a
	// template of a header that nothing in the unit names: what it contains is not compiled. nil
	// stands for code outside of functions, so Instantiates(launch.In) is right for any launch.
	Instantiates(f *sema.Function) bool
	// MayLaunch reports whether any launch of a kernel may be in code that is compiled.
	MayLaunch(kernel *sema.Function) bool
	// LaunchesOf returns the launches of a kernel: first those of this unit, then those of
	// other files.
	LaunchesOf(kernel *sema.Function) []*sema.Launch
	// DistinctLaunches returns one launch for each place in the source. The instances of a
	// template that contains a launch share the place.
	DistinctLaunches(launches []*sema.Launch) []*sema.Launch
	// LaunchAt returns the place of a launch in any file: "src/a.cu:90".
	LaunchAt(l *sema.Launch) string

	// Kernels returns what the lanes of each kernel do, one result for each kernel and launch:
	// at accesses of constant memory and kernel parameters, and at all others if some rule of the
	// run has AllMemory set. The analysis runs once, for all rules.
	Kernels() ([]warp.Result, error)
	// ConstantKernels is Kernels for those that may read constant memory. The others are not
	// analysed.
	ConstantKernels() ([]warp.Result, error)
	// Assumptions returns what the figures of an access assume: the block shape and its
	// origin, launches and warps that were left out, and the distribution of indexes that are
	// data.
	Assumptions(kernel *warp.Result, a *warp.Access) []string
	// CachesLoads reports whether the target caches plain loads of global memory in L1. If
	// not, it caches only loads by __ldg and of const __restrict__ data. It is true for a
	// target that is not known.
	CachesLoads() bool
	// UniformOver returns the size in bytes from which on a table in constant memory is read
	// slower through the uniform datapath than otherwise; 0 if it never is.
	UniformOver() int64
	// Impact returns the price of an access of a kernel. It is nil if the model has none, or
	// if no placement is better than the present one.
	Impact(kernel *warp.Result, a *warp.Access) *Impact
	// Remedy returns the price of a change of the addresses of some accesses of a kernel. It is
	// nil if the model has none; worth is false if the change saves less than 1 % of the
	// kernel's time.
	Remedy(kernel *warp.Result, remedy Remedy, accesses []*warp.Access) (impact *Impact, worth bool)
	// Edited returns what the lanes of some kernels of the unit do after edits of its files, in the
	// order of the kernels, as Kernels does. It parses the edited unit and analyses these kernels
	// again, so that a fix can be verified before it is offered. There are no results if
	// the edits cannot be applied or do not parse. Nodes are those of the edited unit.
	Edited(edits []fixes.Edit, kernels []*sema.Function) ([]warp.Result, error)
	// ConstantUse returns what a kernel does with a variable, given all accesses to it.
	ConstantUse(kernel *warp.Result, accesses []*warp.Access) ConstantUse
}

// Written reports whether a node stands in a file as it is. A node that a macro expands to does
// not, and cannot be edited.
func Written(n ast.Node) bool { return n.Valid() && n.Origin() == n }

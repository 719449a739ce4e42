package lint

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint/cache"
	"github.com/cudalint/cudalint/lint/warp"
)

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

// Edit replaces a node's text. The node has to be Written.
func (p *Pass) Edit(n ast.Node, text string) fixes.Edit {
	return p.EditSpan(n.File(), n.Span(), text)
}

// EditSpan replaces a range of a file of the unit; an empty range inserts.
func (p *Pass) EditSpan(file *ast.File, span source.Span, text string) fixes.Edit {
	return fixes.Edit{Path: p.run.linter.display(file.Source.Path), Start: span.Start, End: span.End, Text: text}
}

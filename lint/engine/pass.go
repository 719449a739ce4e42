package engine

import (
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/host"
	"github.com/cudalint/cudalint/cudaparse/ir"
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/cudaparse/source"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/warp"
	"github.com/cudalint/cudalint/lint/assumption"
	"github.com/cudalint/cudalint/lint/cache"
)

// A unitPass implements lint.UnitServices for one rule on one unit.
type unitPass struct {
	run  *unitRun
	rule *lint.Rule
}

// A checkPass implements lint.CheckServices: it takes the findings of a rule and returns the facts
// of other units.
type checkPass struct {
	run    *unitRun
	report func(lint.Finding)
}

func (p *unitPass) LaunchAt(l *sema.Launch) string { return p.run.launchAt(l) }

func (p *unitPass) DistinctLaunches(launches []*sema.Launch) []*sema.Launch {
	type key struct {
		node ast.Node
		at   program.FilePlace // of one in another file
	}
	seen := map[key]bool{}
	return slices.DeleteFunc(slices.Clone(launches), func(l *sema.Launch) bool {
		k := key{node: l.Node}
		if !l.Node.Valid() {
			k.at = p.run.launchPlace(l)
		}
		duplicate := seen[k]
		seen[k] = true
		return duplicate
	})
}

func (p *unitPass) Kernels() ([]warp.Result, error) { return p.run.lanes() }

func (p *unitPass) ConstantKernels() ([]warp.Result, error) { return p.run.constantLanes() }

func (p *unitPass) LaunchesOf(kernel *sema.Function) []*sema.Launch { return p.run.launchesOf(kernel) }

func (p *unitPass) Host() *host.Analysis { return p.run.host }

func (p *unitPass) Builder() *ir.Builder { return p.run.builder }

func (p *unitPass) HostBuilder() *ir.Builder { return p.run.hostBuilder }

func (p *unitPass) MayLaunch(kernel *sema.Function) bool { return p.run.mayLaunch(kernel) }

func (p *unitPass) Instantiates(f *sema.Function) bool { return p.run.host.Instantiates(f) }

func (p *unitPass) Place(n ast.Node) lint.Place { return p.run.place(n) }

func (p *unitPass) Slice(n ast.Node) []lint.Lines { return p.run.sliceOf(lint.Finding{Node: n}) }

func (p *unitPass) CachesLoads() bool { return p.run.prices.CachesLoads() }

func (p *unitPass) UniformOver() int64 { return p.run.prices.UniformOver() }

func (p *unitPass) Assumptions(kernel *warp.Result, a *warp.Access) []string {
	return assumption.Texts(kernel, a, p.run.launchAt)
}

func (p *unitPass) Impact(kernel *warp.Result, a *warp.Access) *lint.Impact {
	impact, _ := p.run.prices.Impact(kernel, a)
	return impact
}

func (p *unitPass) Remedy(kernel *warp.Result, remedy lint.Remedy, accesses []*warp.Access) (*lint.Impact, bool) {
	return p.run.prices.Remedy(kernel, remedy, accesses)
}

func (p *unitPass) ConstantUse(kernel *warp.Result, accesses []*warp.Access) lint.ConstantUse {
	return p.run.prices.ConstantUse(kernel, accesses)
}

func (p *unitPass) OptionValue(name string) any { return p.run.settings.option(p.rule, name) }

func (p *unitPass) Once(key any, compute func() any) any {
	if v, ok := p.run.once[key]; ok {
		p.run.fixing.reused(v.trace)
		return v.value
	}
	if p.run.once == nil {
		p.run.once = map[any]onceValue{}
	}
	var v onceValue
	v.trace = p.run.fixing.tracing(func() { v.value = compute() })
	p.run.once[key] = v
	return v.value
}

// An onceValue is a value that Once computed, with the dependencies that were recorded while it was
// computed, see openUnits.tracing.
type onceValue struct {
	value any
	trace *cache.Trace
}

func (p *checkPass) Report(f lint.Finding) { p.report(f) }

func (p *unitPass) Edit(n ast.Node, text string) fixes.Edit {
	return p.EditSpan(n.File(), n.Span(), text)
}

func (p *unitPass) EditSpan(file *ast.File, span source.Span, text string) fixes.Edit {
	return fixes.Edit{Path: p.run.linter.display(file.Source.Path), Start: span.Start, End: span.End, Text: text}
}

// Package missingrestrict reports pointer parameters of kernels that are only read, but not
// declared const __restrict__, so that the compiler cannot use the read-only path.
package missingrestrict

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/pointer"
)

//go:embed doc.md
var doc string

// Rule reports pointer parameters of kernels that lack const __restrict__.
var Rule = &lint.Rule{
	Name:     "missing-restrict",
	Severity: lint.Info,
	Summary:  "a kernel parameter is only read, but not const __restrict__",
	Doc:      doc,
	Collect:  &lint.Collector{Run: exportFacts},
	Check:    check,
	Fix:      fix,
}

// Data is what the rule adds to a finding in JSON.
type Data struct {
	Kernel    string `json:"kernel"`
	Parameter string `json:"parameter"`
	// Loads counts the loads in the source that could use the read-only path,
	// LoadsInLoops those in loops, LoadsBesideStores those in loops that also store
	// through something else, and LoadsRepeatedAfterStores those of them that read the
	// same address in every iteration.
	Loads                    int `json:"loads"`
	LoadsInLoops             int `json:"loads_in_loops"`
	LoadsBesideStores        int `json:"loads_beside_stores"`
	LoadsRepeatedAfterStores int `json:"loads_repeated_after_stores"`
	// StoredThrough names the parameters without __restrict__ that are stored through.
	StoredThrough []string `json:"stored_through"`
	Launches      int      `json:"launches"` // those that are visible
	Suggested     string   `json:"suggested"`
}

func check(pass *lint.CheckPass) error {
	if usesDependentLaunch(pass.Unit) {
		return nil
	}
	analysis := pointer.Shared(pass.Once, pass.Context, pass.Unit, pass.Builder())
	spelling := speller{unit: pass.Unit}
	for _, k := range pass.Unit.Kernels() {
		if err := pass.Context.Err(); err != nil {
			return err
		}
		if !pointer.MayHaveReadOnly(k) {
			continue
		}
		found := analysis.Effects(k).ReadOnly()
		if len(found) == 0 {
			continue
		}
		args, imported := analysis.ArgumentsOf(pass.Host(), pass.LaunchesOf(k)), importFacts(pass, k)
		var list []readOnly
		for i := range found {
			r := &found[i]
			if polled(k, k.Params[r.Param].Name) {
				continue
			}
			if l, disjoint := args.Overlap(r.Param, r.Written, r.Variables); l == nil && !imported.unsound(pass, r, &args) {
				list = append(list, readOnly{r, disjoint, whyNotConst(pass.Unit, k, r, &spelling)})
			}
		}
		together := parametersOf(pass.Pass, k, list)
		for i := range list {
			report(pass, k, &list[i], places(pass.Pass, &args, imported), together, &spelling)
		}
	}
	return nil
}

// A readOnly is a parameter that is reported.
type readOnly struct {
	*pointer.ReadOnly
	disjoint bool   // every visible launch passes separate memory
	noConst  string // why const would not compile, "" if it does
}

// parametersOf identifies the parameters of a kernel that are reported, but for those that a macro
// spells.
func parametersOf(pass *lint.Pass, k *sema.Function, list []readOnly) (out []parameter) {
	for i := range list {
		if n := k.Params[list[i].Param].Node; lint.Written(n) {
			out = append(out, parameter{pass.Place(n).Start.Offset, list[i].noConst})
		}
	}
	return out
}

// usesDependentLaunch reports whether the unit contains the attribute of programmatic
// dependent launch. What the compiler does with __restrict__ is outside of the memory model
// then.
func usesDependentLaunch(u *sema.Unit) bool {
	for _, f := range u.Files {
		if f.Source.Contains("rogrammaticStreamSerialization") || f.Source.Contains("PROGRAMMATIC_STREAM_SERIALIZATION") {
			return true
		}
	}
	return false
}

func report(pass *lint.CheckPass, k *sema.Function, r *readOnly, launches []string, together []parameter, spelling *speller) {
	p, noConst := k.Params[r.Param], r.noConst
	d := Data{Kernel: k.Name, Parameter: p.Name, Loads: r.Places, LoadsInLoops: r.Looped, LoadsBesideStores: r.BesideStores, LoadsRepeatedAfterStores: r.Repeated,
		StoredThrough: named(k, r.Stored.Params), Launches: len(launches), Suggested: spelling.suggest(p, noConst == "")}
	stores := ""
	if r.BesideStores > 0 {
		stores = destination(k, r.LoopStored) + " " + where(pass.Pass, p.Node, r.Loops)
	}
	f := lint.Finding{Node: p.Node, Function: k, Confidence: lint.Likely, Message: message(&d, stores), Data: d, Block: k.Name,
		Subject: subjectOf(pass.Pass, k, p, noConst, together),
		Label:   fmt.Sprintf("nvcc must assume that stores %s change what it points to", destination(k, r.Stored)),
		Help:    help(&d, noConst)}
	if r.Repeated > 0 {
		// Pricing the others would take a full analysis of nearly every kernel.
		f.Restrict = p.Name
	}
	f.Related = append(f.Related, lint.RelatedNode{Node: r.Loads[0].Node, Message: "it is loaded here"})
	for _, n := range spelling.declarations(k) {
		f.Related = append(f.Related, lint.RelatedNode{Node: n, Message: "the kernel is also declared here"})
	}
	if r.disjoint && program.SummarizeKernel(k, func(path string) string { return path }).Internal {
		f.Confidence = lint.Proven
		f.Related = append(f.Related, disjointLaunches(pass.Pass, k)...)
	} else {
		f.Assumptions = assumptions(pass.Pass, k, launches, r.disjoint)
	}
	pass.Report(f)
}

// disjointLaunches returns the launches that prove the finding, at most as many as a message
// names: each passes separate allocations, and no other file can launch the kernel.
func disjointLaunches(pass *lint.Pass, k *sema.Function) []lint.RelatedNode {
	var out []lint.RelatedNode
	for _, l := range pass.DistinctLaunches(pass.LaunchesOf(k)) {
		if l.Node.Valid() && len(out) < most {
			out = append(out, lint.RelatedNode{Node: l.Node, Message: "separate allocations are passed here"})
		}
	}
	return out
}

// whyNotConst returns the reason why the elements behind a parameter cannot be const, "" if
// they can.
func whyNotConst(u *sema.Unit, k *sema.Function, r *pointer.ReadOnly, spelling *speller) string {
	switch {
	case k.Params[r.Param].Node.Qualifiers()&ast.Const != 0:
		return ""
	case r.Writable:
		return followConst
	case spelling.addressStored(k):
		return "a variable holds the kernel's address, with its type"
	}
	return notConstant(u, k, r.Param)
}

// places returns the locations of the launches of a kernel: those in this file, or else those
// in files that include the kernel's.
func places(pass *lint.Pass, args *pointer.Arguments, others imported) []string {
	var out []string
	for _, l := range pass.DistinctLaunches(args.Launches) {
		out = append(out, pass.LaunchAt(l))
	}
	if len(out) == 0 {
		for _, fact := range others.included {
			out = append(out, fact.At...)
		}
	}
	return out
}

// assumptions returns what a finding assumes about launches. disjoint is set if all visible
// launches pass separate allocations.
func assumptions(pass *lint.Pass, k *sema.Function, launches []string, disjoint bool) []string {
	if len(launches) == 0 {
		if n := addressTaken(pass.Unit, k); n.Valid() {
			at := pass.Place(n)
			return []string{fmt.Sprintf("assumes that all launches through the kernel's address, taken at %s:%d, pass separate memory; no launch by name is visible", at.Path, at.Start.Line)}
		}
		return []string{"assumes that all launches pass separate memory; none is visible"}
	}
	lines := slices.Compact(launches)
	if len(lines) > most {
		lines = append(lines[:most:most], fmt.Sprintf("%d more", len(lines)-most))
	}
	at := strings.Join(lines, ", ")
	if disjoint {
		return []string{"assumes that launches other than those at " + at + ", if there are any, pass separate memory, too"}
	}
	return []string{"assumes that the launches at " + at + " pass separate memory; the origin of their pointers is not visible"}
}

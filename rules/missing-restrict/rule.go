// Package missingrestrict reports pointer parameters of kernels that are only
// read and whose loads the compiler could send through the read-only path if the
// declaration said so.
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
	// Loads counts the places that load through the parameter and would use the
	// read-only path, LoadsInLoops those in loops, LoadsBesideStores those in loops
	// that store through something else, and LoadsRepeatedAfterStores those of them
	// that read one address in every round.
	Loads                    int `json:"loads"`
	LoadsInLoops             int `json:"loads_in_loops"`
	LoadsBesideStores        int `json:"loads_beside_stores"`
	LoadsRepeatedAfterStores int `json:"loads_repeated_after_stores"`
	// StoredThrough are the parameters without __restrict__ that are stored through.
	StoredThrough []string `json:"stored_through"`
	Launches      int      `json:"launches"` // in sight
	Suggested     string   `json:"suggested"`
}

func check(pass *lint.CheckPass) error {
	if attributeInSight(pass.Unit) {
		return nil
	}
	analysis := pointer.Shared(pass.Memo, pass.Context, pass.Unit, pass.Builder())
	spelling := speller{unit: pass.Unit}
	for _, k := range pass.Unit.Kernels() {
		if err := pass.Context.Err(); err != nil {
			return err
		}
		if !pointer.Worth(k) {
			continue
		}
		found := analysis.Effects(k).ReadOnly()
		if len(found) == 0 {
			continue
		}
		sight, others := analysis.See(pass.Host(), pass.LaunchesOf(k)), othersOf(pass, k)
		for i := range found {
			r := &found[i]
			if polled(k, k.Params[r.Param].Name) {
				continue
			}
			if l, apart := sight.Overlap(r.Param, r.Written, r.Variables); l == nil && !others.unsound(pass, r, &sight) {
				report(pass, k, r, places(pass.Pass, &sight, others), apart, &spelling)
			}
		}
	}
	return nil
}

// attributeInSight reports whether the unit launches with programmatic dependent
// launch, for which the compiler's use of restrict is outside of the memory model.
func attributeInSight(u *sema.Unit) bool {
	for _, f := range u.Files {
		if f.Source.Contains("rogrammaticStreamSerialization") || f.Source.Contains("PROGRAMMATIC_STREAM_SERIALIZATION") {
			return true
		}
	}
	return false
}

func report(pass *lint.CheckPass, k *sema.Function, r *pointer.ReadOnly, launches []string, apart bool, spelling *speller) {
	p := k.Params[r.Param]
	barred := barred(pass.Unit, k, r, spelling)
	d := Data{Kernel: k.Name, Parameter: p.Name, Loads: r.Places, LoadsInLoops: r.Looped, LoadsBesideStores: r.BesideStores, LoadsRepeatedAfterStores: r.Repeated,
		StoredThrough: named(k, r.Stored.Params), Launches: len(launches), Suggested: spelling.suggest(p, barred == "")}
	stores := ""
	if r.BesideStores > 0 {
		stores = destination(k, r.LoopStored) + " " + where(pass.Pass, p.Node, r.Loops)
	}
	f := lint.Finding{Node: p.Node, Function: k, Confidence: lint.Likely, Message: message(&d, stores), Data: d,
		Subject: subjectOf(pass.Pass, k, p, barred),
		Label:   fmt.Sprintf("nvcc must assume that stores %s change what it points to", destination(k, r.Stored)),
		Help:    help(&d, barred)}
	if r.Repeated > 0 {
		// What the others are worth, a whole analysis of nearly every kernel would tell.
		f.Restrict = p.Name
	}
	f.Related = append(f.Related, lint.RelatedNode{Node: r.Loads[0].Node, Message: "it is loaded here"})
	for _, n := range spelling.declarations(k) {
		f.Related = append(f.Related, lint.RelatedNode{Node: n, Message: "the kernel is declared here, too"})
	}
	if apart && program.SummarizeKernel(k, func(path string) string { return path }).Internal {
		f.Confidence = lint.Proven
		f.Related = append(f.Related, separate(pass.Pass, k)...)
	} else {
		f.Assumptions = assumptions(pass.Pass, k, launches, apart)
	}
	pass.Report(f)
}

// separate returns the launches that prove the finding: no other file can launch the kernel,
// and each of these passes separate allocations. It returns at most as many as a message names.
func separate(pass *lint.Pass, k *sema.Function) []lint.RelatedNode {
	var out []lint.RelatedNode
	for _, l := range pass.DistinctLaunches(pass.LaunchesOf(k)) {
		if l.Node.Valid() && len(out) < most {
			out = append(out, lint.RelatedNode{Node: l.Node, Message: "separate allocations are passed here"})
		}
	}
	return out
}

// barred returns the reason why the elements behind a parameter cannot be const, "" where they
// can.
func barred(u *sema.Unit, k *sema.Function, r *pointer.ReadOnly, spelling *speller) string {
	switch {
	case k.Params[r.Param].Node.Qualifiers()&ast.Const != 0:
		return ""
	case r.Writable:
		return followConst
	case spelling.typed(k):
		return "a variable holds the kernel's address, with its type"
	}
	return notConstant(u, k, r.Param)
}

// places returns the locations of the launches of a kernel: those in this file, or else those
// in files that include the kernel's.
func places(pass *lint.Pass, sight *pointer.Sight, others others) []string {
	var out []string
	for _, l := range pass.DistinctLaunches(sight.Launches) {
		out = append(out, pass.LaunchAt(l))
	}
	if len(out) == 0 {
		for _, told := range others.included {
			out = append(out, told.At...)
		}
	}
	return out
}

// assumptions returns what a finding assumes about launches. apart is set where all launches in
// sight pass separate allocations.
func assumptions(pass *lint.Pass, k *sema.Function, launches []string, apart bool) []string {
	if len(launches) == 0 {
		if n := addressTaken(pass.Unit, k); n.Valid() {
			at := pass.Place(n)
			return []string{fmt.Sprintf("no launch by name is in sight: what it is given through its address, taken at %s:%d, is not read, and taken not to overlap", at.Path, at.Start.Line)}
		}
		return []string{"no launch is in sight: none is taken to pass overlapping memory"}
	}
	lines := slices.Compact(launches)
	if len(lines) > most {
		lines = append(lines[:most:most], fmt.Sprintf("%d more", len(lines)-most))
	}
	at := strings.Join(lines, ", ")
	if apart {
		return []string{"other launches than those at " + at + " pass separate memory, too, if there are any"}
	}
	return []string{"nothing shows that what is passed overlaps at " + at}
}

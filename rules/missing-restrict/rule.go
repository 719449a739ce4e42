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
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/pointer"
)

//go:embed doc.md
var doc string

// Rule reports pointer parameters of kernels that lack const __restrict__.
var Rule = &lint.Rule{
	Name:      "missing-restrict",
	Severity:  lint.Info,
	Summary:   "a kernel parameter is only read, but not const __restrict__",
	Doc:       doc,
	Tell:      tell,
	FactTypes: []any{Included{}, called{}},
	Run:       run,
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

func run(pass *lint.Pass) error {
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
		sight, others := analysis.See(pass.LaunchesOf(k)), othersOf(pass, k)
		for i := range found {
			r := &found[i]
			if polled(k, k.Params[r.Param].Name) {
				continue
			}
			if l, apart := sight.Overlap(r.Param, r.Written, r.Variables); l == nil && !others.unsound(pass, r, &sight) {
				report(pass, k, r, places(pass, &sight, others), apart, &spelling)
			}
		}
	}
	return nil
}

// attributeInSight reports whether the unit launches with programmatic dependent
// launch, for which the compiler's use of restrict is outside of the memory model.
func attributeInSight(u *sema.Unit) bool {
	for _, f := range u.Files {
		if f.Source.Holds("rogrammaticStreamSerialization") || f.Source.Holds("PROGRAMMATIC_STREAM_SERIALIZATION") {
			return true
		}
	}
	return false
}

func report(pass *lint.Pass, k *sema.Function, r *pointer.ReadOnly, launches []string, apart bool, spelling *speller) {
	p := k.Params[r.Param]
	constant := !r.Writable && !spelling.typed(k)
	d := Data{Kernel: k.Name, Parameter: p.Name, Loads: len(r.Loads), LoadsInLoops: r.Looped, LoadsBesideStores: r.BesideStores, LoadsRepeatedAfterStores: r.Repeated,
		StoredThrough: []string{}, Launches: len(launches), Suggested: spelling.suggest(p, constant)}
	d.StoredThrough = append(d.StoredThrough, named(k, r.Stored)...)
	f := lint.Finding{Node: p.Node, Function: k, Confidence: lint.Likely, Message: message(&d, list(named(k, r.LoopStored))), Data: d,
		Subject: subjectOf(pass, k, p, constant),
		Label:   fmt.Sprintf("nvcc must assume that stores to %s change what it points to", list(d.StoredThrough)),
		Help:    help(&d, constant || p.Node.Qualifiers()&ast.Const != 0)}
	if apart && sema.SummarizeKernel(k, func(path string) string { return path }).Internal {
		f.Confidence = lint.Proven
	}
	if r.Repeated > 0 {
		// What the others are worth, a whole analysis of nearly every kernel would tell.
		f.Restrict = p.Name
	}
	f.Assumptions = assumptions(launches, apart)
	f.Related = append(f.Related, lint.RelatedNode{Node: r.Loads[0].Node, Message: "it is loaded here"})
	for _, n := range spelling.declarations(k) {
		f.Related = append(f.Related, lint.RelatedNode{Node: n, Message: "the kernel is declared here, too"})
	}
	pass.Report(f)
}

// places returns where the launches of a kernel are, in this file and in those
// that include the kernel's.
func places(pass *lint.Pass, sight *pointer.Sight, others others) []string {
	var out []string
	for _, l := range sight.Launches {
		// The instances of a template around a launch share its place.
		if at := pass.LaunchAt(l); !slices.Contains(out, at) {
			out = append(out, at)
		}
	}
	if len(out) == 0 {
		for _, told := range others.included {
			out = append(out, told.At...)
		}
	}
	return out
}

func assumptions(places []string, apart bool) []string {
	if len(places) == 0 {
		return []string{"no launch is in sight: none is taken to pass overlapping memory"}
	}
	const most = 3
	if len(places) > most {
		places = append(places[:most:most], fmt.Sprintf("%d more", len(places)-most))
	}
	at := strings.Join(places, ", ")
	if apart {
		return []string{"separate allocations are passed at " + at}
	}
	return []string{"nothing shows that what is passed overlaps at " + at}
}

// Package leak builds the leak rules on lint/analysis/resource: each covers some kinds of
// handles that have to be released.
package leak

import (
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/resource"
	"github.com/cudalint/cudalint/lint/analysis/resource/follow"
	"github.com/cudalint/cudalint/lint/analysis/resource/handle"
)

// Data is what the rules add to a finding in JSON.
type Data struct {
	Problem resource.Problem `json:"problem"` // leak, double-release or use-after-release
	Handle  string           `json:"handle"`
	Exits   []Exit           `json:"exits,omitempty"` // of the paths on which it leaks
	// Unfixed is the reason why there is no fix, as a phrase.
	Unfixed string `json:"unfixed,omitempty"`
}

// Exit is the end of a path on which the handle leaks.
type Exit struct {
	Line int    `json:"line"`
	How  string `json:"how"` // return, throw, end or overwritten
}

var strict = lint.NewOption("strict", false, "report what the end of main or cudaDeviceReset() would release, too")

// Rule returns the rule for some kinds of handles.
func Rule(name, summary, doc string, kinds ...*handle.Kind) *lint.Rule {
	return &lint.Rule{
		Name:     name,
		Severity: lint.Warning,
		Summary:  summary,
		Doc:      doc,
		Options:  []lint.Option{strict.Option},
		Collect:  collector,
		Check:    func(pass *lint.CheckPass) error { return check(pass, kinds) },
	}
}

func check(pass *lint.CheckPass, kinds []*handle.Kind) error {
	opts := follow.Options{Strict: strict.Of(pass), Builder: pass.HostBuilder(), Others: others{pass}, Over: func() bool { return pass.Context.Err() != nil }}
	for _, kind := range kinds {
		for _, f := range resource.Check(pass.Unit, kind, opts) {
			report(pass, f)
		}
	}
	return pass.Context.Err()
}

func report(pass *lint.CheckPass, f resource.Finding) {
	out := lint.Finding{Node: f.Node, Function: f.Function, Confidence: lint.Likely, Message: f.Message, Label: f.Label, Help: f.Help}
	if f.Proven {
		out.Confidence = lint.Proven
	}
	data := Data{Problem: f.Problem, Handle: f.Handle}
	for _, e := range f.Exits {
		data.Exits = append(data.Exits, Exit{e.Line, e.How})
	}
	for _, r := range f.Related {
		out.Related = append(out.Related, lint.RelatedNode{Node: r.Node, Message: r.Message})
	}
	fix, why, ok := leakFix(pass.Pass, f)
	if f.Problem == resource.DoubleRelease {
		fix, why, ok = doubleFix(pass.Pass, f)
	}
	if ok {
		out.Fixes = append(out.Fixes, fix)
	} else if why != "" {
		out.Fixes = append(out.Fixes, fixes.Fix{Title: "not fixed: " + why, Safety: fixes.Display})
	}
	data.Unfixed = why
	out.Data = data
	pass.Report(out)
}

// Package floattodouble reports floats that are computed in double precision.
package floattodouble

import (
	_ "embed"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/narrow"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

//go:embed doc.md
var doc string

// Rule reports expressions of floats that nvcc computes in double precision although nothing keeps
// the double.
var Rule = &lint.Rule{
	Name:     "float-to-double",
	Severity: lint.Warning,
	Summary:  "floats are computed in double precision because of a literal or a function",
	Doc:      doc,
	Check:    check,
}

// Data is what the rule adds to a finding in JSON.
type Data struct {
	// Operations and Conversions are what one thread executes once; a call counts as one operation.
	Operations  int `json:"operations"`
	Conversions int `json:"conversions"`
	// UsedAs is what becomes of the result: "float", "integer" or "condition".
	UsedAs string `json:"used_as"`
	// Literals are the literals without the suffix f, Functions the functions that are called with
	// integers and so in double precision.
	Literals  []string `json:"literals"`
	Functions []string `json:"functions"`
}

// A place is an expression with the kernels that come to it.
type place struct {
	narrow.Expression
	replace []lint.Replacement
}

func check(pass *lint.CheckPass) error {
	s := narrow.NewSearch(pass.Context, pass.Builder())
	index := map[ast.Node]int{}
	var places []place
	add := func(e *narrow.Expression, r ...lint.Replacement) {
		i, ok := index[e.Node]
		if !ok {
			i = len(places)
			index[e.Node] = i
			places = append(places, place{Expression: *e})
		}
		places[i].replace = append(places[i].replace, r...)
	}
	for _, k := range pass.Unit.Kernels() {
		if err := pass.Context.Err(); err != nil {
			return err
		}
		if mayCompute(pass, s, k, add) {
			weigh(pass, s, k, add)
		}
	}
	for i := range places {
		if n := places[i].Node; !pass.Unit.System(n.File()) && !pass.Unit.Inactive(n, true) {
			report(pass, &places[i])
		}
	}
	return nil
}

// mayCompute adds the expressions that a kernel reaches under its launches, and reports whether there
// is one.
func mayCompute(pass *lint.CheckPass, s *narrow.Search, k *sema.Function, add func(*narrow.Expression, ...lint.Replacement)) (any bool) {
	for _, inst := range narrow.Instances(k, pass.LaunchesOf(k)) {
		for _, e := range s.Kernel(inst, nil) {
			add(&e.Expression)
			any = true
		}
	}
	return any
}

// weigh adds how often a kernel executes its expressions.
func weigh(pass *lint.CheckPass, s *narrow.Search, k *sema.Function, add func(*narrow.Expression, ...lint.Replacement)) {
	results := pass.Executed(k)
	for i := range results {
		list := s.Kernel(narrow.InstanceOf(k, results[i].Launch), results[i].Nests)
		var now, then warp.Work
		for _, e := range list {
			now.Plus(e.Now, e.Executions)
			then.Plus(e.Then, e.Executions)
		}
		for _, e := range list {
			add(&e.Expression, lint.Replacement{Kernel: &results[i], Now: e.Now, Then: e.Then, Executions: e.Executions,
				AllNow: now, AllThen: then, Others: len(list) > 1})
		}
	}
}

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
	// The price needs what kernels do besides.
	AllMemory: true,
	Check:     check,
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
	l := &list{pass: pass, search: narrow.NewSearch(pass.Context, pass.Builder()), index: map[ast.Node]int{}}
	for _, k := range pass.Unit.Kernels() {
		if err := pass.Context.Err(); err != nil {
			return err
		}
		l.find(k)
	}
	if len(l.places) == 0 {
		return nil
	}
	kernels, err := pass.Kernels()
	if err != nil {
		return err
	}
	for i := range kernels {
		if k := &kernels[i]; k.Kernel.Kernel() && k.Callable == nil {
			l.weigh(k)
		}
	}
	for i := range l.places {
		if n := l.places[i].Node; !pass.Unit.System(n.File()) && !pass.Unit.Inactive(n, true) {
			report(pass, &l.places[i])
		}
	}
	return nil
}

// A list has the expressions of a unit in the order in which they were found.
type list struct {
	pass   *lint.CheckPass
	search *narrow.Search
	index  map[ast.Node]int
	places []place
}

// at returns the place of an expression, a new one at the first call.
func (l *list) at(e *narrow.Expression) *place {
	i, ok := l.index[e.Node]
	if !ok {
		i = len(l.places)
		l.index[e.Node] = i
		l.places = append(l.places, place{Expression: *e})
	}
	return &l.places[i]
}

// find adds the expressions that a kernel reaches under its launches.
func (l *list) find(k *sema.Function) {
	for _, inst := range narrow.Instances(k, l.pass.LaunchesOf(k)) {
		for _, e := range l.search.Kernel(inst, nil) {
			l.at(&e.Expression)
		}
	}
}

// weigh adds how often a kernel executes its expressions under a launch.
func (l *list) weigh(k *warp.Result) {
	found := l.search.Kernel(narrow.InstanceOf(k.Kernel, k.Launch), k.Nests)
	var now, then warp.Work
	for _, e := range found {
		now.Plus(e.Now, e.Executions)
		then.Plus(e.Then, e.Executions)
	}
	for _, e := range found {
		p := l.at(&e.Expression)
		p.replace = append(p.replace, lint.Replacement{Kernel: k, Now: e.Now, Then: e.Then, Executions: e.Executions,
			AllNow: now, AllThen: then, Others: len(found) > 1})
	}
}

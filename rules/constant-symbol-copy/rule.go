// Package constantsymbolcopy reports host code that copies to or from a variable
// of the device in a way that fails, or that reaches the host's copy of it only.
package constantsymbolcopy

import (
	_ "embed"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/localflow"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
)

//go:embed doc.md
var doc string

// Rule checks the calls of cudaMemcpyToSymbol and its family against the symbol
// they name, and looks for uses of a symbol's address on the host.
var Rule = &lint.Rule{
	Name:     "constant-symbol-copy",
	Severity: lint.Error,
	Summary:  "a copy to or from a __constant__ or __device__ variable that fails or misses it",
	Doc:      doc,
	Check:    check,
}

// A checker is the rule at work on one unit.
type checker struct {
	*lint.CheckPass
	bodies *localflow.Analysis
	names  map[string]bool   // of the variables of the device
	seen   map[ast.Node]bool // arguments of launches that have been looked at
	// addresses is set where a symbol is passed by its address, see hostCompiled.
	addresses bool
	// quiet is set while a call is checked as a fix would make it: a finding then only
	// sets found.
	quiet, found bool
}

func check(pass *lint.CheckPass) error {
	if usesHIP(pass.Unit) {
		return nil
	}
	c := &checker{CheckPass: pass, bodies: localflow.New(pass.Unit), names: map[string]bool{}, seen: map[ast.Node]bool{}}
	for _, form := range forms {
		calls := pass.Unit.Calls(form.name)
		c.addresses = c.addresses || len(calls) > 0 && hostCompiled(pass.Unit)
		for _, call := range calls {
			if err := pass.Context.Err(); err != nil {
				return err
			}
			if c.runsOnHost(call) && !c.redefined(call) {
				c.symbolCall(form, call)
			}
		}
	}
	for _, v := range pass.Unit.Variables {
		if onDevice(v) {
			c.names[v.Name] = true
		}
	}
	if len(c.names) == 0 {
		return nil
	}
	c.plainCalls()
	c.allocations()
	c.launches()
	return c.hostFunctions()
}

// onDevice reports whether the host's address of a variable is not that of the
// variable on the device.
func onDevice(v *sema.Variable) bool {
	return v != nil && (v.Space == sema.ConstantSpace || v.Space == sema.GlobalSpace) && v.Qualifiers&ast.Managed == 0
}

// usesHIP reports whether a unit is made for HIP, whose macros may give CUDA's
// names another meaning.
func usesHIP(u *sema.Unit) bool {
	for _, f := range u.Files {
		if f.Source.Contains("hip/hip_runtime") {
			return true
		}
	}
	return false
}

// runsOnHost reports whether a node is code of a function of the host only, and
// compiled for it. The device may run a lambda expression.
func (c *checker) runsOnHost(n ast.Node) bool {
	f := c.Unit.FunctionAt(n)
	return f != nil && !f.OnDevice() && !c.Unit.Inactive(n, false)
}

// redefined reports whether a function that the sources define hides the
// runtime's.
func (c *checker) redefined(call ast.Node) bool {
	found, _ := c.bodies.Scope(call).FunctionsNamed(call.Child(ast.FieldFunction))
	return len(found) > 0
}

// report adds a finding about a variable of the device.
func (c *checker) report(f lint.Finding, v *sema.Variable) {
	if c.quiet {
		c.found = true
		return
	}
	f.Function = c.Unit.FunctionAt(f.Node)
	if v != nil {
		f.Related = append(f.Related, lint.RelatedNode{Node: v.Node, Message: v.Name + " is declared here"})
	}
	c.Report(f)
}

// kindOf spells the qualifier of a variable of the device.
func kindOf(v *sema.Variable) string {
	if v.Space == sema.ConstantSpace {
		return "__constant__ " + v.Name
	}
	return "__device__ " + v.Name
}

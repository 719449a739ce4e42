// Package constantsymbolcopy reports host code that copies to or from a device variable
// in a way that fails, or that reaches only its host shadow variable.
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

// Rule checks calls of cudaMemcpyToSymbol and its family against the symbol that they
// name, and reports host code that uses the host shadow variable of a symbol.
var Rule = &lint.Rule{
	Name:     "constant-symbol-copy",
	Severity: lint.Error,
	Summary:  "a copy to or from a __constant__ or __device__ variable fails or misses it",
	Doc:      doc,
	Check:    check,
}

// A checker checks one unit.
type checker struct {
	*lint.CheckPass
	bodies *localflow.Analysis
	names  map[string]bool   // of the device variables
	seen   map[ast.Node]bool // launch arguments that are checked
	// addresses is set if a symbol is passed by its address, see hostCompiled.
	addresses bool
	// dryRun is set while a call is checked as a fix would leave it: a finding then
	// only sets found.
	dryRun, found bool
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

// onDevice reports whether a variable has a host shadow variable with an address of its
// own. A __managed__ variable has not.
func onDevice(v *sema.Variable) bool {
	return v != nil && (v.Space == sema.ConstantSpace || v.Space == sema.GlobalSpace) && v.Qualifiers&ast.Managed == 0
}

// usesHIP reports whether a unit includes HIP, whose macros may give CUDA's names
// another meaning.
func usesHIP(u *sema.Unit) bool {
	for _, f := range u.Files {
		if f.Source.Holds("hip/hip_runtime") {
			return true
		}
	}
	return false
}

// runsOnHost reports whether a node is in a function that only the host runs, and is
// compiled for the host.
func (c *checker) runsOnHost(n ast.Node) bool {
	f := c.Unit.FunctionAt(n)
	return f != nil && !f.OnDevice() && !c.Unit.Inactive(n, false)
}

// redefined reports whether the sources declare a function of the same name as the
// runtime function that is called.
func (c *checker) redefined(call ast.Node) bool {
	found, _ := c.bodies.Scope(call).FunctionsNamed(call.Child(ast.FieldFunction))
	return len(found) > 0
}

// report reports a finding about a device variable v, nil if it is not known.
func (c *checker) report(f lint.Finding, v *sema.Variable) {
	if c.dryRun {
		c.found = true
		return
	}
	f.Function = c.Unit.FunctionAt(f.Node)
	if v != nil {
		f.Related = append(f.Related, lint.RelatedNode{Node: v.Node, Message: v.Name + " is declared here"})
	}
	c.Report(f)
}

// kindOf spells a device variable with its qualifier.
func kindOf(v *sema.Variable) string {
	if v.Space == sema.ConstantSpace {
		return "__constant__ " + v.Name
	}
	return "__device__ " + v.Name
}

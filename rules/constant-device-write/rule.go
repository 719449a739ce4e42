// Package constantdevicewrite reports device code that writes to constant memory.
package constantdevicewrite

import (
	"bytes"
	_ "embed"
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/localflow"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
)

//go:embed doc.md
var doc string

// Rule reports device code that writes to a __constant__ variable: by a store, an
// atomic, or a call of a function that writes to its argument.
var Rule = &lint.Rule{
	Name:     "constant-device-write",
	Severity: lint.Error,
	Summary:  "device code writes to a __constant__ variable",
	Doc:      doc,
	Check:    check,
}

func check(pass *lint.CheckPass) error {
	names := map[string]bool{}
	for _, v := range pass.Unit.Variables {
		if v.Space == sema.ConstantSpace {
			names[v.Name] = true
		}
	}
	if len(names) == 0 {
		return nil
	}
	bodies := localflow.New(pass.Unit)
	for _, f := range pass.Unit.FunctionsMentioning(names) {
		if err := pass.Context.Err(); err != nil {
			return err
		}
		if !f.OnDevice() && !hasLambda(f) {
			continue
		}
		for _, s := range bodies.Stores(f) {
			if v := s.Target.Variable; v != nil && v.Space == sema.ConstantSpace && onDevice(f, s.Node) && !pass.Unit.Inactive(s.Node, true) {
				report(pass, f, v, s)
			}
		}
	}
	return nil
}

// hasLambda reports whether a host function may contain a __device__ lambda.
func hasLambda(f *sema.Function) bool {
	return bytes.Contains(f.Body.Bytes(), []byte("__device__"))
}

// onDevice reports whether a node of a function is device code. In a host function
// only a __device__ lambda is.
func onDevice(f *sema.Function, n ast.Node) bool {
	if f.OnDevice() {
		return true
	}
	for l := n.Origin().Enclosing(ast.LambdaExpression); l.Valid(); l = l.Enclosing(ast.LambdaExpression) {
		if l.Qualifiers()&ast.Device != 0 {
			return true
		}
	}
	return false
}

func report(pass *lint.CheckPass, f *sema.Function, v *sema.Variable, s localflow.Store) {
	finding := lint.Finding{
		Node: s.Node, Function: f, Confidence: lint.Proven,
		Message: fmt.Sprintf("device code writes to __constant__ variable %s: %s", v.Name, outcome(v, s)),
		Label:   "stores to constant memory",
		Help: fmt.Sprintf("fill %[1]s from the host before the launch (cudaMemcpyToSymbol), "+
			"or declare it __device__ instead of __constant__ if kernels have to write to it", v.Name),
		Related: []lint.RelatedNode{{Node: v.Node, Message: v.Name + " is declared here"}},
	}
	if s.Callee != "" {
		finding.Label = s.Callee + " writes to constant memory"
	}
	if s.Inner.Valid() {
		finding.Related = append(finding.Related, lint.RelatedNode{Node: s.Inner, Message: s.Callee + " writes here"})
	}
	if s.Conditional {
		finding.Confidence = lint.Likely
		finding.Assumptions = []string{"this call meets the condition under which " + s.Callee + " writes"}
	}
	pass.Report(finding)
}

// outcome returns the effect of a store as a phrase (measured with CUDA 13.0, see doc.md).
func outcome(v *sema.Variable, s localflow.Store) string {
	if s.Callee == "" && s.Node.Is(ast.AssignmentExpression, ast.UpdateExpression) && rejected(v, s.Node) {
		return "nvcc rejects it (expression must be a modifiable lvalue)"
	}
	if s.Inner.Valid() {
		return "the store traps if nvcc inlines " + s.Callee + ", and is silently lost if not"
	}
	return "nvcc warns and replaces the store by a trap (cudaErrorLaunchFailure)"
}

// rejected reports whether the compiler's front end refuses an assignment. It refuses
// those to const objects, and those to a whole variable of arithmetic or pointer type
// by its name.
func rejected(v *sema.Variable, n ast.Node) bool {
	if v.Type == nil {
		return false
	}
	target := n.Child(ast.FieldLeft)
	if n.Kind() == ast.UpdateExpression {
		target = n.Child(ast.FieldArgument)
	}
	for target.Kind() == ast.ParenthesizedExpression {
		target = target.FirstChild()
	}
	if v.Type.Qualifiers&ast.Const != 0 || v.Qualifiers&(ast.Const|ast.Constexpr) != 0 {
		return true
	}
	return target.Is(ast.Identifier, ast.QualifiedIdentifier) && (v.Type.Arithmetic() || v.Type.Kind == sema.Pointer) && target.Text() != "" && lastIs(target, v.Name)
}

// lastIs reports whether name is the last component of the plain or qualified name n.
func lastIs(n ast.Node, name string) bool {
	text := n.Text()
	return text == name || len(text) > len(name)+2 && text[len(text)-len(name)-2:] == "::"+name
}

// Package restrictalias reports launches that pass overlapping pointers for __restrict__
// parameters, of which one is written.
package restrictalias

import (
	"bytes"
	_ "embed"
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/decl"
	"github.com/cudalint/cudalint/cudaparse/program"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/pointer"
)

//go:embed doc.md
var doc string

// Rule reports launches, and calls in device code, that break the promise of
// __restrict__.
var Rule = &lint.Rule{
	Name:     "restrict-alias",
	Severity: lint.Error,
	Summary:  "a launch passes one buffer for two __restrict__ parameters, of which one is written",
	Doc:      doc,
	Collect:  &lint.Collector{Run: collect},
	Check:    check,
}

// Data is what the rule adds to a finding in JSON.
type Data struct {
	Function string `json:"function"`
	// Parameters are the two that overlap; the second is written.
	Parameters [2]string `json:"parameters"`
	// OffsetBytes is the second pointer minus the first, in bytes.
	OffsetBytes int64 `json:"offset_bytes"`
	// Also lists other pairs that overlap at this launch.
	Also [][2]string `json:"also,omitempty"`
}

// kernels are the kernels of a unit that other files may launch.
var kernels = lint.NewFact[kernelKey, kernelFact]()

// A kernelKey names a kernel across files.
type kernelKey struct{ Name, Signature string }

// A kernelFact describes a kernel for the files that launch it.
type kernelFact struct {
	Params []paramFact
}

// A paramFact describes one parameter.
type paramFact struct {
	Name                  string
	Restrict, Read, Write bool
}

func keyOf(k *sema.Function) kernelKey {
	s := program.SummarizeKernel(k, func(path string) string { return path })
	return kernelKey{s.Name, s.Signature}
}

// collect exports the kernels with __restrict__ parameters that this file does not launch
// itself.
func collect(pass *lint.CollectPass) error {
	analysis := pointer.Shared(pass.Memo, pass.Context, pass.Unit, pass.Builder())
	for _, k := range pass.Unit.Kernels() {
		if !promises(pass.Pass, k) || len(pass.Host().Of(k)) > 0 {
			continue
		}
		kernels.Export(pass, keyOf(k), factOf(analysis.Effects(k)))
	}
	return pass.Context.Err()
}

// promises reports whether a function has at least two pointer parameters, of which one is
// __restrict__.
func promises(pass *lint.Pass, f *sema.Function) bool {
	mentions := func(p decl.Param) bool { return p.Node.Valid() && spelledIn(p.Node.File()) }
	if !slices.ContainsFunc(f.Params, mentions) && !restrictTypes(pass) {
		return false // the usual case, decided without types
	}
	pointers, restricted := 0, false
	for _, p := range f.Params {
		if d := p.Node.Child(ast.FieldDeclarator); d.Is(ast.PointerDeclarator, ast.ArrayDeclarator) {
			pointers++
		} else if t := p.Node.Child(ast.FieldType); !t.Is(ast.PrimitiveType, ast.SizedTypeSpecifier) {
			pointers++ // the named type may be a pointer
		}
		restricted = restricted || spelled(p.Node)
	}
	if pointers < 2 || restricted || !restrictTypes(pass) {
		return pointers > 1 && restricted
	}
	for _, p := range f.Params {
		restricted = restricted || f.Scope.ParamType(p).Qualifiers&ast.Restrict != 0
	}
	return restricted
}

// spelled reports whether the text of a node contains the keyword, or a macro named after it.
func spelled(n ast.Node) bool { return bytes.Contains(bytes.ToLower(n.Bytes()), []byte("restrict")) }

type spelledKey struct{}

// spelledIn reports whether a file contains the keyword, or a macro named after it.
func spelledIn(file *ast.File) bool {
	return file.Source.Remember(spelledKey{}, func() any { return bytes.Contains(bytes.ToLower(file.Source.Text), []byte("restrict")) }).(bool)
}

// restrictTypesKey is the memo key of restrictTypes and of hidesRestrict.
type restrictTypesKey struct{}

// restrictTypes reports whether a type or a macro of the unit may hide the keyword. If not,
// the declarations of parameters show it, and no types have to be resolved.
func restrictTypes(pass *lint.Pass) bool {
	return pass.Memo(restrictTypesKey{}, func() any {
		for _, file := range pass.Unit.Files {
			if file.Source.Remember(restrictTypesKey{}, func() any { return hidesRestrict(file) }).(bool) {
				return true
			}
		}
		return false
	}).(bool)
}

// hidesRestrict reports whether a type or a macro of a file may hide the keyword.
func hidesRestrict(file *ast.File) bool {
	if !spelledIn(file) {
		return false
	}
	for i := range file.Len() {
		n := file.At(i)
		if n.Is(ast.TypeDefinition, ast.AliasDeclaration, ast.OptionalTypeParameterDeclaration) && spelled(n) ||
			n.Is(ast.PreprocDef, ast.PreprocFunctionDef) && spelled(n.Child(ast.FieldValue)) && !spelled(n.Child(ast.FieldName)) {
			return true
		}
	}
	return false
}

func factOf(e *pointer.Effects) kernelFact {
	var f kernelFact
	for i, p := range e.Params {
		q := paramFact{Name: e.Function.Params[i].Name, Restrict: p.Restrict && p.Pointer}
		for _, a := range e.Accesses {
			if len(a.Params) == 1 && a.Params[0] == i && !a.Other && p.Pointer {
				q.Read = q.Read || a.Kind != pointer.Store
				q.Write = q.Write || a.Kind != pointer.Load
			}
		}
		f.Params = append(f.Params, q)
	}
	return f
}

func check(pass *lint.CheckPass) error {
	c := checker{pass: pass, analysis: pointer.Shared(pass.Memo, pass.Context, pass.Unit, pass.Builder())}
	wanted := func(k *sema.Function) bool { return !k.Body.Valid() || promises(pass.Pass, k) }
	for _, l := range pass.Host().OfSome(wanted) {
		if err := pass.Context.Err(); err != nil {
			return err
		}
		if len(l.Kernels) == 1 {
			c.launch(l, l.Kernels[0])
		}
	}
	for _, f := range pass.Unit.FunctionsAmong(func(n ast.Node) bool { return restrictTypes(pass.Pass) || spelledIn(n.File()) && spelled(n) }) {
		if !f.Kernel() && f.Qualifiers&ast.Device != 0 && f.Body.Valid() && promises(pass.Pass, f) {
			c.calls(f)
		}
	}
	return nil
}

type checker struct {
	pass     *lint.CheckPass
	analysis *pointer.Analysis
}

// launch checks one launch.
func (c *checker) launch(l *sema.Launch, k *sema.Function) {
	var facts []kernelFact
	if !k.Body.Valid() {
		if facts = kernels.Of(c.pass, keyOf(k)); len(facts) == 0 {
			return
		}
	} else if !promises(c.pass.Pass, k) {
		return
	}
	for _, row := range c.pass.Host().Pointers(l) {
		var pairs []pair
		for i := range row {
			for j := range i {
				a, b := row[j], row[i]
				if a.Same == "" || a.Same != b.Same || !a.OffsetKnown || !b.OffsetKnown || a.Null || b.Null {
					continue
				}
				if k.Body.Valid() {
					facts = []kernelFact{factOf(c.analysis.Effects(k))}
				}
				for _, f := range facts {
					if f.breaksPromise(j, i) && (a.Offset == b.Offset || k.Body.Valid() && c.overlap(k, l, j, i, b.Offset-a.Offset)) {
						pairs = append(pairs, ordered(f, j, i, b.Offset-a.Offset))
						break
					}
				}
			}
		}
		if len(pairs) > 0 {
			c.report(l, k, pairs)
			return
		}
	}
}

// A pair is two parameters that overlap; the second is written.
type pair struct {
	fact   kernelFact
	params [2]int
	shift  int64 // bytes from the first to the second
}

// ordered returns a pair with the written parameter second.
func ordered(f kernelFact, i, j int, shift int64) pair {
	if !f.Params[j].Write {
		i, j, shift = j, i, -shift
	}
	return pair{f, [2]int{i, j}, shift}
}

func (p *pair) names() [2]string {
	return [2]string{p.fact.Params[p.params[0]].Name, p.fact.Params[p.params[1]].Name}
}

// breaksPromise reports whether one object for both parameters violates __restrict__.
func (f kernelFact) breaksPromise(i, j int) bool {
	if max(i, j) >= len(f.Params) {
		return false
	}
	a, b := f.Params[i], f.Params[j]
	return (a.Restrict || b.Restrict) && (a.Write && (b.Read || b.Write) || b.Write && a.Read)
}

// overlap reports whether the threads of a launch access the same byte through two
// parameters and one of the accesses is a store. shift is the second pointer minus the
// first, in bytes.
func (c *checker) overlap(k *sema.Function, l *sema.Launch, i, j int, shift int64) bool {
	e := c.analysis.Effects(k)
	all := func(pointer.Kind) bool { return true }
	stores := func(kind pointer.Kind) bool { return kind != pointer.Load }
	for _, kinds := range [][2]func(pointer.Kind) bool{{all, stores}, {stores, all}} {
		a, ok := e.Range(i, kinds[0], l)
		b, both := e.Range(j, kinds[1], l)
		if ok && both && a.Overlaps(b, shift) {
			return true
		}
	}
	return false
}

// report reports a launch with the first of the pairs that overlap, and names the others.
func (c *checker) report(l *sema.Launch, k *sema.Function, pairs []pair) {
	f, i, j, shift := pairs[0].fact, pairs[0].params[0], pairs[0].params[1], pairs[0].shift
	d := Data{Function: k.Name, Parameters: pairs[0].names(), OffsetBytes: shift}
	for _, p := range pairs[1:] {
		d.Also = append(d.Also, p.names())
	}
	text := message(&d, "this launch", f, i, j)
	switch n := len(d.Also); {
	case n == 1:
		text += fmt.Sprintf("; %s and %s also overlap", d.Also[0][0], d.Also[0][1])
	case n > 1:
		text += fmt.Sprintf("; %d more pairs of parameters overlap", n)
	}
	finding := lint.Finding{Node: l.Node, Function: l.In, Confidence: lint.Proven, Data: d, Message: text,
		Label: fmt.Sprintf("%s and %s overlap here", d.Parameters[0], d.Parameters[1]), Help: help(&d)}
	if shift != 0 {
		finding.Confidence = lint.Likely
		finding.Assumptions = []string{"the threads of the launch access every element in the range of their indexes"}
	}
	if i < len(k.Params) && j < len(k.Params) {
		for _, p := range []int{i, j} {
			finding.Related = append(finding.Related, lint.RelatedNode{Node: k.Params[p].Node, Message: f.Params[p].Name + " is declared here"})
		}
	}
	c.pass.Report(finding)
}

func message(d *Data, what string, f kernelFact, i, j int) string {
	restricted := d.Parameters[0] + " and " + d.Parameters[1] + " are"
	if !f.Params[i].Restrict {
		restricted = d.Parameters[1] + " is"
	} else if !f.Params[j].Restrict {
		restricted = d.Parameters[0] + " is"
	}
	same := "the same pointer"
	if d.OffsetBytes != 0 {
		same = fmt.Sprintf("pointers only %d bytes apart", max(d.OffsetBytes, -d.OffsetBytes))
	}
	return fmt.Sprintf("%s passes %s for %s and %s of %s, which writes through %s, but %s __restrict__", what, same, d.Parameters[0], d.Parameters[1], d.Function, d.Parameters[1], restricted)
}

func help(d *Data) string {
	return fmt.Sprintf("pass separate memory, or drop __restrict__ from %s and %s: the compiler may load a value before the store that changes it, or from a cache that does not see the store",
		d.Parameters[0], d.Parameters[1])
}

// calls checks the calls of a device function.
func (c *checker) calls(f *sema.Function) {
	for _, call := range c.pass.Unit.Calls(f.Name) {
		in := c.pass.Unit.FunctionAt(call)
		if in == nil || !in.OnDevice() {
			continue
		}
		var args []ast.Node
		for a := range call.Child(ast.FieldArguments).Children() {
			args = append(args, a)
		}
		if len(args) != len(f.Params) {
			continue
		}
		for i := range args {
			for j := range i {
				if !sameText(args[j], args[i]) {
					continue
				}
				if candidates, _ := in.Scope.FunctionsNamed(call.Child(ast.FieldFunction)); len(candidates) != 1 || candidates[0] != f {
					continue
				}
				if fact := factOf(c.analysis.Effects(f)); fact.breaksPromise(j, i) {
					c.reportCall(call, in, f, fact, j, i)
				}
			}
		}
	}
}

func (c *checker) reportCall(call ast.Node, in, f *sema.Function, fact kernelFact, i, j int) {
	if !fact.Params[j].Write {
		i, j = j, i
	}
	d := Data{Function: f.Name, Parameters: [2]string{fact.Params[i].Name, fact.Params[j].Name}}
	c.pass.Report(lint.Finding{Node: call, Function: in, Confidence: lint.Proven, Data: d, Message: message(&d, "this call", fact, i, j),
		Label: fmt.Sprintf("%s and %s overlap here", d.Parameters[0], d.Parameters[1]), Help: help(&d),
		Related: []lint.RelatedNode{{Node: f.Params[i].Node, Message: d.Parameters[0] + " is declared here"}, {Node: f.Params[j].Node, Message: d.Parameters[1] + " is declared here"}}})
}

// sameText reports whether two arguments are the same variable, member or binary expression,
// in the same spelling and without side effects.
func sameText(a, b ast.Node) bool {
	if a.Kind() != b.Kind() || !a.Is(ast.Identifier, ast.FieldExpression, ast.BinaryExpression) || a.Span().Len() != b.Span().Len() || a.Text() != b.Text() {
		return false
	}
	for d := range a.Descendants() {
		if d.Is(ast.CallExpression, ast.UpdateExpression, ast.AssignmentExpression) {
			return false
		}
	}
	return true
}

package floattodouble

import (
	"fmt"
	"slices"
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/types"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
	"github.com/cudalint/cudalint/lint/analysis/narrow"
	"github.com/cudalint/cudalint/lint/analysis/warp"
)

// Names of what becomes of a result, in data and in messages.
var (
	usedAs  = map[narrow.Use]string{narrow.Float: "float", narrow.Integer: "integer", narrow.Condition: "condition"}
	becomes = map[narrow.Use]string{narrow.Float: " and then becomes a float", narrow.Integer: " and then becomes an integer"}
)

func report(pass *lint.CheckPass, p *place) {
	d := dataOf(p)
	f := lint.Finding{
		Node: p.Node, Function: p.Function.Instance.Function, Confidence: lint.Proven, Data: d,
		Message: fmt.Sprintf("%s is computed in double precision (%s and %s per thread)%s: %s", short(p.Node), plural(d.Operations, "operation"),
			plural(d.Conversions, "conversion"), becomes[p.Use], reason(d)),
		Label: reason(d), Help: help(p, d), Block: p.Function.Instance.Function.Name,
		Replace: p.replace, ReplaceBy: "single-precision",
	}
	if fix, ok := suffixes(pass.Pass, p); ok {
		f.Fixes = []fixes.Fix{fix}
	}
	pass.Report(f)
}

func dataOf(p *place) Data {
	d := Data{UsedAs: usedAs[p.Use], Literals: []string{}, Functions: []string{}}
	for _, o := range p.Now.Operations {
		if o.Operation == warp.Convert {
			d.Conversions++
		} else {
			d.Operations++
		}
	}
	for _, n := range p.Now.Calls {
		d.Operations += int(n)
	}
	for _, n := range p.Literals {
		d.Literals = append(d.Literals, name(n))
	}
	for _, n := range p.Calls {
		d.Functions = append(d.Functions, n.Child(ast.FieldFunction).LastName().Text())
	}
	d.Literals, d.Functions = unique(d.Literals), unique(d.Functions)
	return d
}

// name returns how the source spells a literal: the name of a macro that stands for it.
func name(literal ast.Node) string {
	if o := literal.Origin(); o.Is(ast.Identifier) {
		return o.Text()
	}
	return literal.Text()
}

// short returns the text of a node on one line, the middle of a long one left out.
func short(n ast.Node) string {
	const most = 60
	text := []rune(strings.Join(strings.Fields(n.Origin().Text()), " "))
	if len(text) <= most {
		return string(text)
	}
	return string(text[:most/2]) + " ... " + string(text[len(text)-most/2:])
}

func unique(list []string) []string {
	var out []string
	for _, x := range list {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return append([]string{}, out...)
}

// reason says why an expression is of type double.
func reason(d Data) string {
	var parts []string
	switch len(d.Literals) {
	case 0:
	case 1:
		parts = append(parts, d.Literals[0]+" has no suffix f")
	default:
		parts = append(parts, joined(d.Literals)+" have no suffix f")
	}
	if len(d.Functions) > 0 {
		parts = append(parts, joined(d.Functions)+" with an integer argument calls the overload for double")
	}
	return strings.Join(parts, ", and ")
}

// joined returns the first names of a list as part of a sentence.
func joined(list []string) string {
	const most = 3
	if len(list) > most {
		list = append(slices.Clone(list[:most]), fmt.Sprintf("%d more", len(list)-most))
	}
	if len(list) == 1 {
		return list[0]
	}
	return strings.Join(list[:len(list)-1], ", ") + " and " + list[len(list)-1]
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// help returns the next step.
func help(p *place, d Data) string {
	var steps, written, macros []string
	for _, n := range p.Literals {
		if lint.Written(n) {
			written = append(written, single(n))
		} else {
			macros = append(macros, name(n))
		}
	}
	switch {
	case p.generic() && len(written) > 0:
		steps = append(steps, fmt.Sprintf("convert %s to the type of the other operands, as in T(%s)", joined(d.Literals), d.Literals[0]))
	case len(written) > 0:
		steps = append(steps, "write "+joined(unique(written)))
	}
	if macros = unique(macros); len(macros) > 0 {
		steps = append(steps, fmt.Sprintf("add the suffix f to %s in the macro, or write (float)%s", joined(macros), macros[0]))
	}
	for _, f := range d.Functions {
		if f != "min" && f != "max" && f != "abs" {
			steps = append(steps, "call "+f+"f")
		}
	}
	return strings.Join(steps, ", and ") + ": the last bits of the result may change"
}

// single returns a literal of type float.
func single(n ast.Node) string { return n.Text() + "f" }

// generic reports whether the place is in a template: the literal may be right for other instances.
func (p *place) generic() bool {
	inst := p.Function.Instance
	return binds(inst.Bindings) || inst.This != nil && inst.This.Record != nil && binds(inst.This.Record.Bindings)
}

// binds reports whether there are template arguments.
func binds(b *types.Bindings) bool {
	for ; b != nil; b = b.Outer {
		if len(b.Args) > 0 {
			return true
		}
	}
	return false
}

// suffixes returns the fix that adds the suffix f to the literals, and to the names of functions that
// are called with integers; ok is false where that is not all, or not in this text.
func suffixes(pass *lint.Pass, p *place) (fix fixes.Fix, ok bool) {
	if p.generic() || p.Others {
		return fix, false
	}
	for _, n := range p.Literals {
		if !lint.Written(n) {
			return fix, false
		}
		fix.Edits = append(fix.Edits, pass.Edit(n, single(n)))
	}
	for _, n := range p.Calls {
		called := n.Child(ast.FieldFunction)
		name := called.LastName().Text()
		if !lint.Written(called) || name == "min" || name == "max" || name == "abs" {
			return fix, false
		}
		fix.Edits = append(fix.Edits, pass.Edit(called, name+"f"))
	}
	fix.Title, fix.Safety = "compute it in single precision", fixes.Unsafe
	return fix, true
}

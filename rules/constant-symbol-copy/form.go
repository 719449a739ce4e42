package constantsymbolcopy

import (
	"strings"

	"github.com/cudalint/cudalint/cudaparse/ast"
)

// A form describes a runtime function that takes a symbol: the position of each
// argument, -1 for one that the function does not have.
type form struct {
	name                                string
	symbol, memory, count, offset, kind int
	from                                bool // it copies from the symbol
	unchecked                           bool // it does not compare count with the size of the symbol (measured, CUDA 13.0)
}

// forms are the functions that take a symbol (cuda_runtime.h of CUDA 13.0).
var forms = []form{
	{name: "cudaMemcpyToSymbol", symbol: 0, memory: 1, count: 2, offset: 3, kind: 4},
	{name: "cudaMemcpyToSymbolAsync", symbol: 0, memory: 1, count: 2, offset: 3, kind: 4, unchecked: true},
	{name: "cudaMemcpyFromSymbol", memory: 0, symbol: 1, count: 2, offset: 3, kind: 4, from: true},
	{name: "cudaMemcpyFromSymbolAsync", memory: 0, symbol: 1, count: 2, offset: 3, kind: 4, from: true, unchecked: true},
	{name: "cudaGetSymbolAddress", symbol: 1, memory: -1, count: -1, offset: -1, kind: -1},
	{name: "cudaGetSymbolSize", symbol: 1, memory: -1, count: -1, offset: -1, kind: -1},
}

// An access is a call of one of the forms with its arguments. The node of an argument
// that is not given is not valid.
type access struct {
	form
	call                                               ast.Node
	symbolArg, memoryArg, countArg, offsetArg, kindArg ast.Node
}

func argumentsOf(f form, call ast.Node) access {
	var args []ast.Node
	for a := range call.Child(ast.FieldArguments).Children() {
		args = append(args, a)
	}
	at := func(i int) ast.Node {
		if i < 0 || i >= len(args) {
			return ast.Node{}
		}
		return args[i]
	}
	return access{form: f, call: call, symbolArg: at(f.symbol), memoryArg: at(f.memory), countArg: at(f.count), offsetArg: at(f.offset), kindArg: at(f.kind)}
}

// strip removes the parentheses around an expression and expands the macro that spells
// it.
func (c *checker) strip(n ast.Node) ast.Node {
	for range 20 {
		if n.Kind() == ast.ParenthesizedExpression {
			n = n.FirstChild()
			continue
		}
		if n.Is(ast.Identifier, ast.CallExpression) {
			if x, ok := c.Unit.Expand(n); ok && x.Kind() != ast.CompoundStatement {
				n = x
				continue
			}
		}
		break
	}
	return n
}

// copyKind returns the name of a cudaMemcpyKind that an expression names, "" for
// none.
func (c *checker) copyKind(n ast.Node) string {
	n = c.strip(n)
	name := n.Text()
	if i := strings.LastIndex(name, "::"); i >= 0 {
		name = name[i+2:]
	}
	switch name {
	case "cudaMemcpyHostToHost", "cudaMemcpyHostToDevice", "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice", "cudaMemcpyDefault":
		return name
	}
	return ""
}

// symbolCall checks one call of a function that takes a symbol. It reports the first
// mistake: the others may only follow from it.
func (c *checker) symbolCall(f form, call ast.Node) {
	a := argumentsOf(f, call)
	if !a.symbolArg.Valid() {
		return
	}
	v, ok := c.symbol(a)
	if !ok || f.count < 0 {
		return
	}
	if c.direction(a, v) {
		return
	}
	if !c.sizes(a, v) {
		c.memory(a, v)
	}
}

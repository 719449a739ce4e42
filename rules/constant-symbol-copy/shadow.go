package constantsymbolcopy

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
)

// In host code, the name of a variable of the device means a variable of the host
// of the same name, which the runtime uses as a handle: its address is none of
// the device's, and its value is not that on the device. Measured with CUDA 13.0:
// cudaMemcpy and cudaMemset fail with cudaErrorInvalidValue unless the direction
// is HostToHost or Default, kernels that get the address end with
// cudaErrorIllegalAddress, and what the host assigns never arrives.

// plainCopies are functions that take addresses of memory, and which arguments
// they are; direction is that of the kind, -1 for none.
var plainCopies = []struct {
	name      string
	pointers  []int
	direction int
}{
	{"cudaMemcpy", []int{0, 1}, 3}, {"cudaMemcpyAsync", []int{0, 1}, 3},
	{"cudaMemcpy2D", []int{0, 2}, 6}, {"cudaMemcpy2DAsync", []int{0, 2}, 6},
	{"cudaMemset", []int{0}, -1}, {"cudaMemsetAsync", []int{0}, -1}, {"cudaMemset2D", []int{0}, -1}, {"cudaFree", []int{0}, -1},
}

// plainCalls looks for a symbol's address among the arguments of plain copies.
func (c *checker) plainCalls() {
	for _, p := range plainCopies {
		for _, call := range c.Unit.Calls(p.name) {
			if !c.runsOnHost(call) || c.redefined(call) {
				continue
			}
			var args []ast.Node
			for a := range call.Child(ast.FieldArguments).Children() {
				args = append(args, a)
			}
			kind := ""
			if p.direction >= 0 && p.direction < len(args) {
				kind = c.copyKind(args[p.direction])
			}
			for _, i := range p.pointers {
				if i >= len(args) {
					continue
				}
				if o := c.bodies.Pointee(args[i]); onDevice(o.Variable) {
					c.shadow(args[i], p.name, kind, o.Variable, c.throughSymbol(call, args, i, p.name, kind, o.Variable))
					break
				}
			}
		}
	}
}

// shadow reports the host's address of a symbol where one of the device is
// meant. kind is the direction of a plain copy.
func (c *checker) shadow(n ast.Node, name, kind string, v *sema.Variable, mends []fixes.Fix) {
	outcome := "the call fails with cudaErrorInvalidValue"
	if kind == "cudaMemcpyDefault" || kind == "cudaMemcpyHostToHost" {
		outcome = "the copy does not reach the device"
	}
	help := fmt.Sprintf("use cudaMemcpyToSymbol or cudaMemcpyFromSymbol, or get the address on the device with cudaGetSymbolAddress(&p, %s)", v.Name)
	switch name {
	case "cudaMemcpyToSymbol", "cudaMemcpyToSymbolAsync", "cudaMemcpyFromSymbol", "cudaMemcpyFromSymbolAsync":
		outcome = "the other side of the copy is memory of the host"
		help = fmt.Sprintf("get the address on the device with cudaGetSymbolAddress(&p, %s), and copy with cudaMemcpyDeviceToDevice", v.Name)
	case "cudaFree":
		help = fmt.Sprintf("%s lives as long as its module: remove the call", v.Name)
	}
	c.report(lint.Finding{Node: n, Confidence: lint.Proven, Label: "an address of the host",
		Message: fmt.Sprintf("%s gets the host's address of %s, not the one on the device: %s", name, kindOf(v), outcome), Help: help, Fixes: mends}, v)
}

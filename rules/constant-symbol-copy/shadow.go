package constantsymbolcopy

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/fixes"
	"github.com/cudalint/cudalint/lint"
)

// In host code the name of a device variable means its host shadow variable. The runtime
// uses that as a handle; its address is not a device address, and its value is not the
// value on the device. Measured with CUDA 13.0: cudaMemcpy and cudaMemset fail with
// cudaErrorInvalidValue unless the direction is HostToHost or Default, kernels that get
// the address fail with cudaErrorIllegalAddress, and what the host assigns never reaches
// the device.

// plainCopies are the functions that take addresses of memory. pointers and direction
// are positions of arguments, -1 for none.
var plainCopies = []struct {
	name      string
	pointers  []int
	direction int
}{
	{"cudaMemcpy", []int{0, 1}, 3}, {"cudaMemcpyAsync", []int{0, 1}, 3},
	{"cudaMemcpy2D", []int{0, 2}, 6}, {"cudaMemcpy2DAsync", []int{0, 2}, 6},
	{"cudaMemset", []int{0}, -1}, {"cudaMemsetAsync", []int{0}, -1}, {"cudaMemset2D", []int{0}, -1}, {"cudaFree", []int{0}, -1},
}

// plainCalls reports plain copies of a host shadow variable.
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

// shadow reports the host address of a symbol that is passed to the function name where
// a device address is meant. kind is the direction of a plain copy.
func (c *checker) shadow(n ast.Node, name, kind string, v *sema.Variable, suggested []fixes.Fix) {
	outcome := "the call fails with cudaErrorInvalidValue"
	if kind == "cudaMemcpyDefault" || kind == "cudaMemcpyHostToHost" {
		outcome = "the copy does not reach the device"
	}
	help := fmt.Sprintf("use cudaMemcpyToSymbol or cudaMemcpyFromSymbol, or get the device address with cudaGetSymbolAddress(&p, %s)", v.Name)
	switch name {
	case "cudaMemcpyToSymbol", "cudaMemcpyToSymbolAsync", "cudaMemcpyFromSymbol", "cudaMemcpyFromSymbolAsync":
		outcome = "the other side of the copy is host memory"
		help = fmt.Sprintf("get the device address with cudaGetSymbolAddress(&p, %s), and copy with cudaMemcpyDeviceToDevice", v.Name)
	case "cudaFree":
		help = fmt.Sprintf("remove the call: %s lives as long as its module", v.Name)
	}
	c.report(lint.Finding{Node: n, Confidence: lint.Proven, Label: "a host address",
		Message: fmt.Sprintf("%s gets the host address of %s, not its device address: %s", name, kindOf(v), outcome), Help: help, Fixes: suggested}, v)
}

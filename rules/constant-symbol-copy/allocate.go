package constantsymbolcopy

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
)

// allocations reports calls such as cudaMalloc(&p, n) of a __device__ pointer p that
// device code uses. They write the address to the host shadow variable of p; p itself
// stays null (measured). Nothing is reported if p may be set otherwise: by a copy to
// the symbol, through its address, or by a kernel.
func (c *checker) allocations() {
	for _, name := range []string{"cudaMalloc", "cudaMallocManaged", "cudaMallocPitch", "cudaMallocAsync"} {
		for _, call := range c.Unit.Calls(name) {
			if !c.runsOnHost(call) || c.redefined(call) {
				continue
			}
			arg := call.Child(ast.FieldArguments).FirstChild()
			v := c.bodies.Pointee(arg).Variable
			if !onDevice(v) || v.Type == nil || v.Type.Kind != sema.Pointer {
				continue
			}
			use := c.usedOnDevice(v)
			if !use.Valid() || c.isSet(v) {
				continue
			}
			c.report(lint.Finding{Node: arg, Confidence: lint.Likely, Label: "the host shadow variable",
				Message:     fmt.Sprintf("%s stores the address in the host shadow variable of %s: the pointer that kernels use stays null", name, kindOf(v)),
				Help:        fmt.Sprintf("allocate into a local pointer p and call cudaMemcpyToSymbol(%[1]s, &p, sizeof(p)), or pass the pointer to the kernels as an argument", v.Name),
				Assumptions: []string{"assumes that no other source copies to " + v.Name},
				Related:     []lint.RelatedNode{{Node: use, Message: v.Name + " is used on the device here"}}}, v)
		}
	}
}

// usedOnDevice returns the first use of a variable in a device function.
func (c *checker) usedOnDevice(v *sema.Variable) ast.Node {
	for _, f := range c.Unit.FunctionsMentioning(map[string]bool{v.Name: true}) {
		if !f.OnDevice() || f.Qualifiers&ast.Host != 0 {
			continue
		}
		for n := range f.Body.Descendants() {
			if n.Kind() == ast.Identifier && n.Text() == v.Name && c.bodies.Object(n).Variable == v && !c.Unit.Inactive(n, true) {
				return n
			}
		}
	}
	return ast.Node{}
}

// isSet reports whether something may set a variable on the device.
func (c *checker) isSet(v *sema.Variable) bool {
	for _, f := range forms {
		for _, call := range c.Unit.Calls(f.name) {
			if o := c.bodies.Object(c.strip(argumentsOf(f, call).symbolArg)); o.Variable == nil || o.Variable == v {
				return true
			}
		}
	}
	for _, f := range c.Unit.FunctionsMentioning(map[string]bool{v.Name: true}) {
		if !f.OnDevice() {
			continue
		}
		for _, s := range c.bodies.Stores(f) {
			if s.Target.Variable == v {
				return true
			}
		}
	}
	return false
}

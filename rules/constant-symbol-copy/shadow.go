package constantsymbolcopy

import (
	"bytes"
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/ast"
	"github.com/cudalint/cudalint/cudaparse/sema"
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
					c.shadow(args[i], p.name, kind, o.Variable)
					break
				}
			}
		}
	}
}

// shadow reports the host's address of a symbol where one of the device is
// meant. kind is the direction of a plain copy.
func (c *checker) shadow(n ast.Node, name, kind string, v *sema.Variable) {
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
		Message: fmt.Sprintf("%s gets the host's address of %s, not the one on the device: %s", name, kindOf(v), outcome), Help: help}, v)
}

// launches looks for symbols among the arguments of kernels that the host
// launches.
func (c *checker) launches() {
	for _, l := range c.Unit.Launches {
		if l.In == nil || l.In.OnDevice() || l.In.Name == "" || c.Unit.Inactive(l.Node, false) {
			continue
		}
		for _, arg := range l.Args {
			if c.seen[arg.Node] || c.Unit.FunctionAt(arg.Node) != l.In {
				continue
			}
			c.seen[arg.Node] = true
			c.launchArg(l, arg)
		}
	}
}

func (c *checker) launchArg(l *sema.Launch, arg sema.LaunchArg) {
	f := lint.Finding{Node: arg.Node, Confidence: lint.Proven}
	t := arg.Type.Object()
	if o := c.bodies.Pointee(arg.Node); onDevice(o.Variable) {
		f.Message = fmt.Sprintf("kernel %s gets the host's address of %s, not the one on the device: it ends with cudaErrorIllegalAddress", kernelName(l), kindOf(o.Variable))
		f.Label = "an address of the host"
		f.Help = fmt.Sprintf("use %[1]s by its name in the kernel, or get its address on the device with cudaGetSymbolAddress(&p, %[1]s)", o.Variable.Name)
		c.report(f, o.Variable)
		return
	}
	o := c.bodies.Object(arg.Node)
	if !onDevice(o.Variable) || t == nil || !t.Known() || t.Kind == sema.Pointer || o.Type == nil || o.Type.Qualifiers&ast.Const != 0 || o.Variable.Qualifiers&(ast.Const|ast.Constexpr) != 0 {
		return
	}
	f.Message = fmt.Sprintf("kernel %s gets the host's copy of %s, not the value on the device", kernelName(l), kindOf(o.Variable))
	f.Label = "read on the host"
	f.Help = fmt.Sprintf("use %s by its name in the kernel, or copy the value to the host with cudaMemcpyFromSymbol first", o.Variable.Name)
	c.report(f, o.Variable)
}

func kernelName(l *sema.Launch) string {
	if len(l.Kernels) > 0 {
		return l.Kernels[0].Name
	}
	return l.Kernel.Text()
}

// hostStores looks for functions of the host that assign to a symbol.
func (c *checker) hostStores(symbols [][]byte) error {
	for _, f := range c.Unit.Functions {
		if err := c.Context.Err(); err != nil {
			return err
		}
		if !f.Body.Valid() || f.OnDevice() || f.Qualifiers&ast.Constexpr != 0 || !mentions(f.Body, symbols) || attributed(f) {
			continue
		}
		for _, s := range c.bodies.Stores(f) {
			v := s.Target.Variable
			if !onDevice(v) || v.Type == nil || v.Type.Kind == sema.Pointer || c.Unit.Inactive(s.Node, false) || s.Node.Origin().Enclosing(ast.LambdaExpression).Valid() {
				continue
			}
			c.hostStore(v, s)
		}
	}
	return nil
}

func (c *checker) hostStore(v *sema.Variable, s sema.Store) {
	f := lint.Finding{Node: s.Node, Confidence: lint.Proven, Label: "writes the host's copy",
		Message: fmt.Sprintf("host code writes to %s: only the host's copy of it changes, kernels do not see that", kindOf(v)),
		Help:    fmt.Sprintf("copy the value with cudaMemcpyToSymbol(%s, ...)", v.Name)}
	if s.Callee != "" {
		f.Label = s.Callee + " writes the host's copy"
	}
	if s.Inner.Valid() {
		f.Related = append(f.Related, lint.RelatedNode{Node: s.Inner, Message: s.Callee + " writes here"})
	}
	if s.Conditional {
		f.Confidence = lint.Likely
		f.Assumptions = []string{s.Callee + " writes under a condition that this call can meet"}
	}
	c.report(f, v)
}

// mentions reports whether one of the names stands in the text of a body.
func mentions(body ast.Node, names [][]byte) bool {
	span := body.Span()
	text := body.File().Source.Text[span.Start:span.End]
	for _, name := range names {
		if bytes.Contains(text, name) {
			return true
		}
	}
	return false
}

// attributed reports whether a macro in front of a function was left out of the
// tree, which may qualify it for the device.
func attributed(f *sema.Function) bool {
	start, end := f.Node.Span().Start, f.Body.Span().Start
	for _, r := range f.Node.File().Repairs {
		if r.Cause == ast.AttributeMacro && r.Span.Start < end && r.Span.End+1 >= start {
			return true
		}
	}
	return false
}

package constantsymbolcopy

import (
	"fmt"

	"github.com/cudalint/cudalint/cudaparse/sema"
	"github.com/cudalint/cudalint/lint"
)

// launches reports kernel arguments that are the host address, or the host value, of a
// device variable.
func (c *checker) launches() {
	for _, l := range c.Host().Launches() {
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
		f.Message = fmt.Sprintf("kernel %s gets the host address of %s, not its device address: it fails with cudaErrorIllegalAddress", kernelName(l), kindOf(o.Variable))
		f.Label = "a host address"
		f.Help = fmt.Sprintf("use %[1]s by its name in the kernel, or get its device address with cudaGetSymbolAddress(&p, %[1]s)", o.Variable.Name)
		c.report(f, o.Variable)
		return
	}
	o := c.bodies.Object(arg.Node)
	if !onDevice(o.Variable) || t == nil || !t.Known() || t.Kind == sema.Pointer || sameOnHost(o.Variable) {
		return
	}
	f.Message = fmt.Sprintf("kernel %s gets the value of the host shadow variable of %s, not the value on the device", kernelName(l), kindOf(o.Variable))
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

package sema

import "github.com/cudalint/cudalint/cudaparse/ast"

// A LaunchForm is the order in which a function that starts a kernel takes its arguments.
type LaunchForm uint8

// The forms. LaunchSyntax is kernel<<<grid, block, shared, stream>>>(args...).
const (
	NoLaunch          LaunchForm = iota
	LaunchSyntax                 // kernel<<<grid, block, shared, stream>>>(args...)
	LaunchArray                  // (kernel, grid, block, void **args, shared, stream)
	LaunchConfig                 // (&config, kernel, args...)
	LaunchConfigArray            // (&config, kernel, void **args)
	LaunchDriver                 // (function, gx, gy, gz, bx, by, bz, shared, stream, void **args, extra)
	LaunchList                   // (kernel, grid, block, shared, stream, args...)
)

// launchFunctions are the functions that start a kernel.
var launchFunctions = map[string]LaunchForm{
	"cudaLaunchKernel": LaunchArray, "cudaLaunchCooperativeKernel": LaunchArray, "hipLaunchKernel": LaunchArray, "hipLaunchCooperativeKernel": LaunchArray,
	"cudaLaunchKernelEx": LaunchConfig, "cudaLaunchKernelExC": LaunchConfigArray,
	"cuLaunchKernel": LaunchDriver, "hipModuleLaunchKernel": LaunchDriver,
	"hipLaunchKernelGGL": LaunchList,
}

// LaunchFormOf returns how a call_expression starts a kernel, NoLaunch for one that does not.
func LaunchFormOf(call ast.Node) LaunchForm {
	if call.ChildOf(ast.KernelCallSyntax).Valid() {
		return LaunchSyntax
	}
	return launchFunctions[call.Child(ast.FieldFunction).PlainName()]
}

// LaunchedKernel returns the expression that names the kernel that a launch starts.
func LaunchedKernel(call ast.Node) ast.Node {
	first := call.Child(ast.FieldArguments).FirstChild()
	switch LaunchFormOf(call) {
	case LaunchSyntax:
		return call.Child(ast.FieldFunction)
	case LaunchConfig, LaunchConfigArray:
		return first.Next()
	case NoLaunch:
		return ast.Node{}
	}
	return first
}

// A LaunchSite is a place that starts a kernel.
type LaunchSite struct {
	Node ast.Node
	// In is the function around it: one of no name, with the scope alone, outside of all.
	In *Function
}

// LaunchSites returns the places of the unit that start a kernel, in the order of its files;
// those that the text of macros spells come last.
func (u *Unit) LaunchSites() []LaunchSite {
	var out []LaunchSite
	add := func(n ast.Node, outside *Scope) {
		if len(out) > maxLaunchSites || !LaunchedKernel(n).Valid() {
			return
		}
		fn := u.FunctionAt(n)
		if fn != nil && (u.Inactive(n, fn.deviceOnly()) || launchFunctions[fn.Name] != NoLaunch) {
			return
		}
		if fn == nil {
			fn = &Function{Scope: outside}
		}
		out = append(out, LaunchSite{n, fn})
	}
	for _, p := range u.launches {
		add(p.node, p.sp.scope)
	}
	for n := range u.macroLaunches {
		add(n, u.spaces[""].scope)
	}
	return out
}

const maxLaunchSites = 20000

// deviceOnly reports whether a function is compiled for the device and not for the host.
func (f *Function) deviceOnly() bool { return f.OnDevice() && f.Qualifiers&ast.Host == 0 }

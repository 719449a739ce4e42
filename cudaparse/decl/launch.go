package decl

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

// LaunchFormNamed returns how a function of a name starts a kernel, NoLaunch for any other name.
func LaunchFormNamed(name string) LaunchForm { return launchFunctions[name] }

package sema

// launchFunctions are the functions that start a kernel, and how.
var launchFunctions = map[string]launchForm{
	"cudaLaunchKernel": launchArray, "cudaLaunchCooperativeKernel": launchArray, "hipLaunchKernel": launchArray, "hipLaunchCooperativeKernel": launchArray,
	"cudaLaunchKernelEx": launchConfig, "cudaLaunchKernelExC": launchConfigArray,
	"cuLaunchKernel": launchDriver, "hipModuleLaunchKernel": launchDriver,
	"hipLaunchKernelGGL": launchList,
}

// A launchForm is the order of a launch function's arguments.
type launchForm uint8

const (
	launchArray       launchForm = iota + 1 // (kernel, grid, block, void **args, shared, stream)
	launchConfig                            // (&config, kernel, args...)
	launchConfigArray                       // (&config, kernel, void **args)
	launchDriver                            // (function, gx, gy, gz, bx, by, bz, shared, stream, args, extra)
	launchList                              // (kernel, grid, block, shared, stream, args...)
)

func (b *builder) findLaunches() {}

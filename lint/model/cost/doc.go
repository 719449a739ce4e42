// Package cost estimates how long a kernel takes on a GPU, from what the lanes of
// its warps do and a model of the GPU: enough to tell how much of the time one
// access is worth, and what another placement of its data would save.
//
// # Time
//
// The estimate is for one warp and one SM. Each pipe is busy for the sum over the
// loop nests of its instructions (instructions.go, calls.go) and memory accesses
// (package gpu) times their executions. The latency of the warp is that of its
// dependent instructions and loads, divided by the warps that are active at a time
// (latency.go, occupancy.go). All of these together, and the start of blocks, make
// the time (Demand.time):
//
//	pipes = (sum of busy^6)^(1/6)
//	time  = max((pipes^3 + latency^3)^(1/3), start)
//
// The busiest pipe bounds the kernel if it is busier than latency and start are long, and if all of the GPU
// is busy for most of the time, as Nsight Compute counts it (bound.go):
//
//	busy * peak * blocks / (SMs * blocks of the busiest SM) >= 0.6 * (time + launch)
//
// where peak is the share of the peak that transfers reach: 0.83 of the second level, DRAMShare of device
// memory, 1 of the others. Atomics that queue for one sector do not count as busy. Otherwise latency bounds
// it, or the start of blocks. Nothing is known of idle SMs where the grid is not known.
//
// Milliseconds adds the launch and the first fetch of the code; shares of the time
// leave them out. Atomics at few addresses wait for each other (write.go).
//
// What an access costs beyond the first-level cache depends on whether its data has
// been there before (traffic.go): a table, whose size is known, is fetched once by
// each SM; an address that moves with the block streams from device memory, or from
// the second level where all that the grid touches fits half of it.
//
// # Placements
//
// All reads of an object move together, those at uniform and literal addresses too.
// Global and texture reads take two more integer instructions for an address, shared
// memory a copy and a barrier in each block and perhaps occupancy, registers a load
// per warp, 32 entries at most and all lanes. Among those within 5 points of the
// largest saving the simplest is advised: literal offsets, global memory, constant,
// shared, registers, texture.
//
// # Assumptions
//
// Loops of unknown length count warp.UnknownTrips iterations. A grid of unknown size
// replaces the blocks that fit on the GPU eight times. Registers limit the occupancy
// where the compiler says how many there are (Resources), else only by __launch_bounds__. Half of a warp's arithmetic waits for the instruction
// before it. Indexes that are data are independent and equally likely, branches on
// data are taken by all lanes: savings are upper bounds then.
//
// # Constants
//
// Figures of a GPU are in its model. What is not is a constant here, fitted on an
// H200 and said to be so where it stands: the exponents and the spread of integers
// over two pipes (pipe.go), the start of blocks and warps (estimate.go), the overlap
// of loads (latency.go). The kernels of testdata/kernels are held against the estimate
// in testdata/kernels/predicted.md. Those of them that were not held out settled some
// rules: the start of blocks bounds the time from below instead of adding to it, warps
// of several blocks are not in step at the constant cache, a wide element brings its
// line once; and one number, how often parameters are loaded (parameterLoads).
package cost

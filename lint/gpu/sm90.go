package gpu

// sm90 holds the figures of compute capability 9.0, measured on one H200 with
// CUDA 13.0: cycles per warp instruction with 32 warps on one SM, 4-byte
// elements. Each line names the row of the measurement it is taken from
// (placement_microbench: space, pattern).
var sm90 = Model{
	Name:  "sm_90",
	Basis: Measured,

	// const,mod,1..32: 2.01, 4.01, 6.01, ... 64.0, the same for neighbouring and
	// for distant addresses as long as their lines stay in the first level.
	ConstantPerAddress: 2,
	// constant_footprint: 34 cycles up to 2,048 bytes, 99 beyond, in 64-byte lines.
	// const,stride128,8 misses (8 lines 512 bytes apart) and const,stride64,8 hits
	// (256 bytes apart): 8 sets of 4 lines.
	ConstantLine: 64, ConstantSets: 8, ConstantWays: 4,
	// const,stride32,32 and const,stride64,32: 77.6 for 32 addresses; const,random1024
	// to random16384: 84.2, 74.0, 79.1 for 32. 79 / 32 is about their middle. Sixteen
	// and more lines in one set cost up to five times that (const,stride128,32:
	// 426.6), which is not modelled: the figure is then too low, never too high.
	ConstantMissPerAddress: 2.47,

	// ldg,mod and global_ca,mod: 1.29 for up to 4 sectors of one line.
	GlobalFloor: 1.294,
	// ldg,random1024: 5.01 where about 20 lines of 128 bytes are touched.
	GlobalLinesPerCycle: 4,
	// ldg,random16 to ldg,random16384.
	GlobalRandom: []Point{{64, 1.294}, {256, 2.011}, {1024, 3.013}, {4096, 5.007}, {16384, 11.007}, {65536, 11.007}},

	// shared,mod: 1.012; shared,stride2 to stride32: 2.01, 4.01, 8.01, 16.0, 32.0.
	SharedPerConflict: 1.01,
	// shared,random16 to shared,random16384 (random16384 measured 4.0: one draw).
	SharedRandom: []Point{{64, 1.012}, {256, 2.011}, {1024, 3.009}, {4096, 4.009}, {16384, 5.008}, {65536, 5.008}},
	// Static shared memory of one block (CUDA Programming Guide, technical
	// specifications per compute capability): more needs an opt-in at run time.
	SharedLimit: 48 << 10,
}

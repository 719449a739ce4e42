package lint

// A Target is what the code is built for.
type Target struct {
	GPU     string // "sm_90"
	CUDA    string // toolkit version, "13.0"
	Product string // "H100", "" where only the architecture was asked for
}

// DefaultGPU is the target where nothing else is said; the toolkit is then the
// last one that targets the GPU.
const DefaultGPU = "sm_90"

// A Build is how a file becomes part of a program.
type Build struct {
	// RDC is set where the file is built with relocatable device code (nvcc
	// -rdc=true, -dc): its device code is linked with that of other files.
	RDC bool
	// LinkUnit names what the file is linked into, as far as its build tells: files
	// with the same name are linked together. "" where it is not known.
	LinkUnit string
}

// ConstantLimit is the constant memory of one module in bytes, on every compute
// capability (CUDA C++ Programming Guide, technical specifications; ptxas and
// nvlink of CUDA 12.9, 13.0 and 13.5 refuse one byte more and take this many).
const ConstantLimit = 65536

// SharedLimit is the shared memory in bytes that a block can have of variables of known size
// (CUDA C++ Programming Guide, technical specifications: more needs dynamic shared memory),
// on every architecture.
const SharedLimit = 48 << 10

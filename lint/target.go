package lint

import "fmt"

// A Target is what the code is built for.
type Target struct {
	GPU     string // "sm_90"
	CUDA    string // toolkit version, "13.0"
	Product string // "H100"; "" if only the architecture was given
	// FiguresOf is the product whose figures the prices use, "" if Product has its own.
	FiguresOf string
}

// StandIn says whose figures the prices use for a product without figures of its own, "" for others.
func (t Target) StandIn() string {
	if t.FiguresOf == "" {
		return ""
	}
	return fmt.Sprintf("%s has no figures of its own: its prices use those of %s (%s)", t.Product, t.GPU, t.FiguresOf)
}

// DefaultGPU is the target if none is given. The toolkit is then the last one that targets this
// GPU.
const DefaultGPU = "sm_90"

// A Build is how a file becomes part of a program.
type Build struct {
	// RDC is set where the file is built with relocatable device code (nvcc
	// -rdc=true, -dc): its device code is linked with that of other files.
	RDC bool
	// LinkUnit names the program or library that the file is linked into: files with the same
	// LinkUnit are linked together. It is "" if the build does not say.
	LinkUnit string
}

// ConstantLimit is the constant memory of one module in bytes, on every compute
// capability (CUDA C++ Programming Guide, technical specifications; ptxas and
// nvlink of CUDA 12.9, 13.0 and 13.5 refuse one byte more and take this many).
const ConstantLimit = 65536

// SharedLimit is the most static shared memory of a block in bytes, on every architecture (CUDA C++
// Programming Guide, technical specifications: more needs dynamic shared memory).
const SharedLimit = 48 << 10

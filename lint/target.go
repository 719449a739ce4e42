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

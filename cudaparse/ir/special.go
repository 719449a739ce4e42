package ir

// A Special is one component of a CUDA built-in variable, such as threadIdx.x.
type Special int64

var specialNames = [...]string{"threadIdx.x", "threadIdx.y", "threadIdx.z", "blockIdx.x", "blockIdx.y", "blockIdx.z",
	"blockDim.x", "blockDim.y", "blockDim.z", "gridDim.x", "gridDim.y", "gridDim.z", "warpSize"}

// String returns the name in CUDA.
func (s Special) String() string { return specialNames[s] }

// specials maps the names of the Specials to them.
var specials = func() map[string]Special {
	m := map[string]Special{}
	for i, name := range specialNames {
		m[name] = Special(i)
	}
	return m
}()

// The components of the built-in variables.
const (
	ThreadIdxX Special = iota
	ThreadIdxY
	ThreadIdxZ
	BlockIdxX
	BlockIdxY
	BlockIdxZ
	BlockDimX
	BlockDimY
	BlockDimZ
	GridDimX
	GridDimY
	GridDimZ
	WarpSize
)

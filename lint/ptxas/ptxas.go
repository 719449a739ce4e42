// Package ptxas reads what the compiler says about the registers, the shared memory and the spills of
// kernels: the output of nvcc -Xptxas -v, also within the output of a build, and of cuobjdump
// -res-usage. It finds what is said of one kernel (Log.Find).
package ptxas

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"

	"github.com/cudalint/cudalint/lint/bounded"
	"github.com/cudalint/cudalint/lint/kernelname"
)

// A Log is what one file says.
type Log struct {
	// Path is that of the file, as it is reported.
	Path string
	// Digest tells the content from others.
	Digest string
	// Functions are the kernels in order, each only once: for one architecture, and with one set of
	// figures. Output of cuobjdump has other functions as well.
	Functions []Function
	// Tangled is how many kernels are left out because the output of several compilers is mixed.
	Tangled int

	byBase map[string][]int
}

// A Function is what the compiler says of one function.
type Function struct {
	Symbol string // as the linker knows it
	Name   kernelname.Name
	Arch   string // "sm_90", "" where it is not said
	// Registers is how many registers a thread has.
	Registers int
	// Shared is how many bytes of shared memory a block declares. Where it is from cuobjdump (Reserved)
	// it has what the system takes, too: see systemShared.
	Shared   int
	Reserved bool
	// SpillStores and SpillLoads are the bytes of a thread's registers that the code writes to local
	// memory and reads back. They are the sizes of instructions, not how often these run.
	SpillStores, SpillLoads int
}

// The bounds of a file. A build of a large library has 20 MB and 30,000 kernels.
const (
	maxBytes     = 256 << 20
	maxFunctions = 1 << 17
	maxNames     = 64 << 20 // bytes of all names that are taken apart
)

// ReadFile reads a file. path is how it is reported. The error is the reason only.
func ReadFile(name, path string) (*Log, error) {
	text, err := bounded.Read(name, maxBytes)
	if err != nil {
		return nil, err
	}
	return Parse(text, path)
}

// Parse reads the content of a file.
func Parse(text []byte, path string) (*Log, error) {
	r := &reader{log: &Log{Path: path}, seen: map[string]bool{}}
	if err := r.read(text); err != nil {
		return nil, err
	}
	l := r.log
	if len(l.Functions) == 0 {
		return nil, errors.New("no kernel is in it: it should hold what nvcc -Xptxas -v or cuobjdump -res-usage prints")
	}
	sum := sha256.Sum256(text)
	l.Digest = hex.EncodeToString(sum[:])
	l.byBase = map[string][]int{}
	names := 0
	for i := range l.Functions {
		f := &l.Functions[i]
		f.Name = kernelname.Parse(f.Symbol)
		if names += len(f.Name.String()); names > maxNames {
			return nil, fmt.Errorf("the names of its kernels have over %s", bounded.Size(maxNames))
		}
		l.byBase[f.Name.Base] = append(l.byBase[f.Name.Base], i)
	}
	return l, nil
}

// Architectures returns the architectures that the log names, in order of their names.
func (l *Log) Architectures() []string {
	var out []string
	for i := range l.Functions {
		if a := l.Functions[i].Arch; a != "" && !slices.Contains(out, a) {
			out = append(out, a)
		}
	}
	slices.Sort(out)
	return out
}

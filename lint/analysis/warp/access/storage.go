package access

import "github.com/cudalint/cudalint/cudaparse/sema"

// A Storage is a piece of memory that accesses reach: a variable, a parameter, or what a
// pointer of unknown origin points to.
type Storage struct {
	ID       int
	Name     string
	Space    sema.MemorySpace
	Size     int64 // bytes, -1 where not known
	Variable *sema.Variable
	// Escaped is set once the address may be used out of sight, written once a
	// kernel parameter is stored to: the compiler then keeps a copy in local memory.
	Escaped, Written bool
	// GridConstant is set for a __grid_constant__ parameter.
	GridConstant bool
}

// Constant reports whether it is in constant or parameter memory.
func (s *Storage) Constant() bool {
	return s.Space == sema.ConstantSpace || s.Space == sema.ParameterSpace
}

// maxCopiedParam is the size in bytes up to which nvcc copies a struct parameter
// that is indexed by a variable to local memory; larger ones, and
// __grid_constant__ ones, are read from the parameter bank (measured with nvcc
// 13.0 for sm_80, sm_90 and sm_100: testdata/truth/constant_param.cu).
const maxCopiedParam = 128

// inLocalMemory reports whether the compiler keeps a kernel parameter in local
// memory rather than reading it from the parameter bank.
func (s *Storage) inLocalMemory() bool {
	if s.GridConstant {
		return false
	}
	return s.copied() || s.Size > 0 && s.Size <= maxCopiedParam
}

// copied reports whether the compiler keeps a copy of a kernel parameter whatever it is
// indexed by.
func (s *Storage) copied() bool { return s.Written || s.Escaped }

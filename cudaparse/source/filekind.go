package source

import (
	"path/filepath"
	"strings"
)

// A FileKind says what a file is by its name.
type FileKind uint8

// The kinds of files.
const (
	OtherFile  FileKind = iota
	CUDASource          // nvcc compiles it for host and device
	CUDAHeader
	HostSource // nvcc passes it to the host compiler
	Header     // it may be a header of CUDA sources
)

var fileKinds = map[string]FileKind{
	".cu":  CUDASource,
	".cuh": CUDAHeader,
	".c":   HostSource, ".cc": HostSource, ".cpp": HostSource, ".cxx": HostSource, ".c++": HostSource,
	".h": Header, ".hh": Header, ".hpp": Header, ".hxx": Header, ".inl": Header,
}

// KindOf returns the kind of a file. Builds with Bazel name CUDA sources x.cu.cc.
func KindOf(name string) FileKind {
	if strings.HasSuffix(name, ".cu.cc") {
		return CUDASource
	}
	return fileKinds[strings.ToLower(filepath.Ext(name))]
}

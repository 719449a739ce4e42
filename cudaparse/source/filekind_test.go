package source

import "testing"

func TestKindOf(t *testing.T) {
	for name, want := range map[string]FileKind{
		"a.cu": CUDASource, "dir.h/A.CU": CUDASource, "a.cu.cc": CUDASource, "a.CU.CC": HostSource, "a.cuh": CUDAHeader,
		"a.c": HostSource, "a.b.cc": HostSource, "a.cpp": HostSource, "a.cxx": HostSource, "a.C++": HostSource,
		"a.h": Header, "a.hh": Header, "a.hpp": Header, "a.hxx": Header, "a.cu.inl": Header,
		"": OtherFile, "cu": OtherFile, "a.cu/b": OtherFile, "a.cub": OtherFile, "a.cuh.txt": OtherFile,
	} {
		if got := KindOf(name); got != want {
			t.Errorf("%q: %d, want %d", name, got, want)
		}
	}
}

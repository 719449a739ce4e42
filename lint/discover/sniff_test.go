package discover

import (
	"strings"
	"testing"
)

func TestHoldsCUDA(t *testing.T) {
	for text, want := range map[string]bool{
		"__global__ void k();":                         true,
		"k<<<1, 32>>>(p);":                             true,
		"int i = threadIdx.x;":                         true,
		"#define HD __host__ __device__\n":             true,
		"extern __constant__ int t[4];":                true,
		"":                                             false,
		"cudaArray *cuArray;":                          false,
		"int main() { return 0; }":                     false,
		"// __global__ void k();":                      false,
		"// goes on \\\n__global__ void k();\n":        false,
		"// ends\n__global__ void k();\n":              true,
		"/* __global__\n */ int x;":                    false,
		"const char* s = \"__global__\";":              false,
		"auto s = R\"x(__global__ \" )\" )x\";":        false,
		"auto s = R\"x(a)x\"; __device__ int y;":       true,
		"char c = '\"'; __shared__ int x;":             true,
		"int n = 1'000'000; __device__ int y;":         true,
		"const char* s = \"\\\"\"; __device__ x;":      true,
		"auto c = L'\"'; __device__ int y;":            true,
		"auto s = u8R\"(a\"__device__)\";":             false,
		"#define N 0x1'f /* __device__\n__shared__ */": false,
		"a <<< b;":                          false,
		"int my__global__x;":                false,
		"<<<<<<< HEAD\nint x;\n>>>>>>> b\n": false,
		"std::cout << a << b;":              false,
		"const char* unterminated = \"\n__device__ int x;": true,
		"/* unterminated __device__":                       false,
		"void f() { cudaDestroyTextureObject(t); }":        true,
		"void f() { cuTexRefSetArray(t, a, 0); }":          true,
		"void f() { cudaFreeArray(a); }":                   true,
		"void f() { cudaFreeArrays(a); }":                  false,
		"void f() { cudaMalloc(&p, 4); cudaFree(p); }":     false,
		"// cudaFreeArray(a);":                             false,
	} {
		if got := HoldsCUDA([]byte(text)); got != want {
			t.Errorf("HoldsCUDA(%q) = %v", text, got)
		}
	}
}

func FuzzHoldsCUDA(f *testing.F) {
	f.Add([]byte("auto s = R\"x(__global__)x\"; // \\\n '"))
	f.Fuzz(func(t *testing.T, text []byte) {
		HoldsCUDA(text) // ends, within the text
		if !HoldsCUDA(append([]byte("__global__\n"), text...)) {
			t.Errorf("a qualifier on the first line is lost before %q", text)
		}
	})
}

// The shortcuts past the table of words must not pass by one of them.
func TestEveryCUDAWordIsSeen(t *testing.T) {
	for word := range cudaWords {
		if !HoldsCUDA([]byte("int " + word + ";")) {
			t.Errorf("%s is not seen", word)
		}
	}
}

// BenchmarkHoldsCUDA reads a source without CUDA: all of it.
func BenchmarkHoldsCUDA(b *testing.B) {
	text := []byte(strings.Repeat(`
// at returns the element at an index, the last one for those after it.
template <typename T> const T &table<T>::at(std::size_t index) const {
    if (index >= size_) { /* no such element */
        log::warning("index %zu of %zu", index, size_);
        index = size_ - 1'000u;
    }
    return data_[index * stride_ + offset_];
}
`, 1000))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for range b.N {
		if HoldsCUDA(text) {
			b.Fatal("there is none")
		}
	}
}

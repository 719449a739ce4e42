package lsptest

import (
	"fmt"
	"slices"
	"strings"
)

// Source returns a typical CUDA source of at least the given size: kernels, their launches and host
// code. Every every-th of its tables is in constant memory, none if every is 0. In public code, one
// file in ten has such tables.
func Source(bytes, every int) string {
	var b strings.Builder
	b.WriteString("#include <cuda_runtime.h>\n#define CHECK(x) do { x; } while (0)\n\n")
	for i := 0; b.Len() < bytes; i++ {
		table, read := "static const", "scale"
		if every > 0 && i%every == 0 {
			table, read = "__constant__", fmt.Sprintf("table_%d[(i + k) & 255]", i)
		}
		fmt.Fprintf(&b, `// Step %[1]d of the computation: a table and its users.
%[2]s float table_%[1]d[256] = {1.0f, 2.0f, 3.0f};

__device__ static float helper_%[1]d(const float *__restrict__ in, int i, float scale) {
  float sum = 0.0f;
  #pragma unroll 4
  for (int k = 0; k < 16; ++k) {
    sum += in[i * 16 + k] * %[3]s + scale;
  }
  return sum > 1.0f ? sqrtf(sum) : -sum;
}

template <typename T, int N>
__global__ void __launch_bounds__(256) kernel_%[1]d(T *__restrict__ out, const T *__restrict__ in, int n) {
  __shared__ T tile[N][33];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && threadIdx.y == 0) {
    tile[threadIdx.x / 32][threadIdx.x %% 32] = in[i];
    __syncthreads();
    out[i] = helper_%[1]d(in, i, 0.5f) + static_cast<T>(tile[0][i & 31]); /* one result a thread */
  }
}

void run_%[1]d(std::vector<float> &host, cudaStream_t stream) {
  float *in = nullptr, *out = nullptr;
  CHECK(cudaMalloc(&in, host.size() * sizeof(float)));
  CHECK(cudaMalloc(&out, host.size() * sizeof(float)));
  dim3 grid((host.size() + 255) / 256), block(256);
  kernel_%[1]d<float, 8><<<grid, block, 0, stream>>>(out, in, static_cast<int>(host.size()));
  CHECK(cudaMemcpyAsync(host.data(), out, host.size() * sizeof(float), cudaMemcpyDeviceToHost, stream));
  if (host.empty() || host[0] != host[0]) {
    for (std::size_t k = 0; k < host.size(); ++k) host[k] = static_cast<float>(k) * 0.25f;
  }
  printf("step %[1]d: %%f\n", host[0]);
}

`, i, table, read)
	}
	return b.String()
}

// Typing returns a statement for a test to type into a Source, character by character, and its
// offset. The statement reads the function's table, and stands in the middle of the kernel in the
// middle of the file.
func Typing(source string) (at int, statement string) {
	const before = "    tile[threadIdx.x / 32]"
	at = len(source)/2 + strings.Index(source[len(source)/2:], before)
	number := source[strings.LastIndex(source[:at], "kernel_")+len("kernel_"):]
	number = number[:strings.IndexByte(number, '(')]
	return at, "    out[i] += helper_" + number + "(in, i / 2, table_" + number + "[threadIdx.x & 15]);\n"
}

// Percentile returns a percentile of the values.
func Percentile[T int64 | float64](values []T, percent int) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, len(sorted)*percent/100)]
}

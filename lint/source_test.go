package lint_test

import (
	"fmt"
	"strings"

	"github.com/cudalint/cudalint/lint"
)

// generated returns n sources of about 20 KB each, of the usual kind: kernels,
// their launches and host code. One in eight has tables in constant memory; in
// public code it is one in ten.
func generated(n int) []lint.Input {
	var inputs []lint.Input
	for i := range n {
		inputs = append(inputs, lint.Input{Path: fmt.Sprintf("f%03d.cu", i), Text: sourceText(20<<10, i%8 == 0), HasText: true})
	}
	return inputs
}

func size(inputs []lint.Input) (bytes int64) {
	for _, in := range inputs {
		bytes += int64(len(in.Text))
	}
	return bytes
}

func sourceText(bytes int, tables bool) []byte {
	var b strings.Builder
	b.WriteString("#include <cuda_runtime.h>\n#define CHECK(x) do { x; } while (0)\n\n")
	for i := 0; b.Len() < bytes; i++ {
		table, read := "static const", "scale"
		if tables {
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
	return []byte(b.String())
}

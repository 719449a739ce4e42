// Kernels whose control flow matters.

__global__ void switch4(int n, const int* __restrict__ op, const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = a[i], y = b[i], r;
  switch (op[i]) {
    case 0: r = x + y; break;
    case 1: r = x - y; break;
    case 2: r = x * y; break;
    case 3: r = x > y ? x : y; break;
    default: r = 0.0f;
  }
  out[i] = r;
}

// iteration: FFMA 1
__global__ void nested_loops(int rows, int cols, const float* __restrict__ m, float* __restrict__ out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float best = 0;
  for (int r = 0; r < rows; r++) {
    float s = 0;
    for (int c = 0; c < cols; c++) {
      float v = m[(t * rows + r) * cols + c];
      s += v * v;
    }
    if (s > best) best = s;
  }
  out[t] = best;
}

// iteration: LDG 1
__global__ void binary_search(int n, int m, const int* __restrict__ sorted, const int* __restrict__ keys, int* __restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= m) return;
  int key = keys[i], lo = 0, hi = n;
  while (lo < hi) {
    int mid = (lo + hi) / 2;
    if (sorted[mid] < key) lo = mid + 1;
    else hi = mid;
  }
  out[i] = lo;
}

template <int N, typename T>
__device__ T power(T x) {
  T r = x;
#pragma unroll
  for (int i = 1; i < N; i++) r *= x;
  return r;
}

template <typename T, int N>
__global__ void template_power(int n, const T* __restrict__ x, T* __restrict__ y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = power<N>(x[i]) + power<N / 2>(x[i]);
}

void launch_template(int n, const float* x, float* y) { template_power<float, 8><<<64, 256>>>(n, x, y); }

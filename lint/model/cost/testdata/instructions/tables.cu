// Kernels that look numbers up.

__constant__ float coefficients[64];
__constant__ unsigned char sbox[256];

__global__ void fir21(int n, const float* __restrict__ x, float* __restrict__ y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int k = 0; k < 21; k++) s += coefficients[k] * x[i + k];
  y[i] = s;
}

// iteration: FFMA 1
__global__ void fir_taps(int n, int taps, const float* __restrict__ x, float* __restrict__ y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float s = 0;
  for (int k = 0; k < taps; k++) s += coefficients[k] * x[i + k];
  y[i] = s;
}

// iteration: LDC 4
__global__ void substitute(int n, int rounds, const unsigned* __restrict__ in, unsigned* __restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  unsigned w = in[i];
  for (int r = 0; r < rounds; r++) {
    w = sbox[w & 255] | sbox[w >> 8 & 255] << 8 | sbox[w >> 16 & 255] << 16 | (unsigned)sbox[w >> 24] << 24;
    w = w << 3 | w >> 29;
  }
  out[i] = w;
}

// iteration: ATOMS 1
__global__ void histogram(int n, const unsigned char* __restrict__ in, unsigned* __restrict__ bins) {
  __shared__ unsigned local[256];
  local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) atomicAdd(&local[in[i]], 1u);
  __syncthreads();
  atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

__global__ void gather(int n, const int* __restrict__ index, const float* __restrict__ table, float* __restrict__ out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = table[index[i]];
}

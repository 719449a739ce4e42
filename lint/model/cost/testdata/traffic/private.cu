// Floats computed in double, and arrays of a thread in local memory.
#include "pair.h"

__global__ void double_literal(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float s = in[i];
  for (int k = 0; k < 256; k++) s = s * 0.7 + 0.1;
  out[i] = s;
}

__global__ void double_literal_remedied(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float s = in[i];
  for (int k = 0; k < 256; k++) s = s * 0.7f + 0.1f;
  out[i] = s;
}

// The same in a kernel that device memory bounds.
__global__ void double_literal_stream(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i] * 0.7 + 0.1;
}

__global__ void double_literal_stream_remedied(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i] * 0.7f + 0.1f;
}

__global__ void double_function(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float s = in[i];
  for (int k = 0; k < 8; k++) s = (float)exp((double)-s) * 0.5f;
  out[i] = s;
}

__global__ void double_function_remedied(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float s = in[i];
  for (int k = 0; k < 8; k++) s = expf(-s) * 0.5f;
  out[i] = s;
}

// A histogram of a thread's own, indexed by data; remedied: a column of shared memory for each thread.
__global__ void local_histogram(const unsigned char* in, unsigned* out) {
  unsigned count[16] = {};
  for (int k = 0; k < 64; k++) count[in[(blockIdx.x * 64 + k) * 128 + threadIdx.x] & 15]++;
  for (int k = 0; k < 16; k++) out[(blockIdx.x * 16 + k) * 128 + threadIdx.x] = count[k];
}

__global__ void local_histogram_remedied(const unsigned char* in, unsigned* out) {
  __shared__ unsigned count[16][128];
  for (int k = 0; k < 16; k++) count[k][threadIdx.x] = 0;
  for (int k = 0; k < 64; k++) count[in[(blockIdx.x * 64 + k) * 128 + threadIdx.x] & 15][threadIdx.x]++;
  for (int k = 0; k < 16; k++) out[(blockIdx.x * 16 + k) * 128 + threadIdx.x] = count[k][threadIdx.x];
}

// The last values in a ring whose start moves; remedied: by an index that is constant after unrolling.
__global__ void local_ring(const float* in, float* out, int steps) {
  float ring[8] = {};
  float sum = 0;
  for (int k = 0; k < steps; k++) {
    ring[k & 7] = in[(blockIdx.x * 128 + k) * 128 + threadIdx.x];
    sum = sum * 0.5f + ring[(k + 3) & 7];
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}

__global__ void local_ring_remedied(const float* in, float* out, int steps) {
  float ring[8] = {};
  float sum = 0;
  for (int k = 0; k < steps; k += 8) {
#pragma unroll
    for (int j = 0; j < 8; j++) {
      ring[j] = in[(blockIdx.x * 128 + k + j) * 128 + threadIdx.x];
      sum = sum * 0.5f + ring[(j + 3) & 7];
    }
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}

int main() {
  const int n = 1 << 24;
  float *in = vector<float>(8 * n), *out = zeros<float>(2 * n);
  {
    Pair pair("double_literal", out, 4 * n, 1e-4);
    for (pair.begin("costly"); pair.next();) double_literal<<<65536, 256>>>(in, out);
    for (pair.begin("remedied"); pair.next();) double_literal_remedied<<<65536, 256>>>(in, out);
  }
  {
    Pair pair("double_literal_stream", out, 4 * n, 1e-4);
    for (pair.begin("costly"); pair.next();) double_literal_stream<<<65536, 256>>>(in, out);
    for (pair.begin("remedied"); pair.next();) double_literal_stream_remedied<<<65536, 256>>>(in, out);
  }
  {
    Pair pair("double_function", out, 4 * n, 1e-4);
    for (pair.begin("costly"); pair.next();) double_function<<<65536, 256>>>(in, out);
    for (pair.begin("remedied"); pair.next();) double_function_remedied<<<65536, 256>>>(in, out);
  }
  {
    unsigned char* bytes = vector<unsigned char>(1 << 26, 256);
    Pair pair("local_histogram", out, 4 * 8192 * 16 * 128);
    for (pair.begin("costly"); pair.next();) local_histogram<<<8192, 128>>>(bytes, (unsigned*)out);
    for (pair.begin("remedied"); pair.next();) local_histogram_remedied<<<8192, 128>>>(bytes, (unsigned*)out);
    cudaFree(bytes);
  }
  {
    Pair pair("local_ring", out, 4 * 8192 * 128);
    for (pair.begin("costly"); pair.next();) local_ring<<<8192, 128>>>(in, out, 128);
    for (pair.begin("remedied"); pair.next();) local_ring_remedied<<<8192, 128>>>(in, out, 128);
  }
  return 0;
}

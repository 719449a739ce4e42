// Strided loads, stores and atomics, in kernels that memory bounds and in kernels that something else bounds: arithmetic,
// latency, the launch.
#include "pair.h"

__global__ void strided_load_2(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[2 * i] * 0.5f;
}

__global__ void strided_load_2_remedied(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i] * 0.5f;
}

__global__ void strided_load_32(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[32 * i] * 0.5f;
}

__global__ void strided_load_32_remedied(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i] * 0.5f;
}

// All of it fits the second-level cache.
__global__ void strided_load_l2(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 16; k++) sum += in[8 * ((i + k * 4096) & 131071)];
  out[i] = sum;
}

__global__ void strided_load_l2_remedied(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 16; k++) sum += in[(i + k * 4096) & 131071];
  out[i] = sum;
}

__global__ void strided_store_8(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[8 * i] = in[i] * 0.5f;
}

__global__ void strided_store_8_remedied(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i] * 0.5f;
}

__global__ void strided_store_4_double(const double* in, double* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[4 * i] = in[i] * 0.5;
}

__global__ void strided_store_4_double_remedied(const double* in, double* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[i] = in[i] * 0.5;
}

__global__ void strided_atomic(const int* in, int* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  atomicAdd(&out[8 * (i & 65535)], in[i]);
}

__global__ void strided_atomic_remedied(const int* in, int* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  atomicAdd(&out[i & 65535], in[i]);
}

// The middle between memory and arithmetic.
__global__ void balanced_load_8(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float s = in[8 * i];
  for (int k = 0; k < 128; k++) s = s * 0.75f + 0.125f;
  out[i] = s;
}

__global__ void balanced_load_8_remedied(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float s = in[i];
  for (int k = 0; k < 128; k++) s = s * 0.75f + 0.125f;
  out[i] = s;
}

__global__ void arithmetic_load_8(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float s = in[8 * i];
  for (int k = 0; k < 2048; k++) s = s * 0.75f + 0.125f;
  out[i] = s;
}

__global__ void arithmetic_load_8_remedied(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float s = in[i];
  for (int k = 0; k < 2048; k++) s = s * 0.75f + 0.125f;
  out[i] = s;
}

__global__ void special_store_8(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float s = in[i];
  for (int k = 0; k < 256; k++) s = __sinf(s) + 0.5f;
  out[8 * i] = s;
}

__global__ void special_store_8_remedied(const float* in, float* out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  float s = in[i];
  for (int k = 0; k < 256; k++) s = __sinf(s) + 0.5f;
  out[i] = s;
}

// One warp an SM, each load after the one before it.
__global__ void latency_load_8(const float* in, float* out) {
  int i = blockIdx.x * 32 + threadIdx.x;
  float s = 0;
  for (int k = 0; k < 512; k++) s = sqrtf(s + in[8 * (i + k * 4224)]) / (s + 1.0f);
  out[i] = s;
}

__global__ void latency_load_8_remedied(const float* in, float* out) {
  int i = blockIdx.x * 32 + threadIdx.x;
  float s = 0;
  for (int k = 0; k < 512; k++) s = sqrtf(s + in[i + k * 4224]) / (s + 1.0f);
  out[i] = s;
}

// Four warps an SM, with a barrier after each load.
__global__ void latency_barrier_16(const float* in, float* out) {
  __shared__ float next[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  float s = 0;
  for (int k = 0; k < 128; k++) {
    next[threadIdx.x] = s + in[16 * (i + k * 16896)];
    __syncthreads();
    s = next[(threadIdx.x + 1) & 127] * 0.5f;
    __syncthreads();
  }
  out[i] = s;
}

__global__ void latency_barrier_16_remedied(const float* in, float* out) {
  __shared__ float next[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  float s = 0;
  for (int k = 0; k < 128; k++) {
    next[threadIdx.x] = s + in[i + k * 16896];
    __syncthreads();
    s = next[(threadIdx.x + 1) & 127] * 0.5f;
    __syncthreads();
  }
  out[i] = s;
}

__global__ void launch_tiny(const float* in, float* out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = in[16 * i] * 0.5f;
}

__global__ void launch_tiny_remedied(const float* in, float* out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  out[i] = in[i] * 0.5f;
}

// Many blocks of one warp each.
__global__ void launch_blocks(const float* in, float* out) {
  int i = blockIdx.x * 32 + threadIdx.x;
  out[i] = in[8 * i] * 0.5f;
}

__global__ void launch_blocks_remedied(const float* in, float* out) {
  int i = blockIdx.x * 32 + threadIdx.x;
  out[i] = in[i] * 0.5f;
}

// A conflict in a kernel that arithmetic bounds.
__global__ void arithmetic_tile(const float* in, float* out) {
  __shared__ float tile[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[blockIdx.x * 1024 + y * 32 + x];
  __syncthreads();
  float s = tile[x][y];
  for (int k = 0; k < 1024; k++) s = s * 0.75f + 0.125f;
  out[blockIdx.x * 1024 + y * 32 + x] = s;
}

__global__ void arithmetic_tile_remedied(const float* in, float* out) {
  __shared__ float tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[blockIdx.x * 1024 + y * 32 + x];
  __syncthreads();
  float s = tile[x][y];
  for (int k = 0; k < 1024; k++) s = s * 0.75f + 0.125f;
  out[blockIdx.x * 1024 + y * 32 + x] = s;
}

int main() {
  const int n = 1 << 22;
  float *in = vector<float>((size_t)32 * n), *packed = zeros<float>((size_t)16 * n), *out = zeros<float>(16 * n);
  auto pack = [&](size_t count, size_t stride) {
    check(cudaMemcpy2D(packed, 4, in, 4 * stride, 4, count, cudaMemcpyDeviceToDevice), "cudaMemcpy2D");
  };
  {
    pack(n * 4, 2);
    Pair pair("strided_load_2", out, 16 * n);
    for (pair.begin("costly"); pair.next();) strided_load_2<<<65536, 256>>>(in, out);
    for (pair.begin("remedied"); pair.next();) strided_load_2_remedied<<<65536, 256>>>(packed, out);
  }
  {
    pack(n, 32);
    Pair pair("strided_load_32", out, 4 * n);
    for (pair.begin("costly"); pair.next();) strided_load_32<<<16384, 256>>>(in, out);
    for (pair.begin("remedied"); pair.next();) strided_load_32_remedied<<<16384, 256>>>(packed, out);
  }
  {
    pack(131072, 8);
    Pair pair("strided_load_l2", out, 4 * n);
    for (pair.begin("costly"); pair.next();) strided_load_l2<<<16384, 256>>>(in, out);
    for (pair.begin("remedied"); pair.next();) strided_load_l2_remedied<<<16384, 256>>>(packed, out);
  }
  {
    Pair pair("strided_store_8", out, 32 * n);
    for (pair.begin("costly"); pair.next();) strided_store_8<<<16384, 256>>>(in, out);
    for (pair.begin("remedied"); pair.next();) strided_store_8_remedied<<<16384, 256>>>(in, out);
  }
  {
    double* wide = vector<double>(n);
    Pair pair("strided_store_4_double", out, 32 * n);
    for (pair.begin("costly"); pair.next();) strided_store_4_double<<<16384, 256>>>(wide, (double*)out);
    for (pair.begin("remedied"); pair.next();) strided_store_4_double_remedied<<<16384, 256>>>(wide, (double*)out);
    cudaFree(wide);
  }
  {
    int* numbers = vector<int>(n, 100);
    Pair pair("strided_atomic", out, 32 * 65536);
    for (pair.begin("costly"); pair.next();) strided_atomic<<<16384, 256>>>(numbers, (int*)out);
    for (pair.begin("remedied"); pair.next();) strided_atomic_remedied<<<16384, 256>>>(numbers, (int*)out);
    cudaFree(numbers);
  }
  {
    pack(n, 8);
    Pair pair("balanced_load_8", out, 4 * n);
    for (pair.begin("costly"); pair.next();) balanced_load_8<<<16384, 256>>>(in, out);
    for (pair.begin("remedied"); pair.next();) balanced_load_8_remedied<<<16384, 256>>>(packed, out);
    Pair arithmetic("arithmetic_load_8", out, 4 * n);
    for (arithmetic.begin("costly"); arithmetic.next();) arithmetic_load_8<<<16384, 256>>>(in, out);
    for (arithmetic.begin("remedied"); arithmetic.next();) arithmetic_load_8_remedied<<<16384, 256>>>(packed, out);
    Pair latency("latency_load_8", out, 4 * 4224);
    for (latency.begin("costly"); latency.next();) latency_load_8<<<132, 32>>>(in, out);
    for (latency.begin("remedied"); latency.next();) latency_load_8_remedied<<<132, 32>>>(packed, out);
    Pair blocks("launch_blocks", out, 4 * n);
    for (blocks.begin("costly"); blocks.next();) launch_blocks<<<131072, 32>>>(in, out);
    for (blocks.begin("remedied"); blocks.next();) launch_blocks_remedied<<<131072, 32>>>(packed, out);
  }
  {
    Pair pair("special_store_8", out, 32 * n);
    for (pair.begin("costly"); pair.next();) special_store_8<<<16384, 256>>>(in, out);
    for (pair.begin("remedied"); pair.next();) special_store_8_remedied<<<16384, 256>>>(in, out);
  }
  {
    pack(n, 16);
    Pair pair("latency_barrier_16", out, 4 * 16896);
    for (pair.begin("costly"); pair.next();) latency_barrier_16<<<132, 128>>>(in, out);
    for (pair.begin("remedied"); pair.next();) latency_barrier_16_remedied<<<132, 128>>>(packed, out);
    Pair tiny("launch_tiny", out, 4 * 256);
    for (tiny.begin("costly"); tiny.next();) launch_tiny<<<4, 64>>>(in, out);
    for (tiny.begin("remedied"); tiny.next();) launch_tiny_remedied<<<4, 64>>>(packed, out);
  }
  {
    Pair pair("arithmetic_tile", out, 4 * n);
    for (pair.begin("costly"); pair.next();) arithmetic_tile<<<4096, dim3(32, 32)>>>(in, out);
    for (pair.begin("remedied"); pair.next();) arithmetic_tile_remedied<<<4096, dim3(32, 32)>>>(in, out);
  }
  return 0;
}

// Transposition without a tile, and x and y exchanged in blocks of two dimensions.
#include "pair.h"

const int width = 4096;

__global__ void transpose_strided_read(const float* in, float* out) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[y * width + x] = in[x * width + y];
}

__global__ void transpose_strided_write(const float* in, float* out) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[x * width + y] = in[y * width + x];
}

// The remedied form of both.
__global__ void transpose_tile(const float* in, float* out) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) out[(y + k) * width + x] = tile[threadIdx.x][threadIdx.y + k];
}

__global__ void transpose_square(const float* in, float* out) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  out[y * width + x] = in[x * width + y];
}

__global__ void transpose_square_remedied(const float* in, float* out) {
  __shared__ float tile[16][17];
  int x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  out[y * width + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void exchanged_scale(float* a) {
  int row = blockIdx.x * 32 + threadIdx.x, column = blockIdx.y * 8 + threadIdx.y;
  a[row * width + column] = a[row * width + column] * 0.5f + 1.0f;
}

__global__ void exchanged_scale_remedied(float* a) {
  int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  a[row * width + column] = a[row * width + column] * 0.5f + 1.0f;
}

__global__ void exchanged_square_copy(const float* in, float* out) {
  int row = blockIdx.x * 16 + threadIdx.x, column = blockIdx.y * 16 + threadIdx.y;
  out[row * width + column] = in[row * width + column] * 0.5f;
}

__global__ void exchanged_square_copy_remedied(const float* in, float* out) {
  int column = blockIdx.x * 16 + threadIdx.x, row = blockIdx.y * 16 + threadIdx.y;
  out[row * width + column] = in[row * width + column] * 0.5f;
}

// A sum over planes: x selects the row.
__global__ void exchanged_planes(const float* in, float* out) {
  int row = blockIdx.x * 32 + threadIdx.x, column = blockIdx.y * 4 + threadIdx.y;
  float sum = 0;
  for (int plane = 0; plane < 8; plane++) sum += in[plane * 1024 * 4096 + row * 4096 + column];
  out[row * 4096 + column] = sum;
}

__global__ void exchanged_planes_remedied(const float* in, float* out) {
  int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 4 + threadIdx.y;
  float sum = 0;
  for (int plane = 0; plane < 8; plane++) sum += in[plane * 1024 * 4096 + row * 4096 + column];
  out[row * 4096 + column] = sum;
}

__global__ void narrow_4(const float* in, float* out) {
  int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 64 + threadIdx.y;
  out[y * width + x] = in[y * width + x] * 0.5f;
}

__global__ void narrow_4_remedied(const float* in, float* out) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  out[y * width + x] = in[y * width + x] * 0.5f;
}

__global__ void narrow_2_load(const float* in, float* out) {
  int x = blockIdx.x * 2 + threadIdx.x, y = blockIdx.y * 128 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 8; k++) sum += in[(y * 8 + k) * 1024 + x];
  out[(blockIdx.y * 512 + blockIdx.x) * 256 + threadIdx.y * 2 + threadIdx.x] = sum;
}

__global__ void narrow_2_load_remedied(const float* in, float* out) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 8; k++) sum += in[(y * 8 + k) * 1024 + x];
  out[y * 1024 + x] = sum;
}

__global__ void narrow_1(const float* in, float* out) {
  int x = blockIdx.x, y = blockIdx.y * 256 + threadIdx.y;
  out[y * width + x] = in[y * width + x] * 0.5f;
}

__global__ void narrow_1_remedied(const float* in, float* out) {
  int x = blockIdx.x * 256 + threadIdx.x, y = blockIdx.y;
  out[y * width + x] = in[y * width + x] * 0.5f;
}

int main() {
  const size_t n = (size_t)width * width;
  float *in = matrix<float>(width, width), *out = zeros<float>(n);
  {
    Pair pair("transpose_strided_read", out, 4 * n);
    for (pair.begin("costly"); pair.next();) transpose_strided_read<<<dim3(128, 512), dim3(32, 8)>>>(in, out);
    for (pair.begin("remedied"); pair.next();) transpose_tile<<<dim3(128, 128), dim3(32, 8)>>>(in, out);
  }
  {
    Pair pair("transpose_strided_write", out, 4 * n);
    for (pair.begin("costly"); pair.next();) transpose_strided_write<<<dim3(128, 512), dim3(32, 8)>>>(in, out);
    for (pair.begin("remedied"); pair.next();) transpose_tile<<<dim3(128, 128), dim3(32, 8)>>>(in, out);
  }
  {
    Pair pair("transpose_square", out, 4 * n);
    for (pair.begin("costly"); pair.next();) transpose_square<<<dim3(256, 256), dim3(16, 16)>>>(in, out);
    for (pair.begin("remedied"); pair.next();) transpose_square_remedied<<<dim3(256, 256), dim3(16, 16)>>>(in, out);
  }
  {
    Pair pair("exchanged_scale", out, 4 * n);
    for (pair.begin("costly"); pair.next();) exchanged_scale<<<dim3(128, 512), dim3(32, 8)>>>(out);
    for (pair.begin("remedied"); pair.next();) exchanged_scale_remedied<<<dim3(128, 512), dim3(32, 8)>>>(out);
  }
  {
    Pair pair("exchanged_square_copy", out, 4 * n);
    for (pair.begin("costly"); pair.next();) exchanged_square_copy<<<dim3(256, 256), dim3(16, 16)>>>(in, out);
    for (pair.begin("remedied"); pair.next();) exchanged_square_copy_remedied<<<dim3(256, 256), dim3(16, 16)>>>(in, out);
  }
  {
    float* planes = matrix<float>(8, 1024 * 4096);
    Pair pair("exchanged_planes", out, 4 * 1024 * 4096);
    for (pair.begin("costly"); pair.next();) exchanged_planes<<<dim3(32, 1024), dim3(32, 4)>>>(planes, out);
    for (pair.begin("remedied"); pair.next();) exchanged_planes_remedied<<<dim3(128, 256), dim3(32, 4)>>>(planes, out);
    cudaFree(planes);
  }
  {
    Pair pair("narrow_4", out, 4 * n);
    for (pair.begin("costly"); pair.next();) narrow_4<<<dim3(1024, 64), dim3(4, 64)>>>(in, out);
    for (pair.begin("remedied"); pair.next();) narrow_4_remedied<<<dim3(128, 512), dim3(32, 8)>>>(in, out);
  }
  {
    float* rows = matrix<float>(32768, 1024);
    Pair pair("narrow_2_load", out, 4 * 4096 * 1024);
    for (pair.begin("costly"); pair.next();) narrow_2_load<<<dim3(512, 32), dim3(2, 128)>>>(rows, out);
    for (pair.begin("remedied"); pair.next();) narrow_2_load_remedied<<<dim3(32, 512), dim3(32, 8)>>>(rows, out);
    cudaFree(rows);
  }
  {
    Pair pair("narrow_1", out, 4 * n);
    for (pair.begin("costly"); pair.next();) narrow_1<<<dim3(4096, 16), dim3(1, 256)>>>(in, out);
    for (pair.begin("remedied"); pair.next();) narrow_1_remedied<<<dim3(16, 4096), dim3(256, 1)>>>(in, out);
  }
  return 0;
}

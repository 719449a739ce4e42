// Bank conflicts: columns of tiles of floats, doubles, float4 and bytes; remedied: padded rows.
#include "pair.h"

const int width = 4096;

__global__ void tile_transpose(const float* in, float* out) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) out[(y + k) * width + x] = tile[threadIdx.x][threadIdx.y + k];
}

__global__ void tile_transpose_remedied(const float* in, float* out) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) out[(y + k) * width + x] = tile[threadIdx.x][threadIdx.y + k];
}

__global__ void tile_transpose_double(const double* in, double* out) {
  __shared__ double tile[32][32];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) out[(y + k) * width + x] = tile[threadIdx.x][threadIdx.y + k];
}

__global__ void tile_transpose_double_remedied(const double* in, double* out) {
  __shared__ double tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * width + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
  for (int k = 0; k < 32; k += 8) out[(y + k) * width + x] = tile[threadIdx.x][threadIdx.y + k];
}

// Each thread adds up a row of the tile.
__global__ void tile_rows(const float* in, float* out) {
  __shared__ float tile[128][32];
  for (int k = 0; k < 32; k++) tile[k * 4 + threadIdx.x / 32][threadIdx.x % 32] = in[blockIdx.x * 4096 + k * 128 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; k++) sum += tile[threadIdx.x][k];
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}

__global__ void tile_rows_remedied(const float* in, float* out) {
  __shared__ float tile[128][33];
  for (int k = 0; k < 32; k++) tile[k * 4 + threadIdx.x / 32][threadIdx.x % 32] = in[blockIdx.x * 4096 + k * 128 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; k++) sum += tile[threadIdx.x][k];
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}

// All pairs of rows of a tile that stays: shared memory bounds the kernel.
__global__ void tile_gram(const float* in, float* out) {
  __shared__ float tile[64][64];
  int x = threadIdx.x % 64, y = threadIdx.x / 64;
  for (int k = y; k < 64; k += 4) tile[k][x] = in[blockIdx.x * 4096 + k * 64 + x];
  __syncthreads();
  float sum = 0;
  for (int row = y; row < 64; row += 4)
    for (int k = 0; k < 64; k++) sum += tile[x][k] * tile[row][k];
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void tile_gram_remedied(const float* in, float* out) {
  __shared__ float tile[64][65];
  int x = threadIdx.x % 64, y = threadIdx.x / 64;
  for (int k = y; k < 64; k += 4) tile[k][x] = in[blockIdx.x * 4096 + k * 64 + x];
  __syncthreads();
  float sum = 0;
  for (int row = y; row < 64; row += 4)
    for (int k = 0; k < 64; k++) sum += tile[x][k] * tile[row][k];
  out[blockIdx.x * 256 + threadIdx.x] = sum;
}

__global__ void tile_double_rows(const double* in, double* out) {
  __shared__ double tile[64][16];
  for (int k = 0; k < 16; k++) tile[k * 4 + threadIdx.x / 16][threadIdx.x % 16] = in[blockIdx.x * 1024 + k * 64 + threadIdx.x];
  __syncthreads();
  double sum = 0;
  for (int round = 0; round < 8; round++)
    for (int k = 0; k < 16; k++) sum = sum * 0.5 + tile[threadIdx.x][k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void tile_double_rows_remedied(const double* in, double* out) {
  __shared__ double tile[64][17];
  for (int k = 0; k < 16; k++) tile[k * 4 + threadIdx.x / 16][threadIdx.x % 16] = in[blockIdx.x * 1024 + k * 64 + threadIdx.x];
  __syncthreads();
  double sum = 0;
  for (int round = 0; round < 8; round++)
    for (int k = 0; k < 16; k++) sum = sum * 0.5 + tile[threadIdx.x][k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void tile_float4_rows(const float4* in, float* out) {
  __shared__ float4 tile[128][8];
  for (int k = 0; k < 8; k++) tile[k * 16 + threadIdx.x / 8][threadIdx.x % 8] = in[blockIdx.x * 1024 + k * 128 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; k++) {
    float4 v = tile[threadIdx.x][k];
    sum += (v.x + v.y) * (v.z + v.w);
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}

__global__ void tile_float4_rows_remedied(const float4* in, float* out) {
  __shared__ float4 tile[128][9];
  for (int k = 0; k < 8; k++) tile[k * 16 + threadIdx.x / 8][threadIdx.x % 8] = in[blockIdx.x * 1024 + k * 128 + threadIdx.x];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 8; k++) {
    float4 v = tile[threadIdx.x][k];
    sum += (v.x + v.y) * (v.z + v.w);
  }
  out[blockIdx.x * 128 + threadIdx.x] = sum;
}

// A row of 128 bytes for each thread, byte by byte.
__global__ void tile_bytes(const unsigned char* in, unsigned* out) {
  __shared__ unsigned char tile[64][128];
  for (int k = 0; k < 128; k++) tile[k / 2][k % 2 * 64 + threadIdx.x] = in[blockIdx.x * 8192 + k * 64 + threadIdx.x];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; k < 128; k++) sum = sum * 3 + tile[threadIdx.x][k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

__global__ void tile_bytes_remedied(const unsigned char* in, unsigned* out) {
  __shared__ unsigned char tile[64][132];
  for (int k = 0; k < 128; k++) tile[k / 2][k % 2 * 64 + threadIdx.x] = in[blockIdx.x * 8192 + k * 64 + threadIdx.x];
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; k < 128; k++) sum = sum * 3 + tile[threadIdx.x][k];
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}

// The tree reduction with interleaved addresses; remedied: with neighbouring ones.
__global__ void tile_reduction(const int* in, int* out) {
  __shared__ int sums[512];
  sums[threadIdx.x] = in[blockIdx.x * 512 + threadIdx.x];
  __syncthreads();
  for (int step = 1; step < 512; step *= 2) {
    int i = 2 * step * threadIdx.x;
    if (i < 512) sums[i] += sums[i + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

__global__ void tile_reduction_remedied(const int* in, int* out) {
  __shared__ int sums[512];
  sums[threadIdx.x] = in[blockIdx.x * 512 + threadIdx.x];
  __syncthreads();
  for (int step = 256; step > 0; step /= 2) {
    if (threadIdx.x < step) sums[threadIdx.x] += sums[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

// A struct of 8 floats in shared memory, of which two are read; remedied: padded to 9.
struct Particle { float x, y, z, mass, u, v, w, charge; };
struct Padded { float x, y, z, mass, u, v, w, charge, unused; };

__global__ void tile_struct(const float* in, float* out) {
  __shared__ Particle near[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  near[threadIdx.x].x = in[i];
  near[threadIdx.x].mass = in[i] * 0.5f;
  float sum = 0;
  for (int k = 0; k < 64; k++) {
    __syncthreads();
    sum += near[threadIdx.x ^ k].x * near[threadIdx.x ^ k].mass;
  }
  out[i] = sum;
}

__global__ void tile_struct_remedied(const float* in, float* out) {
  __shared__ Padded near[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  near[threadIdx.x].x = in[i];
  near[threadIdx.x].mass = in[i] * 0.5f;
  float sum = 0;
  for (int k = 0; k < 64; k++) {
    __syncthreads();
    sum += near[threadIdx.x ^ k].x * near[threadIdx.x ^ k].mass;
  }
  out[i] = sum;
}

// A matrix product with a tile that is read by columns.
__global__ void tile_product(const float* a, const float* b, float* c) {
  __shared__ float rows[32][32], columns[32][32];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 1024; k += 32) {
    rows[y][x] = a[(blockIdx.y * 32 + y) * 1024 + k + x];
    columns[y][x] = b[(blockIdx.x * 32 + y) * 1024 + k + x];
    __syncthreads();
    for (int i = 0; i < 32; i++) sum += rows[y][i] * columns[x][i];
    __syncthreads();
  }
  c[(blockIdx.y * 32 + y) * 1024 + blockIdx.x * 32 + x] = sum;
}

__global__ void tile_product_remedied(const float* a, const float* b, float* c) {
  __shared__ float rows[32][32], columns[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 1024; k += 32) {
    rows[y][x] = a[(blockIdx.y * 32 + y) * 1024 + k + x];
    columns[y][x] = b[(blockIdx.x * 32 + y) * 1024 + k + x];
    __syncthreads();
    for (int i = 0; i < 32; i++) sum += rows[y][i] * columns[x][i];
    __syncthreads();
  }
  c[(blockIdx.y * 32 + y) * 1024 + blockIdx.x * 32 + x] = sum;
}

int main() {
  const size_t n = (size_t)width * width;
  float *in = matrix<float>(width, 2 * width), *out = zeros<float>(2 * n);
  {
    Pair pair("tile_transpose", out, 4 * n);
    for (pair.begin("costly"); pair.next();) tile_transpose<<<dim3(128, 128), dim3(32, 8)>>>(in, out);
    for (pair.begin("remedied"); pair.next();) tile_transpose_remedied<<<dim3(128, 128), dim3(32, 8)>>>(in, out);
  }
  {
    double* wide = matrix<double>(width, width);
    Pair pair("tile_transpose_double", out, 8 * n);
    for (pair.begin("costly"); pair.next();) tile_transpose_double<<<dim3(128, 128), dim3(32, 8)>>>(wide, (double*)out);
    for (pair.begin("remedied"); pair.next();)
      tile_transpose_double_remedied<<<dim3(128, 128), dim3(32, 8)>>>(wide, (double*)out);
    Pair rows("tile_double_rows", out, 8 * 16384 * 64);
    for (rows.begin("costly"); rows.next();) tile_double_rows<<<16384, 64>>>(wide, (double*)out);
    for (rows.begin("remedied"); rows.next();) tile_double_rows_remedied<<<16384, 64>>>(wide, (double*)out);
    cudaFree(wide);
  }
  {
    Pair pair("tile_rows", out, 4 * 8192 * 128);
    for (pair.begin("costly"); pair.next();) tile_rows<<<8192, 128>>>(in, out);
    for (pair.begin("remedied"); pair.next();) tile_rows_remedied<<<8192, 128>>>(in, out);
  }
  {
    Pair pair("tile_gram", out, 4 * 8192 * 256);
    for (pair.begin("costly"); pair.next();) tile_gram<<<8192, 256>>>(in, out);
    for (pair.begin("remedied"); pair.next();) tile_gram_remedied<<<8192, 256>>>(in, out);
  }
  {
    Pair pair("tile_float4_rows", out, 4 * 8192 * 128);
    for (pair.begin("costly"); pair.next();) tile_float4_rows<<<8192, 128>>>((float4*)in, out);
    for (pair.begin("remedied"); pair.next();) tile_float4_rows_remedied<<<8192, 128>>>((float4*)in, out);
  }
  {
    unsigned char* bytes = matrix<unsigned char>(8192, 8192, 256);
    Pair pair("tile_bytes", out, 4 * 8192 * 64);
    for (pair.begin("costly"); pair.next();) tile_bytes<<<8192, 64>>>(bytes, (unsigned*)out);
    for (pair.begin("remedied"); pair.next();) tile_bytes_remedied<<<8192, 64>>>(bytes, (unsigned*)out);
    cudaFree(bytes);
  }
  {
    int* numbers = matrix<int>(65536, 512, 1000);
    Pair pair("tile_reduction", out, 4 * 65536);
    for (pair.begin("costly"); pair.next();) tile_reduction<<<65536, 512>>>(numbers, (int*)out);
    for (pair.begin("remedied"); pair.next();) tile_reduction_remedied<<<65536, 512>>>(numbers, (int*)out);
    cudaFree(numbers);
  }
  {
    Pair pair("tile_struct", out, 4 * 32768 * 128);
    for (pair.begin("costly"); pair.next();) tile_struct<<<32768, 128>>>(in, out);
    for (pair.begin("remedied"); pair.next();) tile_struct_remedied<<<32768, 128>>>(in, out);
  }
  {
    Pair pair("tile_product", out, 4 << 20);
    for (pair.begin("costly"); pair.next();) tile_product<<<dim3(32, 32), dim3(32, 32)>>>(in, in + n, out);
    for (pair.begin("remedied"); pair.next();) tile_product_remedied<<<dim3(32, 32), dim3(32, 32)>>>(in, in + n, out);
  }
  return 0;
}

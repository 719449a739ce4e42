// Each thread walks along a row of its own; remedied: the matrix is stored by columns. Rows of 8 floats to 2,048 floats,
// of doubles, bytes and float4: short rows stay in the first-level cache until they are used up, long ones do not.
#include "pair.h"

__global__ void row_8(const float* in, float* out) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 8; k++) sum += in[row * 8 + k];
  out[row] = sum;
}

__global__ void row_8_remedied(const float* in, float* out) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 8; k++) sum += in[k * (1 << 22) + row];
  out[row] = sum;
}

__global__ void row_32(const float* in, float* out) {
  int row = blockIdx.x * 128 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 32; k++) sum += in[row * 32 + k];
  out[row] = sum;
}

__global__ void row_32_remedied(const float* in, float* out) {
  int row = blockIdx.x * 128 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 32; k++) sum += in[k * (1 << 20) + row];
  out[row] = sum;
}

__global__ void row_256(const float* in, float* out) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 256; k++) sum += in[row * 256 + k];
  out[row] = sum;
}

__global__ void row_256_remedied(const float* in, float* out) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 256; k++) sum += in[k * (1 << 17) + row];
  out[row] = sum;
}

// Many rows at a time: 64 warps an SM reach 256 KB of lines in one iteration.
__global__ void row_512_crowded(const float* in, float* out) {
  int row = blockIdx.x * 1024 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 512; k++) sum += in[row * 512 + k];
  out[row] = sum;
}

__global__ void row_512_crowded_remedied(const float* in, float* out) {
  int row = blockIdx.x * 1024 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 512; k++) sum += in[k * (1 << 18) + row];
  out[row] = sum;
}

// Few rows at a time: 4 warps an SM.
__global__ void row_2048_few(const float* in, float* out) {
  int row = blockIdx.x * 64 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 2048; k++) sum += in[row * 2048 + k];
  out[row] = sum;
}

__global__ void row_2048_few_remedied(const float* in, float* out) {
  int row = blockIdx.x * 64 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 2048; k++) sum += in[k * 16896 + row];
  out[row] = sum;
}

__global__ void row_double_64(const double* in, double* out) {
  int row = blockIdx.x * 256 + threadIdx.x;
  double sum = 0;
  for (int k = 0; k < 64; k++) sum += in[row * 64 + k];
  out[row] = sum;
}

__global__ void row_double_64_remedied(const double* in, double* out) {
  int row = blockIdx.x * 256 + threadIdx.x;
  double sum = 0;
  for (int k = 0; k < 64; k++) sum += in[k * (1 << 18) + row];
  out[row] = sum;
}

__global__ void row_bytes_64(const unsigned char* in, unsigned* out) {
  int row = blockIdx.x * 256 + threadIdx.x;
  unsigned sum = 0;
  for (int k = 0; k < 64; k++) sum = sum * 3 + in[row * 64 + k];
  out[row] = sum;
}

__global__ void row_bytes_64_remedied(const unsigned char* in, unsigned* out) {
  int row = blockIdx.x * 256 + threadIdx.x;
  unsigned sum = 0;
  for (int k = 0; k < 64; k++) sum = sum * 3 + in[k * (1 << 21) + row];
  out[row] = sum;
}

__global__ void row_float4_32(const float4* in, float* out) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 32; k++) {
    float4 v = in[row * 32 + k];
    sum += (v.x + v.y) + (v.z + v.w);
  }
  out[row] = sum;
}

__global__ void row_float4_32_remedied(const float4* in, float* out) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 32; k++) {
    float4 v = in[k * (1 << 18) + row];
    sum += (v.x + v.y) + (v.z + v.w);
  }
  out[row] = sum;
}

// A matrix times a vector.
__global__ void row_times_vector(const float* matrix, const float* x, float* out) {
  int row = blockIdx.x * 128 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 1024; k++) sum += matrix[row * 1024 + k] * x[k];
  out[row] = sum;
}

__global__ void row_times_vector_remedied(const float* matrix, const float* x, float* out) {
  int row = blockIdx.x * 128 + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 1024; k++) sum += matrix[k * (1 << 16) + row] * x[k];
  out[row] = sum;
}

// Each thread stores a row of 16; remedied: neighbouring threads store neighbours.
__global__ void row_store_16(float* out) {
  int row = blockIdx.x * 256 + threadIdx.x;
  for (int k = 0; k < 16; k++) {
    int i = row * 16 + k;
    out[i] = (float)i * 0.25f;
  }
}

__global__ void row_store_16_remedied(float* out) {
  for (int k = 0; k < 16; k++) {
    int i = blockIdx.x * 4096 + k * 256 + threadIdx.x;
    out[i] = (float)i * 0.25f;
  }
}

__global__ void row_store_128(float* out) {
  int row = blockIdx.x * 256 + threadIdx.x;
  for (int k = 0; k < 128; k++) {
    int i = row * 128 + k;
    out[i] = (float)i * 0.25f;
  }
}

__global__ void row_store_128_remedied(float* out) {
  for (int k = 0; k < 128; k++) {
    int i = blockIdx.x * 32768 + k * 256 + threadIdx.x;
    out[i] = (float)i * 0.25f;
  }
}

int main() {
  float* out = zeros<float>(1 << 26);
  {
    float *rows = matrix<float>(1 << 22, 8), *columns = transposed<float>(1 << 22, 8);
    Pair pair("row_8", out, 4 << 22);
    for (pair.begin("costly"); pair.next();) row_8<<<16384, 256>>>(rows, out);
    for (pair.begin("remedied"); pair.next();) row_8_remedied<<<16384, 256>>>(columns, out);
    cudaFree(rows), cudaFree(columns);
  }
  {
    float *rows = matrix<float>(1 << 20, 32), *columns = transposed<float>(1 << 20, 32);
    Pair pair("row_32", out, 4 << 20);
    for (pair.begin("costly"); pair.next();) row_32<<<8192, 128>>>(rows, out);
    for (pair.begin("remedied"); pair.next();) row_32_remedied<<<8192, 128>>>(columns, out);
    cudaFree(rows), cudaFree(columns);
  }
  {
    float *rows = matrix<float>(1 << 17, 256), *columns = transposed<float>(1 << 17, 256);
    Pair pair("row_256", out, 4 << 17);
    for (pair.begin("costly"); pair.next();) row_256<<<512, 256>>>(rows, out);
    for (pair.begin("remedied"); pair.next();) row_256_remedied<<<512, 256>>>(columns, out);
    cudaFree(rows), cudaFree(columns);
  }
  {
    float *rows = matrix<float>(1 << 18, 512), *columns = transposed<float>(1 << 18, 512);
    Pair pair("row_512_crowded", out, 4 << 18);
    for (pair.begin("costly"); pair.next();) row_512_crowded<<<256, 1024>>>(rows, out);
    for (pair.begin("remedied"); pair.next();) row_512_crowded_remedied<<<256, 1024>>>(columns, out);
    cudaFree(rows), cudaFree(columns);
  }
  {
    float *rows = matrix<float>(16896, 2048), *columns = transposed<float>(16896, 2048);
    Pair pair("row_2048_few", out, 4 * 16896);
    for (pair.begin("costly"); pair.next();) row_2048_few<<<264, 64>>>(rows, out);
    for (pair.begin("remedied"); pair.next();) row_2048_few_remedied<<<264, 64>>>(columns, out);
    cudaFree(rows), cudaFree(columns);
  }
  {
    double *rows = matrix<double>(1 << 18, 64), *columns = transposed<double>(1 << 18, 64);
    Pair pair("row_double_64", out, 8 << 18);
    for (pair.begin("costly"); pair.next();) row_double_64<<<1024, 256>>>(rows, (double*)out);
    for (pair.begin("remedied"); pair.next();) row_double_64_remedied<<<1024, 256>>>(columns, (double*)out);
    cudaFree(rows), cudaFree(columns);
  }
  {
    unsigned char *rows = matrix<unsigned char>(1 << 21, 64, 256), *columns = transposed<unsigned char>(1 << 21, 64, 256);
    Pair pair("row_bytes_64", out, 4 << 21);
    for (pair.begin("costly"); pair.next();) row_bytes_64<<<8192, 256>>>(rows, (unsigned*)out);
    for (pair.begin("remedied"); pair.next();) row_bytes_64_remedied<<<8192, 256>>>(columns, (unsigned*)out);
    cudaFree(rows), cudaFree(columns);
  }
  {
    // The elements of both are the same where they are whole float4.
    float *rows = zeros<float>(1 << 25), *columns = zeros<float>(1 << 25);
    Pair pair("row_float4_32", out, 4 << 18, 1e-3);
    fill_rows<<<1 << 17, 256>>>(rows, 1 << 25, 1, 1);
    fill_rows<<<1 << 17, 256>>>(columns, 1 << 25, 1, 1);
    for (pair.begin("costly"); pair.next();) row_float4_32<<<1024, 256>>>((float4*)rows, out);
    for (pair.begin("remedied"); pair.next();) row_float4_32_remedied<<<1024, 256>>>((float4*)columns, out);
    cudaFree(rows), cudaFree(columns);
  }
  {
    float *rows = matrix<float>(1 << 16, 1024), *columns = transposed<float>(1 << 16, 1024), *x = vector<float>(1024);
    Pair pair("row_times_vector", out, 4 << 16);
    for (pair.begin("costly"); pair.next();) row_times_vector<<<512, 128>>>(rows, x, out);
    for (pair.begin("remedied"); pair.next();) row_times_vector_remedied<<<512, 128>>>(columns, x, out);
    cudaFree(rows), cudaFree(columns);
  }
  {
    Pair pair("row_store_16", out, 4 << 25);
    for (pair.begin("costly"); pair.next();) row_store_16<<<8192, 256>>>(out);
    for (pair.begin("remedied"); pair.next();) row_store_16_remedied<<<8192, 256>>>(out);
  }
  {
    Pair pair("row_store_128", out, 4 << 26);
    for (pair.begin("costly"); pair.next();) row_store_128<<<2048, 256>>>(out);
    for (pair.begin("remedied"); pair.next();) row_store_128_remedied<<<2048, 256>>>(out);
  }
  return 0;
}

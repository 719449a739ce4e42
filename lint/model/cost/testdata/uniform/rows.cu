// Uniform reads of rows in a loop: R rows of 16 floats an iteration, C of each read. One chain of sums per row (A=1) or one for all (A=0).
#include <cstdio>
#include <vector>
#include <algorithm>
#include <cuda_runtime.h>
__constant__ float t[16384];
template <int R, int C, int A> __global__ void k(const float* in, float* out, int rows) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  float v = in[x], s[R];
#pragma unroll
  for (int r = 0; r < R; r++) s[r] = 0;
#pragma unroll 1
  for (int i = 0; i < rows; i += R) {
#pragma unroll
    for (int r = 0; r < R; r++)
#pragma unroll
      for (int c = 0; c < C; c++) s[A ? r : 0] = s[A ? r : 0] * v + t[(i + r) * 16 + c];
  }
  float sum = 0;
#pragma unroll
  for (int r = 0; r < R; r++) sum += s[r];
  out[x] = sum;
}
float *in, *out;
template <int R, int C, int A> void run(int rows) {
  for (int per : {1, 4}) for (int grid : {132, 132 * 8}) {
    int block = per * 64 , B = grid; // 2 or 8 warps a block
    cudaEvent_t a, b; cudaEventCreate(&a); cudaEventCreate(&b);
    std::vector<float> ms;
    for (int i = 0; i < 6; i++) { cudaEventRecord(a); for (int j = 0; j < 8; j++) k<R, C, A><<<B * 4, block>>>(in, out, rows); cudaEventRecord(b); cudaEventSynchronize(b); float m; cudaEventElapsedTime(&m, a, b); ms.push_back(m / 8); }
    std::sort(ms.begin(), ms.end());
    double warps = (double)B * 4 * block / 32 / 132;
    printf("%d,%d,%d,%d,%d,%d,%.5f,%.2f,%.2f\n", R, C, A, rows * 64, block, B * 4, ms[1], ms[1] * 1.98e6 / (warps * rows / R), ms[1] * 1.98e6 / (warps * rows * C));
  }
}
int main() {
  cudaMalloc(&in, 1 << 24); cudaMalloc(&out, 1 << 24); cudaMemset(in, 0, 1 << 24);
  printf("R,C,A,bytes,block,grid,ms,cycles_per_iteration,cycles_per_float\n");
  for (int rows : {16, 64, 256}) {
    run<1, 1, 1>(rows); run<1, 2, 1>(rows); run<1, 4, 1>(rows); run<1, 8, 1>(rows); run<1, 16, 1>(rows);
    run<2, 1, 1>(rows); run<2, 2, 1>(rows); run<2, 16, 1>(rows); run<2, 16, 0>(rows);
    run<4, 1, 1>(rows); run<4, 2, 1>(rows); run<4, 4, 1>(rows); run<4, 16, 1>(rows); run<4, 16, 0>(rows); run<4, 1, 0>(rows);
    run<8, 1, 1>(rows); run<8, 16, 1>(rows);
  }
}

// A special function as 512 cubic pieces in double precision: the piece is chosen by the argument, then Horner.
#include "measure.h"

__constant__ double pieces[512 * 4];
__device__ double pieces_global[512 * 4];

__global__ void polynomial_pieces(const double* x, double* out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  double scaled = x[i] * 512.0;
  int piece = (int)scaled;
  double t = scaled - piece;
  const double* c = &pieces[piece * 4];
  out[i] = ((c[3] * t + c[2]) * t + c[1]) * t + c[0];
}

__global__ void polynomial_pieces_device(const double* x, double* out) {
  int i = blockIdx.x * 64 + threadIdx.x;
  double scaled = x[i] * 512.0;
  int piece = (int)scaled;
  double t = scaled - piece;
  const double* c = &pieces_global[piece * 4];
  out[i] = ((c[3] * t + c[2]) * t + c[1]) * t + c[0];
}

__global__ void polynomial_pieces_shared(const double* x, double* out) {
  __shared__ double table[512 * 4];
  for (int t = threadIdx.x; t < 512 * 4; t += 64) table[t] = pieces_global[t];
  __syncthreads();
  int i = blockIdx.x * 64 + threadIdx.x;
  double scaled = x[i] * 512.0;
  int piece = (int)scaled;
  double t = scaled - piece;
  const double* c = &table[piece * 4];
  out[i] = ((c[3] * t + c[2]) * t + c[1]) * t + c[0];
}

int main() {
  const int count = 1 << 21;  // 16 MB in, 16 MB out: resident in L2
  double* x = device_random<double>(count, 0, 1);
  double* out = device_zeros<double>(count);
  std::vector<double> table = host_random<double>(512 * 4, -1, 1);
  cudaMemcpyToSymbol(pieces, table.data(), sizeof(pieces));
  cudaMemcpyToSymbol(pieces_global, table.data(), sizeof(pieces_global));

  Comparison runs("polynomial_pieces", out, count * sizeof(double));
  for (runs.begin("before"); runs.next();) polynomial_pieces<<<count / 64, 64>>>(x, out);
  for (runs.begin("device"); runs.next();) polynomial_pieces_device<<<count / 64, 64>>>(x, out);
  for (runs.begin("shared"); runs.next();) polynomial_pieces_shared<<<count / 64, 64>>>(x, out);
  return runs.end();
}

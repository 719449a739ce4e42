// Times the two forms of one kernel, the costly one and the remedied one, and compares what they compute.
//
//   Pair pair("name", output, bytes);
//   for (pair.begin("costly"); pair.next();) name<<<grid, block>>>(...);
//   for (pair.begin("remedied"); pair.next();) name_remedied<<<grid, block>>>(...);
//
// prints `pair,form,ms,same` for each form: the median time of one launch. The launches of a form are queued without
// waiting, and an event lies between each two, so that no launch latency of the host is in the times.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

inline void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(2);
}

// A number in [0, 1) that depends on i only.
__host__ __device__ inline float value(unsigned long long i) {
  unsigned x = (unsigned)i * 2654435761u;
  x ^= x >> 15;
  x *= 2246822519u;
  x ^= x >> 13;
  return (float)(x >> 8) * (1.0f / 16777216.0f);
}

template <typename T>
__global__ void fill_rows(T* p, size_t rows, size_t length, float scale) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < rows * length) p[i] = (T)(value(i) * scale);
}

// The same matrix, stored by columns.
template <typename T>
__global__ void fill_columns(T* p, size_t rows, size_t length, float scale) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  if (i < rows * length) p[i] = (T)(value(i % rows * length + i / rows) * scale);
}

template <typename T>
T* zeros(size_t count) {
  T* p = nullptr;
  check(cudaMalloc(&p, count * sizeof(T)), "cudaMalloc");
  check(cudaMemset(p, 0, count * sizeof(T)), "cudaMemset");
  return p;
}

// A matrix of rows times length values in [0, scale).
template <typename T>
T* matrix(size_t rows, size_t length, float scale = 1) {
  T* p = zeros<T>(rows * length);
  fill_rows<<<(unsigned)((rows * length + 255) / 256), 256>>>(p, rows, length, scale);
  return p;
}

template <typename T>
T* transposed(size_t rows, size_t length, float scale = 1) {
  T* p = zeros<T>(rows * length);
  fill_columns<<<(unsigned)((rows * length + 255) / 256), 256>>>(p, rows, length, scale);
  return p;
}

template <typename T>
T* vector(size_t count, float scale = 1) { return matrix<T>(count, 1, scale); }

// Sums of all words and of all floats, in any order: forms may store the same results in another order.
__global__ void checksum(const unsigned* p, size_t words, unsigned long long* bits, double* sum) {
  unsigned long long mine = 0;
  double total = 0;
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < words; i += (size_t)gridDim.x * blockDim.x) {
    unsigned long long x = p[i];
    mine += x * x * 0x9E3779B97F4A7C15ull ^ x;
    float f = __uint_as_float(p[i]);
    if (isfinite(f)) total += f;
  }
  atomicAdd(bits, mine);
  atomicAdd(sum, total);
}

class Pair {
 public:
  // With a tolerance the sums of the outputs, which are floats then, may differ by that share.
  Pair(const char* name, void* output, size_t bytes, double tolerance = 0)
      : name_(name), output_(output), bytes_(bytes), tolerance_(tolerance), events_(warm_up + timed + 1) {
    for (cudaEvent_t& e : events_) check(cudaEventCreate(&e), "cudaEventCreate");
  }

  void begin(const char* form) {
    form_ = form;
    launched_ = 0;
    check(cudaMemset(output_, 0, bytes_), "cudaMemset");
  }

  // True while another launch is wanted. After the last one it prints the median and compares the output.
  bool next() {
    check(cudaEventRecord(events_[launched_]), "cudaEventRecord");
    if (launched_++ < warm_up + timed) return true;
    check(cudaDeviceSynchronize(), name_);
    check(cudaGetLastError(), name_);
    std::vector<float> times(timed);
    for (int i = 0; i < timed; i++)
      check(cudaEventElapsedTime(&times[i], events_[warm_up + i], events_[warm_up + i + 1]), "cudaEventElapsedTime");
    std::sort(times.begin(), times.end());
    std::printf("%s,%s,%.5f,%d\n", name_, form_, times[timed / 2], same());
    std::fflush(stdout);
    return false;
  }

 private:
  static constexpr int warm_up = 6, timed = 21;

  // Whether the output is that of the first form.
  bool same() {
    struct Sums { unsigned long long bits; double sum; } *device, now;
    check(cudaMalloc(&device, sizeof(Sums)), "cudaMalloc");
    check(cudaMemset(device, 0, sizeof(Sums)), "cudaMemset");
    checksum<<<1024, 256>>>((const unsigned*)output_, bytes_ / 4, &device->bits, &device->sum);
    check(cudaMemcpy(&now, device, sizeof(Sums), cudaMemcpyDeviceToHost), "checksum");
    cudaFree(device);
    if (!expected_) {
      expected_ = true, bits_ = now.bits, sum_ = now.sum;
      return now.bits != 0;  // no output at all is an error
    }
    if (tolerance_ > 0) return std::fabs(now.sum - sum_) <= tolerance_ * std::fabs(sum_);
    return now.bits == bits_;
  }

  const char* name_;
  const char* form_ = "";
  void* output_;
  size_t bytes_;
  double tolerance_;
  int launched_ = 0;
  bool expected_ = false;
  unsigned long long bits_ = 0;
  double sum_ = 0;
  std::vector<cudaEvent_t> events_;
};

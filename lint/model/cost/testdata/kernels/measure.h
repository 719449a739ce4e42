// Times the variants of one kernel and compares their results.
//
//   Comparison runs("name", output, bytes);
//   for (runs.begin("before"); runs.next();) name<<<grid, block>>>(...);
//   for (runs.begin("device"); runs.next();) name_device<<<grid, block>>>(...);
//   return runs.end();
//
// prints `kernel,variant,ms` for each variant: the median time of one launch. The launches of a variant are queued
// without waiting and an event lies between each two, so that no launch latency of the host is in the times.
#pragma once
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

inline void check(cudaError_t status, const char* what) {
  if (status == cudaSuccess) return;
  std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(status));
  std::exit(2);
}

// A fixed sequence of equally likely 24-bit numbers: every run of a program sees the same data.
inline unsigned random24() {
  static unsigned long long state = 88172645463325252ull;
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(state >> 40);
}

template <typename T>
T* device_zeros(size_t count) {
  T* p = nullptr;
  check(cudaMalloc(&p, count * sizeof(T)), "cudaMalloc");
  check(cudaMemset(p, 0, count * sizeof(T)), "cudaMemset");
  return p;
}

// Numbers drawn from [low, high), whole ones for an integer T.
template <typename T>
std::vector<T> host_random(size_t count, double low, double high) {
  std::vector<T> values(count);
  for (T& v : values) v = (T)(low + (high - low) * (random24() / 16777216.0));
  return values;
}

// Device memory filled with such numbers; the sequence repeats after 2^20 + 7 elements, to save time on the host.
template <typename T>
T* device_random(size_t count, double low, double high) {
  T* p = device_zeros<T>(count);
  std::vector<T> pattern = host_random<T>(std::min(count, (size_t)(1 << 20) + 7), low, high);
  for (size_t at = 0; at < count; at += pattern.size())
    check(cudaMemcpy(p + at, pattern.data(), std::min(pattern.size(), count - at) * sizeof(T), cudaMemcpyHostToDevice),
          "cudaMemcpy");
  return p;
}

class Comparison {
 public:
  Comparison(const char* kernel, void* output, size_t bytes) : kernel_(kernel), output_(output), bytes_(bytes) {
    // A profiler wants each variant once: MEASURE_ONCE=1.
    if (std::getenv("MEASURE_ONCE")) warm_up_ = 0, timed_ = 1;
    events_.resize(warm_up_ + timed_ + 1);
    for (cudaEvent_t& e : events_) check(cudaEventCreate(&e), "cudaEventCreate");
  }

  void begin(const char* variant) {
    variant_ = variant;
    launched_ = 0;
    check(cudaMemset(output_, 0, bytes_), "cudaMemset");
  }

  // True while another launch is wanted; after the last one prints the median and compares the output.
  bool next() {
    check(cudaEventRecord(events_[launched_]), "cudaEventRecord");
    if (launched_++ < warm_up_ + timed_) return true;
    check(cudaDeviceSynchronize(), variant_);
    check(cudaGetLastError(), variant_);
    std::vector<float> times(timed_);
    for (int i = 0; i < timed_; i++)
      check(cudaEventElapsedTime(&times[i], events_[warm_up_ + i], events_[warm_up_ + i + 1]), "cudaEventElapsedTime");
    std::sort(times.begin(), times.end());
    std::printf("%s,%s,%.5f\n", kernel_, variant_, times[timed_ / 2]);
    compare();
    return false;
  }

  // The exit status: 1 if a variant computed something else than the first one.
  int end() const { return differs_ ? 1 : 0; }

 private:
  void compare() {
    std::vector<char> result(bytes_);
    check(cudaMemcpy(result.data(), output_, bytes_, cudaMemcpyDeviceToHost), "cudaMemcpy");
    size_t set = bytes_ - std::count(result.begin(), result.end(), 0);
    if (set < bytes_ / 16) std::fprintf(stderr, "%s,%s: hardly any output\n", kernel_, variant_), differs_ = true;
    if (expected_.empty()) expected_ = result;
    if (std::memcmp(result.data(), expected_.data(), bytes_) == 0) return;
    std::fprintf(stderr, "%s,%s: the result differs\n", kernel_, variant_);
    differs_ = true;
  }

  const char* kernel_;
  const char* variant_ = "";
  void* output_;
  size_t bytes_;
  int warm_up_ = 10, timed_ = 21, launched_ = 0;
  bool differs_ = false;
  std::vector<cudaEvent_t> events_;
  std::vector<char> expected_;
};

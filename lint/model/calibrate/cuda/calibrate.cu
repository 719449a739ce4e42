// Written by cudalint calibrate.
// Measures on this machine's GPU what cudalint's model of a GPU is made of, and
// prints it as comma-separated rows for `cudalint calibrate --read`:
//   nvcc -O3 -arch=native -o calibrate calibrate.cu && ./calibrate > measured.csv
// Cycles are those of an SM. "cycles" of a latency are per dependent operation of
// one warp; of anything else per warp instruction and SM, with as many warps as
// the row says.
#include <cstring>

#include "atomics.cuh"
#include "constant.cuh"
#include "global.cuh"
#include "instructions.cuh"
#include "launch.cuh"
#include "shared.cuh"
#include "texture.cuh"

static int attribute(cudaDeviceAttr which) {
    int value = 0;
    if (cudaDeviceGetAttribute(&value, which, 0) != cudaSuccess) {
        cudaGetLastError();
        return 0;
    }
    return value;
}

static void print_header() {
    cudaDeviceProp properties;
    CHECK(cudaGetDeviceProperties(&properties, 0));
    int driver = 0;
    CHECK(cudaDriverGetVersion(&driver));
    device.sms = properties.multiProcessorCount;
    device.max_warps = properties.maxThreadsPerMultiProcessor / 32;
    device.l2_bytes = properties.l2CacheSize;
    double memory_khz = attribute(cudaDevAttrMemoryClockRate), bus_bits = attribute(cudaDevAttrGlobalMemoryBusWidth);
    printf("# cudalint calibrate 1\n");
    printf("# gpu=%s\n", properties.name);
    printf("# compute_capability=%d.%d\n", properties.major, properties.minor);
    printf("# sms=%d\n", device.sms);
    printf("# max_warps_per_sm=%d\n", device.max_warps);
    printf("# sm_clock_mhz=%.0f\n", attribute(cudaDevAttrClockRate) / 1e3);
    printf("# memory_clock_mhz=%.0f\n", memory_khz / 1e3);
    printf("# memory_bus_bits=%.0f\n", bus_bits);
    printf("# dram_nominal_gbs=%.0f\n", 2 * memory_khz * 1e3 * bus_bits / 8 / 1e9);
    printf("# l2_bytes=%d\n", device.l2_bytes);
    printf("# shared_bytes_per_sm=%zu\n", properties.sharedMemPerMultiprocessor);
    printf("# registers_per_sm=%d\n", properties.regsPerMultiprocessor);
    printf("# driver_cuda=%d.%d\n", driver / 1000, driver % 1000 / 10);
    printf("# cuda=%d.%d\n", CUDART_VERSION / 1000, CUDART_VERSION % 1000 / 10);
    printf("benchmark,pattern,element_bytes,footprint_bytes,addresses,warps,blocks,value,unit\n");
}

int main(int argc, char** argv) {
    device.quick = argc > 1 && !strcmp(argv[1], "--quick");
    if (argc > 1 && !device.quick) {
        fprintf(stderr, "usage: calibrate [--quick]\n");
        return 2;
    }
    print_header();
    CHECK(cudaMalloc(&device.spans, kMaxBlocks * sizeof(Span)));
    CHECK(cudaMalloc(&device.sink, 65536 * sizeof(unsigned)));
    allocate_buffers();
    cudaTextureObject_t texture = linear_texture(std::min(buffers.bytes, (size_t)64 << 20));

    measure_launch();
    measure_instructions();
    measure_constant();
    measure_shared(texture);
    measure_texture(texture);
    measure_exposure(texture);
    measure_global();
    measure_atomics();

    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaDeviceSynchronize());
    printf("# rows=%d\n", device.rows);
    return 0;
}

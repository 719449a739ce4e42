// Written by cudalint calibrate.
// What kernels and thread blocks cost to start, and the clock they run at.
#pragma once
#include "harness.cuh"

__global__ void empty_kernel() {}

__global__ void spin(long long cycles, Span* span) {
    long long before = clock64();
    while (clock64() - before < cycles) {
    }
    span->begin = before;
}

static double sm_clock_mhz() {
    const long long cycles = device.quick ? 1 << 20 : 20 << 20;
    double ms = median_milliseconds([&] { spin<<<1, 1>>>(cycles, device.spans); }, 5);
    return (double)cycles / ms / 1e3;
}

static void measure_launch() {
    double clock = sm_clock_mhz();
    emit("device", "sm_clock", 0, 0, 0, 1, 1, clock, "MHz");
    const int many = device.quick ? 20 : 200;
    double ms = median_milliseconds([&] { for (int i = 0; i < many; i++) empty_kernel<<<1, 32>>>(); }, 9);
    emit("launch", "kernel", 0, 0, 0, 1, 1, 1e3 * ms / many, "us");
    const int threads[] = {32, 64, 128, 256, 512, 1024};
    for (int t : threads) {
        const int blocks = device.quick ? 1 << 14 : 1 << 20;
        double few = median_milliseconds([&] { empty_kernel<<<1, t>>>(); }, 9);
        double all = median_milliseconds([&] { empty_kernel<<<blocks, t>>>(); }, 9);
        double cycles = (all - few) * 1e3 * clock / blocks * device.sms;
        emit("launch", "block", 0, 0, t, t / 32, blocks, cycles, "cycles");
    }
    CHECK(cudaGetLastError());
}

#pragma once
static __constant__ float table[256];
__device__ inline float read(int i) { return table[i]; }  // cudalint: ignore[constant-divergent-index] in one unit
__device__ inline float same(int i) { return table[i]; }  // cudalint: ignore[constant-divergent-index] in none // want "reports nothing on this line"
__device__ inline float never(int i) { return table[i]; }  // cudalint: ignore[constant-divergent-index] nobody calls it

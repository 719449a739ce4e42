// flags: rdc=true
#pragma once
extern __device__ float lookup[9000];
extern __constant__ float weights[9000];

#pragma once

extern __device__ float taps[1024];

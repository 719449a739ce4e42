#pragma once
#include <cuda_runtime.h>

extern cudaTextureObject_t frame_tex;
void launch_frame(const cudaResourceDesc &res, float *out);

#pragma once
#include <cuda_runtime.h>

// The caller destroys what it gets.
cudaTextureObject_t make_linear(float *p, int n);
void drop(cudaTextureObject_t tex);
void note(cudaTextureObject_t tex);
void fail(const char *why);

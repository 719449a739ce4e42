#pragma once
#include <cuda_runtime.h>

bool good(cudaError_t status, const char *what);
cudaArray *new_table(int n);

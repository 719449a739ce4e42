#include "checker.h"
#include <cstdio>

bool good(cudaError_t status, const char *what)
{
    if (status != cudaSuccess) {
        printf("%s: %s\n", what, cudaGetErrorString(status));
        return false;
    } else {
        return true;
    }
}

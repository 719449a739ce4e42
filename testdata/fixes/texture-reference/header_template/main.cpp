#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#include "kernels.cuh"

namespace sampler {
cudaError_t load(const float *values, int n);
void unload();
}

template <typename T>
static int check(const float *ramp, int m)
{
    const int n = 64;
    T out[n], *dev;
    cudaMalloc((void **)&dev, sizeof(out));
    sampleAll<T>(dev, n, (T)-1, (T)3);
    cudaMemcpy(out, dev, sizeof(out), cudaMemcpyDeviceToHost);
    cudaFree(dev);
    int bad = 0;
    for (int i = 0; i < n; i++) {
        float u = ((float)i - 0.25f * n) / (0.5f * n);
        int k = (int)std::floor(u * m);
        k = k < 0 ? 0 : k >= m ? m - 1 : k;
        if (std::fabs((double)out[i] - (-1 + 4 * (double)ramp[k])) > 1e-5)
            bad++;
    }
    return bad;
}

int main()
{
    float ramp[8] = {0, 0.5f, 0.25f, 1, 0.75f, 0.125f, 0.875f, 0.375f};
    if (sampler::load(ramp, 8) != cudaSuccess)
        return 2;
    int bad = check<float>(ramp, 8) + check<double>(ramp, 8);
    sampler::unload();
    if (cudaGetLastError() != cudaSuccess)
        bad++;
    if (bad)
        std::printf("FAIL %d of 128\n", bad);
    else
        std::printf("OK\n");
    return bad != 0;
}

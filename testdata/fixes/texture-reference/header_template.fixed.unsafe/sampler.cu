#include "sampler.cuh"
#include "kernels.cuh"

namespace sampler {

static cudaArray_t array;

cudaError_t load(const float *values, int n)
{
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaError_t e = cudaMallocArray(&array, &desc, n);
    if (e == cudaSuccess)
        e = cudaMemcpy2DToArray(array, 0, 0, values, n * sizeof(float), n * sizeof(float), 1, cudaMemcpyHostToDevice);
    if (e == cudaSuccess)
        e = bindTextureToArray(ramp, ramp_desc, array);
    return e;
}

void unload()
{
    unbindTexture(ramp);
    cudaFreeArray(array);
}

}  // namespace sampler

template <typename T>
__global__ void sample(T *out, int n, sampler::Sampler<T> s)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = s(((float)i - 0.25f * n) / (0.5f * n));
}

template <typename T>
void sampleAll(T *out, int n, T low, T high)
{
    sampler::Sampler<T> s = {low, high};
    sample<<<(n + 127) / 128, 128>>>(out, n, s);
}

template void sampleAll<float>(float *, int, float, float);
template void sampleAll<double>(double *, int, double, double);

// flags: set=texture-object-leak.strict=true
// With the option, the end of main and cudaDeviceReset are no excuse.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

int resets(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    sample<<<1, 256>>>(tex, out, 256);
    cudaDeviceReset();
    return 0;
}

// Clean: exit ends the process all the same.
void exits(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(tex, out, 256);
    if (cudaDeviceSynchronize() != cudaSuccess)
        exit(1);
    cudaDestroyTextureObject(tex);
}

int main(int argc, char **)
{
    cudaResourceDesc res = {};
    cudaTextureDesc desc = {};
    cudaTextureObject_t input, table;
    cudaCreateTextureObject(&input, &res, &desc, nullptr); // want "\binput\b.*leak"
    cudaCreateTextureObject(&table, &res, &desc, nullptr);
    sample<<<1, 256>>>(input, nullptr, argc);
    cudaDestroyTextureObject(table);
    return 0;
}

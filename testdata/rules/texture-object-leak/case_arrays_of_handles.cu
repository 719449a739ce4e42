// Many handles in one array.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);
__global__ void sample_all(const cudaTextureObject_t *all, float *out, int n);

void filled_only(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t planes[3];
    for (int i = 0; i < 3; i++) {
        cudaCreateTextureObject(&planes[i], &in[i], &desc, nullptr); // want "\bplanes\b.*leak"
        sample<<<1, 256>>>(planes[i], out, 256);
    }
}

bool returned_between_the_loops(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t planes[3] = {};
    for (int i = 0; i < 3; i++)
        cudaCreateTextureObject(&planes[i], &in[i], &desc, nullptr); // want "\bplanes\b.*leak.*\bline 23\b"
    sample<<<1, 256>>>(planes[0], out, 256);
    if (cudaGetLastError() != cudaSuccess)
        return false;
    for (int i = 0; i < 3; i++)
        cudaDestroyTextureObject(planes[i]);
    return true;
}

// A failure leaves those made so far.
cudaError_t returned_from_the_filling(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t levels[16];
    for (int i = 0; i < n; i++) {
        cudaError_t err = cudaCreateTextureObject(&levels[i], &in[i], &desc, nullptr); // want "\blevels\b.*leak.*\bline 36\b"
        if (err != cudaSuccess)
            return err;
    }
    for (int i = 0; i < n; i++)
        sample<<<1, 256>>>(levels[i], out, 256);
    for (int i = 0; i < n; i++)
        cudaDestroyTextureObject(levels[i]);
    return cudaSuccess;
}

void one_of_two(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t uv[2];
    cudaCreateTextureObject(&uv[0], &in[0], &desc, nullptr);
    cudaCreateTextureObject(&uv[1], &in[1], &desc, nullptr); // want "\buv\b.*leak"
    sample<<<1, 256>>>(uv[0], out, 256);
    sample<<<1, 256>>>(uv[1], out, 256);
    cudaDestroyTextureObject(uv[0]);
}

// The members of a struct of the function.
void local_struct(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out)
{
    struct {
        cudaTextureObject_t luma, chroma;
    } frame;
    cudaCreateTextureObject(&frame.luma, &in[0], &desc, nullptr);
    cudaCreateTextureObject(&frame.chroma, &in[1], &desc, nullptr); // want "chroma\b.*leak"
    sample<<<1, 256>>>(frame.luma, out, 256);
    sample<<<1, 256>>>(frame.chroma, out, 256);
    cudaDestroyTextureObject(frame.luma);
}

// Clean from here on.
void two_loops(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t levels[16];
    int i;
    for (i = 0; i < n; ++i)
        cudaCreateTextureObject(&levels[i], &in[i], &desc, nullptr);
    for (i = 0; i < n; ++i)
        sample<<<1, 256>>>(levels[i], out, 256);
    for (i = n - 1; i >= 0; --i)
        cudaDestroyTextureObject(levels[i]);
}

void written_out(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t uv[2];
    cudaCreateTextureObject(&uv[0], &in[0], &desc, nullptr);
    cudaCreateTextureObject(&uv[1], &in[1], &desc, nullptr);
    sample<<<1, 256>>>(uv[0], out, 256);
    sample<<<1, 256>>>(uv[1], out, 256);
    cudaDestroyTextureObject(uv[1]);
    cudaDestroyTextureObject(uv[0]);
}

void range_for(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t planes[3];
    int next = 0;
    for (auto &plane : planes)
        cudaCreateTextureObject(&plane, &in[next++], &desc, nullptr);
    for (auto plane : planes)
        sample<<<1, 256>>>(plane, out, 256);
    for (auto plane : planes)
        cudaDestroyTextureObject(plane);
}

void on_the_heap(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t *all = new cudaTextureObject_t[n];
    for (int i = 0; i < n; i++)
        cudaCreateTextureObject(all + i, &in[i], &desc, nullptr);
    cudaTextureObject_t *on_device;
    cudaMalloc(&on_device, n * sizeof(*all));
    cudaMemcpy(on_device, all, n * sizeof(*all), cudaMemcpyHostToDevice);
    sample_all<<<1, 256>>>(on_device, out, n);
    cudaDeviceSynchronize();
    cudaFree(on_device);
    for (int i = 0; i < n; i++)
        cudaDestroyTextureObject(all[i]);
    delete[] all;
}

struct Level {
    cudaTextureObject_t tex;
    int width;
};

void array_of_structs(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out)
{
    Level levels[4];
    for (int i = 0; i < 4; i++) {
        levels[i].width = 256 >> i;
        cudaCreateTextureObject(&levels[i].tex, &in[i], &desc, nullptr);
    }
    for (int i = 0; i < 4; i++)
        sample<<<1, 256>>>(levels[i].tex, out, levels[i].width);
    for (int i = 0; i < 4; i++)
        cudaDestroyTextureObject(levels[i].tex);
}

void two_dimensions(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t grid[2][3];
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 3; x++)
            cudaCreateTextureObject(&grid[y][x], &in[y * 3 + x], &desc, nullptr);
    sample<<<1, 256>>>(grid[1][2], out, 256);
    for (int y = 0; y < 2; y++)
        for (int x = 0; x < 3; x++)
            cudaDestroyTextureObject(grid[y][x]);
}

cudaError_t unwinds_the_filling(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t levels[16];
    cudaError_t err = cudaSuccess;
    int made = 0;
    for (; made < n; made++) {
        err = cudaCreateTextureObject(&levels[made], &in[made], &desc, nullptr);
        if (err != cudaSuccess)
            break;
    }
    if (made == n)
        sample<<<1, 256>>>(levels[0], out, 256);
    while (made > 0)
        cudaDestroyTextureObject(levels[--made]);
    return err;
}

// A small program in which every object goes.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cudaError_t e_ = (call);                                                                                       \
        if (e_ != cudaSuccess) {                                                                                       \
            fprintf(stderr, "%s at %s:%d\n", cudaGetErrorString(e_), __FILE__, __LINE__);                              \
            std::exit(1);                                                                                              \
        }                                                                                                              \
    } while (0)

__global__ void blur(cudaTextureObject_t tex, float *out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = 0.5f * (tex2D<float>(tex, x + 0.5f, y + 0.5f) + tex2D<float>(tex, x + 1.5f, y + 0.5f));
}

class Plane {
public:
    Plane(int width, int height) : width_(width), height_(height)
    {
        cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        CHECK(cudaMallocArray(&array_, &format, width, height));
        cudaResourceDesc res = {};
        res.resType = cudaResourceTypeArray;
        res.res.array.array = array_;
        cudaTextureDesc desc = {};
        desc.filterMode = cudaFilterModeLinear;
        desc.addressMode[0] = desc.addressMode[1] = cudaAddressModeClamp;
        CHECK(cudaCreateTextureObject(&tex_, &res, &desc, nullptr));
    }
    Plane(const Plane &) = delete;
    Plane &operator=(const Plane &) = delete;
    Plane(Plane &&o) noexcept : width_(o.width_), height_(o.height_), array_(o.array_), tex_(o.tex_)
    {
        o.array_ = nullptr;
        o.tex_ = 0;
    }
    ~Plane()
    {
        if (tex_)
            cudaDestroyTextureObject(tex_);
        if (array_)
            cudaFreeArray(array_);
    }
    void blur_into(float *out) const
    {
        dim3 block(16, 16), grid((width_ + 15) / 16, (height_ + 15) / 16);
        blur<<<grid, block>>>(tex_, out, width_, height_);
        CHECK(cudaGetLastError());
    }

private:
    int width_, height_;
    cudaArray_t array_ = nullptr;
    cudaTextureObject_t tex_ = 0;
};

int main()
{
    std::vector<Plane> planes;
    for (int level = 0; level < 4; level++)
        planes.emplace_back(512 >> level, 512 >> level);
    float *out;
    CHECK(cudaMalloc(&out, 512 * 512 * sizeof(float)));
    for (const Plane &p : planes)
        p.blur_into(out);
    std::unique_ptr<Plane> extra(new Plane(64, 64));
    extra->blur_into(out);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(out));
    return 0;
}

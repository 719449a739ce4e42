// Members that no method destroys: the destructor is to do it.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

// The destructor frees something else already.
class Sampler {
public:
    explicit Sampler(const cudaResourceDesc &res)
    {
        cudaTextureDesc desc = {};
        cudaMalloc(&out_, 1024);
        cudaCreateTextureObject(&tex_, &res, &desc, nullptr);
    }
    Sampler(const Sampler &) = delete;
    ~Sampler()
    {
        cudaDeviceSynchronize();
        cudaFree(out_);
    }
    void run(int n) { sample<<<1, 256>>>(tex_, out_, n); }

private:
    cudaTextureObject_t tex_;
    float *out_ = nullptr;
};

// Made by a method, if at all; the body of the destructor is on one line.
class Lazy {
public:
    Lazy() = default;
    ~Lazy();
    void bind(const cudaResourceDesc &res);
    void run(float *out, int n) { sample<<<1, 256>>>(tex_, out, n); }

private:
    cudaTextureObject_t tex_;
    float *temp_ = nullptr;
};

Lazy::~Lazy() { cudaFree(temp_); }

void Lazy::bind(const cudaResourceDesc &res)
{
    cudaTextureDesc desc = {};
    cudaCreateTextureObject(&tex_, &res, &desc, nullptr);
}

// A class that may be copied: shown only.
class Plain {
public:
    Plain(const cudaResourceDesc &res, const cudaTextureDesc &desc)
    {
        cudaCreateTextureObject(&tex_, &res, &desc, nullptr);
    }
    ~Plain() {}
    void run(float *out, int n) { sample<<<1, 256>>>(tex_, out, n); }

private:
    cudaTextureObject_t tex_;
};

// Leaks that only their author can mend.
#include <cuda_runtime.h>
#include <stdexcept>
#include <vector>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);
void take(cudaTextureObject_t tex);

static void require(bool good)
{
    if (!good)
        throw std::runtime_error("not good");
}

// A call may throw.
void exception(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    require(n > 0);
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(tex);
}

// Destroyed on one of two ways to the end.
void condition(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n, bool tidy)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaDeviceSynchronize();
    if (tidy)
        cudaDestroyTextureObject(tex);
}

// Elements by a variable.
void elements(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t planes[3];
    for (int i = 0; i < 3; i++)
        cudaCreateTextureObject(&planes[i], &in[i], &desc, nullptr);
    sample<<<n / 256, 256>>>(planes[0], out, n);
    cudaDeviceSynchronize();
}

// Kept on one way.
bool kept(const cudaResourceDesc &res, const cudaTextureDesc &desc, std::vector<cudaTextureObject_t> &all, bool keep)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    if (keep)
        all.push_back(tex);
    return keep;
}

// What the handle is where it is not made cannot be told.
void borrowed(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n, cudaTextureObject_t other)
{
    cudaTextureObject_t tex = other;
    if (n > 256)
        cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<n / 256, 256>>>(tex, out, n);
    cudaDeviceSynchronize();
}

// A lambda runs when it likes.
void lambda(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    auto run = [=] { sample<<<n / 256, 256>>>(tex, out, n); };
    run();
    cudaDeviceSynchronize();
}

// Used again in the next iteration.
void carried(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    for (int i = 0; i < n; i++) {
        if (i % 4 == 0)
            cudaCreateTextureObject(&tex, &res, &desc, nullptr);
        sample<<<1, 256>>>(tex, out, n);
        cudaDeviceSynchronize();
        if (i % 8 == 7)
            cudaDestroyTextureObject(tex);
    }
}

// Nobody keeps it.
static cudaTextureObject_t make(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    return tex;
}

void dropped(const cudaResourceDesc &res, const cudaTextureDesc &desc) { make(res, desc); }

// The member of a class.
class Sampler {
public:
    Sampler(const cudaResourceDesc &res, const cudaTextureDesc &desc)
    {
        cudaCreateTextureObject(&tex_, &res, &desc, nullptr);
    }
    ~Sampler() {}
    void run(float *out, int n) { sample<<<n / 256, 256>>>(tex_, out, n); }

private:
    cudaTextureObject_t tex_;
};

// A graph that is launched later reads it.
void captured(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n, cudaStream_t stream, cudaGraph_t *graph)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    sample<<<n / 256, 256, 0, stream>>>(tex, out, n);
    cudaStreamEndCapture(stream, graph);
    cudaStreamSynchronize(stream);
}

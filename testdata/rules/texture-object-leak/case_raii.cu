// Objects that destroy the handle when they go.
#include <cuda_runtime.h>
#include <cstddef>
#include <memory>
#include <utility>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

class Guard {
public:
    explicit Guard(cudaTextureObject_t t) : t_(t) {}
    Guard(Guard &&o) noexcept : t_(std::exchange(o.t_, 0)) {}
    ~Guard()
    {
        if (t_)
            cudaDestroyTextureObject(t_);
    }
    cudaTextureObject_t get() const { return t_; }

private:
    cudaTextureObject_t t_;
};

struct ByReference {
    cudaTextureObject_t &t;
    ~ByReference() { cudaDestroyTextureObject(t); }
};

template <typename F> struct ScopeExit {
    F f;
    explicit ScopeExit(F g) : f(std::move(g)) {}
    ~ScopeExit() { f(); }
};

// unique_ptr wants a pointer that can be null.
struct Nullable {
    cudaTextureObject_t t;
    Nullable(cudaTextureObject_t v = 0) : t(v) {}
    Nullable(std::nullptr_t) : t(0) {}
    operator cudaTextureObject_t() const { return t; }
    friend bool operator==(const Nullable &a, std::nullptr_t) { return a.t == 0; }
    friend bool operator!=(const Nullable &a, std::nullptr_t) { return a.t != 0; }
};

struct Destroy {
    typedef Nullable pointer;
    void operator()(Nullable p) const { cudaDestroyTextureObject(p.t); }
};
using UniqueTexture = std::unique_ptr<cudaTextureObject_t, Destroy>;

struct FreeMemory {
    void operator()(float *p) const { cudaFree(p); }
};

// The guard comes after a return.
bool guarded_late(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess) // want "\btex\b.*leak.*\bline 62\b"
        return false;
    if (n <= 0)
        return false;
    Guard guard(tex);
    sample<<<1, 256>>>(guard.get(), out, n);
    return true;
}

// The guard is for other memory.
void other_guarded(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    float *p = nullptr;
    cudaMalloc(&p, 1024);
    std::unique_ptr<float, FreeMemory> out(p);
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    sample<<<1, 256>>>(tex, out.get(), 256);
}

void guarded_on_one_path(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    if (n > 256) {
        Guard guard(tex);
        sample<<<n / 256, 256>>>(tex, out, n);
    } else {
        sample<<<1, 32>>>(tex, out, n);
    }
}

// Clean from here on.
bool guarded(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, float *host)
{
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess)
        return false;
    Guard guard(tex);
    sample<<<1, 256>>>(tex, out, 256);
    if (cudaMemcpy(host, out, 1024, cudaMemcpyDeviceToHost) != cudaSuccess)
        return false;
    return true;
}

void guarded_by_reference(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    ByReference guard{tex};
    sample<<<1, 256>>>(tex, out, 256);
}

bool scope_exit(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    ScopeExit cleanup([&] { cudaDestroyTextureObject(tex); });
    if (n == 0)
        return false;
    sample<<<1, 256>>>(tex, out, n);
    return true;
}

int unique(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t raw = 0;
    cudaCreateTextureObject(&raw, &res, &desc, nullptr);
    UniqueTexture tex(raw);
    if (n == 0)
        return 1;
    sample<<<1, 256>>>(tex.get(), out, n);
    return 0;
}

void unique_on_the_heap(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    auto destroy = [](cudaTextureObject_t *t) {
        cudaDestroyTextureObject(*t);
        delete t;
    };
    std::unique_ptr<cudaTextureObject_t, decltype(destroy)> tex(new cudaTextureObject_t(0), destroy);
    cudaCreateTextureObject(tex.get(), &res, &desc, nullptr);
    sample<<<1, 256>>>(*tex, out, 256);
}

std::shared_ptr<void> shared(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    return std::shared_ptr<void>(nullptr, [tex](void *) { cudaDestroyTextureObject(tex); });
}

UniqueTexture moved_out(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t raw = 0;
    cudaCreateTextureObject(&raw, &res, &desc, nullptr);
    UniqueTexture tex{raw};
    return tex;
}

Guard guard_returned(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    return Guard(tex);
}

void reset(UniqueTexture &tex, const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t raw;
    if (cudaCreateTextureObject(&raw, &res, &desc, nullptr) == cudaSuccess)
        tex.reset(raw);
}

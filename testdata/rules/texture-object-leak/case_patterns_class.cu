// Handles inside of other objects.
#include <cuda_runtime.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

struct Params {
    cudaTextureObject_t tex;
    float *out;
    int n;
};

__global__ void sample(cudaTextureObject_t tex, float *out, int n);
__global__ void sample_params(Params p);
__constant__ Params constant_params;

// The parameters of a launch keep nothing.
void in_launch_parameters(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    Params p;
    p.tex = tex;
    p.out = out;
    p.n = 256;
    sample_params<<<1, 256>>>(p);
    cudaDeviceSynchronize();
}

void made_in_launch_parameters(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    Params p = {0, out, 256};
    cudaCreateTextureObject(&p.tex, &res, &desc, nullptr); // want "tex\b.*leak"
    sample_params<<<1, 256>>>(p);
    cudaDeviceSynchronize();
}

// Of the two members of the inner struct, one is destroyed.
struct Planes {
    cudaTextureObject_t luma, chroma;
};

class Frame {
public:
    Frame(const cudaResourceDesc *res, const cudaTextureDesc &desc)
    {
        cudaCreateTextureObject(&planes_.luma, &res[0], &desc, nullptr);
        cudaCreateTextureObject(&planes_.chroma, &res[1], &desc, nullptr); // want "chroma\b.*leak"
    }
    ~Frame() { cudaDestroyTextureObject(planes_.luma); }
    void draw(float *out) const
    {
        sample<<<1, 256>>>(planes_.luma, out, 256);
        sample<<<1, 256>>>(planes_.chroma, out, 256);
    }

private:
    Planes planes_;
};

// Clean from here on.
void launched_and_destroyed(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    Params p = {0, out, 256};
    cudaCreateTextureObject(&p.tex, &res, &desc, nullptr);
    sample_params<<<1, 256>>>(p);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(p.tex);
}

void copied_and_destroyed(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    Params p{tex, out, 256};
    cudaMemcpyToSymbol(constant_params, &p, sizeof(p));
    sample_params<<<1, 256>>>(p);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(p.tex);
}

// The implementation is another struct.
class Renderer {
public:
    explicit Renderer(const cudaResourceDesc &res);
    ~Renderer();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

struct Renderer::Impl {
    cudaTextureObject_t sky = 0;
};

Renderer::Renderer(const cudaResourceDesc &res) : impl_(new Impl)
{
    cudaTextureDesc desc = {};
    cudaCreateTextureObject(&impl_->sky, &res, &desc, nullptr);
}

Renderer::~Renderer() { cudaDestroyTextureObject(impl_->sky); }

// A function destroys the inner struct.
static void planes_free(Planes &p)
{
    cudaDestroyTextureObject(p.luma);
    cudaDestroyTextureObject(p.chroma);
}

class Film {
public:
    void load(const cudaResourceDesc *res, const cudaTextureDesc &desc)
    {
        cudaCreateTextureObject(&planes_.luma, &res[0], &desc, nullptr);
        cudaCreateTextureObject(&planes_.chroma, &res[1], &desc, nullptr);
    }
    ~Film() { planes_free(planes_); }

private:
    Planes planes_;
};

// Given to functions that are somewhere else.
void planes_free_elsewhere(Planes *p);
void destroy_elsewhere(cudaTextureObject_t &t);
class Screen;
void remember(Screen *screen);

class Clip {
public:
    explicit Clip(const cudaResourceDesc &res)
    {
        cudaTextureDesc desc = {};
        cudaCreateTextureObject(&planes_.luma, &res, &desc, nullptr);
        cudaCreateTextureObject(&mask_, &res, &desc, nullptr);
    }
    ~Clip()
    {
        planes_free_elsewhere(&planes_);
        destroy_elsewhere(mask_);
    }

private:
    Planes planes_ = {};
    cudaTextureObject_t mask_ = 0;
};

class Screen {
public:
    explicit Screen(const cudaResourceDesc &res)
    {
        cudaTextureDesc desc = {};
        cudaCreateTextureObject(&tex, &res, &desc, nullptr);
        remember(this);
    }
    cudaTextureObject_t tex = 0;
};

// A pointer to the handle, and a loop over addresses of handles.
class Pointed {
public:
    explicit Pointed(const cudaResourceDesc &res) : tex_(new cudaTextureObject_t(0))
    {
        cudaTextureDesc desc = {};
        cudaCreateTextureObject(tex_, &res, &desc, nullptr);
    }
    ~Pointed()
    {
        cudaDestroyTextureObject(*tex_);
        delete tex_;
    }

private:
    cudaTextureObject_t *tex_;
};

class Several {
public:
    explicit Several(const cudaResourceDesc &res)
    {
        cudaTextureDesc desc = {};
        cudaCreateTextureObject(&a_, &res, &desc, nullptr);
        cudaCreateTextureObject(&b_, &res, &desc, nullptr);
    }
    ~Several()
    {
        for (cudaTextureObject_t *p : {&a_, &b_})
            cudaDestroyTextureObject(*p);
    }

private:
    cudaTextureObject_t a_ = 0, b_ = 0;
};

class ByLambda {
public:
    explicit ByLambda(const cudaResourceDesc &res)
    {
        cudaTextureDesc desc = {};
        cudaCreateTextureObject(&tex_, &res, &desc, nullptr);
    }
    ~ByLambda()
    {
        auto drop = [](cudaTextureObject_t &t) {
            if (t)
                cudaDestroyTextureObject(t);
            t = 0;
        };
        drop(tex_);
    }

private:
    cudaTextureObject_t tex_ = 0;
};

// Places that belong to others.
struct Context {
    cudaTextureObject_t tex;
};
Context *current_context();

void into_the_context(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    Context *ctx = current_context();
    cudaCreateTextureObject(&ctx->tex, &res, &desc, nullptr);
}

void into_a_slot(std::map<std::string, cudaTextureObject_t> &cache, const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t &slot = cache["image"];
    cudaCreateTextureObject(&slot, &res, &desc, nullptr);
    auto it = cache.find("table");
    if (it != cache.end())
        cudaCreateTextureObject(&it->second, &res, &desc, nullptr);
}

void into_a_row(cudaTextureObject_t *row, const cudaResourceDesc *res, const cudaTextureDesc &desc, int n)
{
    while (n-- > 0) {
        cudaTextureObject_t tex;
        cudaCreateTextureObject(&tex, res++, &desc, nullptr);
        *row++ = tex;
    }
}

// Objects made from the handle.
class Texture {
public:
    explicit Texture(cudaTextureObject_t t) : t_(t) {}
    Texture(const Texture &) = delete;
    ~Texture() { cudaDestroyTextureObject(t_); }
    void set(cudaTextureObject_t t)
    {
        cudaDestroyTextureObject(t_);
        t_ = t;
    }

private:
    cudaTextureObject_t t_;
};

std::shared_ptr<Texture> made_shared(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    return std::make_shared<Texture>(tex);
}

Texture *made_new(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess)
        return nullptr;
    auto *made = new Texture(tex);
    return made;
}

void set_in(Texture &texture, const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) == cudaSuccess)
        texture.set(tex);
}

struct Sink {
    void take(cudaTextureObject_t tex);
    template <typename T> void operator<<(T tex);
};

void taken(Sink &sink, const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t a, b;
    cudaCreateTextureObject(&a, &res, &desc, nullptr);
    sink.take(a);
    cudaCreateTextureObject(&b, &res, &desc, nullptr);
    sink << b;
}

thread_local cudaTextureObject_t per_thread;

void per_thread_texture(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    if (per_thread == 0)
        cudaCreateTextureObject(&per_thread, &res, &desc, nullptr);
}

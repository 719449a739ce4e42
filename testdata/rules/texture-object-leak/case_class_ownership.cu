// Members: who destroys them.
#include <cuda_runtime.h>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

// No method destroys the member, and all of them are here.
class Sampler {
public:
    explicit Sampler(const cudaResourceDesc &res) { upload(res); }
    ~Sampler() { cudaFree(out_); }
    void run(int n) { sample<<<1, 256>>>(tex_, out_, n); }

private:
    void upload(const cudaResourceDesc &res)
    {
        cudaTextureDesc desc = {};
        cudaMalloc(&out_, 1024);
        cudaCreateTextureObject(&tex_, &res, &desc, nullptr); // want "\btex_.*leak"
    }
    cudaTextureObject_t tex_ = 0;
    float *out_ = nullptr;
};

void samples(const cudaResourceDesc &res)
{
    Sampler s(res);
    s.run(256);
}

// The destructor forgets one of two.
class Pair {
public:
    Pair(const cudaResourceDesc &a, const cudaResourceDesc &b, const cudaTextureDesc &desc)
    {
        cudaCreateTextureObject(&left_, &a, &desc, nullptr);
        cudaCreateTextureObject(&right_, &b, &desc, nullptr); // want "\bright_.*leak"
    }
    ~Pair() { cudaDestroyTextureObject(left_); }
    void run(float *out)
    {
        sample<<<1, 256>>>(left_, out, 256);
        sample<<<1, 256>>>(right_, out, 256);
    }

private:
    cudaTextureObject_t left_, right_;
};

// Methods written outside of the class, none of which destroys.
class Grid {
public:
    Grid();
    ~Grid();
    void bind(const cudaResourceDesc &res);
    void step(float *out) const;

private:
    cudaTextureObject_t field;
    int steps;
};

Grid::Grid() : field(0), steps(0) {}
Grid::~Grid() { steps = -1; }

void Grid::bind(const cudaResourceDesc &res)
{
    cudaTextureDesc desc = {};
    desc.readMode = cudaReadModeElementType;
    cudaCreateTextureObject(&field, &res, &desc, NULL); // want "\bfield.*leak"
}

void Grid::step(float *out) const { sample<<<1, 256>>>(field, out, 256); }

// One method overwrites what it has just made.
class Twice {
public:
    Twice(const cudaResourceDesc &res, const cudaTextureDesc &point, const cudaTextureDesc &linear)
    {
        cudaCreateTextureObject(&tex_, &res, &point, nullptr); // want "\btex_.*leak"
        cudaCreateTextureObject(&tex_, &res, &linear, nullptr);
    }
    ~Twice() { cudaDestroyTextureObject(tex_); }

private:
    cudaTextureObject_t tex_;
};

// Clean from here on.
class Owner {
public:
    Owner(const cudaResourceDesc &res, const cudaTextureDesc &desc)
    {
        cudaCreateTextureObject(&tex_, &res, &desc, nullptr);
    }
    ~Owner() { cudaDestroyTextureObject(tex_); }
    Owner(const Owner &) = delete;
    Owner &operator=(const Owner &) = delete;
    cudaTextureObject_t get() const { return tex_; }

private:
    cudaTextureObject_t tex_;
};

class ByHand {
public:
    bool create(const cudaResourceDesc &res, const cudaTextureDesc &desc)
    {
        release();
        return cudaCreateTextureObject(&tex_, &res, &desc, nullptr) == cudaSuccess;
    }
    void release()
    {
        if (tex_) {
            cudaDestroyTextureObject(tex_);
            tex_ = 0;
        }
    }

private:
    cudaTextureObject_t tex_ = 0;
};

class ByHelper {
public:
    ByHelper() = default;
    ~ByHelper() { clear(); }
    void bind(const cudaResourceDesc &res, const cudaTextureDesc &desc);

private:
    void clear();
    cudaTextureObject_t levels_[4];
    int count_ = 0;
};

void ByHelper::bind(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    if (count_ < 4 && cudaCreateTextureObject(&levels_[count_], &res, &desc, nullptr) == cudaSuccess)
        count_++;
}

void ByHelper::clear()
{
    for (int i = 0; i < count_; i++)
        cudaDestroyTextureObject(levels_[i]);
    count_ = 0;
}

// The destructor is somewhere else.
class Elsewhere {
public:
    explicit Elsewhere(const cudaResourceDesc &res)
    {
        cudaTextureDesc desc = {};
        cudaCreateTextureObject(&tex_, &res, &desc, nullptr);
    }
    ~Elsewhere();

private:
    cudaTextureObject_t tex_;
};

// Made when it is first asked for.
class Lazy {
public:
    explicit Lazy(const cudaResourceDesc &res) : res_(res), desc_() {}
    ~Lazy()
    {
        if (tex_ != 0)
            cudaDestroyTextureObject(tex_);
    }
    cudaTextureObject_t get()
    {
        if (tex_ == 0)
            cudaCreateTextureObject(&tex_, &res_, &desc_, nullptr);
        return tex_;
    }

private:
    cudaResourceDesc res_;
    cudaTextureDesc desc_;
    cudaTextureObject_t tex_ = 0;
};

class Movable {
public:
    Movable() = default;
    Movable(const cudaResourceDesc &res, const cudaTextureDesc &desc)
    {
        cudaCreateTextureObject(&tex_, &res, &desc, nullptr);
    }
    Movable(Movable &&other) noexcept : tex_(other.tex_) { other.tex_ = 0; }
    Movable &operator=(Movable &&other) noexcept
    {
        if (this != &other) {
            if (tex_)
                cudaDestroyTextureObject(tex_);
            tex_ = other.tex_;
            other.tex_ = 0;
        }
        return *this;
    }
    ~Movable()
    {
        if (tex_)
            cudaDestroyTextureObject(tex_);
    }

private:
    cudaTextureObject_t tex_ = 0;
};

// A plain struct and the two functions that go with it.
struct Volume {
    cudaArray_t content;
    cudaTextureObject_t tex;
};

void volume_init(Volume *v, const cudaTextureDesc *desc)
{
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = v->content;
    cudaCreateTextureObject(&v->tex, &res, desc, NULL);
}

void volume_deinit(Volume *v) { cudaDestroyTextureObject(v->tex); }

// A derived class destroys what its base made.
class Base {
protected:
    void make(const cudaResourceDesc &res, const cudaTextureDesc &desc)
    {
        cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    }
    cudaTextureObject_t tex = 0;
};

class Derived : public Base {
public:
    Derived(const cudaResourceDesc &res, const cudaTextureDesc &desc) { make(res, desc); }
    ~Derived() { cudaDestroyTextureObject(tex); }
};

// A free function is the friend that destroys.
class Shared {
public:
    explicit Shared(const cudaResourceDesc &res)
    {
        cudaTextureDesc desc = {};
        cudaCreateTextureObject(&tex_, &res, &desc, nullptr);
    }
    friend void drop(Shared &s);

private:
    cudaTextureObject_t tex_;
};

void drop(Shared &s) { cudaDestroyTextureObject(s.tex_); }

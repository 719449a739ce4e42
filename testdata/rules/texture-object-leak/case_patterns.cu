// Ways of keeping and handing on a handle that programs have.
#include <cuda_runtime.h>
#include <cstdint>
#include <cstdio>
#include <future>
#include <memory>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

struct State {
    cudaTextureObject_t tex = 0;
    float *out = nullptr;
};

// The struct goes, and the handle with it.
void deleted_struct(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    State *s = new State;
    cudaCreateTextureObject(&s->tex, &res, &desc, nullptr); // want "tex\b.*leak"
    cudaMalloc(&s->out, 1024);
    sample<<<1, 256>>>(s->tex, s->out, 256);
    cudaFree(s->out);
    delete s;
}

// Printing it keeps nothing.
void printed(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak"
    printf("texture object %llu\n", tex);
    sample<<<1, 256>>>(tex, out, 256);
}

// A template whose methods are all here.
template <typename T> class Table {
public:
    Table(const T *values, int n) : n_(n)
    {
        cudaResourceDesc res = {};
        res.resType = cudaResourceTypeLinear;
        res.res.linear.devPtr = const_cast<T *>(values);
        res.res.linear.desc = cudaCreateChannelDesc<T>();
        res.res.linear.sizeInBytes = n * sizeof(T);
        cudaTextureDesc desc = {};
        cudaCreateTextureObject(&texture_, &res, &desc, nullptr); // want "\btexture_.*leak"
    }
    void run(float *out) const { sample<<<1, 256>>>(texture_, out, n_); }

private:
    cudaTextureObject_t texture_ = 0;
    int n_;
};

template class Table<float>;

// A lambda that the function runs, with a return of its own.
bool first_of_two(const cudaResourceDesc *res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t left = 0, right = 0;
    auto make = [&desc](cudaTextureObject_t *t, const cudaResourceDesc &r) {
        return cudaCreateTextureObject(t, &r, &desc, nullptr) == cudaSuccess;
    };
    bool ok = make(&left, res[0]) && make(&right, res[1]);
    if (ok) {
        sample<<<1, 256>>>(left, out, 256);
        sample<<<1, 256>>>(right, out, 256);
    }
    if (right)
        cudaDestroyTextureObject(right);
    if (left)
        cudaDestroyTextureObject(left);
    return ok;
}

// A server that never comes back leaks nothing at an end.
void serves(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    for (;;) {
        sample<<<1, 256>>>(tex, out, 256);
        cudaDeviceSynchronize();
    }
}

void exchanged(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(tex, out, 256);
    cudaDestroyTextureObject(std::exchange(tex, 0));
}

void swapped(const cudaResourceDesc *res, const cudaTextureDesc &desc, float *out, int passes)
{
    cudaTextureObject_t from, to;
    cudaCreateTextureObject(&from, &res[0], &desc, nullptr);
    cudaCreateTextureObject(&to, &res[1], &desc, nullptr);
    for (int i = 0; i < passes; i++) {
        sample<<<1, 256>>>(from, out, 256);
        std::swap(from, to);
    }
    cudaDestroyTextureObject(from);
    cudaDestroyTextureObject(to);
}

void kept_aside(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(tex, out, 256);
    cudaTextureObject_t old = tex;
    tex = 0;
    cudaDestroyTextureObject(old);
}

void in_a_pair(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    std::pair<cudaTextureObject_t, int> sized;
    sized.second = 256;
    cudaCreateTextureObject(&sized.first, &res, &desc, nullptr);
    sample<<<1, 256>>>(sized.first, out, sized.second);
    cudaDestroyTextureObject(sized.first);
}

std::pair<cudaTextureObject_t, cudaTextureObject_t> two(const cudaResourceDesc *res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t a = 0, b = 0;
    cudaCreateTextureObject(&a, &res[0], &desc, nullptr);
    cudaCreateTextureObject(&b, &res[1], &desc, nullptr);
    return {a, b};
}

void unpacked(const cudaResourceDesc *res, const cudaTextureDesc &desc, float *out)
{
    auto [left, right] = two(res, desc);
    sample<<<1, 256>>>(left, out, 256);
    sample<<<1, 256>>>(right, out, 256);
    cudaDestroyTextureObject(left);
    cudaDestroyTextureObject(right);
}

std::optional<cudaTextureObject_t> perhaps(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess)
        return std::nullopt;
    return tex;
}

std::uint64_t as_a_number(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t tex = 0;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess)
        return 0;
    return static_cast<std::uint64_t>(tex);
}

State *state_new(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    std::unique_ptr<State> s(new State);
    if (cudaCreateTextureObject(&s->tex, &res, &desc, nullptr) != cudaSuccess)
        return nullptr;
    return s.release();
}

void state_delete(State *s)
{
    cudaDestroyTextureObject(s->tex);
    delete s;
}

void state_local(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    State s;
    cudaMalloc(&s.out, 1024);
    cudaCreateTextureObject(&s.tex, &res, &desc, nullptr);
    sample<<<1, 256>>>(s.tex, s.out, 256);
    cudaDestroyTextureObject(s.tex);
    cudaFree(s.out);
}

void state_copied(const cudaResourceDesc &res, const cudaTextureDesc &desc, State *out)
{
    State s;
    cudaCreateTextureObject(&s.tex, &res, &desc, nullptr);
    *out = s;
}

void state_moved(const cudaResourceDesc &res, const cudaTextureDesc &desc, std::vector<State> &all)
{
    State s;
    cudaCreateTextureObject(&s.tex, &res, &desc, nullptr);
    all.emplace_back(std::move(s));
}

static void work(cudaTextureObject_t tex, float *out)
{
    sample<<<1, 256>>>(tex, out, 256);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(tex);
}

void to_a_thread(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    std::thread worker(work, tex, out);
    worker.join();
}

std::future<void> to_a_task(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    return std::async(std::launch::async, work, tex, out);
}

// The getter's caller destroys.
class Lent {
public:
    explicit Lent(const cudaResourceDesc &res)
    {
        cudaTextureDesc desc = {};
        cudaCreateTextureObject(&tex_, &res, &desc, nullptr);
    }
    cudaTextureObject_t get() const { return tex_; }

private:
    cudaTextureObject_t tex_ = 0;
};

void given_back(const Lent &lent) { cudaDestroyTextureObject(lent.get()); }

// Anybody can reach the member.
class Open {
public:
    explicit Open(const cudaResourceDesc &res)
    {
        cudaTextureDesc desc = {};
        cudaCreateTextureObject(&tex_, &res, &desc, nullptr);
    }
    cudaTextureObject_t &handle() { return tex_; }

private:
    cudaTextureObject_t tex_ = 0;
};

void closes(Open &open) { cudaDestroyTextureObject(open.handle()); }

// The status of the create decides what becomes of it.
cudaError_t passed_to_an_owner(const cudaResourceDesc &res, const cudaTextureDesc &desc, std::unique_ptr<State> &owner)
{
    cudaTextureObject_t obj = 0;
    cudaError_t err = cudaCreateTextureObject(&obj, &res, &desc, nullptr);
    if (err == cudaSuccess)
        owner->tex = obj;
    return err;
}

void by_launch_api(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    void *args[] = {&tex, &out, &n};
    cudaLaunchKernel((const void *)sample, dim3(1), dim3(256), args, 0, 0);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(tex);
}

void chosen(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, cudaTextureObject_t given)
{
    cudaTextureObject_t own = 0;
    if (!given)
        cudaCreateTextureObject(&own, &res, &desc, nullptr);
    sample<<<1, 256>>>(given ? given : own, out, 256);
    if (!given)
        cudaDestroyTextureObject(own);
}

bool nested_checks(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out, float *host)
{
    bool done = false;
    cudaTextureObject_t tex = 0;
    do {
        if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) != cudaSuccess)
            break;
        sample<<<1, 256>>>(tex, out, 256);
        if (cudaDeviceSynchronize() != cudaSuccess)
            break;
        if (cudaMemcpy(host, out, 1024, cudaMemcpyDeviceToHost) != cudaSuccess)
            break;
        done = true;
    } while (false);
    if (tex)
        cudaDestroyTextureObject(tex);
    return done;
}

// Handles stored in containers.
#include <cuda_runtime.h>
#include <array>
#include <map>
#include <queue>
#include <set>
#include <string>
#include <vector>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

std::vector<cudaTextureObject_t> atlas;

bool returns_before_the_push(const cudaResourceDesc &res, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr); // want "\btex\b.*leak.*\bline 20\b"
    sample<<<1, 256>>>(tex, out, 256);
    if (cudaGetLastError() != cudaSuccess)
        return false;
    atlas.push_back(tex);
    return true;
}

void skips_the_push(const std::vector<cudaResourceDesc> &in, const cudaTextureDesc &desc, std::vector<cudaTextureObject_t> &made)
{
    for (const cudaResourceDesc &res : in) {
        cudaTextureObject_t level = 0;
        if (cudaCreateTextureObject(&level, &res, &desc, nullptr) != cudaSuccess) // want "\blevel\b.*leak.*\bline (31|32)\b"
            break;
        if (res.resType == cudaResourceTypeLinear)
            continue;
        made.push_back(level);
    }
}

// Another handle is stored.
void stores_the_other(const cudaResourceDesc *in, const cudaTextureDesc &desc)
{
    cudaTextureObject_t first, second;
    cudaCreateTextureObject(&first, &in[0], &desc, nullptr);
    cudaCreateTextureObject(&second, &in[1], &desc, nullptr); // want "\bsecond\b.*leak"
    atlas.push_back(first);
}

// Clean from here on.
void pushed(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t tex;
    if (cudaCreateTextureObject(&tex, &res, &desc, nullptr) == cudaSuccess)
        atlas.push_back(tex);
}

void pushed_and_destroyed(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, int n)
{
    std::vector<cudaTextureObject_t> made;
    for (int i = 0; i < n; i++) {
        cudaTextureObject_t tex;
        cudaCreateTextureObject(&tex, &in[i], &desc, nullptr);
        made.emplace_back(tex);
    }
    for (cudaTextureObject_t tex : made)
        sample<<<1, 256>>>(tex, out, 256);
    for (auto tex : made)
        cudaDestroyTextureObject(tex);
}

void elements(const cudaResourceDesc *in, const cudaTextureDesc &desc, std::vector<cudaTextureObject_t> &v)
{
    v.resize(4);
    for (size_t i = 0; i < v.size(); i++)
        cudaCreateTextureObject(&v[i], &in[i], &desc, nullptr);
    cudaCreateTextureObject(v.data(), &in[0], &desc, nullptr);
}

std::map<std::string, cudaTextureObject_t> by_name;
void named(const std::string &name, const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    by_name[name] = tex;
    cudaTextureObject_t alias;
    cudaCreateTextureObject(&alias, &res, &desc, nullptr);
    by_name.insert({name + "2", alias});
    cudaTextureObject_t third;
    cudaCreateTextureObject(&third, &res, &desc, nullptr);
    by_name.emplace(name + "3", third);
}

struct Frame {
    cudaTextureObject_t tex;
    int index;
};

void frames(std::vector<Frame> &v, std::queue<Frame> &q, std::set<cudaTextureObject_t> &s, const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    Frame f;
    f.index = 0;
    cudaCreateTextureObject(&f.tex, &res, &desc, nullptr);
    v.push_back(f);
    Frame g{};
    cudaCreateTextureObject(&g.tex, &res, &desc, nullptr);
    q.push(g);
    cudaTextureObject_t t;
    cudaCreateTextureObject(&t, &res, &desc, nullptr);
    s.insert(t);
    cudaTextureObject_t u;
    cudaCreateTextureObject(&u, &res, &desc, nullptr);
    v.push_back({u, 1});
}

std::vector<cudaTextureObject_t> listed(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    cudaTextureObject_t a, b;
    cudaCreateTextureObject(&a, &res, &desc, nullptr);
    cudaCreateTextureObject(&b, &res, &desc, nullptr);
    std::vector<cudaTextureObject_t> both{a, b};
    return both;
}

std::array<cudaTextureObject_t, 2> arrayed(const cudaResourceDesc &res, const cudaTextureDesc &desc)
{
    std::array<cudaTextureObject_t, 2> both;
    for (auto &t : both)
        cudaCreateTextureObject(&t, &res, &desc, nullptr);
    return both;
}

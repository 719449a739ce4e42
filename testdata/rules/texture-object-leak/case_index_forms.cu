// The ways an index, an iterator or a pointer goes on.
#include <cuda_runtime.h>
#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

// One index for all passes.
void same_element(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t t[4] = {};
    int slot = 2;
    for (int i = 0; i < n; i++) {
        cudaCreateTextureObject(&t[slot], &in[i], &desc, nullptr); // want "\bt\b.*leak"
        sample<<<1, 256>>>(t[slot], out, 256);
    }
    cudaDestroyTextureObject(t[slot]);
}

void first_element_only(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, int n)
{
    cudaTextureObject_t t[8];
    int made = 0;
    while (made < n) {
        cudaCreateTextureObject(&t[made], &in[made], &desc, nullptr); // want "\bt\b.*leak"
        made++;
    }
    sample<<<1, 256>>>(t[0], out, 256);
}

// Clean from here on.
void counted_by_range_for(const std::vector<cudaResourceDesc> &in, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t t[8];
    size_t n = 0;
    for (const cudaResourceDesc &res : in) {
        cudaCreateTextureObject(&t[n], &res, &desc, nullptr);
        ++n;
    }
    for (size_t i = 0; i < n; ++i)
        sample<<<1, 256>>>(t[i], out, 256);
    while (n--)
        cudaDestroyTextureObject(t[n]);
}

void counted_in_the_subscript(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out, int count)
{
    cudaTextureObject_t t[8];
    int n = 0;
    while (n < count)
        cudaCreateTextureObject(&t[n++], in++, &desc, nullptr);
    for (int i = 0; i != n; i += 1)
        sample<<<1, 256>>>(t[i], out, 256);
    while (n > 0)
        cudaDestroyTextureObject(t[--n]);
}

void by_pointer(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t t[4];
    for (cudaTextureObject_t *p = t; p != t + 4; ++p)
        cudaCreateTextureObject(p, in++, &desc, nullptr);
    sample<<<1, 256>>>(t[3], out, 256);
    for (cudaTextureObject_t *p = t; p != t + 4; ++p)
        cudaDestroyTextureObject(*p);
}

void by_offset(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t t[4];
    for (int i = 0; i < 4; i++)
        cudaCreateTextureObject(t + i, in + i, &desc, nullptr);
    sample<<<1, 256>>>(*(t + 1), out, 256);
    for (int i = 4; i > 0; i--)
        cudaDestroyTextureObject(*(t + i - 1));
}

struct Layer {
    cudaTextureObject_t faces[6];
};

void nested(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out)
{
    Layer layers[2];
    for (int l = 0; l < 2; l++)
        for (int f = 0; f < 6; f++)
            cudaCreateTextureObject(&layers[l].faces[f], &in[6 * l + f], &desc, nullptr);
    sample<<<1, 256>>>(layers[1].faces[5], out, 256);
    for (Layer &layer : layers)
        for (cudaTextureObject_t t : layer.faces)
            cudaDestroyTextureObject(t);
}

void by_a_list_of_indexes(const std::vector<int> &order, const cudaResourceDesc *in, const cudaTextureDesc &desc)
{
    cudaTextureObject_t t[8] = {};
    for (int i : order)
        cudaCreateTextureObject(&t[i], &in[i], &desc, nullptr);
    for (int i : order)
        cudaDestroyTextureObject(t[i]);
}

void by_a_table_of_indexes(const int *order, const cudaResourceDesc *in, const cudaTextureDesc &desc, int n)
{
    cudaTextureObject_t t[8] = {};
    for (int i = 0; i < n; i++)
        cudaCreateTextureObject(&t[order[i]], &in[i], &desc, nullptr);
    for (int i = 0; i < n; i++)
        cudaDestroyTextureObject(t[order[i]]);
}

class Atlas {
public:
    void add(const cudaResourceDesc &res, const cudaTextureDesc &desc)
    {
        if (count_ == 8)
            return;
        cudaCreateTextureObject(&pages_[count_++], &res, &desc, nullptr);
    }
    void replace(int page, const cudaResourceDesc &res, const cudaTextureDesc &desc)
    {
        cudaDestroyTextureObject(pages_[page]);
        cudaCreateTextureObject(&pages_[page], &res, &desc, nullptr);
    }
    void clear()
    {
        while (count_ > 0)
            cudaDestroyTextureObject(pages_[--count_]);
        for (auto &entry : named_)
            cudaDestroyTextureObject(entry.second);
        for (auto it = order_.begin(); it != order_.end(); ++it)
            cudaDestroyTextureObject(*it);
        std::for_each(extra_.begin(), extra_.end(), [](cudaTextureObject_t t) { cudaDestroyTextureObject(t); });
    }
    void name(int id, const cudaResourceDesc &res, const cudaTextureDesc &desc)
    {
        cudaCreateTextureObject(&named_[id], &res, &desc, nullptr);
        order_.push_back(0);
        cudaCreateTextureObject(&order_.back(), &res, &desc, nullptr);
        extra_.emplace_back();
        cudaCreateTextureObject(&extra_.at(extra_.size() - 1), &res, &desc, nullptr);
    }

private:
    cudaTextureObject_t pages_[8] = {};
    int count_ = 0;
    std::map<int, cudaTextureObject_t> named_;
    std::vector<cudaTextureObject_t> order_, extra_;
};

void emptied(std::vector<cudaTextureObject_t> &all)
{
    while (!all.empty()) {
        cudaDestroyTextureObject(all.back());
        all.pop_back();
    }
}

cudaTextureObject_t take_next();

void taken(int n)
{
    for (int i = 0; i < n; i++)
        cudaDestroyTextureObject(take_next());
    while (cudaTextureObject_t t = take_next())
        cudaDestroyTextureObject(t);
}

int cursor;
void advance();

void moved_by_a_function(cudaTextureObject_t *all, int n)
{
    for (cursor = 0; cursor < n; advance())
        cudaDestroyTextureObject(all[cursor]);
}

// Loops that a macro writes.
#include <cuda_runtime.h>
#include <vector>

__global__ void sample(cudaTextureObject_t tex, float *out, int n);

#define FOREACH(var, all) for (size_t var = 0, var##Size = (all).size(); var < var##Size; ++var)
#define TIMES(var, count) for (int var = 0; var < (count); var++)
#define EACH(item, all) for (auto &item : all)

void made_in_each_pass(const std::vector<cudaResourceDesc> &in, const cudaTextureDesc &desc, float *out)
{
    FOREACH(i, in) {
        cudaTextureObject_t level;
        cudaCreateTextureObject(&level, &in[i], &desc, nullptr); // want "\blevel\b.*leak"
        sample<<<1, 256>>>(level, out, 256);
    }
}

void destroyed_in_each_pass(const cudaResourceDesc &res, const cudaTextureDesc &desc, int n)
{
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, nullptr);
    cudaDestroyTextureObject(tex);
    TIMES(i, n) {
        cudaDestroyTextureObject(tex); // want "\btex\b.*(destroyed|released) (twice|again)"
    }
}

// Clean from here on.
class Matcher {
public:
    ~Matcher() { release(); }
    void load(const std::vector<cudaResourceDesc> &in, const cudaTextureDesc &desc)
    {
        images_.resize(in.size());
        FOREACH(i, images_) {
            cudaCreateTextureObject(&images_[i], &in[i], &desc, nullptr);
        }
    }
    void release()
    {
        FOREACH(i, images_) {
            cudaDestroyTextureObject(images_[i]);
        }
        images_.clear();
        TIMES(i, 2)
            cudaDestroyTextureObject(masks_[i]);
    }
    void mask(const cudaResourceDesc *in, const cudaTextureDesc &desc)
    {
        TIMES(i, 2)
            cudaCreateTextureObject(&masks_[i], &in[i], &desc, nullptr);
    }

private:
    std::vector<cudaTextureObject_t> images_;
    cudaTextureObject_t masks_[2] = {};
};

void local_array(const cudaResourceDesc *in, const cudaTextureDesc &desc, float *out)
{
    cudaTextureObject_t planes[3];
    TIMES(i, 3) cudaCreateTextureObject(&planes[i], &in[i], &desc, nullptr);
    TIMES(i, 3) { sample<<<1, 256>>>(planes[i], out, 256); }
    TIMES(i, 3) cudaDestroyTextureObject(planes[i]);
}

struct Item {
    cudaTextureObject_t tex;
    Item *next;
};

void lists(std::vector<Item> &items, Item *first)
{
    EACH(item, items) {
        cudaDestroyTextureObject(item.tex);
    }
    for (Item *p = first; p; p = p->next)
        cudaDestroyTextureObject(p->tex);
    while (first) {
        cudaDestroyTextureObject(first->tex);
        first = first->next;
    }
}

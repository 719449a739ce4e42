// Classes and structs with arrays in them.
#include <cuda_runtime.h>
#include <memory>
#include <vector>

// Both are allocated, one is freed.
class Volume {
public:
    explicit Volume(cudaExtent extent)
    {
        cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        cudaMalloc3DArray(&density_, &format, extent);
        cudaMalloc3DArray(&gradient_, &format, extent); // want "\bgradient_.*leak"
    }
    ~Volume()
    {
        if (density_)
            cudaFreeArray(density_);
    }

private:
    cudaArray_t density_ = nullptr, gradient_ = nullptr;
};

// The object on the array goes, the array stays.
class Lookup {
public:
    void load(const float *values, int n)
    {
        cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
        cudaMallocArray(&values_, &format, n); // want "\bvalues_.*leak"
        cudaMemcpy2DToArray(values_, 0, 0, values, n * 4, n * 4, 1, cudaMemcpyHostToDevice);
        cudaResourceDesc res = {};
        res.resType = cudaResourceTypeArray;
        res.res.array.array = values_;
        cudaTextureDesc desc = {};
        cudaCreateTextureObject(&tex_, &res, &desc, nullptr);
    }
    ~Lookup() { cudaDestroyTextureObject(tex_); }

private:
    cudaArray_t values_;
    cudaTextureObject_t tex_;
};

class Mipmap {
public:
    bool build(cudaExtent extent, unsigned levels);
    unsigned levels() const { return levels_; }

private:
    cudaMipmappedArray_t chain_ = nullptr;
    unsigned levels_ = 0;
};

bool Mipmap::build(cudaExtent extent, unsigned levels)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
    if (cudaMallocMipmappedArray(&chain_, &format, extent, levels) != cudaSuccess) // want "\bchain_.*leak"
        return false;
    levels_ = levels;
    return true;
}

struct Slices {
    std::vector<cudaArray_t> all;
    ~Slices()
    {
        for (cudaArray_t a : all)
            cudaFreeArray(a);
    }
};

void lost_before_it_is_stored(Slices &s, int n, size_t limit)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t slice;
    cudaMallocArray(&slice, &format, n); // want "\bslice\b.*leak.*\bline 80\b"
    if (s.all.size() >= limit)
        return;
    s.all.push_back(slice);
}

// Clean from here on.
void stored(Slices &s, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t slice;
    if (cudaMallocArray(&slice, &format, n) == cudaSuccess)
        s.all.push_back(slice);
}

class Image {
public:
    Image() = default;
    Image(const Image &) = delete;
    ~Image() { reset(); }
    bool allocate(int width, int height)
    {
        reset();
        cudaChannelFormatDesc format = cudaCreateChannelDesc<uchar4>();
        return cudaMallocArray(&array_, &format, width, height) == cudaSuccess;
    }
    void reset()
    {
        if (array_) {
            cudaFreeArray(array_);
            array_ = nullptr;
        }
    }

private:
    cudaArray_t array_ = nullptr;
};

// Freed by a function that gets the struct.
typedef struct {
    cudaArray *planes[3];
    int width, height;
} Yuv;

int yuv_alloc(Yuv *yuv)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<unsigned char>();
    for (int i = 0; i < 3; i++)
        if (cudaMallocArray(&yuv->planes[i], &format, yuv->width, yuv->height) != cudaSuccess)
            return -1;
    return 0;
}

void yuv_free(Yuv *yuv)
{
    for (int i = 0; i < 3; i++)
        cudaFreeArray(yuv->planes[i]);
}

// Through a cast of the member.
struct Reference {
    void *device;
    int pitch, rows;
};

void load(Reference *ref)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<char>();
    cudaMallocArray((cudaArray **)(&ref->device), &format, ref->pitch, ref->rows);
}

void unload(Reference *ref)
{
    cudaFreeArray((cudaArray *)(ref->device));
    ref->device = NULL;
}

struct FreeArray {
    void operator()(cudaArray *a) const { cudaFreeArray(a); }
};
using Array = std::unique_ptr<cudaArray, FreeArray>;

Array allocated(int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t raw = nullptr;
    if (cudaMallocArray(&raw, &format, n) != cudaSuccess)
        return nullptr;
    return Array(raw);
}

bool held(const float *host, int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t raw;
    cudaMallocArray(&raw, &format, n);
    Array array(raw);
    if (cudaMemcpy2DToArray(array.get(), 0, 0, host, n * 4, n * 4, 1, cudaMemcpyHostToDevice) != cudaSuccess)
        return false;
    return true;
}

std::shared_ptr<cudaArray> counted(int n)
{
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray *raw = nullptr;
    cudaMallocArray(&raw, &format, n);
    return std::shared_ptr<cudaArray>(raw, [](cudaArray *a) { cudaFreeArray(a); });
}

// Allocated at first use.
class Cache {
public:
    ~Cache() { cudaFreeArray(array_); }
    cudaArray_t array(int n)
    {
        if (!array_) {
            cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
            cudaMallocArray(&array_, &format, n);
        }
        return array_;
    }

private:
    cudaArray_t array_ = nullptr;
};

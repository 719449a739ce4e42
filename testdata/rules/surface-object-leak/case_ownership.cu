// Surface objects of classes and structs.
#include <cuda_runtime.h>
#include <memory>
#include <vector>

__global__ void fill(cudaSurfaceObject_t surf, int width, int height);

// Nothing here destroys it.
class Canvas {
public:
    Canvas(cudaArray_t array, int width, int height);
    void clear() { fill<<<1, 256>>>(surface_, width_, height_); }
    int width() const { return width_; }

private:
    cudaSurfaceObject_t surface_;
    int width_, height_;
};

Canvas::Canvas(cudaArray_t array, int width, int height) : surface_(0), width_(width), height_(height)
{
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = array;
    cudaCreateSurfaceObject(&surface_, &res); // want "\bsurface_.*leak"
}

// The destructor frees the array, and leaves the object.
class Target {
public:
    explicit Target(int n)
    {
        cudaChannelFormatDesc format = cudaCreateChannelDesc<float4>();
        cudaMallocArray(&array_, &format, n, n, cudaArraySurfaceLoadStore);
        cudaResourceDesc res = {};
        res.resType = cudaResourceTypeArray;
        res.res.array.array = array_;
        cudaCreateSurfaceObject(&object_, &res); // want "\bobject_.*leak"
    }
    ~Target() { cudaFreeArray(array_); }
    cudaSurfaceObject_t object() const { return object_; }

private:
    cudaArray_t array_;
    cudaSurfaceObject_t object_;
};

// A local struct is no owner.
struct Buffers {
    cudaSurfaceObject_t read, write;
};

void local_struct(const cudaResourceDesc *res)
{
    Buffers b;
    cudaCreateSurfaceObject(&b.read, &res[0]); // want "read\b.*leak"
    cudaCreateSurfaceObject(&b.write, &res[1]);
    fill<<<1, 256>>>(b.read, 16, 16);
    fill<<<1, 256>>>(b.write, 16, 16);
    cudaDestroySurfaceObject(b.write);
}

// The wrapper is never made on one path.
class Owned {
public:
    explicit Owned(cudaSurfaceObject_t s) : s_(s) {}
    ~Owned() { cudaDestroySurfaceObject(s_); }
    Owned(const Owned &) = delete;

private:
    cudaSurfaceObject_t s_;
};

std::unique_ptr<Owned> wrapped(const cudaResourceDesc &res, bool keep)
{
    cudaSurfaceObject_t surf;
    cudaCreateSurfaceObject(&surf, &res); // want "\bsurf\b.*leak.*\bline 79\b"
    if (!keep)
        return nullptr;
    return std::unique_ptr<Owned>(new Owned(surf));
}

// Clean from here on.
class Screen {
public:
    void open(cudaArray_t array)
    {
        close();
        cudaResourceDesc res = {};
        res.resType = cudaResourceTypeArray;
        res.res.array.array = array;
        cudaCreateSurfaceObject(&surface_, &res);
        open_ = true;
    }
    void close()
    {
        if (open_)
            cudaDestroySurfaceObject(surface_);
        open_ = false;
    }
    ~Screen() { close(); }

private:
    cudaSurfaceObject_t surface_ = 0;
    bool open_ = false;
};

// The levels are kept in a vector, and destroyed by another method.
class Pyramid {
public:
    void add(const cudaResourceDesc &res)
    {
        cudaSurfaceObject_t level;
        cudaCreateSurfaceObject(&level, &res);
        levels_.push_back(level);
    }
    void clear()
    {
        for (size_t i = 0; i < levels_.size(); i++)
            cudaDestroySurfaceObject(levels_[i]);
        levels_.clear();
    }

private:
    std::vector<cudaSurfaceObject_t> levels_;
};

struct Layer {
    cudaArray_t array;
    cudaSurfaceObject_t surf;
};

void layer_init(Layer &layer)
{
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = layer.array;
    cudaCreateSurfaceObject(&layer.surf, &res);
}

Layer *layer_new(cudaArray_t array)
{
    Layer *layer = new Layer;
    layer->array = array;
    layer_init(*layer);
    return layer;
}

std::unique_ptr<Owned> always_wrapped(const cudaResourceDesc &res)
{
    cudaSurfaceObject_t surf;
    if (cudaCreateSurfaceObject(&surf, &res) != cudaSuccess)
        return nullptr;
    return std::make_unique<Owned>(surf);
}

void wrapped_in_place(const cudaResourceDesc &res, int n)
{
    cudaSurfaceObject_t surf;
    cudaCreateSurfaceObject(&surf, &res);
    Owned owned(surf);
    if (n == 0)
        return;
    fill<<<1, 256>>>(surf, n, n);
}

// Others derive from it, and its member is theirs.
class Drawable {
public:
    virtual ~Drawable() = default;
    virtual void release() = 0;

protected:
    void attach(const cudaResourceDesc &res) { cudaCreateSurfaceObject(&surf, &res); }
    cudaSurfaceObject_t surf = 0;
};

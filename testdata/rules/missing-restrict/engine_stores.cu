// Stores that do not look like stores through the pointer.

__global__ void reference_to_array(int *data, int *out)
{
    int(&row)[8] = *reinterpret_cast<int(*)[8]>(data);
    out[threadIdx.x] = data[threadIdx.x + 8];
    row[1] = 0;
}
__global__ void pointer_to_arrays(int *data, int *out)
{
    int(*rows)[8] = reinterpret_cast<int(*)[8]>(data);
    out[threadIdx.x] = data[threadIdx.x + 8];
    rows[0][1] = 0;
}
__global__ void bound_by_reference(int2 *data, int *out)
{
    out[threadIdx.x] = data[threadIdx.x].x;
    auto &[first, second] = data[threadIdx.x + 1];
    second = 0;
}
__global__ void bound_by_value(const int2 *data, int *out) // want "^likely: kernel parameter data "
{
    auto [first, second] = data[threadIdx.x + 1];
    first = 0;
    out[threadIdx.x] = first + second;
}
__global__ void index_first(int *data, int *out)
{
    out[threadIdx.x] = data[threadIdx.x];
    5 [data] = 0;
}

// An element that is an object: assigning to it stores.
struct Element {
    int *at;
    __device__ Element &operator=(int v)
    {
        *at = v;
        return *this;
    }
    __device__ operator int() const { return *at; }
};
struct View {
    int *base;
    __device__ Element operator[](int i) const { return Element{base + i}; }
};
__global__ void by_element(int *data, int *out)
{
    View v{data};
    out[threadIdx.x] = data[threadIdx.x];
    v[threadIdx.x] = 1;
}
__global__ void out_by_element(const int *data, int *out) // want "^likely: kernel parameter data "
{
    View v{out};
    v[threadIdx.x] = data[threadIdx.x];
}

// Members of a union are one place, those that are references another.
union Bits {
    int *i;
    unsigned *u;
};
__global__ void by_union(int *data, int *out)
{
    Bits b;
    b.i = data;
    out[threadIdx.x] = data[threadIdx.x];
    b.u[2] = 0;
}
template <typename T> struct Slot {
    T &value;
    __device__ void put(T v) { value = v; }
};
__global__ void by_member(float *data, float *out)
{
    Slot<float> s{data[threadIdx.x]};
    out[threadIdx.x] = data[threadIdx.x + 1];
    s.put(1);
}
struct Keeper {
    float &kept;
    __device__ Keeper(float &k) : kept(k) {}
};
__global__ void by_constructed_member(float *data, float *out)
{
    Keeper k(data[threadIdx.x]);
    out[threadIdx.x] = data[threadIdx.x + 1];
    k.kept = 1;
}

// Launches that pass one buffer twice, by way of something else.
#include <utility>

__global__ void chained(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void chain(float *p)
{
    const float *from;
    float *to;
    from = to = p;
    chained<<<1, 32>>>(from, to);
}

// A pointer to const elements may change.
__global__ void renamed(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void rename(const float *q, float *p)
{
    const float *from = q;
    from = p;
    renamed<<<1, 32>>>(from, p);
}

// Structs that hold it twice.
struct Buffers {
    float *in, *out;
};
__global__ void of_struct(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void with_struct(const Buffers &b) { of_struct<<<1, 32>>>(b.in, b.out); }
void make_struct(float *p)
{
    Buffers b{p, p};
    with_struct(b);
}
__global__ void of_pointer(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void with_pointer(Buffers *b) { of_pointer<<<1, 32>>>(b->in, b->out); }
void make_pointer(float *p)
{
    Buffers b;
    b.in = p;
    b.out = p;
    with_pointer(&b);
}
__global__ void of_pair(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
void make_pair(float *p)
{
    std::pair<float *, float *> b{p, p};
    of_pair<<<1, 32>>>(b.first, b.second);
}

// Classes that hold it twice, or under two names.
__global__ void of_class(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
class InPlace {
    float *from_, *to_;

public:
    InPlace(float *p) : from_(p), to_(p) {}
    void run() { of_class<<<1, 32>>>(from_, to_); }
};
__global__ void of_other_class(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; } // want "^likely: kernel parameter in "
class Apart {
    float *from_, *to_;

public:
    Apart(float *p, float *q) : from_(p), to_(q) {}
    void run() { of_other_class<<<1, 32>>>(from_, to_); }
};
__global__ void of_accessors(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
struct Stage {
    float *buffer;
    float *input() { return buffer; }
    float *output() { return buffer; }
    void run() { of_accessors<<<1, 32>>>(input(), output()); }
};

// What a function returns may be what it is given.
__global__ void of_result(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
float *aligned(float *p);
void result(float *p) { of_result<<<1, 32>>>(p, aligned(p)); }
__global__ void of_fresh(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; } // want "^likely: kernel parameter in "
float *fresh(int n)
{
    float *p;
    cudaMalloc(&p, n);
    return p;
}
void two_fresh(int n)
{
    float *p = fresh(n), *q = fresh(n);
    of_fresh<<<1, 32>>>(p, q);
}

// Exchanged by a function of the program.
__global__ void of_exchanged(const float *in, float *out) { out[threadIdx.x] = in[threadIdx.x + 1]; }
template <typename T> void Swap(T &a, T &b)
{
    T t = a;
    a = b;
    b = t;
}
void exchange(float *p, float *q, int steps)
{
    for (int i = 0; i < steps; i++) {
        of_exchanged<<<1, 32>>>(p, q);
        Swap(p, q);
    }
}

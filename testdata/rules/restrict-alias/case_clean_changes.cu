// Names that stood for one pointer, until something changed one of them.
#include <cuda_runtime.h>
#include <tuple>
#include <utility>
#include <vector>

__global__ void shift(const float *__restrict__ in, float *__restrict__ out) { out[threadIdx.x] = in[threadIdx.x + 1]; }

#define CHECK(call) \
    do { \
        if ((call) != cudaSuccess) \
            return; \
    } while (0)
#define SWAP(a, b) \
    { \
        float *t_ = a; \
        a = b; \
        b = t_; \
    }

// Another allocation, inside a macro.
void checked(float *p, int n)
{
    float *x = p;
    CHECK(cudaMalloc(&x, n));
    shift<<<1, 256>>>(p, x);
}

// A copy of a struct, one of whose members is set.
struct Buffers {
    float *in, *out;
};
void copied_struct(Buffers b, float *other)
{
    Buffers a = b;
    a.in = other;
    shift<<<1, 256>>>(a.in, b.in);
}
void bound(Buffers b)
{
    auto [x, y] = b;
    shift<<<1, 256>>>(x, y);
}

// An iterator that moves while the arguments are read.
void by_index(float **buffers, int i) { shift<<<1, 256>>>(buffers[i++], buffers[i++]); }
void by_iterator(float **it) { shift<<<1, 256>>>(*it++, *it++); }

// Exchanges of other forms.
void exchanged(float *p, float *q)
{
    float *x = std::exchange(p, q);
    shift<<<1, 256>>>(x, p);
}
void rotated(float *a, float *b, float *c, int steps)
{
    for (int s = 0; s < steps; s++) {
        shift<<<1, 256>>>(a, b);
        float *t = a;
        a = b;
        b = c;
        c = t;
    }
}
void tied(float *a, float *b, int steps)
{
    for (int s = 0; s < steps; s++) {
        shift<<<1, 256>>>(a, b);
        std::tie(a, b) = std::make_pair(b, a);
    }
}
void by_macro(float *a, float *b, int steps)
{
    float *x = a, *y = b;
    while (steps--) {
        shift<<<1, 256>>>(x, y);
        SWAP(x, y);
    }
    shift<<<1, 256>>>(x, y);
}

// Neighbours in a list of buffers, and in a chain.
void neighbours(const std::vector<float *> &levels)
{
    for (size_t i = 0; i + 1 < levels.size(); i++)
        shift<<<1, 256>>>(levels[i], levels[i + 1]);
}
struct Level {
    Level *next;
    float *data;
};
void chain(Level *l)
{
    for (; l->next; l = l->next)
        shift<<<1, 256>>>(l->data, l->next->data);
}

// Rows and halves of one buffer, and parts that a running offset cuts.
void rows(float *p, int width, int height)
{
    for (int y = 0; y < height; y++)
        shift<<<1, 256>>>(p + y * width, p + (y + 1) * width);
}
void half(float *p, int n)
{
    const int middle = n / 2;
    shift<<<1, 256>>>(p, p + middle);
}
void cut(char *pool, size_t bytes)
{
    char *at = pool;
    float *x = (float *)at;
    at += bytes;
    float *y = (float *)at;
    shift<<<1, 256>>>(x, y);
}
template <int N> void apart(float *p) { shift<<<1, 256>>>(p, p + N); }
template void apart<4096>(float *);

// Either of two, as the case may be.
void opposite(float *a, float *b, int k)
{
    float *x;
    switch (k) {
    case 0:
        x = a;
        break;
    default:
        x = b;
    }
    float *y = k ? a : b;
    shift<<<1, 256>>>(x, y);
}
void other_one(float *const (&pair)[2], int s)
{
    int c = s & 1;
    shift<<<1, 256>>>(pair[c], pair[c ^ 1]);
    shift<<<1, 256>>>(pair[c], pair[!c]);
    shift<<<1, 256>>>(pair[s % 2], pair[(s + 1) % 2]);
}

// A variable of the file, or a member, that a call may set.
static float *held;
void set_held();
void reset_between()
{
    float *x = held;
    set_held();
    shift<<<1, 256>>>(x, held);
}
class Solver {
    float *now, *next;
    void flip() { std::swap(now, next); }
    void step()
    {
        float *x = now;
        flip();
        shift<<<1, 256>>>(x, now);
    }
};

// Pointers that come from calls, or from places that change in between: one spelling, two values.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void shift(const float *__restrict__ in, float *__restrict__ out) { out[threadIdx.x] = in[threadIdx.x + 1]; }

// Each call allocates.
template <typename T> T *grow(int n)
{
    T *p;
    cudaMalloc(&p, n * sizeof(T));
    return p;
}
float *plain(int n)
{
    float *p;
    cudaMalloc((void **)&p, n * sizeof(float));
    return p;
}
float *outside(int n);
struct Pool {
    char *base;
    size_t used;
    float *take(int n)
    {
        float *p = (float *)(base + used);
        used += n * sizeof(float);
        return p;
    }
};
void by_template(int n)
{
    float *x = grow<float>(n), *y = grow<float>(n);
    shift<<<1, 256>>>(x, y);
}
void by_function(int n)
{
    float *x = plain(n);
    float *y = plain(n);
    shift<<<1, 256>>>(x, y);
}
void out_of_sight(int n)
{
    float *x = outside(n);
    float *y = outside(n);
    shift<<<1, 256>>>(x, y);
}
void in_arguments(Pool &pool, int n)
{
    shift<<<1, 256>>>(pool.take(n), pool.take(n));
    shift<<<1, 256>>>(outside(n), outside(n));
}
void in_variables(Pool &pool, int n)
{
    float *x = pool.take(n), *y = pool.take(n);
    shift<<<1, 256>>>(x, y);
}
void in_members(Pool *pool, int n)
{
    struct {
        float *in, *out;
    } b;
    b.in = pool->take(n);
    b.out = pool->take(n);
    shift<<<1, 256>>>(b.in, b.out);
}
void by_standard(int n)
{
    float *x = new float[n], *y = new float[n];
    shift<<<1, 256>>>(x, y);
    float *v = (float *)malloc(n), *w = (float *)malloc(n);
    shift<<<1, 256>>>(v, w);
}

// The index, the member or the pointer changes between the two readings.
void index_moves(float **buffers, int i)
{
    float *x = buffers[i];
    i++;
    float *y = buffers[i];
    shift<<<1, 256>>>(x, y);
}
void pointer_moves(float *p)
{
    float *x = p;
    p += 1024;
    shift<<<1, 256>>>(x, p);
}
void element_changes(float **buffers, float *other)
{
    float *x = buffers[0];
    buffers[0] = other;
    shift<<<1, 256>>>(x, buffers[0]);
}
struct State {
    float *now;
};
void member_changes(State &s, float *other)
{
    float *x = s.now;
    s.now = other;
    shift<<<1, 256>>>(x, s.now);
}
void renew(float **p);
void changed_by_call(float *p)
{
    float *x = p;
    renew(&p);
    shift<<<1, 256>>>(x, p);
}
void renew_reference(float *&p);
void changed_by_reference(float *p)
{
    float *x = p;
    renew_reference(p);
    shift<<<1, 256>>>(x, p);
}
void last_round(int rounds)
{
    float *before = nullptr, *now = nullptr;
    for (int r = 0; r < rounds; r++) {
        before = now;
        cudaMalloc(&now, 4096);
        shift<<<1, 256>>>(before, now);
    }
}
void changed_in_loop(float *a, float *b, int rounds)
{
    float *from = a, *to = a;
    for (int r = 0; r < rounds; r++) {
        to = b;
        shift<<<1, 256>>>(from, to);
    }
}
void changed_by_lambda(float *a, float *b)
{
    float *to = a;
    auto other = [&]() { to = b; };
    other();
    shift<<<1, 256>>>(a, to);
}

// Calls in device code.

__device__ void blend(const float *__restrict__ from, float *__restrict__ to, int i) { to[i] = 0.5f * (from[i] + from[i + 1]); }
__device__ float sum(const float *__restrict__ a, const float *__restrict__ b, int i) { return a[i] + b[i]; }
__device__ void half_restrict(const float *from, float *__restrict__ to, int i) { to[i] = from[i + 1]; }
__device__ void no_restrict(const float *from, float *to, int i) { to[i] = from[i + 1]; }
__device__ void not_read(const float *__restrict__ from, float *__restrict__ to, int i) { to[i] = 1; }
__device__ int next(int *i) { return (*i)++; }

struct Pair {
    float *x, *y;
};

__global__ void same(float *p, float *q, Pair s)
{
    int i = threadIdx.x;
    blend(p, p, i); // want "^proven: this call passes the same pointer for from and to of blend, which writes through to, but from and to are __restrict__$"
    blend(p + 32, p + 32, i); // want "^proven: this call"
    blend(s.x, s.x, i); // want "^proven: this call"
    half_restrict(q, q, i); // want "^proven: this call .* but to is __restrict__$"
    blend(p, q, i);
    blend(s.x, s.y, i);
    blend(p, p + i, i);
    blend(p + next(&i), p + next(&i), i);
    no_restrict(p, p, i);
    not_read(p, p, i);
    q[i] = sum(p, p, i);
}

void on_host(float *p) { blend(p, p, 0); }

// Members, operators and functors made from the pointer: those that only read, and those that store.

struct Point {
    float x, y, z;
    __device__ Point &operator+=(const Point &o)
    {
        x += o.x;
        y += o.y;
        z += o.z;
        return *this;
    }
    __device__ void clear() { x = y = z = 0; }
    __device__ float length() const { return x * x + y * y + z * z; }
};
struct Grid {
    float *data;
    int width;
    __device__ float *row(int i) { return data + i * width; }
    __device__ float &at(int i) { return data[i]; }
};
struct Copy {
    const float *in;
    float *out;
    __device__ void operator()(int i) const { out[i] = in[i]; }
};
struct Base {
    const float *p;
    __device__ Base(const float *p) : p(p) {}
    __device__ float get(int i) const { return p[i]; }
};
struct Derived : Base {
    __device__ Derived(const float *p) : Base(p) {}
};

// Only read.
__global__ void by_const_method(
    Point *seen, // want "(proven|likely): .*\bseen\b"
    float *out)
{
    out[threadIdx.x] = seen[threadIdx.x].length();
}
__global__ void right_of_operator(
    Point *added, // want "(proven|likely): .*\badded\b"
    Point *out)
{
    out[threadIdx.x] += added[threadIdx.x];
}
__global__ void by_reading_grid(
    float *terrain, // want "(proven|likely): .*\bterrain\b"
    float *out)
{
    Grid g{terrain, 4};
    out[threadIdx.x] = g.at(3) + g.row(1)[2];
}
__global__ void between_grids(
    float *origin, // want "(proven|likely): .*\borigin\b"
    float *out)
{
    Grid g{origin, 4}, h{out, 4};
    h.at(threadIdx.x) = g.at(threadIdx.x);
}
__global__ void by_functor(
    const float *copied, // want "(proven|likely): .*\bcopied\b"
    float *out)
{
    Copy c{copied, out};
    c(threadIdx.x);
}
__global__ void by_inherited(
    const float *inherited, // want "(proven|likely): .*\binherited\b"
    float *out)
{
    Derived d(inherited);
    out[threadIdx.x] = d.get(threadIdx.x);
}
__global__ void by_binding(
    int2 *pairs, // want "(proven|likely): .*\bpairs\b"
    int *out)
{
    auto [a, b] = pairs[threadIdx.x];
    a = 3;
    out[threadIdx.x] = a + b;
}
template <typename F> __device__ void each(int *p, int n, F f)
{
    for (int i = 0; i < n; i++)
        f(p[i]);
}
__global__ void by_callback(
    int *visited, // want "(proven|likely): .*\bvisited\b"
    int *out)
{
    int s = 0;
    each(visited, 4, [&](int x) { s += x; });
    out[threadIdx.x] = s;
}

// Written.
__global__ void clears(Point *p, float *out)
{
    out[threadIdx.x] = p[threadIdx.x].x;
    p[threadIdx.x].clear();
}
__global__ void left_of_operator(Point *p, float *out)
{
    out[threadIdx.x] = p[threadIdx.x].x;
    p[threadIdx.x] += Point{1, 2, 3};
}
__global__ void by_writing_row(float *p, float *out)
{
    Grid g{p, 4};
    out[threadIdx.x] = g.row(3)[threadIdx.x];
    g.row(2)[1] = 0;
}
__global__ void by_writing_element(float *p, float *out)
{
    Grid g{p, 4};
    out[threadIdx.x] = g.at(3);
    g.at(2) = 0;
}
__global__ void by_writing_callback(int *p, int *out)
{
    out[threadIdx.x] = p[threadIdx.x];
    each(p, 4, [](int &x) { x = 0; });
}
__global__ void by_auto_reference(int *p, int *out)
{
    auto &e = p[threadIdx.x];
    out[threadIdx.x] = e;
    e = 4;
}
__global__ void by_loop_over_pointers(int *p, int *out)
{
    out[threadIdx.x] = p[threadIdx.x];
    for (auto *q : {p, p + 1})
        *q = 0;
}
__device__ void fill(float *p, int n, float v = 0)
{
    while (n--)
        *p++ = v;
}
__global__ void by_default_argument(float *p, float *out)
{
    out[threadIdx.x] = p[threadIdx.x];
    fill(&p[4], 3);
}
__global__ void by_function_pointer(float *p, float *out)
{
    out[threadIdx.x] = p[threadIdx.x];
    void (*f)(float *, int, float) = fill;
    f(p, 3, 0);
}
__global__ void by_first_member(float4 *p, float *out)
{
    out[threadIdx.x] = p[threadIdx.x].x;
    float *f = &p[threadIdx.x].x;
    f[2] = 0;
}
__global__ void by_hinted_store(int *p, int *out)
{
    out[threadIdx.x] = p[threadIdx.x];
    __stcs(p + 3, 4);
}
__global__ void by_reduction(int *p, int *out)
{
    out[threadIdx.x] = p[threadIdx.x];
    asm volatile("red.global.add.s32 [%0], 1;" ::"l"(p));
}
__global__ void by_parts(char *arena, float *out)
{
    float *a = (float *)arena;
    float *b = a + 64;
    float *c = b + 64;
    out[threadIdx.x] = a[threadIdx.x];
    c[threadIdx.x] = 1;
}

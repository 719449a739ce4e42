// References, deduced types, volatile objects, named casts, and what is out of sight.

struct Unseen;
struct View { float *p; View(float *, int, int); };

template <typename T> __device__ T first(T *p, const volatile int *flag) { return *flag ? *p : T(); }

__device__ void advance(const float *&p, int n) { p += n; }

__global__ void kernel(const float *in, float *out, Unseen *list, int n) {
    const float *&position = in;
    auto &element = out[n];
    const float &constant = out[1];
    auto q = in;
    advance(q, n);
    element = constant + *q + first(out, &n);
    float *same = static_cast<float *>(out);
    int *bits = reinterpret_cast<int *>(out);
    *bits = *same;
    list[n].count = in[n];
    View view(out, n, 2);
    view[n] = *position;
    auto get = [=, &n](int i) { return in[i + n]; };
    out[0] = get(1);
}

__global__ void broken(const float *in, float *out, int n) {
    const float *p = in;
    out[n] = 1.0f;
    if (n > 3 { out[0] = p[1]; ]
}

template <int N> struct Wave { static __device__ void forward(const float *in, float *out) { *out = *in * N; } };
template <typename T> __device__ void one(T *to, const T *from);
template <> __device__ void one<char>(char *to, const char *from) { *to = *from; }
__device__ void put(float *p, float v) { *p = v; }
__device__ void put(int *p, int v) { *p = v; }
struct Sink { void take(float *p); };

// Calls of which is known only what they may call.
template <typename T, int N> __global__ void candidates(T *p, float *out, char *c) {
    Wave<N>::forward(out, out + 1);
    one(c, c + 1);
    put(p, p[1]);
    Sink sink;
    sink.take(out);
    unseen::Reference<int> reference(out[2]);
    reference(out, 3) = 1;
    float *q(out);
    for (auto *e : {out, q}) *e = 0;
}

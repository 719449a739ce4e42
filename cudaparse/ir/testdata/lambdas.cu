template <class F> __device__ void strided(int n, F f) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) f(i);
}
template <class F> __global__ void launched(int n, F f) { f(n); }

struct Owner {
    int k;
    __device__ int method() { return [this](int x) { return x + k; }(1); }
};

__global__ void captures(float *out, int n) {
    __shared__ float s[32];
    int a[2] = {n};
    const int c = 4;
    float v = 0;
    strided(n, [=, &v, twice = 2 * n](int i) {
        v += s[i] + a[1] + c + twice;
        auto inner = [&](auto x) -> float { return x + i; };
        out[i] = inner(1u);
    });
    auto add = [](int x, int y = 3) { return x + y; };
    out[add(1)] = v;
    Owner owner;
    out[0] = owner.method();
}

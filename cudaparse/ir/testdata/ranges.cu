struct Step {
    int at, by;
    __device__ Step &operator++() { at += by; return *this; }
    __device__ int operator*() const { return at; }
    __device__ bool operator==(const Step &o) const { return at >= o.at; }
};
struct GridStride {
    int n;
    __device__ Step begin() const { return {int(threadIdx.x), int(blockDim.x)}; }
    __device__ Step end() const { return Step{n}; }
};
struct Span {
    float *data;
    int size;
    __device__ float *begin() const { return data; }
    __device__ float *end() const { return data + size; }
};

__global__ void ranges(Span span, int n) {
    float a[3];
    for (float &x : a) x = 1;
    for (int i : GridStride{n}) span.data[i] = 2;
    for (auto &x : span) x = 3;
    for (auto x : unknown(n)) a[0] = x;
    auto [p, q] = make_float2(1, 2);
    a[1] = q;
}

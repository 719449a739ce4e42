// Names of symbols on the host that read nothing on the device.
struct Params {
    int n;
    float a[4];
};

__constant__ float table[64];
__constant__ const float fixed[2] = {1, 2};
constexpr __constant__ int taps[3] = {1, 2, 1};
__constant__ const int size = 64;
__device__ float sums[16];
__device__ float *list;
__device__ const float limit = 3;
__managed__ int shared_by_both;
Params params_on_host;

template <typename T> void upload(const T &symbol, const T *h) { cudaMemcpyToSymbol(symbol, h, sizeof(T)); }
void reference(float &r);

int sizes() {
    size_t n = sizeof(table) / sizeof(table[0]);
    static_assert(sizeof(sums) == 64, "");
    decltype(sums[0]) x = 1;
    return n + sizeof sums;
}

float values() {
    float x = fixed[1];
    x += taps[2] + size + limit;
    int h[size];
    x += shared_by_both;
    return x + params_on_host.n;
}

void passed(const float *h, const Params *p) {
    upload(table, (const float(*)[64])h);
    cudaMemcpyToSymbol(table, h, sizeof(table));
    const float *symbol = table;
    void *address;
    cudaGetSymbolAddress(&address, table);
    reference(sums[0]);
    if (list != nullptr) {
        float y = list[0];
    }
}

constexpr float both(int i) { return taps[i]; }

__host__ __device__ float get(int i) {
#ifdef __CUDA_ARCH__
    return table[i] + sums[i];
#else
    return params_on_host.a[i];
#endif
}

__device__ float reads(int i) {
    float x = table[i];
    return x + sums[i];
}

void shadowed(const float *table) {
    float x = table[0];
    float sums[2] = {x, x};
    x += sums[1];
}

void lambda() {
    auto f = [=] __device__(int i) { return table[i] + sums[i]; };
}

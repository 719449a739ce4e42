// Copies that are right.
#define N 64
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) fail(#call, __LINE__, e); } while (0)
#define UPLOAD(dst, src) cudaMemcpyToSymbol(dst, src, sizeof(dst))

struct Params {
    float a;
    int n;
    double d[4];
};
typedef void (*Function)(float *);

__constant__ float table[N];
__constant__ Params params;
__constant__ float grid[4][8];
__constant__ unsigned char bytes[N];
__constant__ float *lists[4];
__constant__ int counter = 3;
__device__ float global[N];
__device__ float *pointer;
__device__ Function function;
__device__ Function functions[3];
__managed__ float managed[N];
template <typename T> __constant__ T mask[16];
extern __constant__ float outside[];
namespace filter {
__constant__ float taps[9];
}
struct Holder {
    static __constant__ int limit[4];
};

void whole(const float *h, const Params &p, cudaStream_t s) {
    cudaMemcpyToSymbol(table, h, sizeof(table));
    CHECK(cudaMemcpyToSymbol(table, h, N * sizeof(float)));
    cudaMemcpyToSymbol(params, &p, sizeof(Params));
    cudaMemcpyToSymbol(params, &p, sizeof(p));
    cudaMemcpyToSymbol(grid, h, sizeof(float) * 32);
    cudaMemcpyToSymbol(bytes, h, N);
    cudaMemcpyToSymbol(bytes, h, sizeof(bytes), 0, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(filter::taps, h, 9 * sizeof(float));
    cudaMemcpyToSymbol(Holder::limit, h, sizeof(int) * 4);
    cudaMemcpyToSymbolAsync(table, h, sizeof(table), 0, cudaMemcpyHostToDevice, s);
    cudaMemcpyToSymbol(global, h, sizeof(global));
    cudaMemcpyToSymbol(managed, h, sizeof(managed));
    UPLOAD(table, h);
    cudaMemcpyToSymbol<float[N]>(table, h, 256);
}

void parts(const float *h, int i, int n) {
    cudaMemcpyToSymbol(table, h, 16);
    cudaMemcpyToSymbol(table, h, 16, 240);
    cudaMemcpyToSymbol(table, h, sizeof(float), i * sizeof(float));
    cudaMemcpyToSymbol(table, h, n * sizeof(float));
    cudaMemcpyToSymbol(table, h, 0, sizeof(table));
    cudaMemcpyToSymbol(params, h, sizeof(double) * 4, offsetof(Params, d));
    cudaMemcpyToSymbol(table[0], h, 4);
    cudaMemcpyToSymbol(*table, h, sizeof(table));
    cudaMemcpyToSymbol(grid[0], h, 32);
    cudaMemcpyToSymbol(params.a, h, 4);
    cudaMemcpyToSymbol((const void *)table, h, 16);
    cudaMemcpyToSymbol((const void *)&table, h, 16);
    cudaMemcpyToSymbol(reinterpret_cast<const void *>(&counter), h, 4);
    const void *symbol = table;
    cudaMemcpyToSymbol(symbol, h, 16);
}

void pointers(float *d, float **many) {
    cudaMemcpyToSymbol(pointer, &d, sizeof(d));
    cudaMemcpyToSymbol(pointer, &d, sizeof(float *));
    cudaMemcpyToSymbol(pointer, &d, 8);
    cudaMemcpyToSymbol(lists, many, sizeof(lists));
    cudaMemcpyToSymbol(lists, &d, sizeof(d), 8);
    cudaMemcpyToSymbol(lists, many, sizeof(many));
    Function f;
    cudaMemcpyFromSymbol(&f, function, sizeof(f));
    Function all[3];
    cudaMemcpyToSymbol(functions, all, sizeof(Function) * 3);
    cudaMemcpyFromSymbol(&all[1], function, sizeof(Function));
}

void directions(float *h, float *d) {
    cudaMemcpyToSymbol(table, h, 16, 0, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(table, d, 16, 0, cudaMemcpyDeviceToDevice);
    cudaMemcpyToSymbol(table, h, 16, 0, cudaMemcpyDefault);
    cudaMemcpyFromSymbol(h, table, 16, 0, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(d, table, 16, 0, cudaMemcpyDeviceToDevice);
    cudaMemcpyFromSymbol(h, table, 16, 0, cudaMemcpyDefault);
    cudaMemcpyKind kind = d ? cudaMemcpyDeviceToDevice : cudaMemcpyHostToDevice;
    cudaMemcpyToSymbol(table, h, 16, 0, kind);
}

void asked() {
    void *p;
    size_t n;
    cudaGetSymbolAddress(&p, table);
    cudaGetSymbolAddress((void **)&p, global);
    cudaGetSymbolSize(&n, params);
    cudaMemcpy(p, table_on_host(), 16, cudaMemcpyHostToDevice);
    CUdeviceptr d;
    size_t bytes;
    cuModuleGetGlobal(&d, &bytes, module(), "table");
}

void unknown(const float *h, int i) {
    cudaMemcpyToSymbol(outside, h, 1 << 20);
    cudaMemcpyToSymbol(elsewhere, h, 4096);
    cudaMemcpyToSymbol(elsewhere[i], h, 4096);
    cudaMemcpyToSymbol(get_symbol(), h, 16);
}

template <typename T> void instance(const T *h, int width) {
    cudaMemcpyToSymbol(mask<T>, h, width * sizeof(T));
    cudaMemcpyToSymbol(mask<float>, h, 16 * sizeof(float));
}

template <typename S> void upload(const S &symbol, const void *h) { cudaMemcpyToSymbol(symbol, h, sizeof(symbol)); }
template <typename S> void upload_value(S symbol, const void *h) { cudaMemcpyToSymbol(symbol, h, 16); }
void upload_address(const void *symbol, const void *h) { cudaMemcpyToSymbol(symbol, h, 16); }
void upload_array(const float (&symbol)[N], const void *h) { cudaMemcpyToSymbol(symbol, h, sizeof(symbol)); }

void memory(float *p) {
    float exact[N];
    float big[2 * N];
    std::vector<float> v(N);
    cudaMemcpyToSymbol(table, exact, sizeof(exact));
    cudaMemcpyToSymbol(table, big + N, sizeof(table));
    cudaMemcpyToSymbol(table, &big[N / 2], sizeof(table));
    cudaMemcpyToSymbol(table, v.data(), sizeof(table));
    cudaMemcpyToSymbol(table, &v[0], N * sizeof(float));
    cudaMemcpyToSymbol(table, p, sizeof(table));
    Params two[2];
    cudaMemcpyToSymbol(params, &two[1], sizeof(Params));
    cudaMemcpyToSymbol(params, &two[0].a, sizeof(Params));
    cudaMemcpyFromSymbol(exact, table, sizeof(table));
    int n;
    cudaMemcpyFromSymbol(&n, counter, sizeof(n));
}

void few(const float *h, int n) {
    cudaMemcpyToSymbol(table, h, 32);
    cudaMemcpyToSymbol(table, h, sizeof(float) * 16);
    cudaMemcpyToSymbol(table, h, sizeof(float[16]));
    cudaMemcpyToSymbol(counter, h, sizeof(int));
    size_t size = 64;
    cudaMemcpyToSymbol(table, h, size);
}

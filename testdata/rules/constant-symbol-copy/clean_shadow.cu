// The host's variable is not in it.
struct Params {
    int n;
};

__constant__ float table[64];
__constant__ int count;
__constant__ Params params;
__constant__ const int fixed = 4;
constexpr __constant__ int also_fixed[2] = {1, 2};
__device__ float global[64];
__device__ float *pointer;
__managed__ float managed[64];
__managed__ int managed_count;
float table_on_host[64];

__global__ void sum(const float *p, int n, float *out) {
    out[0] = p[0] + table[n] + global[n];
    global[threadIdx.x] = 1;
    float *q = global;
    q[1] = 2;
    sum<<<1, 1>>>(global, count, out);
    cudaMemcpyAsync(out, global, 16, cudaMemcpyDeviceToDevice, 0);
}

__device__ void device(float *out) {
    memcpy(out, table, 16);
    memset(global, 0, 16);
    cudaMemsetAsync(global, 0, 16, 0);
}

__host__ __device__ float both(int i) {
#ifdef __CUDA_ARCH__
    global[i] = 1;
    return table[i];
#else
    table_on_host[i] = 1;
    return table_on_host[i];
#endif
}

void host(float *h, float *d) {
    cudaMemcpy(d, h, 16, cudaMemcpyHostToDevice);
    cudaMemcpy(table_on_host, d, 16, cudaMemcpyDeviceToHost);
    cudaMemcpy(managed, h, 16, cudaMemcpyHostToDevice);
    cudaMemset(managed, 0, sizeof(managed));
    managed[1] = 2;
    managed_count++;
    sum<<<1, 32>>>(d, 4, managed);
    sum<<<1, 32>>>(d, managed_count, d);
    sum<<<1, 32>>>(d, fixed, d);
    sum<<<1, 32>>>(d, also_fixed[1], d);
    sum<<<1, 32>>>(d, sizeof(table), d);
    sum<<<fixed, 32>>>(d, sizeof(table) / sizeof(table[0]), d);
    memcpy(h, table_on_host, sizeof(table));
}

// A pointer that the host keeps in its own variable of the name.
void kept(float *h) {
    cudaMalloc(&pointer, 16);
    cudaMemcpy(pointer, h, 16, cudaMemcpyHostToDevice);
    sum<<<1, 32>>>(pointer, 4, pointer);
    cudaFree(pointer);
}

void addressed(float *h) {
    float *p;
    cudaGetSymbolAddress((void **)&p, global);
    cudaMemcpy(p, h, 16, cudaMemcpyHostToDevice);
    cudaMemset(p, 0, 16);
    sum<<<1, 32>>>(p, 4, p);
}

void shadowed(float *table, int count) {
    table[0] = 1;
    count++;
    cudaMemcpy(table, table_on_host, 16, cudaMemcpyHostToDevice);
    sum<<<1, 32>>>(table, count, table);
    float global[4];
    global[0] = 2;
    cudaMemcpy(table, global, 16, cudaMemcpyHostToDevice);
    Params params;
    params.n = 3;
    sum<<<1, 32>>>(table, params.n, table);
}

template <typename F> __global__ void each(F f) { f(threadIdx.x); }

void lambda() {
    each<<<1, 32>>>([=] __device__(int i) { global[i] = table[i]; });
}

void off(float *h) {
#if 0
    cudaMemcpyToSymbol("table", h, 16);
    cudaMemcpy(table, h, 16, cudaMemcpyHostToDevice);
    table[0] = 1;
#endif
#if CUDART_VERSION < 5000
    cudaMemcpyToSymbol("table", h, 16);
#else
    cudaMemcpyToSymbol(table, h, 16);
#endif
}

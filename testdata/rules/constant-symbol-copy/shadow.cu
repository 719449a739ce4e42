// The host's variable of the same name.
struct Params {
    int n;
    float a[4];
};

__constant__ float table[64];
__constant__ int count;
__constant__ Params params;
__device__ float global[64];
__device__ int total = 7;
__device__ float grid[4][8];

__global__ void sum(const float *p, int n, float *out);
__global__ void whole(Params p);
void fill(float *p, int n) {
    for (int i = 0; i < n; i++) {
        p[i] = 0;
    }
}
void maybe(int &r, bool b) {
    if (b) {
        r = 1;
    }
}
#define CHECK(call) if ((call) != cudaSuccess) exit(1)

void copies(float *h, cudaStream_t s) {
    cudaMemcpy(table, h, 16, cudaMemcpyHostToDevice);         // want "proven: cudaMemcpy gets the host address of __constant__ table, not its device address: the call fails with cudaErrorInvalidValue"
    CHECK(cudaMemcpy(&global[4], h, 16, cudaMemcpyHostToDevice)); // want "the host address of __device__ global"
    cudaMemcpy(h, global, 16, cudaMemcpyDeviceToHost);        // want "the call fails"
    cudaMemcpy(h, global, 16, cudaMemcpyDefault);             // want "the copy does not reach the device"
    cudaMemcpy(&count, h, 4, cudaMemcpyHostToHost);           // want "the copy does not reach the device"
    cudaMemcpyAsync(&params, h, 16, cudaMemcpyHostToDevice, s); // want "cudaMemcpyAsync gets the host address of __constant__ params"
    cudaMemcpy2D(grid, 32, h, 32, 32, 4, cudaMemcpyHostToDevice); // want "cudaMemcpy2D gets the host address of __device__ grid"
    cudaMemset(global, 0, sizeof(global));                    // want "cudaMemset gets the host address of __device__ global"
    cudaMemsetAsync(&total, 0, 4, s);                         // want "cudaMemsetAsync gets"
    cudaFree(global);                                         // want "cudaFree gets"
    float *p = global;
    cudaMemcpy(p, h, 16, cudaMemcpyHostToDevice);             // want "the host address of __device__ global"
    cudaMemcpyToSymbol(table, global, 16);                    // want "cudaMemcpyToSymbol gets the host address of __device__ global, not its device address: the other side of the copy is host memory"
}

void launches(float *out) {
    sum<<<1, 32>>>(table, 64, out);       // want "proven: kernel sum gets the host address of __constant__ table, not its device address: it fails with cudaErrorIllegalAddress"
    sum<<<1, 32>>>(&global[8], 8, out);   // want "kernel sum gets the host address of __device__ global"
    sum<<<1, 32>>>(out, count, global);   // want "kernel sum gets the value of the host shadow variable of __constant__ count, not the value on the device" "the host address of __device__ global"
    sum<<<1, 32>>>(out, params.n, out);   // want "the host shadow variable of __constant__ params"
    whole<<<1, 32>>>(params);             // want "kernel whole gets the value of the host shadow variable of __constant__ params"
}

void writes(const float *h) {
    table[0] = 1;             // want "proven: host code writes to __constant__ table: this changes only the host shadow variable, which kernels do not see"
    count = 4;                // want "writes to __constant__ count"
    total++;                  // want "writes to __device__ total"
    params.a[2] += 3;         // want "writes to __constant__ params"
    for (int i = 0; i < 64; i++) {
        global[i] = h[i];     // want "writes to __device__ global"
    }
    memcpy(table, h, sizeof(table)); // want "writes to __constant__ table"
    memset(&params, 0, sizeof(params)); // want "writes to __constant__ params"
    fill(global, 64);         // want "writes to __device__ global"
    maybe(total, h != 0);     // want "likely: host code writes to __device__ total"
}

// Stores that name the variable.
struct Params {
    int n;
    float a[4];
    float4 v;
    struct { int depth; } inner;
};

__constant__ float table[256];
__constant__ float grid[4][8];
__constant__ int count;
__constant__ Params par;
__constant__ const float fixed[2] = {1, 2};
__constant__ float4 quad;
__constant__ float *where;
namespace filter {
__constant__ float taps[9];
}
struct Holder {
    static __constant__ int limit[4];
};

__global__ void elements(int i) {
    table[i] = 1;          // want `proven: device code writes to __constant__ variable table: nvcc warns and replaces the store by a trap \(cudaErrorLaunchFailure\)`
    table[0] += 2;         // want "proven: .*variable table"
    ++table[i];            // want "variable table"
    table[i]--;            // want "variable table"
    grid[i][2] *= 3;       // want "variable grid"
    (table[i + 1]) = 4;    // want "variable table"
    *table = 5;            // want "variable table"
    *(table + i) = 6;      // want "variable table"
    *(&table[i]) = 7;      // want "variable table"
    filter::taps[i] = 9;   // want "variable taps"
    Holder::limit[i] = 10; // want "variable limit"
}

__global__ void whole() {
    count = 1;   // want `proven: device code writes to __constant__ variable count: nvcc rejects it \(expression must be a modifiable lvalue\)`
    count++;     // want "nvcc rejects it"
    count |= 4;  // want "nvcc rejects it"
    where = 0;   // want "variable where: nvcc rejects it"
    fixed[0] = 1; // want "variable fixed: nvcc rejects it"
    quad = make_float4(1, 2, 3, 4); // want "variable quad: nvcc warns"
    quad.x = 1;  // want "variable quad: nvcc warns"
}

__device__ void members(int i) {
    par.n = 3;             // want "variable par: nvcc warns"
    par.a[i] += 1;         // want "variable par"
    par.v.y = 2;           // want "variable par"
    par.inner.depth--;     // want "variable par"
    par = Params();        // want "variable par: nvcc warns"
}

template <typename T> __global__ void instance(T x) {
    if (threadIdx.x == 0) {
        table[1] = x; // want "variable table"
    }
}

__host__ __device__ void both() {
    table[2] = 1; // want "variable table"
}

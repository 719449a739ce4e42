// Stores through a pointer, a reference, an atomic or a function.
struct Body {
    float x;
    __device__ void set(float f) { x = f; }
    __device__ void reset() { this->x = 0; }
    __device__ float get() const { return x; }
};

__constant__ float table[64];
__constant__ int counter[4];
__constant__ int total;
__constant__ Body body;
__constant__ Body bodies[8];

__device__ void put(float *p, float x) { *p = x; }
__device__ void forward(float *p) { put(p + 1, 2); }
__device__ void bump(int &r) { r++; }
__device__ void maybe(float *p, bool write) {
    if (write) {
        p[0] = 1;
    }
}
template <typename T> __device__ void fill(T *p, int n, T x) {
    for (int i = 0; i < n; i++) {
        p[i] = x;
    }
}
__device__ void advance(float *p) {
    p += 4;
    *p++ = 1;
}
#define STORE(where, x) ((where) = (x))

__global__ void aliases(int i) {
    float *p = table;
    p[i] = 1; // want "variable table: nvcc warns"
    float *q = table + 3;
    *q = 2; // want "variable table"
    q++;
    *q = 3; // want "variable table"
    float &r = table[i];
    r = 4; // want "variable table"
    Body *b = &bodies[i];
    b->x = 5; // want "variable bodies"
    int *t = (int *)&total;
    *t = 6; // want "variable total: nvcc warns"
    const_cast<int &>(total) = 7; // want "variable total"
    auto *w = reinterpret_cast<int *>(table);
    w[2] = 8; // want "variable table"
    STORE(table[i], 9); // want "variable table"
    float *one = i ? table : table + 1;
    one[0] = 1; // want "variable table"
}

__global__ void atomics(int i) {
    atomicAdd(&table[i], 1.0f);          // want "proven: device code writes to __constant__ variable table: nvcc warns"
    atomicMax(counter, i);               // want "variable counter"
    atomicCAS(&total, 0, 1);             // want "variable total"
    atomicAdd_system(counter + i, 1);    // want "variable counter"
}

__global__ void library(float *out, int i) {
    memset(table, 0, sizeof(table));     // want "variable table"
    memcpy(&table[4], out, 16);          // want "variable table"
    float c;
    sincosf(1.0f, &table[0], &c);        // want "variable table"
}

__global__ void functions(int i) {
    put(table, 1);            // want `proven: device code writes to __constant__ variable table: the store traps if nvcc inlines put, and is silently lost if not`
    put(&table[i], 2);        // want "variable table"
    forward(table);           // want "variable table: the store traps if nvcc inlines forward"
    bump(total);              // want "variable total"
    bump(counter[i]);         // want "variable counter"
    fill(table, 4, 1.0f);     // want "variable table"
    fill<float>(table, 4, 1); // want "variable table"
    advance(table);           // want "variable table"
    maybe(table, i > 0);      // want "likely: .*variable table"
}

__global__ void methods(int i) {
    body.set(1);       // want "variable body: the store traps if nvcc inlines set"
    body.reset();      // want "variable body"
    bodies[i].set(2);  // want "variable bodies"
}

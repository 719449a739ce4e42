// More bytes than the symbol has.
#define N 64
#define BYTES(n) ((n) * sizeof(float))
#define UPLOAD(dst, src, n) cudaMemcpyToSymbol(dst, src, (n) * sizeof(float))
#define CHECK(call) if ((call) != cudaSuccess) exit(1)

struct Params {
    char tag;
    double x;
    float4 v;
};
typedef float real;
constexpr int Taps = 9;

__constant__ float table[N];
__constant__ real taps[Taps];
__constant__ short narrow[N];
__constant__ float scalar;
__constant__ Params params;
__constant__ float grid[4][8];
__constant__ float listed[] = {1, 2, 3};
__device__ float global[N];
__device__ float *pointer;
__managed__ int managed[4];
struct Holder {
    static __constant__ int limit[4];
};
template <typename T> struct Box {
    T x[3];
};
__constant__ Box<double> box;

void counts(const float *h, cudaStream_t stream) {
    cudaMemcpyToSymbol(table, h, 2 * N * sizeof(float));  // want "proven: cudaMemcpyToSymbol copies 512 bytes, but __constant__ table has 256: it fails with cudaErrorInvalidValue and copies nothing"
    cudaMemcpyToSymbol(table, h, N * sizeof(double));     // want "copies 512 bytes, but __constant__ table has 256"
    cudaMemcpyToSymbol(table, h, sizeof(table) + 1);      // want "copies 257 bytes"
    cudaMemcpyToSymbol(taps, h, (Taps + 1) * sizeof(real)); // want "copies 40 bytes, but __constant__ taps has 36"
    cudaMemcpyToSymbol(narrow, h, sizeof(int) * N);       // want "copies 256 bytes, but __constant__ narrow has 128"
    cudaMemcpyToSymbol(scalar, h, 8);                     // want "__constant__ scalar has 4"
    cudaMemcpyToSymbol(params, h, sizeof(Params) * 2);    // want "copies 64 bytes, but __constant__ params has 32"
    cudaMemcpyToSymbol(grid, h, 5 * 8 * sizeof(float));   // want "copies 160 bytes, but __constant__ grid has 128"
    cudaMemcpyToSymbol(listed, h, 4 * sizeof(float));     // want "copies 16 bytes, but __constant__ listed has 12"
    cudaMemcpyToSymbol(Holder::limit, h, 20);             // want "copies 20 bytes, but __constant__ limit has 16"
    cudaMemcpyToSymbol(box, h, 4 * sizeof(double));       // want "copies 32 bytes, but __constant__ box has 24"
    cudaMemcpyToSymbol(global, h, BYTES(N + 1));          // want "copies 260 bytes, but __device__ global has 256"
    cudaMemcpyToSymbol(managed, h, 20);                   // want "copies 20 bytes, but __device__ managed has 16"
    cudaMemcpyToSymbol(pointer, h, N * sizeof(float));    // want "copies 256 bytes, but __device__ pointer has 8"
    CHECK(cudaMemcpyToSymbol(table, h, 300));             // want "copies 300 bytes"
    UPLOAD(taps, h, 10);                                  // want "copies 40 bytes"
    cudaMemcpyToSymbol<float[N]>(table, h, 260);          // want "copies 260 bytes"
    const int n = 80;
    size_t bytes = n * sizeof(float);
    cudaMemcpyToSymbol(table, h, bytes);                  // want "copies 320 bytes"
    cudaMemcpyToSymbolAsync(table, h, bytes, 0, cudaMemcpyHostToDevice, stream); // want "proven: cudaMemcpyToSymbolAsync copies 320 bytes, but __constant__ table has 256: the asynchronous form does not check that, and overwrites what follows the symbol"
    cudaMemcpyToSymbol(table[0], h, 260);                 // want "copies 260 bytes, but __constant__ table has 256"
    cudaMemcpyToSymbol((const void *)table, h, 260);      // want "copies 260 bytes"
}

void offsets(const float *h, float *out) {
    cudaMemcpyToSymbol(table, h, sizeof(table), sizeof(float)); // want "proven: cudaMemcpyToSymbol copies 256 bytes to offset 4, but __constant__ table has 256: it fails"
    cudaMemcpyToSymbol(table, h, 4, N * sizeof(float));   // want "cudaMemcpyToSymbol starts 256 bytes into __constant__ table, which has 256 bytes: it fails with cudaErrorInvalidValue"
    cudaMemcpyToSymbol(table, h, unknown(), 1024);        // want "starts 1024 bytes into __constant__ table"
    cudaMemcpyFromSymbol(out, table, 16, 248);            // want "copies 16 bytes from offset 248"
    cudaMemcpyFromSymbol(out, global, sizeof(global) * 2); // want "cudaMemcpyFromSymbol copies 512 bytes, but __device__ global has 256"
    cudaMemcpyFromSymbolAsync(out, table, 512, 0, cudaMemcpyDeviceToHost, 0); // want "the asynchronous form does not check that, and reads past the end"
}

void memory(float *p) {
    float small[16];
    float one;
    float big[N];
    cudaMemcpyToSymbol(table, small, sizeof(table));      // want "proven: cudaMemcpyToSymbol reads 256 bytes at small, which has 64: 192 bytes past its end"
    cudaMemcpyToSymbol(table, &one, sizeof(table));       // want "reads 256 bytes at &one, which has 4"
    cudaMemcpyToSymbol(table, &big[1], sizeof(table));    // want "at &big.1., which has 252: 4 bytes past its end"
    cudaMemcpyToSymbol(table, big + 32, sizeof(table));   // want "which has 128"
    cudaMemcpyFromSymbol(small, table, sizeof(table));    // want "cudaMemcpyFromSymbol writes 256 bytes at small, which has 64"
    cudaMemcpyFromSymbol(&one, global, 8);                // want "writes 8 bytes at &one, which has 4"
    cudaMemcpyToSymbol(pointer, &one, sizeof(pointer));   // want "reads 8 bytes at &one, which has 4"
}

void few(const float *h, float *p) {
    cudaMemcpyToSymbol(table, h, N);                      // want "likely: cudaMemcpyToSymbol copies 64 of the 256 bytes of __constant__ table: the count is its number of elements, but has to be in bytes"
    cudaMemcpyToSymbol(grid, h, 4 * 8);                   // want "the count is its number of elements"
    cudaMemcpyToSymbol(taps, h, Taps, 0, cudaMemcpyHostToDevice); // want "the count is its number of elements"
    cudaMemcpyToSymbol(table, h, sizeof(h));              // want `likely: cudaMemcpyToSymbol copies 8 of the 256 bytes of __constant__ table: sizeof\(h\) is the size of a pointer`
    cudaMemcpyFromSymbol(p, table, sizeof(p));            // want `sizeof\(p\) is the size of a pointer`
    cudaMemcpyToSymbol(table, h, sizeof(float *));        // want "is the size of a pointer"
}

// What is not edited: macros, what is not visible, what would fail for another reason.
#include <cuda_runtime.h>

#define NAME "lut"
#define ADDRESS_OF(x) (&(x))
#define UPLOAD(dst, src) cudaMemcpyToSymbol(&dst, src, sizeof(dst))

__constant__ float lut[256];
__constant__ struct { float scale; int steps[4]; } params;
namespace filter {
__constant__ float taps[9];
}

__global__ void apply(float *data) { data[threadIdx.x] = lut[threadIdx.x] + params.scale + filter::taps[0]; }

void upload(const float *h, float *device)
{
    cudaMemcpyToSymbol(NAME, h, 16);
    cudaMemcpyToSymbol(ADDRESS_OF(lut), h, 16);
    UPLOAD(lut, h);
    cudaMemcpyToSymbol("taps", h, 36);             // in a namespace
    cudaMemcpyToSymbol("later", h, 36);            // declared behind
    cudaMemcpyToSymbol(&lut, h, 2048);             // too much
    cudaMemcpyToSymbol(&lut[250], h, 16 * sizeof(float));
    cudaMemcpyToSymbol(params.steps, h, 16);       // not an element
    cudaMemcpyToSymbol(&lut[4], h, 16, 4);         // has an offset
    void *address;
    cudaGetSymbolAddress(&address, lut[3]);
    cudaMemcpyToSymbol(lut, h, 16, 1024);          // starts at the end
    cudaMemcpyToSymbol(lut, h, 1024, 16);
    float small[4];
    cudaMemcpyToSymbol(&lut, small, sizeof(lut));  // reads past the end of small
    cudaMemcpyToSymbol(device, h, 16);             // not a symbol
    cudaMemset(lut, 0, sizeof(lut));
}
__constant__ float later[9];

// The name is that of a member, or may be.
struct Table {
    float lut[256];
    void upload(const float *h) { cudaMemcpyToSymbol("lut", h, 1024); }
};
struct Derived : Table {
    void upload(const float *h) { cudaMemcpyToSymbol("lut", h, 1024); }
};
template <class T> struct Held : T {
    void upload(const float *h) { cudaMemcpyToSymbol("lut", h, 1024); }
};

// Macros that no source in sight defines may qualify what they stand before.
#include <project/qualifiers.h>

CONSTANT_MEMORY float weights[64];
ON_DEVICE unsigned char storage[128];
ON_DEVICE
unsigned int counter;
unsigned int announced;

DEVICE_CODE inline float weight(int i) { return weights[i] + announced; }

void upload(const float *h, unsigned n) {
    cudaMemcpyToSymbol(weights, h, sizeof(weights));
    cudaMemcpyToSymbol(storage, h, sizeof(storage));
    cudaMemcpyToSymbol(counter, &n, sizeof(n));
    cudaMemcpyToSymbol(announced, &n, sizeof(n));
    void *p;
    cudaGetSymbolAddress(&p, storage);
}

void *address() { return &weights; }

// Macros may be the head of a function of the device.
__device__ float result;
__device__ float *list;
AGENT_FUNCTION(step, Message, None) {
    result = 1;
    return result;
}
IN_KERNEL
void add(float x) { result += x; }
KERNEL_CODE void subtract(float x) {
    result -= x;
    float y = result + list[0];
}

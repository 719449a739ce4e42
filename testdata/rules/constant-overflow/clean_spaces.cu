__device__ float global[1000000];
__managed__ float managed[1000000];
const float host[20000] = {1};
static float plain[20000];
__device__ const float constant_in_global[20000] = {2};
__global__ void kernel(float *out) {
    __shared__ float tile[8192];
    const float local[64] = {1, 2, 3};
    tile[threadIdx.x] = local[threadIdx.x % 64];
    out[threadIdx.x] = tile[0];
}
__constant__ float *pointer;
__constant__ float (*rows)[100000];
typedef float Huge[100000];
__constant__ Huge *huge;

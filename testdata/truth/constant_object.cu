// Reads of __constant__ structs, multi-dimensional arrays, pointers into tables and reinterpreted tables.
// Every kernel has exactly one read of constant memory that is not indexed by a literal.
// What the truth and check lines above each kernel mean is in README.md.
#include <cuda_runtime.h>

struct Color { float r, g, b; };
struct Light { Color color; float reach; };
struct Scene { int count; Light lights[16]; float exposure[32]; };
struct Body { double mass; float axis[3]; };
struct Material { float kd, ks; short id; char kind; };
struct Coefficients { const float *weights; int count; };

__constant__ Scene scene;
__constant__ Body bodies[32];
__constant__ Material materials[64];
__constant__ float plane[32][32];
__constant__ float cube[4][4][16];
__constant__ __align__(16) float curve[1024];
__constant__ float other[256];

// truth: exact 8
// check: 32 divergent, 224 replays
__global__ void nested_member(float *out) {
    out[threadIdx.x] = scene.lights[threadIdx.x & 7].color.g;
}
// truth: exact 20
// check: 32 divergent, 608 replays
__global__ void array_in_struct(float *out) {
    out[threadIdx.x] = scene.exposure[threadIdx.x % 20];
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void struct_array_uniform_loop(float *out, int n) {
    float sum = 0.0f;
#pragma unroll 1
    for (int i = 0; i < n; ++i)
        sum += scene.lights[i].reach * threadIdx.x;
    out[threadIdx.x] = sum;
}
// truth: exact 16
// check: 512 divergent, 7680 replays
__global__ void struct_array_lane_loop(float *out, int n) {
    float sum = 0.0f;
#pragma unroll 1
    for (int i = 0; i < n; ++i)
        sum += scene.lights[(i + threadIdx.x) & 15].color.b;
    out[threadIdx.x] = sum;
}
// truth: exact 8
// check: 32 divergent, 224 replays
__global__ void member_array(float *out) {
    out[threadIdx.x] = bodies[threadIdx.x & 3].axis[(threadIdx.x >> 2) & 1];
}
// truth: exact 16
// check: 32 divergent, 480 replays
__global__ void member_char(int *out) {
    out[threadIdx.x] = materials[threadIdx.x / 2 % 32].kind;
}
// truth: exact 10
// check: 32 divergent, 288 replays
__global__ void struct_copy(float *out) {
    Material m = materials[threadIdx.x % 10];
    out[threadIdx.x] = m.ks;
}
// truth: exact 32
// check: 32 divergent, 992 replays
__global__ void struct_reference(float *out) {
    const Material &m = materials[threadIdx.x & 63];
    out[threadIdx.x] = m.kd;
}
// truth: exact 4
// check: 32 divergent, 96 replays
__global__ void plane_mixed(float *out) {
    out[threadIdx.x] = plane[threadIdx.x / 8 % 4][blockIdx.x];
}
// truth: exact 4
// check: 32 divergent, 96 replays
__global__ void cube_mixed(float *out) {
    out[threadIdx.x] = cube[blockIdx.x & 1][threadIdx.x & 1][threadIdx.x / 16];
}
// truth: exact 32
// check: 32 divergent, 992 replays
__global__ void plane_flattened(float *out) {
    const float *flat = &plane[0][0];
    out[threadIdx.x] = flat[threadIdx.x * 33 % 1024];
}
// truth: exact 4
// check: 32 divergent, 96 replays
__global__ void row_pointer_by_lane(float *out) {
    const float *row = plane[threadIdx.x & 3];
    out[threadIdx.x] = row[5];
}
// truth: exact 16
// check: 32 divergent, 480 replays
__global__ void row_pointer_by_block(float *out) {
    const float *row = plane[blockIdx.x];
    out[threadIdx.x] = row[threadIdx.x & 15];
}
// truth: exact 2
// check: 256 divergent, 256 replays
__global__ void pointer_walk(float *out, int n) {
    float sum = 0.0f;
    const float *p = curve + threadIdx.x % 2;
#pragma unroll 1
    for (int k = 0; k < n; ++k) {
        sum += *p;
        p += 2;
    }
    out[threadIdx.x] = sum;
}
// truth: exact 32
// check: 256 divergent, 7936 replays
__global__ void pointer_walk_block(float *out) {
    float sum = 0.0f;
#pragma unroll 1
    for (const float *p = curve + threadIdx.x; p < curve + 1024; p += blockDim.x)
        sum += *p;
    out[threadIdx.y * 64 + threadIdx.x] = sum;
}
// nvcc turns this into two reads at literal offsets, one of them predicated: nothing diverges.
// truth: compiler 2
__global__ void pointer_select(float *out) {
    const float *p = (threadIdx.x & 1) ? curve : other;
    out[threadIdx.x] = p[3];
}
// truth: exact 16
// check: 64 divergent, 960 replays
__global__ void reinterpret_float4(float4 *out) {
    const float4 *v = reinterpret_cast<const float4 *>(curve);
    out[threadIdx.x] = v[threadIdx.x & 15];
}
// truth: exact 11
// check: 32 divergent, 320 replays
__global__ void reinterpret_uint2(uint2 *out) {
    out[threadIdx.x] = reinterpret_cast<const uint2 *>(curve)[threadIdx.x % 11];
}
// truth: exact 8
// check: 32 divergent, 224 replays
__global__ void reinterpret_bytes(int *out) {
    const unsigned char *bytes = (const unsigned char *)curve;
    out[threadIdx.x] = bytes[threadIdx.x / 4];
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void struct_holding_pointer(float *out) {
    Coefficients c;
    c.weights = curve + blockIdx.x * 4;
    c.count = 4;
    out[threadIdx.x] = c.weights[threadIdx.x / 64 % c.count];
}

int main() {
    float *f;
    cudaMalloc(&f, 1 << 20);
    nested_member<<<4, 256>>>(f);
    array_in_struct<<<4, 256>>>(f);
    struct_array_uniform_loop<<<4, 256>>>(f, 16);
    struct_array_lane_loop<<<4, 256>>>(f, 16);
    member_array<<<4, 256>>>(f);
    member_char<<<4, 256>>>((int *)f);
    struct_copy<<<4, 256>>>(f);
    struct_reference<<<4, 256>>>(f);
    plane_mixed<<<4, 256>>>(f);
    cube_mixed<<<4, 256>>>(f);
    plane_flattened<<<4, 256>>>(f);
    row_pointer_by_lane<<<4, 256>>>(f);
    row_pointer_by_block<<<4, 256>>>(f);
    pointer_walk<<<4, 256>>>(f, 8);
    pointer_walk_block<<<4, dim3(64, 2)>>>(f);
    pointer_select<<<4, 256>>>(f);
    reinterpret_float4<<<4, 256>>>((float4 *)f);
    reinterpret_uint2<<<4, 256>>>((uint2 *)f);
    reinterpret_bytes<<<4, 256>>>((int *)f);
    struct_holding_pointer<<<4, 256>>>(f);
    return cudaDeviceSynchronize() != cudaSuccess;
}

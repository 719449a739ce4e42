// Reads of __constant__ memory under block shapes that do not divide into 32-wide rows, partial last
// warps, and block shapes that reach the launch through templates, variables and cudaLaunchKernel.
// Every kernel has exactly one read of constant memory that is not indexed by a literal.
// What the truth and check lines above each kernel mean is in README.md.
#include <cuda_runtime.h>

__constant__ float curve[1024];
__constant__ float tile[8][8];
__constant__ float cube[4][4][4];

// truth: exact 4
// check: 8 divergent, 24 replays
__global__ void rows_8x8(float *out) {
    out[threadIdx.y * blockDim.x + threadIdx.x] = curve[threadIdx.y];
}
// truth: exact 8
// check: 16 divergent, 112 replays
__global__ void mixed_16x8(float *out) {
    out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.y % 3][threadIdx.x % 4];
}
// truth: exact 24
// check: 24 divergent, 552 replays
__global__ void columns_24x8(float *out) {
    out[threadIdx.y * 24 + threadIdx.x] = curve[threadIdx.x];
}
// truth: exact 2
// check: 8 divergent, 8 replays
__global__ void rows_33x3(float *out) {
    out[threadIdx.y * 33 + threadIdx.x] = curve[threadIdx.y];
}
// truth: exact 13
// check: 20 divergent, 204 replays
__global__ void diagonal_12x11(float *out) {
    out[threadIdx.y * 12 + threadIdx.x] = curve[threadIdx.x + threadIdx.y];
}
// truth: exact 8
// check: 8 divergent, 56 replays
__global__ void cube_column_4x4x4(float *out) {
    out[(threadIdx.z * 4 + threadIdx.y) * 4 + threadIdx.x] = cube[threadIdx.z][threadIdx.y][0];
}
// truth: exact 10
// check: 16 divergent, 136 replays
__global__ void cube_parity_6x5x4(float *out) {
    int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    out[t] = cube[threadIdx.z % 2][threadIdx.y % 4][threadIdx.x % 2];
}
// truth: exact 32
// check: 8 divergent, 184 replays
__global__ void block_of_48(float *out) {
    out[threadIdx.x] = curve[threadIdx.x];
}
// truth: exact 16
// check: 16 divergent, 184 replays
__global__ void block_of_100(float *out) {
    out[threadIdx.x] = curve[threadIdx.x / 2];
}
// truth: exact 4
// check: 4 divergent, 12 replays
__global__ void only_last_warp(float *out) {
    if (threadIdx.x >= 96)
        out[threadIdx.x] = curve[threadIdx.x];
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void flat_block_index(float *out) {
    int b = blockIdx.y * gridDim.x + blockIdx.x;
    out[b * blockDim.x + threadIdx.x] = curve[b];
}
// truth: exact 16
// check: 48 divergent, 720 replays
__global__ void image_coordinates(float *out) {
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;
    out[row * 48 + col] = tile[row % 4][col % 8];
}
// truth: exact 2
// check: 8 divergent, 8 replays
template <int W, int H>
__global__ void shape_from_template(float *out) {
    out[threadIdx.y * W + threadIdx.x] = curve[threadIdx.y % H];
}
template <int W, int H>
void launch_shaped(float *out) {
    dim3 block(W, H);
    shape_from_template<W, H><<<4, block>>>(out);
}
// truth: exact 32
// check: 64 divergent, 1216 replays
__global__ void launched_twice(float *out) {
    out[threadIdx.y * blockDim.x + threadIdx.x] = curve[threadIdx.x];
}
// truth: exact 16
// check: 4 divergent, 60 replays
__global__ void through_launch_call(float *out) {
    out[threadIdx.y * blockDim.x + threadIdx.x] = curve[threadIdx.x];
}
// truth: exact 1
// check: 0 divergent, 0 replays
__global__ void dim3_members(float *out) {
    out[threadIdx.y * blockDim.x + threadIdx.x] = curve[threadIdx.y];
}
// truth: exact 8
// check: 16 divergent, 112 replays
__global__ void __launch_bounds__(128) bounded_128(float *out) {
    out[threadIdx.x] = curve[threadIdx.x >> 2];
}
// truth: exact 10
// check: 157 divergent, 1411 replays
__global__ void grid_stride_tail(float *out, int n) {
    float sum = 0.0f;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += curve[i % 10];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
// truth: exact 32
// check: 32 divergent, 968 replays
__global__ void tail_guard(float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[i] = curve[i % 32];
}

int main() {
    float *f;
    cudaMalloc(&f, 1 << 20);
    rows_8x8<<<4, dim3(8, 8)>>>(f);
    mixed_16x8<<<4, dim3(16, 8, 1)>>>(f);
    columns_24x8<<<4, dim3(24, 8)>>>(f);
    rows_33x3<<<4, dim3(33, 3)>>>(f);
    diagonal_12x11<<<4, dim3(12, 11)>>>(f);
    cube_column_4x4x4<<<4, dim3(4, 4, 4)>>>(f);
    cube_parity_6x5x4<<<4, dim3(6, 5, 4)>>>(f);
    block_of_48<<<4, 48>>>(f);
    const int threads = 4 * 25;
    block_of_100<<<4, threads>>>(f);
    only_last_warp<<<4, threads>>>(f);
    dim3 grid(2, 3);
    flat_block_index<<<grid, 64>>>(f);
    image_coordinates<<<dim3(3, 2), dim3(16, 16)>>>(f);
    launch_shaped<16, 4>(f);
    launched_twice<<<4, 256>>>(f);
    launched_twice<<<4, dim3(8, 32)>>>(f);
    void *args[] = {&f};
    cudaLaunchKernel((const void *)through_launch_call, dim3(4), dim3(16, 2), args, 0, nullptr);
    dim3 block;
    block.x = 64;
    block.y = 2;
    dim3_members<<<4, block>>>(f);
    bounded_128<<<4, 128>>>(f);
    grid_stride_tail<<<4, 256>>>(f, 5000);
    tail_guard<<<4, 256>>>(f, 1000);
    return cudaDeviceSynchronize() != cudaSuccess;
}

// Binds inside the usual error macros, one of which returns.
#include <iostream>
#include <cuda_runtime.h>

inline void __cudaSafeCall(cudaError err, const char *file, const int line) {
    if (cudaSuccess != err) {
        std::cerr << file << "(" << line << ") : " << cudaGetErrorString(err) << std::endl;
        exit(-1);
    }
}
#define cutilSafeCall(err) __cudaSafeCall(err, __FILE__, __LINE__)
#define CU_TRY(expr)                       \
    do {                                   \
        cudaError_t _e = (expr);           \
        if (_e != cudaSuccess) return _e;  \
    } while (0)

texture<float4, 1, cudaReadModeElementType> oldPos;
texture<uint, 1> cellStart;

__global__ void kern(float4 *out, uint n) {
    uint i = __umul24(blockIdx.x, blockDim.x) + threadIdx.x;
    if (i >= n) return;
    uint c = tex1Dfetch(cellStart, i);
    float4 p = tex1Dfetch(oldPos, c);
    p.w = (float)c;
    out[i] = p;
}

static cudaError_t run(float4 *out, float4 *pos, uint *cells, uint n) {
    CU_TRY(cudaBindTexture(0, oldPos, pos, n * sizeof(float4)));
    CU_TRY(cudaBindTexture(0, cellStart, cells, n * sizeof(uint)));
    kern<<<(n + 63) / 64, 64>>>(out, n);
    CU_TRY(cudaGetLastError());
    CU_TRY(cudaUnbindTexture(oldPos));
    CU_TRY(cudaUnbindTexture(cellStart));
    return cudaSuccess;
}

static void runAgain(float4 *out, float4 *pos, uint *cells, uint n) {
    cutilSafeCall(cudaBindTexture(0, oldPos, pos, n * sizeof(float4)));
    cutilSafeCall(cudaBindTexture(0, cellStart, cells, n * sizeof(uint)));
    kern<<<(n + 31) / 32, 32>>>(out, n);
    cutilSafeCall(cudaUnbindTexture(oldPos));
    cutilSafeCall(cudaUnbindTexture(cellStart));
}

int main() {
    const uint n = 200;
    float4 pos[n], out[n], again[n], *d_pos, *d_out;
    uint cells[n], *d_cells;
    for (uint i = 0; i < n; i++) {
        pos[i] = make_float4(i, 2.f * i, -1.f * i, 0);
        cells[i] = (i * 7 + 3) % n;
    }
    cutilSafeCall(cudaMalloc(&d_pos, sizeof pos));
    cutilSafeCall(cudaMalloc(&d_out, sizeof out));
    cutilSafeCall(cudaMalloc(&d_cells, sizeof cells));
    cutilSafeCall(cudaMemcpy(d_pos, pos, sizeof pos, cudaMemcpyHostToDevice));
    cutilSafeCall(cudaMemcpy(d_cells, cells, sizeof cells, cudaMemcpyHostToDevice));
    cutilSafeCall(run(d_out, d_pos, d_cells, n));
    cutilSafeCall(cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost));
    cutilSafeCall(cudaMemset(d_out, 0, sizeof out));
    runAgain(d_out, d_pos, d_cells, n);
    cutilSafeCall(cudaMemcpy(again, d_out, sizeof again, cudaMemcpyDeviceToHost));
    int bad = 0;
    for (uint i = 0; i < n; i++) {
        float4 p = pos[cells[i]];
        if (out[i].x != p.x || out[i].y != p.y || out[i].z != p.z || out[i].w != cells[i]) bad++;
        if (again[i].x != p.x || again[i].y != p.y || again[i].z != p.z || again[i].w != cells[i]) bad++;
    }
    cudaFree(d_pos);
    cudaFree(d_out);
    cudaFree(d_cells);
    if (bad) std::cout << "FAIL " << bad << " of " << 2 * n << std::endl;
    else std::cout << "OK" << std::endl;
    return bad != 0;
}

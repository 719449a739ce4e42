#include <stdio.h>
#include <stdlib.h>
#include "filter_kernel.cu"

extern "C" int filter(const float4 *points, const float *gain, float *out, int n);

static float4 *d_points;
static float *d_gain, *d_out;

static void upload(const float4 *points, const float *gain, int n)
{
    cudaMalloc((void **)&d_points, n * sizeof(float4));
    cudaMalloc((void **)&d_gain, 16 * sizeof(float));
    cudaMalloc((void **)&d_out, n * sizeof(float));
    cudaMemcpy(d_points, points, n * sizeof(float4), cudaMemcpyHostToDevice);
    cudaMemcpy(d_gain, gain, 16 * sizeof(float), cudaMemcpyHostToDevice);
    tex_points_desc.normalizedCoords = 0;
    tex_points_desc.filterMode = cudaFilterModePoint;
    tex_points_desc.addressMode[0] = cudaAddressModeClamp;
    tex_points_channel = cudaCreateChannelDesc<float4>();
    if (bindTexture(tex_points, tex_points_desc, d_points, tex_points_channel, n * sizeof(float4)) != cudaSuccess)
        printf("CUDA error: could not bind texture.\n");
    bindTexture(tex_gain, d_gain, tex_gain_channel, 16 * sizeof(float));
}

extern "C" int filter(const float4 *points, const float *gain, float *out, int n)
{
    upload(points, gain, n);
    filter_kernel<<<(n + 255) / 256, 256>>>(d_out, n, tex_points, tex_gain);
    cudaMemcpy(out, d_out, n * sizeof(float), cudaMemcpyDeviceToHost);
    unbindTexture(tex_points);
    unbindTexture(tex_gain);
    cudaFree(d_points);
    cudaFree(d_gain);
    cudaFree(d_out);
    return cudaGetLastError() == cudaSuccess ? 0 : 1;
}

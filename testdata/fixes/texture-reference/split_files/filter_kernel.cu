#ifndef _FILTER_KERNEL_H_
#define _FILTER_KERNEL_H_

// included by filter.cu, as the samples of the time did

texture<float4, 1, cudaReadModeElementType> tex_points;
texture<float, 1, cudaReadModeElementType> tex_gain;

__device__ inline float weigh(float4 p) { return p.x * p.w - p.y * p.z; }

__global__ void filter_kernel(float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = weigh(tex1Dfetch(tex_points, i)) * tex1Dfetch(tex_gain, i % 16);
}

#endif

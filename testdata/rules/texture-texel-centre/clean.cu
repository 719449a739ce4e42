// Reads at centres, between them on purpose, or with settings that are not known.
#include <cuda_runtime.h>
#include <cstring>

__global__ void centres(float *out, cudaTextureObject_t tex, float scale)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    float u = x + 0.5f, v = (float)y + 0.5f;
    out[x] = tex2D<float>(tex, u, v);
    out[x] += tex2D<float>(tex, x + 0.5f, y + .5f);
    out[x] += tex2D<float>(tex, u + 1.0f, v - 1);
    out[x] += tex2D<float>(tex, x * scale, y * scale);
    out[x] += tex2D<float>(tex, (x + 0.5f) * scale, v);
}
// The corner of 2 x 2 texels: their average.
__global__ void halve(float *out, cudaTextureObject_t tex)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    out[x] = tex2D<float>(tex, 2 * x + 1, 2 * blockIdx.y + 1);
    int left = x << 1;
    out[x] += tex2D<float>(tex, left + 1, 1.0f);
}
// A position that is rounded.
__global__ void rounded(float *out, cudaTextureObject_t tex, float2 at)
{
    out[threadIdx.x] = tex2D<float>(tex, (int)(at.x * threadIdx.x), floorf(at.y));
}
__global__ void positions(float *out, cudaTextureObject_t tex, const float2 *at)
{
    float2 p = at[threadIdx.x];
    out[threadIdx.x] = tex2D<float>(tex, p.x, p.y);
}
__global__ void copy(float *out, cudaTextureObject_t tex) { out[threadIdx.x] = tex2D<float>(tex, threadIdx.x, blockIdx.x); }
__global__ void copy2(float *out, cudaTextureObject_t tex) { out[threadIdx.x] = tex2D<float>(tex, threadIdx.x, blockIdx.x); }
__global__ void copy3(float *out, cudaTextureObject_t tex) { out[threadIdx.x] = tex2D<float>(tex, threadIdx.x, blockIdx.x); }
__global__ void copy4(float *out, cudaTextureObject_t tex) { out[threadIdx.x] = tex2D<float>(tex, threadIdx.x, blockIdx.x); }
__global__ void copy5(float *out, cudaTextureObject_t tex) { out[threadIdx.x] = tex2D<float>(tex, threadIdx.x, blockIdx.x); }
__global__ void elements(float *out, cudaTextureObject_t tex) { out[threadIdx.x] = tex1Dfetch<float>(tex, threadIdx.x); }
__global__ void not_launched(float *out, cudaTextureObject_t tex) { out[threadIdx.x] = tex2D<float>(tex, threadIdx.x, blockIdx.x); }

void change(cudaTextureDesc *);
void run(cudaArray_t image, float *out, bool smooth, cudaTextureObject_t other)
{
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = image;
    cudaTextureDesc desc = {};
    desc.filterMode = cudaFilterModeLinear;
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, NULL);
    centres<<<8, 32>>>(out, tex, 2);
    halve<<<8, 32>>>(out, tex);
    rounded<<<8, 32>>>(out, tex, make_float2(1, 2));
    positions<<<8, 32>>>(out, tex, 0);
    elements<<<8, 32>>>(out, tex);

    // Points.
    cudaTextureObject_t points;
    desc.filterMode = cudaFilterModePoint;
    cudaCreateTextureObject(&points, &res, &desc, NULL);
    copy<<<8, 32>>>(out, points);

    // Either.
    cudaTextureDesc open = {};
    open.filterMode = smooth ? cudaFilterModeLinear : cudaFilterModePoint;
    cudaTextureObject_t either;
    cudaCreateTextureObject(&either, &res, &open, NULL);
    copy2<<<8, 32>>>(out, either);
    cudaTextureDesc branch = {};
    branch.filterMode = cudaFilterModeLinear;
    if (!smooth)
        branch.filterMode = cudaFilterModePoint;
    cudaTextureObject_t or_else;
    cudaCreateTextureObject(&or_else, &res, &branch, NULL);
    copy3<<<8, 32>>>(out, or_else);

    // Normalised coordinates.
    cudaTextureDesc normal = {};
    normal.filterMode = cudaFilterModeLinear;
    normal.normalizedCoords = 1;
    cudaTextureObject_t unit;
    cudaCreateTextureObject(&unit, &res, &normal, NULL);
    copy4<<<8, 32>>>(out, unit);

    // Changed elsewhere, and one that is not known.
    cudaTextureDesc changed = {};
    changed.filterMode = cudaFilterModeLinear;
    change(&changed);
    cudaTextureObject_t unknown;
    cudaCreateTextureObject(&unknown, &res, &changed, NULL);
    copy5<<<8, 32>>>(out, unknown);
    copy5<<<8, 32>>>(out, other);
}

// Textures of memory that the kernel does not write, or not before it is read.
#include <cuda_runtime.h>

__global__ void smooth(cudaTextureObject_t in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = 0.5f * (tex1Dfetch<float>(in, i) + tex1Dfetch<float>(in, i + 1));
}
// Each thread reads its own element, then writes it.
__global__ void scale(cudaTextureObject_t in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = 2 * tex1Dfetch<float>(in, i);
}
__global__ void scale_all(cudaTextureObject_t in, float *out, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = 2 * tex1Dfetch<float>(in, i);
}
// Another half of the buffer.
__global__ void halves(cudaTextureObject_t in, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[n + i] = tex1Dfetch<float>(in, i);
}
__global__ void odd_even(cudaTextureObject_t in, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[2 * i] = tex1Dfetch<float>(in, 2 * i + 1);
}
void linear(int n, bool first)
{
    float *data, *result;
    cudaMalloc(&data, n * sizeof(float));
    cudaMalloc(&result, n * sizeof(float));
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeLinear;
    res.res.linear.devPtr = data;
    cudaTextureDesc desc = {};
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, NULL);
    smooth<<<n / 256, 256>>>(tex, result);
    scale<<<n / 256, 256>>>(tex, data, n);
    scale_all<<<n / 256, 256>>>(tex, data, n);
    halves<<<n / 512, 256>>>(tex, data, n / 2);
    odd_even<<<n / 512, 256>>>(tex, data);

    // The buffers change places.
    float *from = data, *to = result;
    res.res.linear.devPtr = from;
    cudaTextureObject_t moving;
    cudaCreateTextureObject(&moving, &res, &desc, NULL);
    float *t = from;
    from = to;
    to = t;
    smooth<<<n / 256, 256>>>(moving, from);

    // Either of two.
    res.res.linear.devPtr = first ? data : result;
    cudaTextureObject_t either;
    cudaCreateTextureObject(&either, &res, &desc, NULL);
    smooth<<<n / 256, 256>>>(either, data);
}

__global__ void blur(cudaTextureObject_t in, cudaSurfaceObject_t out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float v = tex2D<float>(in, x + 0.5f, y + 0.5f) + tex2D<float>(in, x + 1.5f, y + 0.5f);
    surf2Dwrite(v, out, x * 4, y);
}
__global__ void invert(cudaTextureObject_t in, cudaSurfaceObject_t out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float u = x + 0.5f, v = y + 0.5f;
    surf2Dwrite(1 - tex2D<float>(in, u, v), out, x * 4, y);
}
__global__ void in_place(cudaSurfaceObject_t s)
{
    int x = threadIdx.x, y = blockIdx.x;
    float v = surf2Dread<float>(s, x * 4, y);
    surf2Dwrite(2 * v, s, x * 4, y);
}
__global__ void layers(cudaTextureObject_t in, cudaSurfaceObject_t out, int from, int to)
{
    int x = threadIdx.x, y = blockIdx.x;
    surf2DLayeredwrite(tex2DLayered<float>(in, x + 1, y, from), out, x * 4, y, to);
}
void arrays(cudaArray_t image, cudaArray_t result)
{
    cudaResourceDesc res = {};
    res.resType = cudaResourceTypeArray;
    res.res.array.array = image;
    cudaTextureDesc desc = {};
    cudaTextureObject_t tex;
    cudaCreateTextureObject(&tex, &res, &desc, NULL);
    cudaSurfaceObject_t same, other;
    cudaCreateSurfaceObject(&same, &res);
    res.res.array.array = result;
    cudaCreateSurfaceObject(&other, &res);
    blur<<<dim3(8, 8), dim3(16, 16)>>>(tex, other);
    invert<<<dim3(8, 8), dim3(16, 16)>>>(tex, same);
    layers<<<dim3(8, 8), dim3(16, 16)>>>(tex, same, 0, 1);
    in_place<<<8, 32>>>(same);
}
void not_known(cudaTextureObject_t tex, float *out) { smooth<<<8, 32>>>(tex, out); }

// Two objects of one class.
struct Image {
    cudaTextureObject_t tex;
    float *data;
    void make(int n)
    {
        cudaMalloc(&data, n);
        cudaResourceDesc res = {};
        res.resType = cudaResourceTypeLinear;
        res.res.linear.devPtr = data;
        cudaTextureDesc desc = {};
        cudaCreateTextureObject(&tex, &res, &desc, NULL);
    }
};
void two(Image &a, Image &b) { smooth<<<8, 32>>>(a.tex, b.data); }

// Constructors, operators and conversions that fetch.
#include <cstdio>
#include <cuda_runtime.h>

// Texture objects replace texture references, which CUDA 12 removed: a bind creates the
// object that later launches are passed. It destroys the previous one, which no kernel
// may be using any more; nor may the host touch managed memory while one runs.
static inline cudaError_t unbindTexture(cudaTextureObject_t &texture)
{
    cudaError_t status = cudaDeviceSynchronize();
    if (status == cudaSuccess)
        status = cudaDestroyTextureObject(texture);
    texture = 0;
    return status;
}

static inline cudaError_t recreateTexture(cudaTextureObject_t &texture, const cudaTextureDesc &desc, const cudaResourceDesc &resource)
{
    cudaError_t status = unbindTexture(texture);
    if (status == cudaSuccess)
        status = cudaCreateTextureObject(&texture, &resource, &desc, NULL);
    return status;
}

static inline cudaError_t bindTexture(cudaTextureObject_t &texture, const void *pointer, const cudaChannelFormatDesc &channel, size_t size)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = (void *)pointer;
    resource.res.linear.desc = channel;
    resource.res.linear.sizeInBytes = size;
    cudaTextureDesc desc = {};
    desc.readMode = cudaReadModeElementType;
    return recreateTexture(texture, desc, resource);
}

static __managed__ cudaTextureObject_t triangles = 0;

struct Vector {
    float x, y, z;
    __device__ explicit Vector(int i) {
        float4 t = tex1Dfetch<float4>(triangles, i);
        x = t.x;
        y = t.y;
        z = t.z;
    }
    __device__ Vector(float x, float y, float z) : x(x), y(y), z(z) {}
    __device__ float dot(const Vector& o) const { return x * o.x + y * o.y + z * o.z; }
};

class Mesh {
public:
    __device__ Vector operator[](int i) const { return Vector(first + i); }
    __device__ operator float() const { return tex1Dfetch<float4>(triangles, first).w; }
    int first;
};

__global__ void shade(float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Mesh mesh;
    mesh.first = i;
    Vector v(i), light(0, 0, 1);
    out[i] = v.dot(mesh[1]) + v.dot(light) + mesh;
}

int main() {
    const int n = 100;
    static float4 t[n + 1];
    static float out[n];
    for (int i = 0; i <= n; i++) t[i] = make_float4(i % 3, i % 4, i % 5, i);
    float4* dt;
    float* dout;
    cudaMalloc(&dt, sizeof(t));
    cudaMalloc(&dout, sizeof(out));
    cudaMemcpy(dt, t, sizeof(t), cudaMemcpyHostToDevice);
    bindTexture(triangles, dt, cudaCreateChannelDesc<float4>(), sizeof(t));
    shade<<<2, 50>>>(dout, n);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    unbindTexture(triangles);
    int bad = cudaGetLastError() != cudaSuccess;
    for (int i = 0; i < n; i++) {
        float4 a = t[i], b = t[i + 1];
        bad += out[i] != a.x * b.x + a.y * b.y + a.z * b.z + a.z + a.w;
    }
    cudaFree(dt);
    cudaFree(dout);
    printf(bad ? "FAIL %d of %d\n" : "OK\n", bad, n);
    return bad != 0;
}

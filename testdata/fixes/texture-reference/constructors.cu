// Constructors, operators and conversions that fetch.
#include <cstdio>
#include <cuda_runtime.h>

texture<float4, 1, cudaReadModeElementType> triangles;

struct Vector {
    float x, y, z;
    __device__ explicit Vector(int i) {
        float4 t = tex1Dfetch(triangles, i);
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
    __device__ operator float() const { return tex1Dfetch(triangles, first).w; }
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
    cudaBindTexture(0, triangles, dt, sizeof(t));
    shade<<<2, 50>>>(dout, n);
    cudaMemcpy(out, dout, sizeof(out), cudaMemcpyDeviceToHost);
    cudaUnbindTexture(triangles);
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

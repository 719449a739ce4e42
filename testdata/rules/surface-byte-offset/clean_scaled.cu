// x in bytes.
#define BYTES(i) ((i) * sizeof(float))
const int PIXEL = 4;
enum { SHIFT = 2 };

__global__ void scaled(cudaSurfaceObject_t out, float v, float4 v4, int base) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    surf2Dwrite(v, out, x * sizeof(float), 0);
    surf2Dwrite(v, out, x * 4, 0);
    surf2Dwrite(v, out, 4 * x + 4, 0);
    surf2Dwrite(v, out, x << 2, 0);
    surf2Dwrite(v, out, x << SHIFT, 0);
    surf2Dwrite(v, out, x * PIXEL, 0);
    surf2Dwrite(v, out, BYTES(x), 0);
    surf2Dwrite(v, out, (x + base) * sizeof(v), 0);
    surf2Dwrite(v, out, x * (int)sizeof(float), 0);
    surf2Dwrite(v, out, x * 8, 0);
    surf2Dwrite(v4, out, x * 16, 0);
    surf2Dwrite(v4, out, x * sizeof(float4), 0);
    surf2Dwrite(v, out, 0, threadIdx.x);
    surf2Dwrite(v, out, 64, threadIdx.x);
    surf2Dwrite(v, out, x * sizeof(float) + base, 0);
    float u;
    surf2Dread(&u, out, x * 4, 0);
    u += surf2Dread<float>(out, x * 4, 0);
    surf2Dwrite(u, out, __mul24(x, 4), 0);
}

__global__ void locals(cudaSurfaceObject_t out, float v, int width) {
    int x = threadIdx.x;
    int bytes = x * sizeof(float);
    surf2Dwrite(v, out, bytes, 0);
    int again = bytes + 4;
    surf2Dwrite(v, out, again, 0);
    x *= sizeof(float);
    surf2Dwrite(v, out, x, 0);
    int shifted = threadIdx.x;
    shifted <<= 2;
    surf2Dwrite(v, out, shifted, 0);
    for (int i = 0; i < width; i += 4) surf2Dwrite(v, out, i, threadIdx.x);
    for (int i = 0; i < width; i += sizeof(float)) surf2Dwrite(v, out, i, threadIdx.x);
    for (int i = 0; i < 1; i++) surf2Dwrite(v, out, i, threadIdx.x);
    int2 at = make_int2(threadIdx.x * 4, 0);
    surf2Dwrite(v, out, at.x, at.y);
}

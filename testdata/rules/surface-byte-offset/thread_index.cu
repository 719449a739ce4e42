// x is an index of elements: every thread is one byte from the next.
__global__ void plain(cudaSurfaceObject_t out, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < width && y < height) {
        surf2Dwrite(1.0f, out, x, y);  // want "proven: x of surf2Dwrite is in bytes, but steps by 1 byte with threadIdx.x: an element \(float\) has 4"
    }
}

__global__ void reads(cudaSurfaceObject_t in, float* p, int width) {
    unsigned int x = threadIdx.x + blockDim.x * blockIdx.x;
    if (x >= width) return;
    float v;
    surf1Dread(&v, in, x);                     // want "proven: x of surf1Dread is in bytes"
    v += surf1Dread<float>(in, x);             // want "proven: x of surf1Dread is in bytes"
    v += surf2Dread<float>(in, x, 0);          // want "proven: x of surf2Dread is in bytes"
    v += surf3Dread<float>(in, x, 0, 0);       // want "proven: x of surf3Dread is in bytes"
    v += surf1DLayeredread<float>(in, x, 1);   // want "proven: x of surf1DLayeredread is in bytes"
    v += surf2DLayeredread<float>(in, x, 0, 1);  // want "proven: x of surf2DLayeredread is in bytes"
    v += surfCubemapread<float>(in, x, 0, 1);  // want "proven: x of surfCubemapread is in bytes"
    v += surfCubemapLayeredread<float>(in, x, 0, 1);  // want "proven: x of surfCubemapLayeredread is in bytes"
    p[x] = v;
}

__global__ void writes(cudaSurfaceObject_t out, const uchar4* p, short s, double2 const* d) {
    const int x = threadIdx.x;
    surf1Dwrite(p[x], out, x);                 // want "proven: x of surf1Dwrite is in bytes, but steps by 1 byte with threadIdx.x: an element \(uchar4\) has 4"
    surf2Dwrite(s, out, x, 1);                 // want "proven: .* an element \(short\) has 2"
    surf3Dwrite(make_float4(0, 0, 0, 0), out, x, 1, 1);  // want "proven: .* an element \(float4\) has 16"
    surf1DLayeredwrite(1, out, x, 1);          // want "proven: .* an element \(int\) has 4"
    surf2DLayeredwrite(p[0], out, x, 1, 1);    // want "proven: x of surf2DLayeredwrite is in bytes"
    surfCubemapwrite(p[0], out, x, 1, 1);      // want "proven: x of surfCubemapwrite is in bytes"
    surfCubemapLayeredwrite(p[0], out, x, 1, 1);  // want "proven: x of surfCubemapLayeredwrite is in bytes"
    surf2Dwrite<float2>(make_float2(0, 1), out, threadIdx.x, 0, cudaBoundaryModeClamp);  // want "proven: .* an element \(float2\) has 8"
}

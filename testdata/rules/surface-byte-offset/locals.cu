// x comes from local variables.
__global__ void assigned(cudaSurfaceObject_t out) {
    int x;
    x = threadIdx.x;
    surf2Dwrite(1.0f, out, x, 0);  // want "steps by 1 byte with threadIdx.x"
    x += 32;
    surf2Dwrite(1.0f, out, x, 0);  // want "steps by 1 byte with threadIdx.x"
    x *= 2;
    surf2Dwrite(1.0f, out, x, 0);  // want "steps by 2 bytes with threadIdx.x"
    x *= 2;
    surf2Dwrite(1.0f, out, x, 0);
}

__global__ void vectors(cudaSurfaceObject_t out) {
    int2 at = make_int2(blockIdx.x * blockDim.x + threadIdx.x, blockIdx.y);
    surf2Dwrite(1.0f, out, at.x, at.y);  // want "steps by 1 byte with threadIdx.x"
    const uint2 braces = {threadIdx.x, threadIdx.y};
    surf2Dwrite(1.0f, out, braces.x, braces.y);  // want "steps by 1 byte with threadIdx.x"
}

__global__ void loops(cudaSurfaceObject_t out, int width, int stride) {
    for (int x = 0; x < width; x++) {
        surf2Dwrite(1.0f, out, x, threadIdx.x);  // want "steps by 1 byte with x: an element \(float\) has 4"
    }
    for (int x = threadIdx.x; x < width; x += stride)
        surf2Dwrite(1.0f, out, x, 0);  // want "steps by 1 byte with threadIdx.x"
    for (int x = 0; x < 8; x += 2)
        surf2Dwrite(1.0f, out, x, threadIdx.x);  // want "steps by 2 bytes with x"
}

__device__ void helper(cudaSurfaceObject_t out, float v) {
    surf2Dwrite(v, out, threadIdx.x, blockIdx.x);  // want "steps by 1 byte with threadIdx.x"
}

__global__ void by_block(cudaSurfaceObject_t out) {
    surf2Dwrite(1.0f, out, blockIdx.x, threadIdx.x);  // want "steps by 1 byte with blockIdx.x"
}

template <int N>
__global__ void in_template(cudaSurfaceObject_t out) {
    surf2Dwrite(1.0f, out, N + threadIdx.x, 0);  // want "steps by 1 byte with threadIdx.x"
}

__global__ void second_dimension(cudaSurfaceObject_t out) {
    surf2Dwrite(1.0f, out, threadIdx.y, threadIdx.x);  // want "steps by 1 byte with threadIdx.y"
}
void launch(cudaSurfaceObject_t out) { second_dimension<<<1, dim3(16, 16)>>>(out); }

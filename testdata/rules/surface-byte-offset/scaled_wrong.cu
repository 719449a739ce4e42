// x is multiplied, by less than the element size or by what is no multiple of it.
#define INDEX (blockIdx.x * blockDim.x + threadIdx.x)
#define SCALE(i) ((i) * 4)

__global__ void wrong(cudaSurfaceObject_t out, float4 v, int offset) {
    int x = INDEX;
    surf2Dwrite(v, out, x * 4, 0);                // want "proven: x of surf2Dwrite is in bytes, but steps by 4 bytes with threadIdx.x: an element \(float4\) has 16"
    surf2Dwrite(v, out, SCALE(x), 0);             // want "steps by 4 bytes"
    surf2Dwrite(v, out, x << 2, 0);               // want "steps by 4 bytes"
    surf2Dwrite(v, out, x * sizeof(float), 0);    // want "steps by 4 bytes"
    surf2Dwrite(v.x, out, x + 4, 0);              // want "steps by 1 byte "
    surf2Dwrite(v.x, out, x + offset, 0);         // want "steps by 1 byte "
    surf2Dwrite(v.x, out, INDEX, 0);              // want "steps by 1 byte "
    surf2Dwrite(v.x, out, (int)threadIdx.x, 0);   // want "steps by 1 byte "
    surf2Dwrite(v.x, out, static_cast<int>(threadIdx.x), 0);  // want "steps by 1 byte "
    surf2Dwrite(v.x, out, 255 - threadIdx.x, 0);  // want "steps by 1 byte "
    surf2Dwrite(v.x, out, 3, 0);                  // want "proven: x of surf2Dwrite is in bytes, but 3 is not a multiple of the element size: float has 4 bytes"
    surf2Dwrite(make_float4(0, 1, 2, 3), out, 8, 0);  // want "8 is not a multiple of the element size: float4 has 16 bytes"
    surf2Dwrite(v.x, out, x % offset, x / offset);  // want "steps by 1 byte "
    surf2Dwrite(v.x, out, __mul24(blockIdx.x, blockDim.x) + threadIdx.x, 0);  // want "steps by 1 byte "
}
